"""Actions of draws: promised in public, improved, redrawn, and made from the library of schedules."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.exact import integer_or
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.form_serializers import MAX_INTEGER
from tournaments.core.forms.fields import PublicReasonForm
from tournaments.core.forms.public_values import VALUE_NAMES, CorrectionForm, PublicValueForm
from tournaments.core.models.jobs import Job
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.seating.api import ScheduleList
from tournaments.seating.forms.promises import PromiseForm
from tournaments.seating.forms.redraw import MAX_TABLES, RedrawForm
from tournaments.seating.forms.schedules import TypedScheduleForm, UseScheduleForm
from tournaments.seating.logic.draws import KINDS
from tournaments.seating.models.draws import Movement, SeatingDraw, SeedCommitment, StoredSchedule
from tournaments.seating.pages import show_promises
from tournaments.seating.queries.draw_inputs import list_coming_rounds, list_unsettled
from tournaments.seating.queries.draws import list_promises as all_promises
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import library, promises, redraws
from tournaments.seating.services.drafts import EFFORT, IMPROVABLE
from tournaments.seating.services.sealed_promises import OPEN_PAGES_NOW
from tournaments.seating.views.library import show_schedules

DRAW, PROMISE, SCHEDULE = "draws/<number:number>", "promises/<number:promise>", "schedules/<number:schedule>"


@register
class SealDraw(Action):
    """Promise the draw of these rounds: its hash is public at once. A Swiss round may do without a public value."""

    path = "promises/seal"
    page_path = "draws/seal"
    name = "manage_draw_seal"
    permission = "seating.draft"
    audit_codes = ("seating.seal",)
    form_class = PromiseForm
    form_name = "promise_form"
    api_names = VALUE_NAMES
    api_fields = {"movement": serializers.ChoiceField(Movement.values, default="one_field")}
    done = _("Promised. The hash is on the public page of draws. Print it or send it to the players, too.")
    success_page = "manage_draws"

    def get_message(self, result: list[SeedCommitment]) -> str:
        return super().get_message(result) if self.tournament.published else str(OPEN_PAGES_NOW)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> list[SeedCommitment]:
        named = self.form.named
        return promises.seal(
            self.by,
            self.tournament,
            rounds=list(data["rounds"].order_by("number")),
            way=data["way"],
            options=self.form.options,
            value=named,
            value_known_at=data["value_known_at"] if named else None,
            inputs_close_at=data["inputs_close_at"],
        )

    def page(self, **context: Any) -> HttpResponse:
        return show_promises(self.request, self.tournament, **build_promise_forms(self.tournament) | context)


class OfPromise(Action):
    permission = "seating.draft"
    success_page = "manage_draws"

    def get_target(self) -> SeedCommitment:
        key = self.parts["pk"] if "pk" in self.parts else self.parts["promise"]
        return get_object_or_404(self.tournament.seed_commitments, pk=key)

    def get_prefix(self) -> str:
        return f"{self.prefix}-{self.target.pk}"

    def page(self, **context: Any) -> HttpResponse:
        forms = build_promise_forms(self.tournament, context[self.form_name])
        return show_promises(self.request, self.tournament, **forms | context)


@register
class AddDrawValue(OfPromise):
    """The public value of a promise, typed twice, once it is known."""

    path = f"{PROMISE}/value"
    page_path = "draws/<int:pk>/value"
    name = "manage_draw_value"
    audit_codes = ("seating.value",)
    form_class = PublicValueForm
    form_name, prefix = "value_form", "value"
    done = _("The public value is saved. Compare it with its source before you draw; you can still correct it.")

    def perform(self, data: dict[str, Any]) -> SeedCommitment:
        return promises.add_value(self.by, self.target, **data)


@register
class CorrectDrawValue(OfPromise):
    """Put a slip of the value right, in the open, while nothing is drawn with it."""

    path = f"{PROMISE}/correct"
    page_path = "draws/<int:pk>/correct"
    name = "manage_draw_correct"
    audit_codes = ("seating.correct_value",)
    form_class = CorrectionForm
    form_name, prefix = "correction_form", "correct"
    done = _("Corrected. The public page shows the earlier value.")

    def perform(self, data: dict[str, Any]) -> SeedCommitment:
        return promises.correct_value(self.by, self.target, **data)


@register
class WithdrawPromise(OfPromise):
    """Give a promise up in public."""

    path = f"{PROMISE}/withdraw"
    page_path = "draws/<int:pk>/withdraw"
    name = "manage_draw_withdraw"
    audit_codes = ("seating.withdraw_promise",)
    form_class = PublicReasonForm
    form_name, prefix = "withdraw_form", "withdraw"
    done = _("Withdrawn; promise, draws and reason stay on the public page.")

    def perform(self, data: dict[str, Any]) -> SeedCommitment:
        return promises.withdraw(self.by, self.target, **data)


def build_promise_forms(tournament: Tournament, sent: BaseForm | None = None) -> dict[str, Any]:
    """Return the forms of the page of promises; `sent` is a refused form."""
    steps = (AddDrawValue, CorrectDrawValue, WithdrawPromise)
    rows = [
        (row, {step.form_name: step.choose_row_form(tournament, row.promise, sent) for step in steps})
        for row in all_promises(tournament)
    ]
    return {"promise_form": SealDraw.make_blank_form(tournament), "rows": rows}


class OfDraw(Action):
    permission = "seating.draft"

    def get_success_url(self) -> str:
        return str((self.result or self.target).get_absolute_url())


@register
class ImproveDraw(OfDraw):
    """Search on for a better seating, as a job."""

    path = f"{DRAW}/improve"
    name = "manage_draw_improve"
    page_path = "draws/<int:number>/improve"
    audit_codes = ("seating.adopt",)

    def get_target(self) -> SeatingDraw:
        return get_object_or_404(self.tournament.draws, number=self.parts["number"], kind__in=IMPROVABLE)

    def perform(self, data: dict[str, Any]) -> Job:
        return seating_drafts.search_on(self.by, self.target, EFFORT)


@register
class PriceWishes(OfDraw):
    """Work out what each wish costs in repeats, as a job."""

    path = f"{DRAW}/prices"
    name = "manage_draw_prices"
    page_path = "draws/<int:number>/prices"
    audit_codes = ("seating.price",)

    def get_target(self) -> SeatingDraw:
        return get_object_or_404(self.tournament.draws, number=self.parts["number"], kind__in=list(KINDS))

    def perform(self, data: dict[str, Any]) -> Job:
        return seating_drafts.price_wishes(self.by, self.target)


@register
class RedrawRounds(PageAction):
    """Redraw the remaining rounds after somebody left or came or a table fell away; every round gets a draft."""

    path = "redraw"
    name = "manage_redraw"
    permission = "entries.edit"
    audit_codes = ("seating.replan",)
    form_class = RedrawForm
    api_fields = {
        "tables_gone": serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MAX_INTEGER),
            max_length=MAX_TABLES,
            required=False,
            default=list,
        )
    }
    done = _("The remaining rounds are drafted. Check them, then publish.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {"tables_gone": " ".join(map(str, values["tables_gone"]))}

    def perform(self, data: dict[str, Any]) -> SeatingDraw:
        return redraws.redraw(self.by, self.tournament, **data)

    def get_success_url(self) -> str:
        return str(self.result.get_absolute_url())

    def page(self, **context: Any) -> HttpResponse:
        absent, chairless = list_unsettled(self.tournament)
        return page(
            self.request,
            self.tournament,
            "seating/manage/redraw.html",
            "rounds",
            coming=[round_.number for round_ in list_coming_rounds(self.tournament)],
            gone=absent,
            chairless=chairless,
            **context,
        )


@register
class StoreSchedule(Action):
    """Keep a schedule of numbers in the library. With `leave_out` players who are not named in a round sit out."""

    path = "schedules"
    permission = "seating.draft"
    audit_codes = ("library.store",)
    form_class = TypedScheduleForm
    endpoint, endpoint_name, operation_id = ScheduleList, "api-schedules", "store_schedule"

    def perform(self, data: dict[str, Any]) -> StoredSchedule:
        return library.store(self.by, self.tournament, **data)


class OfSchedule(Action):
    permission = "seating.draft"
    success_page = "manage_schedules"

    def get_target(self) -> StoredSchedule:
        key = self.parts["schedule"] if self.in_api else integer_or(self.request.POST.get("schedule", ""))
        return get_object_or_404(StoredSchedule, pk=key)


@register
class UseSchedule(OfSchedule):
    """Draw the open rounds, as many as the schedule has, from a stored schedule."""

    path = f"{SCHEDULE}/use"
    page_path = "schedules/use"
    name = "manage_schedules_use"
    audit_codes = ("library.use",)
    form_class = UseScheduleForm
    form_name = "use_form"
    done = _("Drawn from the library. Check the draw, then publish.")

    def perform(self, data: dict[str, Any]) -> SeatingDraw:
        return library.use(self.by, self.tournament, stored=self.target, **data)

    def get_success_url(self) -> str:
        return str(self.result.get_absolute_url())

    def page(self, **context: Any) -> HttpResponse:
        return show_schedules(self.request, self.tournament, **context)


@register
class RemoveSchedule(OfSchedule):
    """Take a schedule out of the library that this event stored."""

    path = f"{SCHEDULE}/remove"
    page_path = "schedules/remove"
    name = "manage_schedules_remove"
    audit_codes = ("library.remove",)
    done = _("Removed from the library.")

    def get_target(self) -> StoredSchedule:
        return get_object_or_404(self.tournament.stored_schedules, pk=super().get_target().pk)

    def perform(self, data: dict[str, Any]) -> None:
        library.remove(self.by, self.target)
