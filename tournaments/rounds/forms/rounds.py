"""Forms of rounds, their seating, the clock and the stages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import User
from tournaments.core.forms.choices import choose_from
from tournaments.core.forms.numbers import AmountField, WholeField
from tournaments.core.forms.reasons import LONGEST_REASON, ContinueForm, OptionalReasonForm
from tournaments.core.permissions import workplaces
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models.rounds import Round
from tournaments.rounds.services.clock import LONGEST_EXTRA
from tournaments.seating.queries.draw_inputs import pairs_met
from tournaments.seating.services.drafts import MAX_EFFORT
from tournaments.seating.text.seatings import MODES

LONGEST_ROUND = 1440
"""Minutes of a round: a day."""

SUBSTITUTES, SIT_OUT = "substitutes", "sit_out"


class FieldForm(forms.Form):
    """What to do about a count that is not a multiple of four. The ruleset says which answer stands first."""

    fill = forms.ChoiceField(
        label=_("If tables are not full"),
        choices=((SUBSTITUTES, _("Substitutes fill the last table")), (SIT_OUT, _("Some sit out in turn"))),
        required=False,
    )
    substitutes = forms.ModelMultipleChoiceField(
        label=_("Substitutes from the waiting list"),
        queryset=Entry.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name="number",
        help_text=_("As many as are needed join, by number; if they are too few, some sit out."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        waiting = tournament.entries.filter(status=Entry.Status.WAITING).order_by("number")
        choose_from(self, "substitutes", waiting)
        policy = tournament.ruleset.parameters.get("short_table", "substitute")
        self.fields["fill"].initial = SUBSTITUTES if policy == "substitute" else SIT_OUT
        if not waiting:
            self.fields["substitutes"].widget = forms.MultipleHiddenInput()

    @property
    def joining(self) -> list[Entry]:
        """Who may fill the last table, by number."""
        if self.cleaned_data["fill"] == SIT_OUT:
            return []
        return list(self.cleaned_data["substitutes"].order_by("number"))

    @property
    def sit_out(self) -> bool:
        """Whether somebody may sit out."""
        return bool(self.cleaned_data["fill"])


def earlier_events(tournament: Tournament, user: User | AnonymousUser | None = None) -> QuerySet[Tournament]:
    """Return the events whose pairs a draw of this one may keep apart, newest first.

    They are the published ones, and those at which the `user` works.
    """
    known = Q(published=True)
    if user is not None:
        known |= Q(pk__in=workplaces(user).values("pk"))
    return Tournament.objects.filter(known).exclude(pk=tournament.pk).order_by("-starts_on", "name")


def told_of(tournament: Tournament, earlier: Tournament | None) -> str:
    """How many pairs of the tournament met in the earlier event; without one, how people are known again."""
    if earlier is None:
        return gettext("Players are known again by EMA number, else by name.")
    count = len(pairs_met(tournament, earlier))
    if not count:
        return _nobody(earlier)
    return ngettext("%(count)d pair of players met there.", "%(count)d pairs of players met there.", count) % {
        "count": count
    }


def _nobody(earlier: Tournament) -> str:
    return gettext("No two players of this event met in “%(event)s”.") % {"event": earlier.name}


class EarlierForm(FieldForm):
    """The same for a draw by a seed: an event whose pairs should not meet again, and why it is drawn again."""

    earlier = forms.ModelChoiceField(
        label=_("Pairs of this event meet as rarely as can be"),
        queryset=Tournament.objects.none(),
        required=False,
        to_field_name="slug",
        empty_label=_("none"),
    )
    why = forms.CharField(
        label=_("Why it is drawn again"),
        required=False,
        max_length=500,
        help_text=_("Only for a draw that was promised and drawn before; everybody can read it."),
    )

    def __init__(
        self, *args: Any, tournament: Tournament, user: User | AnonymousUser | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.tournament = tournament
        choose_from(self, "earlier", earlier_events(tournament, user))
        field, name = self.fields["earlier"], self.add_prefix("earlier")
        field.help_text = told_of(tournament, None)
        field.widget.attrs |= {
            "hx-get": reverse("manage_seating_earlier", args=[tournament.slug]),
            "hx-target": f"#id_{name}_helptext",
            "hx-trigger": "change",
        }

    def clean_earlier(self) -> Tournament | None:
        """A wish that asks for nothing is no wish: most likely the wrong event was chosen."""
        chosen: Tournament | None = self.cleaned_data["earlier"]
        if chosen is not None and not pairs_met(self.tournament, chosen):
            raise ValidationError(_nobody(chosen))
        return chosen


class RoundsField(forms.ModelMultipleChoiceField):
    """Rounds by their numbers."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Round.objects.none(), to_field_name="number", **kwargs)

    def label_from_instance(self, obj: Round) -> str:
        return _("Round %(number)s") % {"number": obj.number}


class DrawForm(EarlierForm):
    """A draw by the generator."""

    field_order = ("rounds", "seed", "fill", "substitutes", "earlier", "improve", "why")

    rounds = RoundsField(label=_("Rounds drawn together"))
    seed = forms.CharField(
        label=_("Seed"), required=False, max_length=64, help_text=_("Left empty: a fresh one, which is kept.")
    )
    improve = WholeField(
        label=_("Search on for (seconds)"),
        required=False,
        min_value=0,
        max_value=MAX_EFFORT,
        help_text=_("The first answer comes at once; the search goes on in the background and can be stopped."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        choose_from(self, "rounds", tournament.rounds.filter(state__in=(Round.State.PLANNED, Round.State.PUBLISHED)))


class StandingsForm(FieldForm):
    """A draw from the places so far."""

    field_order = ("mode", "after", "block", "fill", "substitutes")

    mode = forms.ChoiceField(label=_("Order"), choices=MODES.items(), initial="standings")
    after = WholeField(
        label=_("Standings after round"), required=False, min_value=0, help_text=_("Left empty: the round before.")
    )
    block = WholeField(
        label=_("Tables in a group"),
        required=False,
        min_value=1,
        help_text=_("For finals in groups: 4 seats places 1–16, 17–32 … each for itself. Left empty: all together."),
    )


SETTING_CHOICES = (
    ("fresh", _("New opponents: hardly any repeats, wider tables")),
    ("balanced", _("Between the two")),
    ("close", _("Close in standing: many repeats, tight tables")),
)


class SettingForm(EarlierForm):
    """The slider of a Swiss round."""

    field_order = ("setting", "in_brackets", "seeded", "fill", "substitutes", "earlier", "why")

    setting = forms.ChoiceField(
        label=_("What matters more"),
        choices=SETTING_CHOICES,
        initial="balanced",
    )
    in_brackets = forms.BooleanField(
        label=_("Players of equal points are drawn among themselves"),
        required=False,
        help_text=_("Inside such a group only repeats and wishes decide."),
    )
    seeded = forms.BooleanField(
        label=_("Before the first results the start numbers are a seeding list"),
        required=False,
        help_text=_("Otherwise lots are drawn among those who have no result yet."),
    )
    seed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


class TypedSeatingForm(forms.Form):
    """The round's tables as text, to be typed over."""

    text = forms.CharField(
        label=_("Tables"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_("A line for each table: its number, then East, South, West, North."),
    )
    leave_out = forms.BooleanField(label=_("Players who are not named sit out"), required=False)


class SwapForm(forms.Form):
    """Two players, by number, change chairs."""

    first = WholeField(label=_("Player"), min_value=1)
    second = WholeField(label=_("changes with"), min_value=1)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        for name in ("first", "second"):
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off", "list": "players"}

    def _player(self, name: str) -> Entry:
        number = self.cleaned_data[name]
        found = Entry.objects.filter(tournament=self.tournament, number=number).first()
        if found is None:
            raise ValidationError(_("There is no player %(number)s."), params={"number": number})
        return found

    def clean_first(self) -> Entry:
        return self._player("first")

    def clean_second(self) -> Entry:
        return self._player("second")


class PublishSeatingForm(forms.Form):
    """Options of publishing."""

    leave_out = forms.BooleanField(label=_("Players without a seat sit out"), required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)


class PublishForm(PublishSeatingForm):
    """The same on the page; a button of its own says that the later rounds of the same draw go along."""

    all_rounds = forms.BooleanField(required=False, widget=forms.HiddenInput)
    open_pages = forms.BooleanField(
        label=_("Open the public pages, so that the players see the seating"), required=False, initial=True
    )


class RoundMinutesForm(forms.Form):
    """Length of a new round; the event's own where it is left out."""

    minutes = WholeField(label=_("Minutes"), required=False, min_value=1, max_value=LONGEST_ROUND)


class RoundForm(forms.ModelForm):
    """Length and planned start, in the tournament's time zone (the view activates it)."""

    minutes = WholeField(label=_("Minutes"), min_value=1, max_value=LONGEST_ROUND)

    class Meta:
        model = Round
        fields = ("day", "starts_at", "minutes")
        widgets = {
            "day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "starts_at": forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        }


class TableForm(forms.Form):
    """Name of a table; empty for its number."""

    name = forms.CharField(label=_("Name"), required=False, max_length=20, help_text=_("Empty: its number."))


class TableNameForm(TableForm):
    """The same with the table's number, for the page of its round."""

    field_order = ("table", "name")

    table = WholeField(label=_("Table"), min_value=1)


class ExtraSecondsForm(OptionalReasonForm):
    """Extra time; less of it is negative."""

    field_order = ("seconds", "reason")

    seconds = WholeField(min_value=-LONGEST_EXTRA, max_value=LONGEST_EXTRA)


class ExtraTimeForm(OptionalReasonForm):
    """Extra minutes for a table, or for all (no table)."""

    field_order = ("table", "minutes", "reason")

    table = WholeField(label=_("Table"), min_value=1, required=False, help_text=_("Left empty: all tables."))
    minutes = WholeField(label=_("Minutes"), min_value=-LONGEST_EXTRA // 60, max_value=LONGEST_EXTRA // 60)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        return values | {"seconds": 60 * values.get("minutes", 0)}


class StageForm(forms.Form):
    """A stage: its cut and what of the points is kept."""

    name = forms.CharField(label=_("Name"), max_length=80)
    cut_to = WholeField(
        label=_("The first n go through"),
        min_value=4,
        max_value=5000,
        required=False,
        help_text=_("Left empty: everybody plays on."),
    )
    carry = AmountField(
        label=_("Points that are kept"),
        widget=forms.TextInput,
        initial="1",
        help_text=_("1: all, 0: none, or a fraction such as 1/2."),
        error_messages={"invalid": _("Write 1, 0 or a fraction such as 1/2.")},
        max_length=20,
    )


class EditStageForm(StageForm):
    """Changes of a stage; programs may give a reason."""

    reason = forms.CharField(required=False, max_length=LONGEST_REASON, widget=forms.HiddenInput)


class NewStageForm(StageForm):
    """A new stage with its rounds; programs may name another kind than a final."""

    rounds = WholeField(label=_("Rounds"), min_value=1, max_value=99, initial=1)
    kind = forms.ChoiceField(
        choices=Stage.Kind.choices, required=False, initial=Stage.Kind.FINAL, widget=forms.HiddenInput
    )

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or Stage.Kind.FINAL


class CutForm(OptionalReasonForm, ContinueForm):
    """A cut, with those who go through where a place is shared at the line."""

    chosen = forms.ModelMultipleChoiceField(
        label=_("Goes through"),
        queryset=Entry.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name="number",
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"shown", "chosen"} & set(self.fields):
            choose_from(self, name, tournament.entries.all())


class ShownCutForm(CutForm):
    """The same with those whom the page showed clear of the line or on it."""

    shown = forms.ModelMultipleChoiceField(
        queryset=Entry.objects.none(), widget=forms.MultipleHiddenInput, to_field_name="number"
    )
