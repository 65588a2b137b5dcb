"""Actions of the seating of a round: drawn, by the standings, by hand; published, changed, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, list_actions, make_blank_forms, register
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.fields import OptionalReasonForm
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can
from tournaments.core.tabular.reading import read_text
from tournaments.core.views.manage import round_numbered
from tournaments.core.views.undo import UNDONE, Undo
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import describe_problem
from tournaments.rounds.models import Round, Seating
from tournaments.seating.forms.draws import SUBSTITUTES, DrawForm, StandingsForm
from tournaments.seating.forms.seatings import PublishSeatingForm, PublishSeatingsForm, TypedSeatingForm
from tournaments.seating.forms.swaps import SwapForm
from tournaments.seating.pages import get_address, get_address_of_draft, render_seating_page
from tournaments.seating.reading.schedule import ScheduleFile, parse_typed
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating

ROUND = "rounds/<number:number>"
VERSION = f"{ROUND}/seatings/<number:version>"
PAGE = "rounds/<int:number>/seating"
PAGE_OF_VERSION = f"{PAGE}/<int:version>"


SOURCE_FIELD = serializers.CharField(
    required=False,
    default="",
    allow_blank=True,
    help_text=_("List of ratings to seed by: `site`, or `season/` and the short name of a public season."),
)


def build_players_field(most: int, least: int | None = None) -> serializers.ListField:
    """Return the API field for players by number."""
    return serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=least, max_length=most)


class SeatingAction(Action):
    permission = "seating.draft"
    for_teams: ClassVar[bool] = False
    """True if only events of teams offer it."""

    def get_target(self) -> Any:
        return round_numbered(self.tournament, self.parts["number"])

    def get_success_url(self) -> str:
        return get_address(self.target, self.result.version)

    def page(self, **context: Any) -> HttpResponse | None:
        return render_seating_page(
            self.request, self.tournament, self.target, **build_seating_forms(self.target) | context
        )


class OfRounds(SeatingAction):
    """A draw of several rounds, asked for on the page of one of them or, in the API, of the event."""

    def get_target(self) -> Any:
        return super().get_target() if "number" in self.parts else self.tournament

    def get_initial(self) -> dict[str, Any]:
        if not isinstance(self.target, Round):
            return {}
        # A later stage has its own field, and often its own way of drawing.
        planned = self.target.stage.rounds.filter(state=Round.State.PLANNED, number__gte=self.target.number)
        return {"rounds": list(planned) or [self.target]}


@register
class DrawRounds(OfRounds):
    """Draw one or several rounds by a seed; `earlier` names an event whose meetings count."""

    path = "draw"
    page_path = f"{PAGE}/draw"
    name = "manage_seating_draw"
    audit_codes = ("seating.generate",)
    form_class = DrawForm
    form_name, prefix = "draw_form", "draw"
    api_fields = {"ratings": SOURCE_FIELD}
    done = _("Drawn. Check the draw, then publish.")
    job: Job | None = None
    """Search that goes on in the background for users of the page; API clients wait for its draw."""

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "user": self.request.user if self.request else None}

    def perform(self, data: dict[str, Any]) -> list[Seating]:
        effort = data["improve"] or 0
        drafts = seating_drafts.generate(
            self.by,
            self.tournament,
            rounds=list(data["rounds"].order_by("number")),
            substitutes=self.form.joining,
            improve=effort if self.in_api else 0,
            seeding=data["ratings"],
            **{name: data[name] for name in ("seed", "earlier", "why")},
        )
        if effort and not self.in_api:
            self.job = seating_drafts.search_on(self.by, drafts[0].draws.get(), effort)
        return drafts

    def get_success_url(self) -> str:
        return self.job.get_absolute_url() if self.job else get_address_of_draft(self.target, self.result)


@register
class DrawByStandings(SeatingAction):
    """Seat the round by the places so far."""

    path = f"{ROUND}/by-standings"
    page_path = f"{PAGE}/standings"
    name = "manage_seating_standings"
    audit_codes = ("seating.by_standings",)
    form_class = StandingsForm
    form_name, prefix = "standings_form", "standings"
    api_names = {"fill": "sit_out"}
    api_fields = {"sit_out": serializers.BooleanField(required=False, default=False)}
    done = _("Seated by the standings. Check the draw, then publish.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "round_": self.target}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {"fill": SUBSTITUTES if values.pop("sit_out") else ""}

    def perform(self, data: dict[str, Any]) -> Seating:
        return seating_drafts.draft_by_standings(
            self.by,
            self.target,
            sit_out=self.form.sit_out,
            substitutes=self.form.joining,
            **{name: data[name] for name in ("mode", "after", "block")},
        )


def seat_as_written(
    by: Actor, round_: Round, parsed: ScheduleFile, *, leave_out: bool, source: str
) -> tuple[list[Seating], list[str]]:
    """Draft a schedule; return its drafts and warnings. Raises `UserError` with every problem as a sentence."""
    sentences = [describe_problem(problem) for problem in parsed.problems]
    if parsed.refused:
        raise UserError(sentences[0], problems=sentences)
    drafts = seating_drafts.draft_schedule(
        by,
        round_.tournament,
        schedule=parsed.tables,
        byes=parsed.byes,
        leave_out=leave_out,
        source=source,
    )
    return drafts, sentences


@register
class SeatByHand(SeatingAction):
    """Seat the round as told: {"1": [numbers, East first], …}."""

    path = f"{ROUND}/seat"
    page_path = f"{PAGE}/hand"
    name = "manage_seating_hand"
    audit_codes = ("seating.schedule", "seating.draft")
    form_class = TypedSeatingForm
    form_name, prefix = "hand_form", "hand"
    api_names = {"text": "tables"}
    api_fields = {"tables": serializers.DictField(child=build_players_field(4))}
    done = _("The seating is saved. Check it, then publish.")
    told: ScheduleFile | None = None
    """Tables from an API client, which need no parsing."""
    doubtful: Sequence[str] = ()

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        plan = {}
        for table, players in values.pop("tables").items():
            if not (table.isascii() and table.isdecimal() and 1 <= int(table) <= 9999):
                raise UserError(_gettext("Tables are numbered from 1."), field="tables")
            plan[int(table)] = tuple(players)
        self.told = ScheduleFile({self.target.number: plan})
        return values | {"text": "\n".join(f"{table} {players}" for table, players in plan.items())}

    def perform(self, data: dict[str, Any]) -> list[Seating]:
        parsed = self.told or parse_typed(self.tournament, read_text(data["text"]), round_number=self.target.number)
        leave_out, source = data["leave_out"], Seating.Source.MANUAL
        try:
            seatings, self.doubtful = seat_as_written(self.by, self.target, parsed, leave_out=leave_out, source=source)
        except UserError as error:
            if self.in_api:
                raise
            self.form.add_error("text", error.problems or [str(error)])
            return []
        return seatings

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().post(request, *args, **kwargs)
        for warning in self.doubtful:
            messages.warning(self.request, warning)
        return answer

    def get_success_url(self) -> str:
        return get_address_of_draft(self.target, self.result)


class OfVersion(Action):
    def get_target(self) -> Seating:
        seatings = Seating.objects.select_related("round__tournament", "round__stage", "based_on")
        wanted = {"round__number": self.parts["number"], "version": self.parts["version"]}
        return get_object_or_404(seatings, round__tournament=self.tournament, **wanted)

    def get_success_url(self) -> str:
        return get_address(self.target.round)


@register
class PublishSeating(OfVersion):
    """Let everybody see the draft; while the round is played it takes effect at once."""

    path = f"{VERSION}/publish"
    permission = "seating.publish"
    audit_codes = ("seating.publish",)
    form_class = PublishSeatingForm

    def perform(self, data: dict[str, Any]) -> Seating:
        return seating.publish(self.by, self.target, **data)


@register
class PublishAllSeatings(OfVersion):
    """The same for the later rounds of the same draw."""

    path = f"{VERSION}/publish-all"
    permission = "seating.publish"
    audit_codes = ("seating.publish_all",)
    form_class = PublishSeatingForm

    def perform(self, data: dict[str, Any]) -> list[Seating]:
        return seating.publish_all(self.by, self.target, **data)


@register
class PublishShownSeating(OfVersion):
    """Let everybody see this version on the page, which offers to open the public pages too."""

    page_path = f"{PAGE_OF_VERSION}/publish"
    name = "manage_seating_publish"
    permission = "seating.publish"
    audit_codes = ("seating.publish", "seating.publish_all", "tournament.publish")
    form_class = PublishSeatingsForm
    form_name, prefix = "publish_form", "publish"
    done = _("The seating is published.")

    def perform(self, data: dict[str, Any]) -> None:
        values = dict(data)
        opens = values.pop("open_pages") and not self.tournament.rehearsal
        if opens and not can(self.request.user, "tournament.publish", self.tournament):
            raise PermissionDenied
        publish = seating.publish_all if values.pop("all_rounds") else seating.publish
        publish(self.by, self.target, **values)
        if opens:
            event_services.publish(self.by, self.tournament, published=True)

    def get_undo(self, result: Any) -> Undo | None:
        """Offer the way back to a draft for a single round that was published for the first time and is not played."""
        others = self.target.round.seatings.exclude(pk=self.target.pk)
        again = others.exclude(published_at=None).exists()
        if again or self.form.cleaned_data["all_rounds"] or self.target.round.state == Round.State.PLAYING:
            return None
        parts = {"number": self.target.round.number, "version": self.target.version}
        return Undo("manage_seating_withdraw", self.permission, parts, {"withdraw-reason": UNDONE})

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().post(request, *args, **kwargs)
        is_public = self.tournament.rehearsal or Tournament.objects.get(pk=self.tournament.pk).published
        if answer.status_code == 302 and not is_public:
            notice = _gettext("The public pages are closed: the players do not see the seating yet.")
            messages.warning(self.request, notice)
        return answer

    def page(self, **context: Any) -> HttpResponse:
        # Loaded again: a refusal rolls back what the transaction published, but not this object.
        seating = self.get_target()
        forms = build_seating_forms(seating.round)
        return render_seating_page(self.request, self.tournament, seating.round, version=seating, **forms | context)


@register
class WithdrawSeating(OfVersion):
    """Take a published seating back."""

    path = f"{VERSION}/withdraw"
    page_path = f"{PAGE_OF_VERSION}/withdraw"
    name = "manage_seating_withdraw"
    permission = "seating.publish"
    audit_codes = ("seating.withdraw",)
    form_class = OptionalReasonForm
    form_name, prefix = "reason_form", "withdraw"
    done = _("The seating is a draft again.")

    def perform(self, data: dict[str, Any]) -> Seating:
        return seating.withdraw(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return get_address(self.target.round, self.target.version)


@register
class DiscardSeating(OfVersion):
    """Put a draft aside."""

    path = f"{VERSION}/discard"
    page_path = f"{PAGE_OF_VERSION}/discard"
    name = "manage_seating_discard"
    permission = "seating.draft"
    audit_codes = ("seating.discard",)
    form_class = OptionalReasonForm
    done = _("The draft is discarded.")

    def perform(self, data: dict[str, Any]) -> None:
        seating.discard(self.by, self.target, **data)


@register
class SwapChairs(OfVersion):
    """Two players change chairs."""

    path = f"{VERSION}/swap"
    page_path = f"{PAGE_OF_VERSION}/swap"
    name = "manage_seating_swap"
    permission = "seating.swap"
    audit_codes = ("seating.swap",)
    form_class = SwapForm
    form_name, prefix = "swap_form", "swap"
    done = _("The two players are swapped.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Seating:
        return seating.swap(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return get_address(self.target.round, self.result.version)

    def page(self, **context: Any) -> HttpResponse:
        round_ = self.target.round
        return render_seating_page(
            self.request, self.tournament, round_, version=self.target, **build_seating_forms(round_) | context
        )


def build_seating_forms(round_: Round) -> dict[str, Any]:
    """Return the empty forms of the page of a round's seating."""
    event = round_.tournament
    ways = (
        action for action in list_actions() if issubclass(action, SeatingAction) and event.has_teams >= action.for_teams
    )
    steps = make_blank_forms(event, SwapChairs, PublishShownSeating, WithdrawSeating)
    return steps | make_blank_forms(event, *ways, target=round_)
