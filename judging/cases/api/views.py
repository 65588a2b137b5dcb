"""Judging API: examine claims, and the cases of a tournament with their facts and rulings."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import EngineError
from engine.family import default_ruleset_name, ruleset_names
from engine.family import ruleset as ruleset_of
from judging.cases.api import serializers as s
from judging.cases.models import Case
from judging.cases.queries import judgments
from judging.cases.queries.overview import make_overview
from judging.cases.services import cases
from judging.cases.services.cases import StaleFactsError
from judging.law.answers import answer_claim, describe_kinds
from tournaments.core.api.base import SLUG, IdempotentView, OfTournament, respond_with_etag, validate_body
from tournaments.core.api.lists import EventList
from tournaments.core.errors import UserError
from tournaments.core.http.problems import MEDIA_TYPE, build_problem
from tournaments.events.models import Tournament


def make_refusal(error: EngineError) -> UserError:
    return UserError(error.message, field=str(error.at or "claim"))


class Examine(IdempotentView):
    """The law for everybody: nothing is stored."""

    permission_classes = (AllowAny,)
    keyed = ()

    @extend_schema(request=s.ClaimSerializer, responses=s.AnswerSerializer, operation_id="judging_examine")
    def post(self, request: Request) -> Response:
        """Examine a claim under the ruleset that it names."""
        claim = validate_body(s.ClaimSerializer, request)
        try:
            return Response(answer_claim(claim))
        except EngineError as error:
            raise make_refusal(error) from error


def _describe_example() -> str:
    return f"Such as {default_ruleset_name()}."


# Not at import, which would read all families of rules for one word.
SUCH_AS: Final = lazy(_describe_example, str)()


class Kinds(APIView):
    """The kinds of claims of a rule family."""

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[OpenApiParameter("ruleset", str, OpenApiParameter.PATH, description=SUCH_AS)],
        responses=s.KindSerializer(many=True),
        operation_id="judging_kinds",
    )
    def get(self, request: Request, ruleset: str) -> Response:
        """List the kinds of claims under a ruleset with the facts that each asks for."""
        if ruleset not in ruleset_names():
            raise Http404
        return Response(describe_kinds(ruleset_of(ruleset)))


@extend_schema_view(get=extend_schema(parameters=[SLUG], operation_id="judging_cases"))
class Cases(EventList[Case]):
    """The case book."""

    queryset = Case.objects.none()
    serializer_class = s.CaseSerializer
    filterset_fields = ["state", "kind"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("cases.view")

    def list_rows(self) -> QuerySet[Case]:
        cases_of_event = Case.objects.filter(tournament=self.tournament).select_related("round", "table")
        return cases_of_event.prefetch_related("parties__entry").order_by("-number")


class CaseView(OfTournament):
    def case(self, action: str, number: int) -> Case:
        return get_object_or_404(Case, tournament=self.require_permission(action), number=number)


class CaseDetail(CaseView):
    """One case."""

    @extend_schema(parameters=[SLUG], responses=s.CaseDetailSerializer, operation_id="judging_case")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The case with its facts, findings and rulings."""
        case = self.case("cases.view", number)
        return respond_with_etag(request, self.tournament, lambda: s.CaseDetailSerializer(case).data)


class CaseFacts(CaseView):
    """The facts of a case."""

    @extend_schema(
        parameters=[SLUG],
        request=s.FactsSerializer,
        responses={201: s.ClaimRecordSerializer},
        operation_id="judging_record_facts",
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """A new version of the facts; the answer is what the law finds in them under the case's rules."""
        case = self.case("cases.rule", number)
        wanted = validate_body(s.FactsSerializer, request)
        key, after, further = (wanted.pop(name, None) for name in ("key", "after", "further"))
        try:
            judgment = judgments.judge(case, wanted, further or ())
        except EngineError as error:
            raise make_refusal(error) from error
        try:
            record = cases.record_claim(self.actor, case, judgment, key=key, after=after)
        except StaleFactsError as error:
            newest = s.ClaimRecordSerializer(error.newest).data
            body = build_problem(409, str(error.message), code="stale_facts", field="after", newest=newest)
            return Response(body, status=status.HTTP_409_CONFLICT, content_type=MEDIA_TYPE)
        return Response(s.ClaimRecordSerializer(record).data, status=status.HTTP_201_CREATED)


class DeskOverview(OfTournament):
    """The head referee's overview of the desk."""

    @extend_schema(parameters=[SLUG], responses=s.OverviewSerializer, operation_id="judging_overview")
    def get(self, request: Request, slug: str) -> Response:
        """Waiting calls, open cases and appeals, and rulings that differ from the proposal."""
        return Response(s.OverviewSerializer(make_overview(self.require_permission("cases.view"))).data)
