"""Base of the problems, their fields and steps that several of them make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.forms.fields import PlayerField, ReasonField, WholeField, choose_from, fill_only_table
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.repairs.queries.rows import find_last_entered_round_number, require_seating_and_plan
from tournaments.repairs.services.sheets import CHAIRS, Step
from tournaments.repairs.text import TITLES
from tournaments.rounds.models import MAX_TABLE, Round
from tournaments.seating.queries.quality import map_numbers_by_table


class RoundField(forms.ModelChoiceField):
    def __init__(self, **options: Any) -> None:
        defaults = {
            "label": _("Round"),
            "queryset": Round.objects.none(),
            "to_field_name": "number",
            "empty_label": None,
        }
        super().__init__(**{**defaults, **options})

    def label_from_instance(self, obj: Round) -> str:
        return str(obj.number)


class TableField(WholeField):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("Table"), "min_value": 1, "max_value": MAX_TABLE, **options})


CONTEXT = (("round", RoundField), ("table", TableField), ("player", PlayerField))


class RepairForm(forms.Form):
    """Base of the problems. `kind` names them in addresses and the log; `words` are search terms between commas."""

    kind: ClassVar[str]
    title: ClassVar[str | Promise]
    help: ClassVar[str | Promise]
    words: ClassVar[str | Promise]
    permission: ClassVar[str] = "results.correct"
    only: ClassVar[str | Promise] = ""
    """Sentence about the offered rounds, for forms that do not repair every round."""

    of_sheet: ClassVar[bool] = False
    """True if the form corrects a sheet: unbound it shows the newest round that has one."""

    reason = ReasonField()

    def __init_subclass__(cls) -> None:
        TITLES[cls.kind] = cls.title

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        rounds = tournament.rounds.order_by("-number")
        for name, field in self.fields.items():
            if isinstance(field, RoundField):
                choose_from(self, name, rounds)
            elif isinstance(field, PlayerField):
                choose_from(self, name, tournament.entries.order_by("number"))
        for name, field in self.fields.items():
            if isinstance(field, TableField):
                fill_only_table(self, name, tournament)
        self.order_fields([name for name in self.fields if name != "reason"])
        for word, kind in CONTEXT:
            first = next((name for name, field in self.fields.items() if isinstance(field, kind)), "")
            if first and word in self.initial:
                self.initial.setdefault(first, self.initial[word])
        current = (find_last_entered_round_number(tournament) if self.of_sheet else None) or find_current_round(
            tournament
        ).number
        for name, field in self.fields.items():
            if isinstance(field, RoundField) and current is not None:
                self.initial.setdefault(name, current)

    def list_offered_rounds(self) -> list[Round]:
        raise NotImplementedError

    def limit_choices(self) -> bool:
        """Show only the offered rounds; return False without any. Others, if sent, are refused with a reason."""
        if not self.only:
            return True
        rounds, field = self.list_offered_rounds(), cast(RoundField, self.fields["round"])
        field.help_text = str(self.only)
        if rounds:
            field.widget.choices = [(round_.number, field.label_from_instance(round_)) for round_ in rounds]
        return bool(rounds)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        self.steps: list[Step] = []
        if not self.errors:
            try:
                self.steps = self.get_steps(data)
            except UserError as error:
                self.add_error(error.field if error.field in self.fields else None, str(error))
        return data

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        """Return the steps of the repair. Raises `UserError`."""
        raise NotImplementedError


def build_reseat_step(round_: Round, after: Mapping[int, Sequence[int]], points: str = CHAIRS) -> Step:
    """Return the step that puts these numbers at the tables. Raises `UserError`."""
    plan = map_numbers_by_table(require_seating_and_plan(round_)[1])
    was = {str(table): list(plan[table]) for table in after}
    tables = {str(table): list(people) for table, people in after.items()}
    if tables == was:
        raise UserError(_("Everybody sits there already."))
    return {"do": "reseat", "round": round_.number, "tables": tables, "was": was, "points": points}


def set_entry(entry: Entry, **values: Any) -> Step:
    """Return the step that sets values of a player; a team by its code, another player by the number."""
    return {"do": "entry", "number": entry.number, "values": values}


class UndoForm(forms.Form):
    reason = ReasonField(required=False)
