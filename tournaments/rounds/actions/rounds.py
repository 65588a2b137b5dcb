from __future__ import annotations

import zoneinfo
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, make_blank_forms, register
from tournaments.core.errors import UserError
from tournaments.core.forms.fields import OptionalReasonForm, ReasonForm
from tournaments.core.views.manage import round_numbered
from tournaments.core.views.undo import UNDONE, Undo
from tournaments.rounds.forms.rounds import (
    ExtraSecondsForm,
    ExtraTimeForm,
    PlanDatesForm,
    PostponeForm,
    PostponeTableForm,
    RoundForm,
    RoundMinutesForm,
    StartForm,
    TableForm,
    TableNameForm,
)
from tournaments.rounds.models import GameTable, Round, RoundClock
from tournaments.rounds.pages import show_round, show_rounds
from tournaments.rounds.services import clock, postponed, rounds
from tournaments.rounds.services.clock import add_extra_time

ROUND = "rounds/<number:number>"
ROUND_PAGE = "rounds/<int:number>"
TABLE = f"{ROUND}/tables/<number:table>"


@register
class AddRound(Action):
    """Add a round to the stage."""

    path = "stages/<number:number>/rounds"
    page_path = "rounds/add"
    name = "manage_round_add"
    permission = "rounds.edit"
    audit_codes = ("rounds.add",)
    form_class = RoundMinutesForm
    done = _("A round is added.")

    def get_target(self) -> Any:
        if self.in_api:
            return get_object_or_404(self.tournament.stages, number=self.parts["number"])
        return self.tournament.stages.order_by("number").last()

    def perform(self, data: dict[str, Any]) -> Round:
        if self.target is None:
            raise UserError(gettext("Add a stage first."))
        return rounds.add(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return reverse("manage_rounds" if self.target else "manage_stages", args=[self.tournament.slug])


@register
class PlanDates(Action):
    """Plan the starts of all rounds that have not started, at equal distances; days may be left out."""

    path = "rounds/dates"
    page_path = "rounds/dates"
    name = "manage_rounds_dates"
    permission = "rounds.edit"
    audit_codes = ("rounds.plan_dates",)
    form_class = PlanDatesForm
    form_name, prefix = "dates_form", "dates"
    success_page = "manage_rounds"

    def perform(self, data: dict[str, Any]) -> list[Round]:
        return rounds.plan_dates(self.by, self.tournament, **data)

    def get_message(self, result: list[Round]) -> str:
        return ngettext("%(count)s round has a date.", "%(count)s rounds have dates.", len(result)) % {
            "count": len(result)
        }

    def page(self, **context: Any) -> HttpResponse | None:
        return show_rounds(self.request, self.tournament, **context)


class RoundAction(Action):
    permission = "clock.control"

    def get_target(self) -> Any:
        return round_numbered(self.tournament, self.parts["number"])

    def get_success_url(self) -> str:
        return reverse("manage_round", args=[self.tournament.slug, self.parts["number"]])

    def page(self, **context: Any) -> HttpResponse | None:
        round_ = RoundAction.get_target(self)
        return show_round(self.request, self.tournament, round_, **build_round_forms(round_) | context)


@register
class EditRound(RoundAction):
    """Change length, planned start and date."""

    path = f"{ROUND}/edit"
    page_path = f"{ROUND_PAGE}/edit"
    name = "manage_round_edit"
    permission = "rounds.edit"
    audit_codes = ("rounds.edit",)
    form_class = RoundForm
    stored_fields = dict.fromkeys(RoundForm.Meta.fields)
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> Round:
        return rounds.edit(self.by, self.target, **data)


@register
class RemoveRound(RoundAction):
    """Delete the last round."""

    path = f"{ROUND}/remove"
    page_path = f"{ROUND_PAGE}/remove"
    name = "manage_round_remove"
    permission = "rounds.edit"
    audit_codes = ("rounds.remove",)
    done = _("The round is removed.")

    def perform(self, data: dict[str, Any]) -> None:
        rounds.remove(self.by, self.target)

    def get_success_url(self) -> str:
        return reverse("manage_rounds", args=[self.tournament.slug])


@register
class StartRound(RoundAction):
    """Start the round; `continue_anyway`: the reason to start it although its draw or cut used other standings than
    today's.
    """

    path = f"{ROUND}/start"
    page_path = f"{ROUND_PAGE}/start"
    name = "manage_round_start"
    audit_codes = ("rounds.start",)
    form_class = StartForm

    def perform(self, data: dict[str, Any]) -> Round:
        return rounds.start(self.by, self.target, **data)

    def get_message(self, result: Any) -> str:
        return gettext("Round %(number)s is being played.") % {"number": self.target.number}

    def page(self, **context: Any) -> None:
        """Return None: this is a button, so errors become messages."""


@register
class FinishRound(RoundAction):
    """Finish the round, with a reason if sheets are missing."""

    path = f"{ROUND}/finish"
    page_path = f"{ROUND_PAGE}/finish"
    name = "manage_round_finish"
    audit_codes = ("rounds.finish",)
    form_class = OptionalReasonForm
    form_name, prefix = "finish_form", "finish"
    done = _("The round is finished.")

    def perform(self, data: dict[str, Any]) -> Round:
        return rounds.finish(self.by, self.target, **data)

    def get_undo(self, result: Any) -> Undo:
        return Undo("manage_round_reopen", self.permission, {"number": result.number}, {"reopen-reason": UNDONE})


@register
class ReopenRound(RoundAction):
    """Reopen the round."""

    path = f"{ROUND}/reopen"
    page_path = f"{ROUND_PAGE}/reopen"
    name = "manage_round_reopen"
    audit_codes = ("rounds.reopen",)
    form_class = ReasonForm
    form_name, prefix = "reopen_form", "reopen"
    done = _("The round is open again.")

    def perform(self, data: dict[str, Any]) -> Round:
        return rounds.reopen(self.by, self.target, **data)


@register
class StartClock(RoundAction):
    """Start the clock."""

    path = f"{ROUND}/clock/start"
    audit_codes = ("clock.start",)

    def perform(self, data: dict[str, Any]) -> RoundClock:
        return clock.start(self.by, self.target)


@register
class PauseClock(RoundAction):
    """Pause the clock."""

    path = f"{ROUND}/clock/pause"
    page_path = f"{ROUND_PAGE}/clock/pause"
    name = "manage_clock_pause"
    audit_codes = ("clock.pause",)
    done = _("The clock is paused.")

    def perform(self, data: dict[str, Any]) -> RoundClock:
        return clock.pause(self.by, self.target)


@register
class ResumeClock(RoundAction):
    """Resume a paused clock."""

    path = f"{ROUND}/clock/resume"
    page_path = f"{ROUND_PAGE}/clock/resume"
    name = "manage_clock_resume"
    audit_codes = ("clock.resume",)
    done = _("The clock runs.")

    def perform(self, data: dict[str, Any]) -> RoundClock:
        return clock.resume(self.by, self.target)


@register
class EndClock(RoundAction):
    """End the clock."""

    path = f"{ROUND}/clock/end"
    page_path = f"{ROUND_PAGE}/clock/end"
    name = "manage_clock_end"
    audit_codes = ("clock.end",)
    done = _("The clock has been ended.")

    def perform(self, data: dict[str, Any]) -> RoundClock | None:
        return clock.end(self.by, self.target)


@register
class RestartClock(RoundAction):
    """Restart the clock with the full time."""

    path = f"{ROUND}/clock/restart"
    page_path = f"{ROUND_PAGE}/clock/restart"
    name = "manage_clock_restart"
    audit_codes = ("clock.restart",)
    form_class = OptionalReasonForm
    done = _("The clock starts again with the full time.")

    def perform(self, data: dict[str, Any]) -> RoundClock:
        return clock.restart(self.by, self.target, **data)

    def page(self, **context: Any) -> None:
        """Return None: this is a button, so errors become messages."""


@register
class AdjustClock(RoundAction):
    """Add or subtract time for all tables."""

    path = f"{ROUND}/clock/adjust"
    page_path = f"{ROUND_PAGE}/clock/adjust"
    name = "manage_clock_adjust"
    audit_codes = ("clock.adjust",)
    form_class, page_form_class = ExtraSecondsForm, ExtraTimeForm
    form_name, prefix = "extra_form", "extra"
    done = _("The extra time is added.")

    def perform(self, data: dict[str, Any]) -> RoundClock:
        return clock.adjust(self.by, self.target, seconds=data["seconds"], reason=data["reason"])


class TableAction(RoundAction):
    def get_form_kwargs(self) -> dict[str, Any]:
        return {} if self.in_api else {"only_in": self.tournament}

    def get_target(self) -> Any:
        round_ = super().get_target()
        return get_object_or_404(round_.tables, number=self.parts["table"]) if self.in_api else round_

    def require_table(self, data: dict[str, Any]) -> GameTable:
        table = self.target if self.in_api else self.target.tables.filter(number=data["table"]).first()
        if table is None:
            raise UserError(gettext("That table does not exist in this round."), field="table")
        return table


@register
class NameTable(TableAction):
    """Name a table; an empty name restores its number."""

    path = f"{TABLE}/name"
    page_path = f"{ROUND_PAGE}/name-table"
    name = "manage_table_name"
    permission = "rounds.edit"
    audit_codes = ("rounds.name_table",)
    form_class, page_form_class = TableForm, TableNameForm
    form_name, prefix = "name_form", "name"
    done = _("Saved.")

    def perform(self, data: dict[str, Any]) -> GameTable:
        return rounds.name_table(self.by, self.require_table(data), name=data["name"])


@register
class ExtraTime(TableAction):
    """Add time for one table."""

    path = f"{TABLE}/extra-time"
    page_path = f"{ROUND_PAGE}/clock/extra"
    name = "manage_clock_extra"
    permission = "clock.extra"
    audit_codes = ("clock.extra",)
    form_class, page_form_class = ExtraSecondsForm, ExtraTimeForm
    form_name, prefix = "extra_form", "extra"
    done = _("The extra time is added.")

    def perform(self, data: dict[str, Any]) -> GameTable:
        return add_extra_time(self.by, self.require_table(data), seconds=data["seconds"], reason=data["reason"])


@register
class PostponeTable(TableAction):
    """Postpone a table: nothing waits for it, and its sheet counts once it has been played. Without a time it returns
    to its round.
    """

    path = f"{TABLE}/postpone"
    page_path = f"{ROUND_PAGE}/postpone-table"
    name = "manage_table_postpone"
    permission = "rounds.edit"
    audit_codes = ("rounds.postpone",)
    form_class, page_form_class = PostponeForm, PostponeTableForm
    form_name, prefix = "postpone_form", "postpone"

    def perform(self, data: dict[str, Any]) -> GameTable:
        table = self.require_table(data)
        self.before = table.postponed_to
        return postponed.postpone(self.by, table, postponed_to=data["postponed_to"], reason=data["reason"])

    def get_message(self, result: GameTable) -> str:
        if result.postponed_to is None:
            return gettext("Table %(table)s is played with its round.") % {"table": result.called}
        return gettext("Table %(table)s is postponed; nothing waits for it.") % {"table": result.called}

    def get_undo(self, result: GameTable) -> Undo:
        zone = zoneinfo.ZoneInfo(self.tournament.time_zone)
        before = f"{self.before.astimezone(zone):%Y-%m-%dT%H:%M}" if self.before else ""
        values = {"postpone-table": result.number, "postpone-postponed_to": before, "postpone-reason": UNDONE}
        return Undo("manage_table_postpone", self.permission, {"number": result.round.number}, values)


def build_round_forms(round_: Round) -> dict[str, Any]:
    actions = (FinishRound, ReopenRound, PostponeTable, NameTable, ExtraTime)
    return {
        "form": EditRound.make_blank_form(round_.tournament, round_),
        **make_blank_forms(round_.tournament, *actions),
    }
