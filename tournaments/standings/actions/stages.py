from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, PageAction, register
from tournaments.core.api.fields import ShareField
from tournaments.core.views.manage import page
from tournaments.core.views.undo import Undo
from tournaments.events.models import Stage
from tournaments.seating.queries.outdated import find_difference_of_stage
from tournaments.seating.queries.unknown import in_doubt
from tournaments.standings.forms.stages import CutForm, EditStageForm, NewStageForm, ShownCutForm
from tournaments.standings.pages import show_cut
from tournaments.standings.services import stages

CARRY = ShareField(required=False, default=Fraction(1))


@register
class AddStage(PageAction):
    """Add a stage with its rounds, after a cut or without."""

    path, page_path = "stages/add", "stages"
    name = "manage_stages"
    permission = "stages.edit"
    audit_codes = ("stages.add",)
    form_class = NewStageForm
    api_fields = {
        "kind": serializers.ChoiceField(Stage.Kind.values, default=Stage.Kind.FINAL.value),
        "carry": CARRY,
    }
    done = _("The stage is added.")
    success_page = "manage_stages"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Stage:
        return stages.add(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        rows = list(self.tournament.stages.prefetch_related("rounds", "stage_entries__entry", "stage_teams__team"))
        for row in rows:
            row.tournament = self.tournament
        listed = [
            (
                row,
                stages.list_withdrawn(row),
                stages.list_seated_rounds(row),
                find_difference_of_stage(row),
                in_doubt(row),
            )
            for row in rows
        ]
        return page(self.request, self.tournament, "standings/manage/stages.html", "stages", stages=listed, **context)


class OfStage(Action):
    permission = "stages.edit"
    success_page = "manage_stages"

    def get_target(self) -> Any:
        number = self.parts["number" if self.in_api else "stage"]
        return get_object_or_404(self.tournament.stages.select_related("tournament"), number=number)


@register
class EditStage(OfStage, PageAction):
    """Change name, cut or share of the points."""

    path = "stages/<number:number>/edit"
    page_path = "stages/<int:stage>"
    name = "manage_stage"
    audit_codes = ("stages.edit",)
    form_class = EditStageForm
    api_fields = {"carry": CARRY}
    stored_fields = dict.fromkeys(("name", "cut_to", "cut_by", "carry"))
    done = _("Saved.")

    def get_initial(self) -> dict[str, Any]:
        stage = self.target
        return {"name": str(stage), "cut_to": stage.cut_to, "cut_by": stage.cut_by, "carry": stage.carry}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Stage:
        return stages.edit(self.by, self.target, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        values = {"stage": self.get_target(), **context}
        return page(self.request, self.tournament, "standings/manage/stage.html", "stages", **values)


@register
class RemoveStage(OfStage):
    """Delete the last stage."""

    path = "stages/<number:number>/remove"
    page_path = "stages/<int:stage>/remove"
    name = "manage_stage_remove"
    audit_codes = ("stages.remove",)
    done = _("The stage is removed.")

    def perform(self, data: dict[str, Any]) -> None:
        stages.remove(self.by, self.target)


@register
class CutStage(OfStage, PageAction):
    """Qualify the first n; `chosen` settles a shared place at the line, `chosen_teams` where teams qualify;
    `continue_anyway`: the reason to cut despite open results.
    """

    path = "stages/<number:number>/cut"
    page_path = "stages/<int:stage>/cut"
    name = "manage_stage_cut"
    audit_codes = ("stages.cut",)
    form_class, page_form_class = CutForm, ShownCutForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Stage:
        self.repeated = self.target.cut_at is not None
        stages.cut(self.by, self.target, **data)
        return self.target

    def get_undo(self, result: Any) -> Undo | None:
        # An undo would not bring back the field of the cut before, which came from other standings.
        if self.repeated:
            return None
        return Undo("manage_stage_undo_cut", self.permission, {"stage": self.target.number}, {})

    def get_message(self, result: Any) -> str:
        if self.target.of_teams:
            return gettext("%(count)s teams go through.") % {"count": self.target.stage_teams.count()}
        return gettext("%(count)s players go through.") % {"count": self.target.stage_entries.count()}

    def page(self, **context: Any) -> HttpResponse | None:
        return show_cut(self.request, self.tournament, self.target, **context)


@register
class UndoCut(OfStage):
    """Take the cut back, as long as no seating of the stage is public."""

    path = "stages/<number:number>/undo-cut"
    page_path = "stages/<int:stage>/undo-cut"
    name = "manage_stage_undo_cut"
    audit_codes = ("stages.uncut",)
    done = _("The cut is undone.")

    def perform(self, data: dict[str, Any]) -> Stage:
        return stages.undo_cut(self.by, self.target)
