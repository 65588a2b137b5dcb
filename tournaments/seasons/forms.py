"""Forms of a season: name, rule, event, merge, role, file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.events import EventChoiceField, offer_events
from tournaments.core.forms.fields import ReasonField
from tournaments.core.text.sentences import in_words
from tournaments.entries.known_people import KnownPerson
from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.exchange.reading import pending_files as event_shelf
from tournaments.seasons import text as words
from tournaments.seasons.logic import SeasonRule, SeasonRuleError, load_presets, read_rule
from tournaments.seasons.logic.rules import MAX_UNITS
from tournaments.seasons.models import Season, SeasonRole
from tournaments.seasons.services import MAX_EVENTS, format_entry_code, format_team_code

MAX_SEASON_BYTES: Final = 60_000_000

COUNTS: Final = ("last", "drop", "best", "top", "least")


class SeasonForm(forms.ModelForm):
    class Meta:
        model = Season
        fields = ["name", "published"]


class NewSeasonForm(SeasonForm):
    slug = forms.SlugField(
        label=_("Short name in addresses"),
        max_length=60,
        required=False,
        help_text=_("Leave empty to make it from the name."),
    )
    ready = forms.ChoiceField(
        label=pgettext_lazy("of a season", "Rule"), help_text=_("Every part of it can be changed later.")
    )

    field_order = ("name", "slug", "ready", "published")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ready"].choices = ready_rules()  # type: ignore[attr-defined]


def ready_rules() -> list[tuple[str, str]]:
    return [(key, gettext(words.READY[key])) for key in load_presets()]


def _list_choices(table: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, gettext(text)) for key, text in table.items()]


class SeasonRuleForm(forms.Form):
    ranked = forms.ChoiceField(label=_("Who is ranked"))
    unit = forms.ChoiceField(label=_("Unit of a result"))
    value = forms.ChoiceField(label=_("Value of a result"))
    place_points = forms.CharField(
        label=_("Points by place"),
        required=False,
        max_length=2000,
        help_text=_("Best first, separated by spaces, e.g. 25 18 15. Equal places share their points."),
    )
    combine = forms.ChoiceField(label=_("Counting results"))
    weights = forms.ChoiceField(label=_("Weight of a result"))
    ages = forms.CharField(
        label=_("Older results"),
        required=False,
        max_length=400,
        help_text=_("Days and factor, e.g. 366=1/2 731=0: half after a year, nothing after two. Empty: all the same."),
    )
    age_unit = forms.ChoiceField(
        label=_("Numbers of “Older results”"),
        required=False,
        help_text=_(
            "With years, 1=1/2 2=0: half after the first anniversary of an event's last day, nothing after two."
        ),
    )
    expire = forms.BooleanField(
        label=_("Results that weigh 0 are none"),
        required=False,
        help_text=_("They take no place among the best, and are none of those needed for a place."),
    )
    last = forms.IntegerField(label=_("Number of latest results"), required=False, min_value=0, max_value=MAX_UNITS)
    drop = forms.IntegerField(label=_("Worst results dropped"), required=False, min_value=0, max_value=MAX_UNITS)
    best = forms.IntegerField(label=_("Best results that count"), required=False, min_value=0, max_value=MAX_UNITS)
    share = forms.CharField(
        label=_("Part of further results that counts"),
        required=False,
        max_length=20,
        help_text=_("E.g. 4/5: of ten results after the best ones, eight count too. Empty: none."),
    )
    top = forms.IntegerField(
        label=_("Best results of the second half"),
        required=False,
        min_value=0,
        max_value=MAX_UNITS,
        help_text=_("Half of the total is the mean of all that count, half that of so many best. Empty: no such half."),
    )
    fill = forms.BooleanField(label=_("Count missing results as 0"), required=False)
    least = forms.IntegerField(label=_("Results needed for a place"), required=False, min_value=0, max_value=MAX_UNITS)
    tie_breaks = forms.MultipleChoiceField(
        label=_("Ties are broken by"), required=False, widget=forms.CheckboxSelectMultiple
    )
    rating = forms.ChoiceField(
        label=_("List of ratings"),
        required=False,
        help_text=_("A page beside the ranking, of the games of published events: it changes nothing in the ranking."),
    )
    order = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    """Stored tie-breaks, whose order is kept; others follow."""

    def __init__(self, *args: Any, rule: SeasonRule, **kwargs: Any) -> None:
        initial = {
            **rule.to_dict(),
            "place_points": " ".join(map(str, rule.place_points)),
            "ages": " ".join(f"{days}={factor}" for days, factor in rule.ages),
            **{name: getattr(rule, name) or None for name in COUNTS},
            "share": str(rule.share) if rule.share else "",
            "order": " ".join(rule.tie_breaks),
        }
        super().__init__(*args, **kwargs)
        self.initial = initial
        self.rule = rule
        tables = {
            "ranked": words.RANKED,
            "unit": words.UNITS,
            "value": words.VALUES,
            "combine": words.COMBINATIONS,
            "weights": words.WEIGHTS,
            "age_unit": words.AGE_UNITS,
            "rating": words.RATINGS,
            "tie_breaks": {
                name: words.TIE_BREAKS[name] for name in (*rule.tie_breaks, *_list_other_tie_breaks(rule.tie_breaks))
            },
        }
        for name, table in tables.items():
            self.fields[name].choices = _list_choices(table)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Add `rule` to the form. Raises ValidationError at the invalid field."""
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        names = [name for name in values["order"].split() if name in values["tie_breaks"]]
        raw = {name: value for name, value in values.items() if name != "order"} | {
            "place_points": values["place_points"].replace(",", " ").split(),
            "ages": [pair.split("=") for pair in values["ages"].replace(",", " ").split()],
            "tie_breaks": [*names, *(name for name in values["tie_breaks"] if name not in names)],
            **{name: values[name] or 0 for name in COUNTS},
            "share": values["share"] or 0,
            "age_unit": values["age_unit"] or "days",
        }
        try:
            self.rule = read_rule(raw)
        except SeasonRuleError as error:
            raise ValidationError({error.field: in_words(error)}) from error
        return values


def _list_other_tie_breaks(names: Iterable[str]) -> list[str]:
    return [name for name in words.TIE_BREAKS if name not in set(names)]


class FactorForm(forms.Form):
    factor = forms.CharField(label=_("Factor"), max_length=20)


class PositionForm(forms.Form):
    position = forms.IntegerField(label=_("Order"), min_value=1, max_value=MAX_EVENTS)


class SeasonEventForm(forms.Form):
    tournament = EventChoiceField(label=_("Event"), empty_label=None)
    factor = forms.CharField(
        label=_("Factor"),
        initial="1",
        required=False,
        max_length=20,
        help_text=_("Multiplier for its results, e.g. 1.5."),
    )

    def __init__(self, *args: Any, events: QuerySet[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_events(self, "tournament", events)


class SeasonMergeForm(forms.Form):
    """Two spellings of one person, each named by event and number: `spring-open/12`."""

    entry = forms.CharField(label=_("This spelling"), max_length=80, widget=forms.Select)
    same_as = forms.CharField(label=_("is the same person as"), max_length=80, widget=forms.Select)

    def __init__(self, *args: Any, register: Iterable[tuple[KnownPerson, bool]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = [
            (format_entry_code(person.entry), f"{person.entry.sort_name} ({', '.join(person.events)})")
            for person, _alike in register
        ]
        for field in self.fields.values():
            field.widget.choices = [("", "–"), *listed]


class SeasonTeamMergeForm(forms.Form):
    """Two names of one team, each named by event and code: `spring-open/T01`."""

    team = forms.CharField(label=_("This team"), max_length=90, widget=forms.Select)
    same_as = forms.CharField(label=_("is the same team as"), max_length=90, widget=forms.Select)

    def __init__(self, *args: Any, teams: Iterable[Team] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = [(format_team_code(team), f"{team.name} ({team.tournament.name})") for team in teams]
        for field in self.fields.values():
            field.widget.choices = [("", "–"), *listed]


class SeasonRoleForm(forms.Form):
    username = forms.CharField(label=_("Account"), max_length=150)
    kind = forms.ChoiceField(label=_("Role"), choices=SeasonRole.Kind.choices)


class SeasonReasonForm(forms.Form):
    reason = ReasonField(required=False)


class SeasonUploadForm(forms.Form):
    """Season's file: an upload, or the previewed one (`kept`, of this account)."""

    file = forms.FileField(
        label=_("Season file"),
        required=False,
        help_text=_("The ZIP that a season was saved as, with its events."),
    )
    slug = forms.SlugField(
        label=_("Short name"), required=False, max_length=60, help_text=_("Leave empty to use the file's.")
    )
    kept = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, account: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        upload = values.get("file")
        if upload is not None:
            if upload.size > MAX_SEASON_BYTES:
                raise ValidationError({"file": _("The file is larger than 60 MB; a season is not.")})
            return values | {"content": upload.read()}
        content = event_shelf.find(self.account, values.get("kept", ""))
        if content is None:
            raise ValidationError({"file": _("Choose the file.")})
        return values | {"content": content}
