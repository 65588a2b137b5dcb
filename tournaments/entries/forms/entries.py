from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.exact import MAX_NUMBER
from tournaments.core.forms.buttons import YesNoField
from tournaments.core.forms.fields import (
    CountrySelect,
    DependentReasonField,
    PhotoField,
    PlayerField,
    ReasonField,
    WholeField,
    choose_from,
)
from tournaments.core.models import refusals
from tournaments.core.tabular.reading import ENCODINGS, SourceFile, read, read_lines, upload_too_large
from tournaments.entries.fields import NAMES, PLAYER, STAND_IN, TEAM, TYPED
from tournaments.entries.forms.categories import CategoriesField
from tournaments.entries.forms.questions import make_question_fields, with_answers
from tournaments.entries.known_people import KnownPerson
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.queries import query_stand_ins
from tournaments.entries.services.players import get_first_open_round
from tournaments.entries.services.portraits import SIDE
from tournaments.events.models import Tournament
from tournaments.seating.models.constraints import SeatingConstraint

MAX_ROUND = 9999


def make_bounded_field(column: models.Field[Any, Any], **options: Any) -> forms.Field | None:
    """Make the form field of a player's column, with the limit of its table if the model has none."""
    limit = next((player_field.own_limit for player_field in PLAYER if player_field.name == column.name), None)
    if limit is not None:
        options["max_length"] = limit
    if column.name == "country":
        options["widget"] = CountrySelect
    if column.name == "ema_number":
        options["help_text"] = _("Eight digits.")
    options["validators"] = [validator for validator in column.validators if isinstance(validator, RegexValidator)]
    return column.formfield(**options)


class TeamChoiceField(forms.ModelChoiceField):
    default_error_messages = {"invalid_choice": _("No team “%(value)s” in this event.")}

    def __init__(self, **options: Any) -> None:
        defaults = {"label": _("Team"), "queryset": Team.objects.none(), "to_field_name": "code", "required": False}
        super().__init__(**{**defaults, **options})


def number_field(**options: Any) -> WholeField:
    label = next(player_field.label for player_field in PLAYER if player_field.name == "number")
    return WholeField(label=label, min_value=1, max_value=MAX_NUMBER, **options)


class EntryForm(forms.ModelForm):
    first_fields: tuple[str, ...] = ("family_name", "given_name", "country")
    more_help = _("Number, names in other scripts, club, team and note.")

    number = number_field()
    team = TeamChoiceField()
    categories = CategoriesField()

    class Meta:
        model = Entry
        fields = ("number", *TYPED, "categories")
        widgets = {"note": forms.Textarea(attrs={"rows": 2})}
        formfield_callback = make_bounded_field

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "team", tournament.teams.all())
        self.initial["team"] = self.instance.team
        self.fields["categories"].offer(tournament.categories.all())  # type: ignore[attr-defined]
        # Answers are not required, because the desk may not know them yet.
        self.fields |= make_question_fields(tournament, self.instance.answers, binding=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not any(data.get(name) or name in self.errors for name in NAMES):
            self.add_error("family_name", refusals.NAME)
        return with_answers(data)


class NewEntryForm(EntryForm):
    more_help = _("The next free number, registered, from the next round on.")

    number = number_field(required=False, help_text=_("Leave empty for the next free number."))
    status = forms.ChoiceField(
        label=_("Status"),
        choices=[(s.value, s.label) for s in (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN, Entry.Status.WAITING)],
        initial=Entry.Status.REGISTERED.value,
    )
    from_round = WholeField(label=_("Plays from round"), required=False, min_value=1, max_value=MAX_ROUND)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.fields["family_name"].widget.attrs["autofocus"] = True
        self.fields["from_round"].initial = get_first_open_round(tournament)

    def begin_with_house_substitute(self) -> None:
        self.initial["house"] = True
        self.first_fields = (*self.first_fields, "house")


class FromRoundForm(forms.Form):
    from_round = WholeField(label=_("From round"), min_value=1, max_value=MAX_ROUND)
    reason = ReasonField(required=False)


class SubstituteForm(FromRoundForm):
    first_fields = ("stand_in", "family_name", "given_name")
    more_help = _("From the next round on, out of competition.")

    stand_in = PlayerField(
        label=_("Substitute"),
        required=False,
        empty_label=_("somebody new:"),
        error_messages={"invalid_choice": _("Player %(value)s is neither on the waiting list nor a house substitute.")},
    )
    reason = DependentReasonField(help_text=_("Needed while the round is being played."))
    number = WholeField(label=_("Number"), required=False, min_value=1, widget=forms.HiddenInput)
    family_name, given_name, native_name, country = (column.field.formfield() for column in STAND_IN)
    in_competition = Entry._meta.get_field("in_competition").formfield()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].widget = CountrySelect()
        choose_from(self, "stand_in", query_stand_ins(tournament))
        self.fields["country"].widget = CountrySelect()

    @property
    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        shared = {name: data[name] for name in ("from_round", "reason", "in_competition")}
        if data["stand_in"] is not None:
            return shared | {"stand_in": data["stand_in"]}
        return shared | {name: data[name] for name in ("number", *(column.name for column in STAND_IN))}


class PlayerAccountForm(forms.Form):
    account = forms.CharField(
        label=_("Account"), max_length=150, help_text=_("The holder is a player and cannot see sealed boards.")
    )


class WaitingForm(forms.Form):
    waiting = YesNoField(label=_("Waiting list"))


class PresentForm(forms.Form):
    present = YesNoField(label=_("Here"), initial=True)


class CountForm(forms.Form):
    count = WholeField(label=_("Players"), min_value=1, max_value=5000)


class KnownPeopleForm(forms.Form):
    """People of earlier events, each by an event's short name and number there: `spring-open 3`."""

    person = forms.Field(
        label=_("Players"), widget=forms.SelectMultiple, error_messages={"required": _("Choose the players to enter.")}
    )

    def __init__(
        self,
        *args: Any,
        people_of_keys: Callable[[list[str]], dict[str, KnownPerson]],
        refuse_unknown: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.refuse_unknown = refuse_unknown
        self.people_of_keys = people_of_keys

    def clean_person(self) -> list[KnownPerson]:
        chosen: list[KnownPerson] = []
        people = self.people_of_keys(self.cleaned_data["person"])
        for name in self.cleaned_data["person"]:
            person = people.get(name)
            if person is None and self.refuse_unknown:
                event, _space, number = name.partition(" ")
                refusal = _("There is no player %(number)s of “%(event)s” who is not entered here already.")
                raise forms.ValidationError(refusal % {"number": number, "event": event})
            # People on the page may have been entered meanwhile.
            if person is not None and person not in chosen:
                chosen.append(person)
        if not chosen:
            raise forms.ValidationError(self.fields["person"].error_messages["required"])
        return chosen


class TeamOfPlayerForm(forms.Form):
    team = TeamChoiceField()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "team", tournament.teams.all())


def make_team_field(column: models.Field[Any, Any], **options: Any) -> forms.Field | None:
    if column.name == "code":
        options["required"] = False
    if column.name == "country":
        options["widget"] = CountrySelect
    return column.formfield(**options)


class TeamForm(forms.ModelForm):
    class Meta:
        model = Team
        fields = tuple(column.name for column in TEAM if column.typed)
        help_texts = {"code": _("Leave empty for the next code: T01, T02 …")}
        formfield_callback = make_team_field

    field_order = ("name",)


class TeamEditForm(TeamForm):
    """Form of an existing team; an empty code keeps the present one."""

    class Meta(TeamForm.Meta):
        help_texts: dict[str, Any] = {}


class RosterForm(forms.Form):
    first_fields = ("text", "file")
    more_help = _("Encoding and range of a spreadsheet are detected.")

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("CSV or XLSX; the first line names the columns.")
    )
    text = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        required=False,
        max_length=1_000_000,
        help_text=_("Paste rows, drop a file here or choose one. One name per line is enough."),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"), choices=[("", _("detect automatically")), *ENCODINGS.items()], required=False
    )
    sheet = forms.CharField(label=_("Sheet of the XLSX file"), required=False, max_length=80)
    block = forms.CharField(
        label=_("Cell range"),
        required=False,
        max_length=20,
        help_text=_("For example B3:M40. Leave empty for the whole sheet."),
    )

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        if not file:
            return b""
        if why := upload_too_large(file):
            raise forms.ValidationError(why)
        content: bytes = file.read()
        return content

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("text", "").strip():
            raise forms.ValidationError(_("Paste the lines, or choose a file."))
        return values

    def source(self) -> SourceFile:
        values = self.cleaned_data
        if not values["file"]:
            return read_lines(values["text"])
        sheet, block = values["sheet"].strip(), values["block"].strip()
        return read(values["file"], encoding=values["encoding"], sheet=sheet, block=block)


class ConstraintForm(forms.ModelForm):
    entry = PlayerField(label=_("Player"))
    other = PlayerField(label=_("Other player"), required=False, help_text=_("For a pair."))
    table_number = WholeField(
        label=_("Table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("For a player who always sits at one table."),
    )

    class Meta:
        model = SeatingConstraint
        fields = ("kind", "entry", "other", "table_number", "reason")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("entry", "other"):
            choose_from(self, name, tournament.entries.all())

    def _post_clean(self) -> None:
        """Skip the model's validation: service and database explain an invalid constraint in one sentence."""


class PortraitForm(forms.Form):
    photo = PhotoField(label=_("Photo of the player"), side=SIDE)
