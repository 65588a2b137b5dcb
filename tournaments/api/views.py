"""The routes of version 1. Each asks the permission of the page that does the same, and calls the same service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet, prefetch_related_objects
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments import visibility
from tournaments.api import serializers as s
from tournaments.api.base import Careful, OfTournament, read, valid
from tournaments.api.lists import EventList, Pages, StrictQueries
from tournaments.models import AuditEntry, Entry, GameTable, Round, ScoreLine, TableResult, Team, Tournament
from tournaments.permissions import can
from tournaments.presets import preset, presets
from tournaments.selectors import log, people, public, sheets, standings
from tournaments.selectors.sheets import BesideSheet, SheetSeat, TableSheets
from tournaments.services import ledger, registration, results, tournaments
from tournaments.services.audit import Actor, held
from tournaments.services.errors import UserError
from tournaments.standings import StandingsRow

SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")


class TournamentList(Careful, StrictQueries[Tournament], generics.ListCreateAPIView[Tournament]):
    """Published tournaments, and those one works at; staff may make one."""

    serializer_class = s.TournamentSerializer
    pagination_class = Pages
    filterset_fields = ["family", "state"]
    ordering_fields = ["starts_on", "name"]

    def get_queryset(self) -> QuerySet[Tournament]:
        return visibility.events(self.request.user)

    @extend_schema(request=s.NewTournamentSerializer, responses={201: s.TournamentSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Make a tournament from a preset; the caller becomes its director."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not can(request.user, "tournaments.create"):
            raise PermissionDenied
        wanted = valid(s.NewTournamentSerializer, request)
        try:
            preset(wanted["preset"])
        except KeyError:
            known = ", ".join(row.key for row in presets())
            raise UserError(
                _("There is no preset “%(preset)s”; there are %(known)s.")
                % {"preset": wanted["preset"], "known": known},
                field="preset",
            ) from None
        made = tournaments.create(
            Actor.of(request._request, origin="api"),
            preset_key=wanted["preset"],
            name=wanted["name"],
            slug=wanted["slug"],
            rounds=wanted["rounds"],
        )
        return Response(s.TournamentSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class TournamentDetail(OfTournament):
    """One tournament."""

    @extend_schema(responses=s.TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        return read(request, tournament, lambda: s.TournamentSerializer(tournament).data)


SEARCH = OpenApiParameter("search", str, description="Words that number, names, club, country or team hold.")


@extend_schema_view(get=extend_schema(parameters=[SLUG, SEARCH], responses=s.EntrySerializer(many=True)))
class EntryList(EventList[Entry]):
    """The players, with their private facts and the waiting list for those who may see them."""

    queryset = Entry.objects.none()
    serializer_class = s.EntrySerializer
    filterset_fields = ["status", "country"]
    ordering_fields = ["number", "family_name"]
    also_asked = ["search"]

    def get_queryset(self) -> QuerySet[Entry]:
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        viewer, tournament = self.request.user, self.tournament
        words = self.request.query_params.get("search", "")[:200]
        private = visibility.private_facts(viewer, tournament)
        return people.holding(visibility.entries(viewer, tournament), words, private)

    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Entry]:
        return s.EntrySerializer(*args, **kwargs, private=visibility.private_facts(self.request.user, self.tournament))

    @extend_schema(parameters=[SLUG], request=s.EntryWriteSerializer, responses={201: s.EntrySerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player."""
        tournament = self.allowed("entries.add")
        values = _with_team(tournament, valid(s.EntryWriteSerializer, request))
        entry = registration.add(self.actor, tournament, **values)
        return Response(self.get_serializer(entry).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class EntryDetail(OfTournament):
    """One player."""

    def entry(self, tournament: Tournament, number: int) -> Entry:
        """The entry of the address, if this person may know of it. Raises Http404."""
        return get_object_or_404(visibility.entries(self.request.user, tournament), number=number)

    def shown(self, entry: Entry) -> dict[str, Any]:
        """The entry as this person sees it."""
        private = visibility.private_facts(self.request.user, entry.tournament)
        return dict(s.EntrySerializer(entry, private=private).data)

    @extend_schema(responses=s.EntrySerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament
        entry = self.entry(tournament, number)
        return read(request, tournament, lambda: self.shown(entry))

    @extend_schema(request=s.EntryWriteSerializer, responses=s.EntrySerializer)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Correct what is known about the player."""
        tournament = self.allowed("entries.edit")
        entry = self.entry(tournament, number)
        values = _with_team(tournament, valid(s.EntryWriteSerializer, request))
        return Response(self.shown(registration.edit(self.actor, entry, **values)))


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class TeamList(EventList[Team]):
    """The teams."""

    queryset = Team.objects.none()
    serializer_class = s.TeamSerializer
    pagination_class = Pages
    filterset_fields = ["country"]

    def get_queryset(self) -> QuerySet[Team]:
        return Team.objects.none() if getattr(self, "swagger_fake_view", False) else self.tournament.teams.all()


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class RoundList(EventList[Round]):
    """The rounds in order."""

    queryset = Round.objects.none()
    serializer_class = s.RoundSerializer
    pagination_class = Pages
    filterset_fields = ["state"]

    def get_queryset(self) -> QuerySet[Round]:
        if getattr(self, "swagger_fake_view", False):
            return Round.objects.none()
        return self.tournament.rounds.select_related("stage").order_by("number")


@extend_schema(parameters=[SLUG])
class RoundSeatingView(OfTournament):
    """The published seating of a round."""

    @extend_schema(responses=s.SeatingSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament

        def answer() -> Any:
            seating = public.seating(tournament, number)
            if seating is None:
                raise Http404
            return s.SeatingSerializer(seating).data

        return read(request, tournament, answer)


@extend_schema(parameters=[SLUG])
class RoundResults(OfTournament):
    """The confirmed results of a round, public once it is released."""

    @extend_schema(responses=s.TableSheetSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament

        def answer() -> Any:
            rows = public.round_results(tournament, number)
            if rows is None:
                raise Http404
            return s.TableSheetSerializer(rows, many=True).data

        return read(request, tournament, answer)

    @extend_schema(request=s.SheetsSerializer, responses={201: s.ResultVersionSerializer(many=True)})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Enter the sheets of several tables: all of them, or none where one is refused; the field names its table."""
        tournament = self.allowed("results.enter")
        rows = valid(s.SheetsSerializer, request)["sheets"]
        round_ = get_object_or_404(tournament.rounds, number=number)
        # One reading for all sheets: nobody else writes in between.
        with held(tournament):
            tables, seats = sheets.tables_with_beside(round_.pk), sheets.seats_of_round(round_.pk)
            entered, last = [], len(rows) - 1
            for place, row in enumerate(rows):
                table = tables.pop(row["table"], None) or self._again(round_, row["table"])
                # Tables that wait have their sheets in this very request; whether they all have is looked at once.
                beside = replace(sheets.beside(table), others_wait=place < last) if table else sheets.NOT_LOOKED
                entered.append(self._entered(table, row, beside, seats.get(row["table"], ())))
        prefetch_related_objects(entered, "seats")
        hidden = visibility.hidden_sheets(request.user, entered)
        made = s.ResultVersionSerializer(entered, many=True, context={"hidden": hidden}).data
        return Response(made, status=status.HTTP_201_CREATED)

    def _again(self, round_: Round, number: int) -> GameTable | None:
        """A table that is none, or that has had a sheet in this request already and is read once more."""
        return sheets.tables_with_beside(round_.pk).get(number)

    def _entered(
        self, table: GameTable | None, row: dict[str, Any], beside: BesideSheet, seats: Sequence[SheetSeat]
    ) -> TableResult:
        try:
            if table is None:
                raise UserError(_("There is no table %(number)s in this round.") % {"number": row["table"]})
            return submitted(self.actor, sheets.read(table, beside, seats), table, row)
        except UserError as error:
            error.field = f"table {row['table']}"
            raise


def submitted(by: Actor, found: TableSheets, table: GameTable, sheet: dict[str, Any]) -> TableResult:
    """The sheet as the API has it, entered for those who sit at the table, as it was found. Raises UserError."""
    if len(found.seats) != 4:
        raise UserError(_("Nobody sits at this table."))
    rows = [results.SheetRow(seat.entry.pk, own) for seat, own in zip(found.seats, sheet["points"], strict=True)]
    named = {name: sheet[name] for name in ("leftover", "reason", "based_on")}
    return results.submit(by, table, rows=rows, found=found, **named)


@extend_schema(parameters=[SLUG])
class TableResults(OfTournament):
    """The versions of a table's sheet; a new one by posting the points."""

    @extend_schema(responses=s.ResultVersionSerializer(many=True))
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        of_event = GameTable.objects.filter(round__tournament=self.allowed("results.view"))
        found = get_object_or_404(of_event, round__number=number, number=table)
        versions = found.results.select_related("table__round__tournament").prefetch_related("seats")
        return Response(self.shown(sorted(versions, key=lambda one: one.version), many=True))

    def shown(self, versions: Sequence[TableResult], *, many: bool = False) -> Any:
        """Versions of the table's sheet as this person sees them; of one, the newest, it alone."""
        hidden = visibility.hidden_sheets(self.request.user, versions)
        return s.ResultVersionSerializer(versions if many else versions[-1], many=many, context={"hidden": hidden}).data

    @extend_schema(request=s.SheetSerializer, responses={201: s.ResultVersionSerializer})
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Enter the sheet; 409 with the current version where somebody else was faster."""
        tournament = self.allowed("results.enter")
        sheet = valid(s.SheetSerializer, request)
        with held(tournament, *sheets.about_table(tournament.pk, number, table)) as answers:
            told = sheets.told_of_table(*answers)
            if told is None:
                raise Http404
            at, found = told
            result = submitted(self.actor, found, at, sheet)
        return Response(self.shown([result]), status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class TableConfirm(TableResults):
    """Confirming a version of a table's sheet."""

    http_method_names = ["post", "options"]

    @extend_schema(request=s.ConfirmSerializer, responses=s.ResultVersionSerializer)
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Say that a version is right; somebody else must have entered it."""
        tournament = self.allowed("results.confirm")
        wanted = valid(s.ConfirmSerializer, request)
        with held(tournament, *sheets.about_version(tournament.pk, number, table, wanted["version"])) as answers:
            at, result = sheets.told_of_version(*answers)
            if at is None or result is None:
                raise Http404
            named = {name: wanted[name] for name in ("again", "reason")}
            done = results.confirm(self.actor, result, **named, beside=sheets.beside(at))
        return Response(self.shown([done]))


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class LedgerList(EventList[ScoreLine]):
    """The lines of the ledger, for those who may see them."""

    queryset = ScoreLine.objects.none()
    serializer_class = s.ScoreLineSerializer
    pagination_class = Pages
    filterset_fields = ["kind", "scope", "unit"]

    def readable(self) -> Tournament:
        return self.allowed("ledger.view")

    def get_queryset(self) -> QuerySet[ScoreLine]:
        if getattr(self, "swagger_fake_view", False):
            return ScoreLine.objects.none()
        lines = self.tournament.score_lines
        return lines.select_related("entry", "team", "round", "table").order_by("pk")

    @extend_schema(parameters=[SLUG], request=s.NewScoreLineSerializer, responses={201: s.ScoreLineSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Write a penalty, bonus or adjustment."""
        self.allowed("ledger.penalty")
        wanted = valid(s.NewScoreLineSerializer, request)
        action = "ledger.penalty" if wanted["kind"] == ScoreLine.Kind.PENALTY else "ledger.adjust"
        tournament = self.allowed(action)
        entry = team = round_ = table = None
        if wanted["entry"] is not None:
            entry = get_object_or_404(tournament.entries, number=wanted["entry"])
        if wanted["team"] is not None:
            team = get_object_or_404(tournament.teams, code=wanted["team"])
        if wanted["round"] is not None:
            round_ = get_object_or_404(tournament.rounds, number=wanted["round"])
        if wanted["table"] is not None:
            if round_ is None:
                raise UserError(_("A table is named with its round."), field="round")
            table = get_object_or_404(round_.tables, number=wanted["table"])
        line = ledger.add(
            self.actor,
            tournament,
            amount=wanted["amount"],
            unit=wanted["unit"],
            reason=wanted["reason"],
            kind=wanted["kind"],
            scope=wanted["scope"],
            entry=entry,
            team=team,
            round_=round_,
            table=table,
            hand=wanted["hand"],
            clause=wanted["clause"],
        )
        return Response(s.ScoreLineSerializer(line).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class LedgerVoid(OfTournament):
    """Voiding a line."""

    @extend_schema(request=s.VoidSerializer, responses=s.ScoreLineSerializer)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Void a line: it stays in the ledger and no longer counts."""
        tournament = self.allowed("ledger.penalty")
        line = get_object_or_404(tournament.score_lines, pk=pk)
        if line.kind != ScoreLine.Kind.PENALTY:
            self.allowed("ledger.adjust")
        reason = valid(s.VoidSerializer, request)["reason"]
        return Response(s.ScoreLineSerializer(ledger.void(self.actor, line, reason=reason)).data)


LOG_ASKED = ("who", "action", "what", "since", "until")


@extend_schema_view(get=extend_schema(parameters=[SLUG, *(OpenApiParameter(name, str) for name in LOG_ASKED)]))
class LogList(EventList[AuditEntry]):
    """The event's log, the newest first: by whom, which action, what about, and between which days."""

    queryset = AuditEntry.objects.none()
    serializer_class = s.LogEntrySerializer
    also_asked = LOG_ASKED

    def readable(self) -> Tournament:
        return self.allowed("audit.view")

    def get_queryset(self) -> QuerySet[AuditEntry]:
        if getattr(self, "swagger_fake_view", False):
            return AuditEntry.objects.none()
        return log.filtered(self.tournament, self.request.query_params)


@extend_schema(parameters=[SLUG])
class StandingsView(OfTournament):
    """Individual and team standings after a round."""

    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="The round; without it the last one released.")],
        responses=s.StandingsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        after = request.query_params.get("after")
        if after is not None and not (after.isascii() and after.isdigit() and len(after) < 5):
            raise UserError(_("after is the number of a round."), field="after")
        number = None if after is None else int(after)
        private = can(request.user, "standings.view", tournament)
        after_round = number if private else standings.public_after(tournament, number)
        if after_round is None and not private:
            raise Http404
        return read(request, tournament, lambda: _standings(tournament, after_round))


def _standings(tournament: Tournament, after: int | None) -> dict[str, Any]:
    """The body, made once for each version of the event: it says the same to everybody who may have it."""
    key = f"api-standings:{tournament.pk}:{tournament.version}:{after}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is None:
        kept = _standings_made(tournament, after)
        cache.set(key, kept, standings.CACHE_SECONDS)
    return kept


def _standings_made(tournament: Tournament, after: int | None) -> dict[str, Any]:
    table = standings.table(tournament, standings.standings(tournament, after))
    body = {
        "after": table.after,
        "order": [column.key for column in table.columns],
        "individual": [
            {
                **_place(line.row),
                "number": line.player.number,
                "name": line.player.name,
                "team": line.player.team_code,
            }
            for line in table.individual
        ],
        "teams": [{**_place(line.row), "code": line.code, "name": line.name} for line in table.teams],
    }
    return dict(s.StandingsSerializer(body).data)


def _place(row: StandingsRow) -> dict[str, Any]:
    return {
        "place": row.place or None,
        "shared": row.shared,
        "disqualified": row.out is not None,
        "metrics": row.values,
    }


def _with_team(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """The values with the team itself in place of its code. Raises UserError."""
    if values.get("team") is not None:
        team = tournament.teams.filter(code=values["team"]).first()
        if team is None:
            raise UserError(_("There is no team “%(team)s” here.") % {"team": values["team"]}, field="team")
        values["team"] = team
    return values
