from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import User
from tournaments.core.errors import UserError
from tournaments.core.forms.events import EventChoiceField, offer_events
from tournaments.core.forms.fields import DependentReasonField, RowsField, WholeField, choose_from, set_choices
from tournaments.core.permissions import list_workplaces
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people import seeding
from tournaments.rounds.models import Round
from tournaments.seating.logic.seeding import Seeding
from tournaments.seating.queries.draw_inputs import STARTED, collect_pairs_met
from tournaments.seating.services.drafts import MAX_EFFORT, map_modes
from tournaments.seating.text.seatings import MODES

SUBSTITUTES, SIT_OUT = "substitutes", "sit_out"


class FieldForm(forms.Form):
    fill = forms.ChoiceField(
        label=_("If tables are not full"),
        choices=((SUBSTITUTES, _("Substitutes fill the last table")), (SIT_OUT, _("Some sit out in turn"))),
        required=False,
    )
    substitutes = RowsField(
        label=_("Substitutes from the waiting list"),
        queryset=Entry.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name="number",
        help_text=_("As many as needed join, by number. If there are too few, some players sit out."),
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
        if self.cleaned_data["fill"] == SIT_OUT:
            return []
        return list(self.cleaned_data["substitutes"].order_by("number"))

    @property
    def sit_out(self) -> bool:
        return bool(self.cleaned_data["fill"])


def query_earlier_events(tournament: Tournament, user: User | AnonymousUser | None = None) -> QuerySet[Tournament]:
    """Return the published events and those at which the `user` works, newest first."""
    visible = Q(published=True)
    if user is not None:
        visible |= Q(pk__in=list_workplaces(user).values("pk"))
    return Tournament.objects.filter(visible).exclude(pk=tournament.pk).order_by("-starts_on", "name")


def describe_earlier_pairs(tournament: Tournament, earlier: Tournament | None) -> str:
    if earlier is None:
        return gettext("Players are matched by EMA number, else by name.")
    count = len(collect_pairs_met(tournament, earlier))
    if not count:
        return _describe_no_pairs(earlier)
    return ngettext("%(count)d pair of players met there.", "%(count)d pairs of players met there.", count) % {
        "count": count
    }


def _describe_no_pairs(earlier: Tournament) -> str:
    return gettext("No two players of this event met in “%(event)s”.") % {"event": earlier.name}


class EarlierForm(FieldForm):
    ratings_help: Any = ""

    ratings = forms.ChoiceField(label=_("Seed by ratings"), required=False)
    earlier = EventChoiceField(label=_("Avoid pairs of this event"), required=False, empty_label=_("none"))
    why = DependentReasonField(
        label=_("Reason for redrawing"),
        help_text=_("Needed to repeat a promised draw. Everybody can read it."),
    )

    def __init__(
        self, *args: Any, tournament: Tournament, user: User | AnonymousUser | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.tournament = tournament
        sources = seeding.list_sources(tournament)
        set_choices(self, "ratings", [("", _("no")), *sources])
        self.fields["ratings"].help_text = self.ratings_help
        if not sources:
            self.fields["ratings"].widget = forms.HiddenInput()
        field, name = self.fields["earlier"], self.add_prefix("earlier")
        field.help_text = describe_earlier_pairs(tournament, None)
        offer_events(self, "earlier", query_earlier_events(tournament, user))
        field.widget.attrs |= {
            "hx-get": reverse("manage_seating_earlier", args=[tournament.slug]),
            "hx-target": f"#id_{name}_helptext",
            "hx-trigger": "change",
        }

    def clean_ratings(self) -> Seeding | None:
        source: str = self.cleaned_data["ratings"]
        try:
            return seeding.find_seeding(self.tournament, source) if source else None
        except UserError as error:
            raise ValidationError(str(error)) from error

    def clean_earlier(self) -> Tournament | None:
        """Raise ValidationError for an event without common pairs, which is most likely the wrong one."""
        chosen: Tournament | None = self.cleaned_data["earlier"]
        if chosen is not None and not collect_pairs_met(self.tournament, chosen):
            raise ValidationError(_describe_no_pairs(chosen))
        return chosen


class RoundsField(RowsField):
    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Round.objects.none(), to_field_name="number", **kwargs)

    def label_from_instance(self, obj: Round) -> str:
        return _("Round %(number)s") % {"number": obj.number}


class DrawForm(EarlierForm):
    first_fields: tuple[str, ...] = ()
    more_help = _("All rounds still to be seated, by a new seed.")
    ratings_help = _(
        "Each table of the first round has one player of each quarter by rating. Players without a rating come after "
        "all others, by number. Everybody can read the ratings used."
    )

    field_order = ("rounds", "seed", "ratings", "fill", "substitutes", "earlier", "improve", "why")

    rounds = RoundsField(label=_("Rounds drawn together"))
    seed = forms.CharField(
        label=_("Seed"), required=False, max_length=64, help_text=_("Leave empty for a new seed, which is saved.")
    )
    improve = WholeField(
        label=_("Search time (seconds)"),
        required=False,
        min_value=0,
        max_value=MAX_EFFORT,
        help_text=_("A first draw appears at once. The search continues in the background and can be stopped."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        choose_coming_rounds(self, tournament)


class FixturesForm(forms.Form):
    rounds = RoundsField(label=_("Rounds drawn together"))
    seed = forms.CharField(
        label=_("Seed"), required=False, max_length=64, help_text=_("Leave empty for a new seed, which is saved.")
    )
    why = DependentReasonField(
        label=_("Reason for redrawing"),
        help_text=_("Needed to repeat a promised draw. Everybody can read it."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_coming_rounds(self, tournament)


def choose_coming_rounds(form: forms.Form, tournament: Tournament) -> None:
    choose_from(form, "rounds", tournament.rounds.order_by("number"))
    field = cast(RoundsField, form.fields["rounds"])
    coming = tournament.rounds.exclude(state__in=STARTED).order_by("number")
    field.widget.choices = [(round_.number, field.label_from_instance(round_)) for round_ in coming]


class StandingsForm(FieldForm):
    first_fields = ("mode",)
    more_help = _("After the previous round, in one group.")

    field_order = ("mode", "after", "block", "fill", "substitutes")

    mode = forms.ChoiceField(label=_("Order"), choices=MODES.items(), required=False)
    after = WholeField(
        label=_("Standings after round"),
        required=False,
        min_value=0,
        help_text=_("Leave empty for the previous round."),
    )
    block = WholeField(
        label=_("Tables in a group"),
        required=False,
        min_value=1,
        help_text=_("For finals in groups: 4 seats places 1–16, 17–32 … separately. Leave empty for one group."),
    )

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "mode", map_modes(round_).items())
        self.fields["mode"].not_optional = True  # type: ignore[attr-defined]


SETTING_CHOICES = (
    ("fresh", _("New opponents: few repeats, wide tables")),
    ("balanced", _("Between the two")),
    ("close", _("Close in standing: many repeats, tight tables")),
)


class SettingForm(EarlierForm):
    first_fields = ("setting",)
    more_help = _("Results decide; players without a result are drawn by lot.")
    ratings_help = _(
        "Ratings order players without a result, and those who share a place. Players without a rating come after all "
        "others, by number. Everybody can read the ratings used."
    )

    field_order = ("setting", "in_brackets", "seeded", "ratings", "fill", "substitutes", "earlier", "why")

    setting = forms.ChoiceField(
        label=_("Priority"),
        choices=SETTING_CHOICES,
        initial="balanced",
    )
    in_brackets = forms.BooleanField(
        label=_("Draw equal players among themselves"),
        required=False,
        help_text=_("Within a group, only repeats and requests decide."),
    )
    seeded = forms.BooleanField(
        label=_("Use start numbers as seeding"),
        required=False,
        help_text=_("Otherwise players without a result are drawn by lot."),
    )
    seed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("seeded") and data.get("ratings"):
            self.add_error("ratings", _("Choose start numbers or ratings, not both."))
        return data
