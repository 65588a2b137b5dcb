from __future__ import annotations

import datetime
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from rest_framework import serializers

from engine.errors import EngineError
from engine.exact import integer_or
from judging.cases.api.serializers import CaseDetailSerializer, RulingSerializer
from judging.cases.api.views import Cases, make_refusal
from judging.cases.forms.cases import AppealForm, CaseForm, DecisionForm, HandoverForm, PlayerForm, RulingForm
from judging.cases.models import Appeal, Case, ClaimRecord, Handover, Ruling
from judging.cases.pages import get_case, make_ruling_form, show_case
from judging.cases.queries import judgments
from judging.cases.services import appeals, cases, rulings
from judging.desk.models import Call
from judging.law import read_claim
from judging.law.infractions import count_offences
from judging.law.rulings import make_penalty_case, propose
from judging.law.stored import StoredProposal
from judging.rulebook.text.findings import NO_EFFECT, STANDARD, is_left_open
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.errors import UserError
from tournaments.core.form_serializers import MAX_INTEGER
from tournaments.core.forms.fields import ReasonForm
from tournaments.core.views.manage import page
from tournaments.results.views.manage import get_current_round_number

SITUATION_OF_CALL = {"win": "win", "call": "call", "tiles": "wall", "time": "deal", "conduct": "conduct"}
"""Subject of a call -> the situation whose subjects are open on the page of a new case."""


class JudgingAction(Action):
    api_base = "judging/tournaments/<slug:slug>"


class OpeningAction(JudgingAction):
    permission = "cases.rule"
    form_class = CaseForm
    api_names = {"round_number": "round", "table_number": "table"}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}


@register
@method_decorator(never_cache, name="dispatch")
class OpenCase(OpeningAction, PageAction):
    """Open a case at a table, or for players."""

    path, page_path = "cases", "cases/new"
    name = "manage_case_new"
    audit_codes = ("cases.open",)
    api_fields = {"kind": serializers.CharField(max_length=40)}
    endpoint, endpoint_name, status = Cases, "api-cases", 201
    operation_id, request_name, tag = "judging_open_case", "NewCase", "judging"
    answer_serializer = CaseDetailSerializer
    sent_once = True

    @cached_property
    def call(self) -> Call | None:
        if self.in_api:
            return None
        return Call.objects.filter(tournament=self.tournament, pk=integer_or(self.request.GET.get("call"))).first()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self.call is not None and hasattr(self.call, "case"):
            return redirect("manage_case", self.tournament.slug, self.call.case.number)
        return super().dispatch(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        if self.call is None:
            return {} if self.in_api else {"round_number": get_current_round_number(self.tournament)}
        return {"round_number": self.call.table.round.number, "table_number": self.call.table.number}

    def perform(self, data: dict[str, Any]) -> Case:
        return cases.open_case(self.by, self.tournament, call=self.call, **self.form.case)

    def page(self, **context: Any) -> HttpResponse:
        subject = self.request.GET.get("subject", "")
        named = [candidate for _key, _title, listed in context["form"].subjects for candidate in listed]
        values: dict[str, Any] = {
            "call": self.call,
            "situation": SITUATION_OF_CALL.get(self.call.about) if self.call is not None else None,
            "chosen": next((candidate for candidate in named if candidate[0] == subject), None),
        }
        return page(self.request, self.tournament, "cases/new.html", "cases", **values, **context)

    def get_success_url(self) -> str:
        fault = f"?fault={self.form.fault}" if self.form.fault else ""
        return reverse("manage_case_facts", args=[self.tournament.slug, self.result.number]) + fault


@register
class BringInFromDevice(OpeningAction):
    """Record facts in a case (`case`, or opened at a table or for players), once for each key."""

    path = "cases/from-device"
    audit_codes = ("cases.device",)
    # The facts name the kind of the case.
    api_names = {**OpeningAction.api_names, "kind": "facts"}
    api_fields = {
        "key": serializers.UUIDField(),
        "case": serializers.IntegerField(
            min_value=1, max_value=MAX_INTEGER, required=False, allow_null=True, default=None
        ),
        "facts": serializers.DictField(),
    }
    values: dict[str, Any]

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.values = {name: values.pop(name) for name in ("key", "case", "facts")}
        return super().form_data(values | {"facts": str(self.values["facts"].get("kind", ""))})

    def perform(self, data: dict[str, Any]) -> Case:
        number, place = self.values["case"], self.form.case
        if number:
            place = {"case": get_object_or_404(Case, tournament=self.tournament, number=number)}
        try:
            key, claim = self.values["key"], self.values["facts"]
            return cases.import_case(self.by, self.tournament, key=key, claim=claim, **place).case
        except EngineError as error:
            raise make_refusal(error) from error


class CaseAction(JudgingAction):
    permission = "cases.rule"

    @property
    def case(self) -> Case:
        """The case of the address. Raises Http404."""
        return get_case(self.tournament, self.parts["number"])

    def get_target(self) -> Any:
        return self.case

    def get_success_url(self) -> str:
        return reverse("manage_case", args=[self.tournament.slug, self.parts["number"]])

    def page(self, **context: Any) -> HttpResponse | None:
        return show_case(self.request, self.tournament, self.case, **context)


@register
class RuleOnCase(CaseAction):
    """Rule on the newest facts; a ruling in force is superseded, its effects are taken back.

    409 where the case has moved on since the version given. `choices`: for each proposal null (as proposed), -1 (no
    penalty) or the index of one of its options; where the law names no penalty, one of the last two.
    """

    path = "cases/<number:number>/rulings"
    page_path = "cases/<int:number>/rule"
    name = "manage_case_rule"
    audit_codes = ("cases.rule",)
    form_class = RulingForm
    form_name = "ruling"
    api_names = {"based_on": "version"}
    api_fields = {
        "choices": serializers.ListField(
            child=serializers.IntegerField(min_value=-1, allow_null=True), required=False, default=list, max_length=16
        ),
        "own_infraction": serializers.CharField(max_length=80, required=False, allow_blank=True, default=""),
        "own_seat": serializers.IntegerField(min_value=0, max_value=3, required=False, allow_null=True, default=None),
    }
    endpoint_name, status = "api-case-rulings", 201
    operation_id, request_name, tag = "judging_rule", "NewRuling", "judging"
    answer_serializer = RulingSerializer
    done = gettext_lazy("The ruling is saved.")

    @cached_property
    def record(self) -> ClaimRecord | None:
        return cast(Case, self.target).claims.order_by("number").last()

    def get_form(self, form_class: type[forms.BaseForm] | None = None) -> forms.BaseForm:
        return forms.Form(self.data) if self.record is None else make_ruling_form(self.data, self.target, self.record)

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        proposals = self.record.proposals if self.record else []
        choices = [*values.pop("choices"), *[None] * len(proposals)]
        chosen = {None: STANDARD, -1: NO_EFFECT}
        answers = {f"choice_{index}": chosen.get(choices[index], choices[index]) for index in range(len(proposals))}
        # The law's "the referee decides" is no choice.
        open_ = [f"choice_{index}" for index, proposal in enumerate(proposals) if is_left_open(proposal)]
        answers = {name: "" if name in open_ and value == STANDARD else value for name, value in answers.items()}
        return super().form_data(values) | answers

    def map_to_api_name(self, field: str) -> str:
        return "choices" if field.startswith("choice_") else super().map_to_api_name(field)

    def perform(self, data: dict[str, Any]) -> Ruling:
        if self.record is None:
            raise UserError(_("Enter the facts first."))
        return rulings.rule_on_case(
            self.by,
            self.target,
            claim=self.record,
            measures=self.form.list_measures(self.propose_own()),
            based_on=data["based_on"],
            as_proposed=self.form.as_proposed,
            payments=data.get("payments") or Ruling.Payments.NONE,
            minutes=data.get("minutes"),
            reason=data["reason"],
            note=data["note"],
        )

    def respond_to_refusal(self, error: UserError | None = None) -> HttpResponseBase:
        """Keep the words of a refused ruling; after a change by a colleague, the measures are chosen anew."""
        if isinstance(error, rulings.StaleCaseError):
            chosen = [name for name in self.form.fields if name.startswith(("choice_", "points_"))]
            remaining = {name: value for name, value in self.request.POST.items() if name not in chosen}
            self.form.data = remaining | {"based_on": str(error.version)}
        return super().respond_to_refusal(error)

    def propose_own(self) -> StoredProposal | None:
        if self.form.own is None or self.record is None:
            return None
        code, seat = self.form.own
        rules = judgments.get_rules_of_case(self.target)
        before = judgments.count_earlier_offences(self.target, self.target.parties.get(seat=seat).entry, rules)
        claim = read_claim(self.record.claim)
        return propose(
            rules, code, make_penalty_case(claim, seat, earlier=before), count_offences(rules, code, before)
        ).to_dict()

    def get_success_url(self) -> str:
        if self.record is None:
            return reverse("manage_case_facts", args=[self.tournament.slug, self.parts["number"]])
        return super().get_success_url()


@register
class HandOverCase(CaseAction):
    """Give the case to another referee of the event."""

    path = "cases/<number:number>/handover"
    page_path = "cases/<int:number>/handover"
    name = "manage_case_hand_over"
    audit_codes = ("cases.handover",)
    form_class, prefix = HandoverForm, "handover"
    form_name = "handover_form"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"case": self.target}

    def perform(self, data: dict[str, Any]) -> Handover:
        return cases.hand_over_case(self.by, self.target, to=data["referee"], note=data["note"])

    def get_message(self, result: Any) -> str:
        return _("%(name)s has the case now.") % {"name": result.to}


@register
class DropCase(CaseAction):
    """Close the case without a ruling."""

    path = "cases/<number:number>/drop"
    page_path = "cases/<int:number>/drop"
    name = "manage_case_drop"
    audit_codes = ("cases.drop",)
    form_class = ReasonForm
    done = gettext_lazy("The case is dropped.")

    def page(self, **context: Any) -> None:
        """Show the error as a message: the field stands in a line of the case's page."""

    def perform(self, data: dict[str, Any]) -> object:
        return cases.drop(self.by, self.target, **data)


class RulingAction(CaseAction):
    """An action of a player on the ruling in force, recorded by a referee."""

    api_names = {"by_entry": "player"}

    def get_target(self) -> Any:
        return get_object_or_404(self.case.rulings, in_force=True)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"case": self.target.case}


@register
class AcceptRuling(RulingAction):
    """Record that a player accepts the ruling in force; an appeal within the time takes it back."""

    path = "cases/<number:number>/accept"
    page_path = "cases/<int:number>/accept"
    name = "manage_case_accept"
    audit_codes = ("cases.accept",)
    form_class = PlayerForm
    form_name, prefix = "accept_form", "accept"
    done = gettext_lazy("The acceptance is saved.")

    def perform(self, data: dict[str, Any]) -> object:
        appeals.accept(self.by, self.target, by_entry=data["by_entry"])
        return self.target


@register
class FileAppeal(RulingAction):
    """Appeal against the ruling in force, for a player."""

    path = "cases/<number:number>/appeal"
    page_path = "cases/<int:number>/appeal"
    name = "manage_case_appeal"
    audit_codes = ("cases.appeal",)
    form_class = AppealForm
    form_name = "appeal_form"
    done = gettext_lazy("The appeal is saved.")

    def perform(self, data: dict[str, Any]) -> object:
        within = data.pop("decide_within")
        by = timezone.now() + datetime.timedelta(minutes=within) if within else None
        return appeals.file_appeal(self.by, self.target, decide_by=by, **data)


@register
class DecideAppeal(CaseAction):
    """Uphold the ruling or record that the appeal is withdrawn; a changed ruling is made on the pages."""

    path = "cases/<number:number>/appeal/decide"
    page_path = "cases/<int:number>/appeals/<int:pk>"
    name = "manage_appeal_decide"
    audit_codes = ("cases.appeal_decided",)
    form_class = DecisionForm
    form_name = "decision_form"
    done = gettext_lazy("The decision is saved.")

    def get_target(self) -> Any:
        appeals_of_case = Appeal.objects.filter(ruling__case=self.case)
        if "pk" in self.parts:
            return get_object_or_404(appeals_of_case, pk=self.parts["pk"])
        return appeals_of_case.filter(state=Appeal.State.OPEN).first()

    def perform(self, data: dict[str, Any]) -> object:
        if self.target is None:
            raise UserError(_("No appeal against a ruling of this case is open."))
        return appeals.decide(self.by, self.target, **data)
