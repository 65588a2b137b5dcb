from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.exact import NumberError, normalize_number, read_exact
from engine.match.scoring import MAX_PLACES, to_json
from tournaments.accounts.models import Role, User
from tournaments.core.forms.fields import (
    DependentReasonField,
    NumberListField,
    WholeField,
    continue_field,
    find_only_table,
    make_date_input,
    make_time_input,
)
from tournaments.core.models import refusals
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import find_paper, list_offered_papers
from tournaments.core.text.places import place_countries
from tournaments.core.text.zones import list_time_zones
from tournaments.entries.queries import list_unknown_numbers
from tournaments.events import embedding
from tournaments.events.models import MAX_ROUNDS, Announcement, RulesetVersion, Tournament
from tournaments.events.presets import list_presets, preset_choices
from tournaments.events.queries import find_current_round
from tournaments.events.settings import FACTS, INITIAL, SettingGroup, get_setting
from tournaments.results.queries import confirming
from tournaments.results.services import settings as settings_service
from tournaments.rounds.models import MAX_TABLE, Round
from tournaments.standings.logic.metrics import METRICS
from tournaments.standings.queries.metric_names import describe_metrics, parse_metrics

SEPARATE = [("team", _("Team-mates")), ("club", _("Players of one club")), ("country", _("Players of one country"))]


class NumbersField(forms.CharField):
    """Numbers separated by spaces or commas, as JSON values ("7/3" stays text)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=20 * MAX_PLACES, **kwargs)

    def clean(self, value: Any) -> list[int | float | str]:
        text = super().clean(value) or ""
        try:
            return [to_json(read_exact(normalize_number(part))) for part in text.replace(",", " ").split()]
        except NumberError:
            raise ValidationError(_("Enter numbers separated by spaces, e.g. 15 5 -5 -15.")) from None

    def prepare_value(self, value: Any) -> Any:
        return " ".join(str(number) for number in value) if isinstance(value, list) else value


class BasicsForm(forms.ModelForm):
    time_zone = forms.TypedChoiceField(
        label=get_setting("time_zone").label,
        choices=[(zone, zone) for zone in list_time_zones()],
        initial=get_setting("time_zone").field.get_default(),
        widget=forms.Select(attrs={"data-time-zone": ""}),
    )
    country_code = forms.ChoiceField(
        label=get_setting("country_code").label,
        choices=lambda: [("", _("unknown")), *place_countries()],
        required=False,
        help_text=get_setting("country_code").field.help_text,
        widget=forms.Select(attrs={"autocomplete": "country"}),
    )
    print_languages = forms.MultipleChoiceField(
        label=get_setting("print_languages").label,
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=INITIAL["print_languages"],
    )
    separate = forms.MultipleChoiceField(
        label=get_setting("separate").label,
        choices=SEPARATE,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=INITIAL["separate"],
    )

    features = forms.MultipleChoiceField(
        label=get_setting("features").label,
        choices=Tournament.Feature.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=get_setting("features").field.help_text,
    )

    class Meta:
        model = Tournament
        fields = FACTS
        widgets = {"starts_on": make_date_input(), "ends_on": make_date_input()}

    def clean_embed_sites(self) -> str:
        try:
            return embedding.read_origins(self.cleaned_data["embed_sites"])
        except embedding.OriginError as error:
            message = gettext("“%(text)s” is no address of a site, such as https://club.example.")
            raise ValidationError(message % {"text": error}) from None

    def clean(self) -> dict[str, Any]:
        """Reject contradicting dates and team scores at their fields."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", refusals.LAST_DAY)
        size = data.get("team_size")
        for name in ("team_best", "line_up_size"):
            count = data.get(name)
            if count is not None and "team_size" not in self.errors and not (size and 1 <= count <= size):
                self.add_error(name, refusals.OF_TEAM)
        return data

    @property
    def groups(self) -> list[tuple[Promise, list[forms.BoundField]]]:
        by_group: dict[SettingGroup, list[forms.BoundField]] = {}
        group = SettingGroup.EVENT
        for field in self.visible_fields():
            group = get_setting(field.name).group if field.name in FACTS else group
            by_group.setdefault(group, []).append(field)
        return [(group.value, fields) for group, fields in by_group.items()]

    @property
    def facts(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in FACTS if name in self.fields}


class SettingsForm(BasicsForm):
    """Settings of an existing event, and while sheets wait, the effect of a new number of confirmations."""

    continue_anyway = continue_field()
    waiting = forms.ChoiceField(
        label=_("Waiting sheets with enough confirmations"),
        choices=[
            (settings_service.COUNT, _("Confirm them now")),
            (settings_service.LEAVE, _("Leave them waiting")),
        ],
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Needed only if you change the number of confirmations."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in FACTS:
            if get_setting(name).feature and get_setting(name).feature not in self.instance.enabled:
                del self.fields[name]
        if not confirming.list_waiting_sheets(self.instance).exists():
            del self.fields["waiting"]
            return
        order = list(FACTS)
        order.insert(order.index("confirmations") + 1, "waiting")
        self.order_fields(order)


class MetricNamesField(forms.CharField):
    """Metrics by name, most important first, with texts for ordered-names.js; the value is their keys."""

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        # The names are in the reader's language, which is unknown when the form is declared.
        names = describe_metrics(METRICS)
        self.help_text = gettext("Most important first, separated by semicolons: %(known)s.") % {"known": names}
        self.widget.attrs |= {
            "data-ordered": names,
            "data-up": gettext("Up: %(name)s"),
            "data-down": gettext("Down: %(name)s"),
            "data-remove": gettext("Remove: %(name)s"),
            "data-add": gettext("Add …"),
        }
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> list[str]:
        keys, unknown = parse_metrics(super().clean(value))
        if unknown:
            raise ValidationError(_("Unknown: %(names)s."), params={"names": ", ".join(unknown)})
        return keys


class RulesChangeForm(forms.Form):
    reason = DependentReasonField(
        help_text=_("Needed once play has started. Saving creates a new version of the rules."),
    )


class RulesForm(forms.Form):
    start_points = WholeField(label=_("Start points"), required=False)
    return_points = WholeField(label=_("Return points"), required=False)
    divisor = WholeField(label=_("Points per score point"), required=False, min_value=1)
    table_points = NumbersField(label=_("Table points by place"), help_text=_("Best first, e.g. 4 2 1 0."))
    uma = NumbersField(label=_("Uma by place"), help_text=_("Best first, e.g. 15 5 -5 -15."))
    oka = NumbersField(label=_("Oka"))
    leftover = forms.ChoiceField(
        label=_("Sticks left on the table"),
        choices=[
            ("lost", _("are lost")),
            ("first", _("go to the first")),
            ("first_down", _("go to the first, shares rounded down")),
        ],
        required=False,
    )
    ties = forms.ChoiceField(
        label=_("Equal points at a table"),
        choices=[("share", _("share what their places earn")), ("seat_order", _("the earlier seat is ahead"))],
        required=False,
    )
    tie_breaks = MetricNamesField(label=_("Ranking order"), required=False)
    substitute_points = forms.ChoiceField(
        label=_("Points of a substitute"),
        choices=[
            ("own", _("are the substitute's own")),
            ("replaced", _("go to the absent player")),
            ("zero", _("count for nobody")),
        ],
        required=False,
    )
    substitute_place = forms.BooleanField(label=_("Rank substitutes"), required=False)
    substitute_qualify = forms.BooleanField(label=_("Substitutes can qualify"), required=False)
    substitute_team = forms.BooleanField(label=_("Substitutes count for the team"), required=False)
    rank_house = forms.BooleanField(label=_("Rank house substitutes"), required=False)
    reason = RulesChangeForm.base_fields["reason"]

    def clean_oka(self) -> int | float | str | None:
        numbers = self.cleaned_data["oka"]
        if len(numbers) > 1:
            raise ValidationError(_("Enter one number."))
        return numbers[0] if numbers else None

    def rules(self, base: dict[str, Any]) -> dict[str, Any]:
        """Return the form's values over `base` (values of a `RulesetVersion`); empty fields keep theirs."""
        values = self.cleaned_data
        scoring = dict(base["match_scoring"])
        for name in ("start_points", "return_points", "divisor", "oka"):
            if values[name] is not None:
                scoring[name] = values[name]
        for name in ("table_points", "uma", "leftover", "ties"):
            if values[name] or name in self.data:
                scoring[name] = values[name] or ([] if name in ("table_points", "uma") else scoring.get(name))
        policy = dict(base["substitute_policy"])
        if values["substitute_points"]:
            policy |= {
                "points": values["substitute_points"],
                "place": values["substitute_place"],
                "qualify": values["substitute_qualify"],
                "team": values["substitute_team"],
                "rank_house": values["rank_house"],
            }
        return {
            "match_scoring": {name: value for name, value in scoring.items() if value is not None},
            "tie_breaks": values["tie_breaks"] or base["tie_breaks"],
            "substitute_policy": policy,
        }

    @staticmethod
    def initial_of(rules: RulesetVersion) -> dict[str, Any]:
        scoring, substitutes = rules.match_scoring, rules.substitutes
        return {
            **{name: scoring.get(name) for name in ("start_points", "return_points", "divisor", "leftover", "ties")},
            "table_points": list(scoring.get("table_points", [])),
            "uma": list(scoring.get("uma", [])),
            "oka": [scoring["oka"]] if scoring.get("oka") else [],
            "tie_breaks": describe_metrics(rules.tie_breaks),
            "substitute_points": substitutes.points,
            "substitute_place": substitutes.place,
            "substitute_qualify": substitutes.qualify,
            "substitute_team": substitutes.team,
            "rank_house": substitutes.rank_house,
        }


class NewTournamentForm(BasicsForm):
    """New tournament with all options; empty fields take the preset's values."""

    first_fields = ("preset", "name", "starts_on", "place", "country_code", "rounds")
    more_help = _("One day in your time zone, with the usual time and scoring of the game, without teams.")

    preset = forms.ChoiceField(
        label=_("Game and rules"),
        choices=preset_choices,
        initial=lambda: list_presets()[0].key,
        widget=forms.RadioSelect,
    )
    slug = forms.SlugField(
        label=get_setting("slug").label,
        max_length=get_setting("slug").longest,
        required=False,
        help_text=_("Leave empty to make it from the name."),
    )
    rounds = WholeField(
        label=get_setting("rounds_planned").label,
        min_value=1,
        max_value=MAX_ROUNDS,
        initial=lambda: list_presets()[0].rounds,
    )
    minutes_per_round = WholeField(
        label=get_setting("minutes_per_round").label,
        min_value=1,
        required=False,
        help_text=_("Leave empty for the usual value of the game."),
    )
    start_points = WholeField(label=_("Start points"), required=False)
    return_points = WholeField(label=_("Return points"), required=False)
    divisor = WholeField(label=_("Points per score point"), required=False, min_value=1)
    table_points = NumbersField(label=_("Table points by place"), help_text=_("Best first, e.g. 4 2 1 0."))
    uma = NumbersField(label=_("Uma by place"), help_text=_("Best first, e.g. 15 5 -5 -15."))
    oka = NumbersField(label=_("Oka"))
    tie_breaks = MetricNamesField(label=_("Ranking order"), required=False)

    SCORING = ("start_points", "return_points", "divisor", "table_points", "uma", "oka", "tie_breaks")

    clean_oka = RulesForm.clean_oka

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["contact_days"].initial = INITIAL["contact_days"]

    @property
    def more_groups(self) -> list[tuple[Promise, list[forms.BoundField]]]:
        elsewhere = (*self.first_fields, *self.SCORING)
        groups = [(title, [field for field in fields if field.name not in elsewhere]) for title, fields in self.groups]
        groups.append((_("Custom match scoring"), [self[name] for name in self.SCORING]))
        return [group for group in groups if group[1]]

    @property
    def facts(self) -> dict[str, Any]:
        values = super().facts
        values.pop("name")
        values["ends_on"] = values["ends_on"] or values["starts_on"]
        if values["minutes_per_round"] is None:
            values.pop("minutes_per_round")
        return values

    def rules(self, preset_scoring: dict[str, Any]) -> dict[str, Any]:
        """Return the values that differ from the preset, for the service."""
        values = self.cleaned_data
        changed = {
            name: values[name] for name in self.SCORING[:-1] if values[name] not in (None, []) and name != "tie_breaks"
        }
        rules: dict[str, Any] = {}
        if changed:
            rules["match_scoring"] = preset_scoring | changed
        if values["tie_breaks"]:
            rules["tie_breaks"] = values["tie_breaks"]
        return rules


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ("text", "level", "starts_at", "ends_at")
        widgets = {"text": forms.Textarea({"rows": 3}), "starts_at": make_time_input(), "ends_at": make_time_input()}


class RoleForm(forms.Form):
    username = forms.CharField(label=_("Account"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class InviteForm(RoleForm):
    """Give a role to an account; a new name creates one, with a sign-in link."""

    def clean_username(self) -> str:
        name = self.cleaned_data["username"].strip()
        User.username_validator(name)
        return name


class PrintJobForm(forms.Form):
    """A document with its players, tables and paper size."""

    document = forms.ChoiceField(
        label=_("Document"), choices=lambda: [(paper.key, paper.title) for paper in list_offered_papers()]
    )
    players = NumberListField(
        label=_("Players"),
        help_text=_("Numbers of the players, for badges and personal schedules. Leave empty for everybody."),
        error_messages={"invalid": _("Enter numbers of players, such as 3 4.")},
    )
    tables = NumberListField(
        label=_("Tables"),
        max_value=MAX_TABLE,
        help_text=_("Numbers of the tables, for score sheets. Leave empty for all."),
        error_messages={"invalid": _("Enter numbers of tables, such as 3 4.")},
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=list(PAPERS.items()), initial="a4")


class PrintForm(PrintJobForm):
    """Document of the printing page with its round, players and size. Papers of unused features are hidden."""

    round = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    field_order = ("document", "round", "tables", "players", "paper")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields["document"].widget.choices = [
            (paper.key, paper.title) for paper in list_offered_papers(tournament=tournament)
        ]
        numbers = tournament.rounds.order_by("number").values_list("number", "number")
        finished = list(numbers.filter(state=Round.State.FINISHED))
        choices = [("", _("whole event")), *numbers.exclude(state=Round.State.FINISHED)]
        self.fields["round"].choices = [*choices, (_("Finished rounds"), finished)] if finished else choices  # type: ignore[attr-defined]
        self.fields["round"].initial = find_current_round(tournament).number
        if find_only_table(tournament) is not None:
            self.fields["tables"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Require a round for documents of a round, and existing players."""
        values = super().clean() or {}
        document = find_paper(values.get("document", ""))
        if document is not None and document.needs == "round" and not values.get("round"):
            self.add_error("round", _("Choose the round to print."))
        if missing := list_unknown_numbers(self.tournament, values.get("players") or ()):
            self.add_error("players", _("Player %(number)s does not exist.") % {"number": missing[0]})
        return values
