"""The public bundle as releases up to 0.4 wrote it, `mahjong-public/1`: what the public part may hold, and old files.

Players are their numbers: who is who stands on the public list, by the name that each of them let be shown. Only
released rounds, certificates that are wholly public, and boards that every table has played are in it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from django.utils import translation

from tournaments.core.models.log import AuditEntry
from tournaments.core.visibility import open_boards, visible_draw
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import board_openings
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import bundle_parts
from tournaments.exchange.verification.coding import encoded
from tournaments.exchange.verification.facts import FORMER as FORMAT
from tournaments.exchange.verification.lines import bundle_digest
from tournaments.exchange.verification.scores import row_of, standings_after
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.results.queries.sheets import ruleset_of, sheet_of
from tournaments.rounds.models import Seating
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries import draws
from tournaments.seating.queries.quality import tables_of
from tournaments.seating.services.commitments import moment
from tournaments.standings import ledger
from tournaments.standings.queries.standings import read, standings_through

BundlePart = dict[str, Any]
SET: Final = (
    "event", "model", "flowers", "sessions", "boards", "commitment", "promise", "corrections", "withdrawn_reason",
    "seed",
)  # fmt: skip
BOARD: Final = ("session", "number", "reserve", "digest", "text", "retired_reason")


def bundle_file(tournament: Tournament) -> bytes:
    """The bundle as a file: JSON, one line an entry."""
    return (json.dumps(public_bundle(tournament), ensure_ascii=False, indent=1) + "\n").encode()


@translation.override("en")
def public_bundle(tournament: Tournament) -> BundlePart:
    """The bundle as a JSON value, with its digest: the same bytes whoever asks, so its reasons are in English."""
    through = standings_through(tournament)
    bundle: BundlePart = {
        "format": FORMAT,
        "event": tournament.slug,
        "name": tournament.name,
        "rules": tournament.ruleset.preset,
        "version": tournament.version,
        "through": through,
        "promises": [_promise(each) for each in draws.promises(tournament)],
        "draws": [found for draw in tournament.draws.order_by("number") if (found := _draw(draw)) is not None],
        "seatings": _seatings(tournament),
        "deals": [_boards(made) for made in tournament.board_sets.order_by("number")],
        **_Scores(tournament, through).sections(),
        **{name: part.make(tournament, through) for name, part in bundle_parts().items()},
        "log": list(
            AuditEntry.objects.filter(tournament=tournament).order_by("sequence").values_list("digest", flat=True)
        ),
    }
    bundle["standings"] = [_standings(bundle, after) for after in range(1, through + 1)]
    # Through JSON and back, so that what is hashed is what is written.
    bundle = json.loads(json.dumps(bundle))
    return bundle | {"digest": bundle_digest(bundle)}


def _promise(found: draws.ListedPromise) -> BundlePart:
    made = found.commitment
    return _values(made, "commitment", "promise", "rounds", "corrections", "withdrawn_reason") | {
        "at": moment(made.created_at),
        "value": made.public_value,
        "value_at": moment(made.value_at),
        "withdrawn_at": moment(made.withdrawn_at),
        "draws": [
            _values(line, "state", "why", "fate") | {"number": line.draw.number, "digest": line.draw.certificate_digest}
            for line in found.draws
        ],
    }


def _values(row: object, *names: str) -> BundlePart:
    """The values that stand in the bundle as they are stored."""
    return {name: getattr(row, name) for name in names}


def _draw(draw: SeatingDraw) -> BundlePart | None:
    """A draw as everybody sees it; None before one of its rounds is public."""
    sight = visible_draw(AnonymousUser(), draw)
    if sight is None:
        return None
    changes = [change for change, _at in draws.changes_of(draw)] if sight.whole else []
    return {
        "number": draw.number,
        "kind": draw.kind,
        "rounds": draw.round_numbers,
        "under": draw.under.commitment if draw.under else None,
        "certificate": draw.certificate if sight.whole else None,
        "changes": [change.as_dict() for change in changes],
        "links": draws.links(draw.certificate, changes) if sight.whole else [],
    }


def _seatings(tournament: Tournament) -> list[BundlePart]:
    """The public seatings in force, with the draw each came of."""
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE).select_related("round")
    seatings = list(live.order_by("round__number"))
    tables = tables_of(seatings)
    found = []
    for seating in seatings:
        draw = seating.origin.draws.order_by("-number").first()
        found.append(
            {
                "round": seating.round.number,
                "version": seating.version,
                "draw": draw.number if draw else None,
                "tables": {str(table): list(people) for table, people in tables[seating.pk].items()},
            }
        )
    return found


def _standings(bundle: Mapping[str, Any], after: int) -> BundlePart:
    found = standings_after(bundle, after)
    rows = {"individual": found.individual, "teams": found.teams}
    return {"after": after} | {name: [row_of(row) for row in each] for name, each in rows.items()}


class _Scores:
    """Sheets, games and the other lines of the ledger up to a round, players by number and teams by code."""

    def __init__(self, tournament: Tournament, through: int) -> None:
        self.tournament, self.through = tournament, through
        self.players = dict(tournament.entries.values_list("pk", "number"))
        self.teams = dict(tournament.teams.values_list("pk", "code"))
        self.scorings: list[BundlePart] = []

    def sections(self) -> BundlePart:
        """By their names in the bundle."""
        tournament, through = self.tournament, self.through
        given = read(tournament)
        stages = [
            dataclasses.replace(stage, players=frozenset(self.players[int(key)] for key in stage.players))
            if stage.players is not None
            else stage
            for stage in given.rules.stages
            if stage.first_round <= through
        ]
        beside = ledger.adjustments_of(self.tournament)
        sheets = [self.sheet(result, beside) for result in self.results()]
        codes = self.teams.values() if tournament.has_teams else ()
        return {
            "ranking": encoded(dataclasses.replace(given.rules, stages=tuple(stages))),
            "competitors": [self.named(each) for each in given.competitors],
            "teams": [{"key": code, "number": at} for at, code in enumerate(sorted(codes), 1)],
            "scorings": self.scorings,
            "sheets": sheets,
            "games": [self.named(each) for each in given.games if each.round <= through],
            "adjustments": [self.named(each) for each in given.adjustments if (each.round or 0) <= through],
            "forfeits": [self.named(each) for each in given.forfeits if each.round <= through],
            "outs": [self.named(each) for each in given.outs if (each.round or 0) <= through],
        }

    def named(self, value: Any) -> BundlePart:
        """A row of the computation with public keys, and without what people wrote."""
        row: BundlePart = encoded(value)
        for name in ("key", "player", "substitute_for"):
            if row.get(name) is not None:
                row[name] = self.players[int(row[name])]
        if row.get("team") is not None:
            row["team"] = self.teams[int(row["team"])]
        for name in ("reason", "line"):
            row.pop(name, None)
        return row

    def results(self) -> Iterable[TableResult]:
        """The confirmed sheets of released rounds."""
        found = TableResult.objects.filter(
            table__round__tournament=self.tournament,
            table__round__number__lte=self.through,
            state=TableResult.State.CONFIRMED,
        ).select_related("ruleset", "table__round__tournament", "table__round__ruleset")
        seats = Prefetch("seats", ResultSeat.objects.select_related("entry").order_by("order"))
        return found.prefetch_related(seats).order_by("table__round__number", "table__number")

    def sheet(self, result: TableResult, beside: ledger.Adjustments) -> BundlePart:
        """A sheet: points of each seat, fines that count before the places, chairs that are put last."""
        scoring = ruleset_of(result).match_scoring
        if scoring not in self.scorings:
            self.scorings.append(scoring)
        written, table = sheet_of(result, result.seats.all()), result.table
        return {
            "round": table.round.number,
            "table": table.number,
            "scoring": self.scorings.index(scoring),
            "leftover": result.leftover_points,
            "seats": [
                [self.players[player], _exact(points), dict(written.official.get(player, {}))]
                for player, points in written.rows
            ],
            "fines": {str(self.players[key]): str(amount) for key, amount in beside.fines(table).items()},
            "last": sorted(self.players[key] for key in beside.last(table, written.players)),
        }


def _exact(points: Any) -> int | str:
    return int(points) if points.denominator == 1 else str(points)


def _boards(made: BoardSet) -> BundlePart:
    """A set of boards: what was promised, who saw boards, and all that is public of boards and plays."""
    plays = BoardPlay.objects.filter(open_boards(made.tournament, "board__"), board__board_set=made)
    boards = made.all_boards.order_by("session", "number", "reserve")
    shares = made.shares.order_by("number") if made.seed else ()
    # A withdrawn commitment has never had any openings.
    opened = [] if made.withdrawn_at is not None else board_openings.openings(made.tournament)
    return _values(made, *SET) | {
        "ruleset": made.ruleset.preset,
        "parameters": made.ruleset.parameters,
        "committed_at": moment(made.committed_at),
        "value": made.public_value,
        "value_at": moment(made.value_at),
        "shares": [_values(share, "holder", "commitment", "share", "dropped_reason") for share in shares],
        "openings": [_values(one, "kind", "by", "boards", "reason") | {"at": moment(one.at)} for one in opened],
        "all_boards": [_values(board, *BOARD) for board in boards],
        "plays": [_play(play) for play in plays.select_related("board", "table").order_by("pk") if play.done],
    }


def _play(play: BoardPlay) -> BundlePart:
    seats = list(play.seats.select_related("entry").order_by("seat"))
    return _values(play.board, "session", "reserve") | {
        **_values(play, "flag", "ruling", "record"),
        "board": play.board.number,
        "table": play.table.number,
        "players": [seat.entry.number for seat in seats],
        "points": [seat.points for seat in seats],
        "penalties": [seat.penalty for seat in seats],
    }
