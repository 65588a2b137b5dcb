"""The public part of an event with all that a stranger needs to check it. Players are numbers.

`claims` are values that the program computed, also from rows that are not public.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import translation

from tournaments.duplicate.queries import board_openings
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import list_bundle_parts
from tournaments.exchange.document.public import filter_counted_results
from tournaments.exchange.document.writing import build_public_part
from tournaments.exchange.documents import Raw, to_json
from tournaments.exchange.files.draw_claims import DrawClaims
from tournaments.exchange.verification.coding import encode
from tournaments.exchange.verification.facts import build_facts
from tournaments.exchange.verification.lines import compute_bundle_digest
from tournaments.exchange.verification.scores import build_row, compute_standings_after
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Seating
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.seating.queries import draws
from tournaments.seating.services.sealed_promises import format_moment
from tournaments.standings import ledger
from tournaments.standings.logic import Competitor, Key
from tournaments.standings.queries.ledger_input import read
from tournaments.standings.queries.standings import get_last_public_round

BUNDLE = "bundle"


def make_bundle_file(tournament: Tournament) -> bytes:
    return to_json(build_public_bundle(tournament))


@translation.override("en")
def build_public_bundle(tournament: Tournament) -> Raw:
    """Return the bundle with its digest. Its reasons are in English, so that all languages give the same bytes."""
    through = get_last_public_round(tournament)
    bundle = build_public_part(tournament, through)
    public_numbers = {row["number"] for row in bundle["draws"]}
    drawn = DrawClaims(tournament)
    claims = {
        "promises": [_promise(promise) for promise in draws.list_promises(tournament)],
        "draws": [drawn.of(draw) for draw in tournament.draws.order_by("number") if draw.number in public_numbers],
        "renumberings": drawn.renumberings(row["number"] for row in bundle["entries"]),
        "seatings": _build_seatings(tournament),
        "openings": _build_openings(tournament),
        **_Scores(tournament, through).sections(),
        **{name: part.make(tournament, through) for name, part in list_bundle_parts().items()},
    }
    # Through JSON and back: the digest must be that of the written values.
    bundle = json.loads(json.dumps(bundle | {"claims": claims | {"standings": []}}))
    facts = build_facts(bundle)
    bundle["claims"]["standings"] = [_build_standings(facts, after) for after in range(1, through + 1)]
    return bundle | {"digest": compute_bundle_digest(bundle)}


def _promise(listed: draws.ListedPromise) -> Raw:
    return {
        "commitment": listed.promise.commitment,
        "draws": [
            {"number": line.draw.number, "digest": line.draw.certificate_digest}
            | {name: getattr(line, name) for name in ("state", "why", "fate")}
            for line in listed.draws
        ],
    }


def _build_seatings(tournament: Tournament) -> list[Raw]:
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE).select_related("round")
    claims = []
    for seating in live.order_by("round__number"):
        draw = seating.origin.draws.order_by("-number").first()
        claims.append({"seating": f"{seating.round.number}/{seating.version}", "draw": draw.number if draw else None})
    return claims


def _build_openings(tournament: Tournament) -> list[Raw]:
    return [
        {name: getattr(opening, name) for name in ("kind", "by", "boards", "reason")}
        | {"board_set": board_set.number, "at": format_moment(opening.at)}
        for board_set in tournament.board_sets.filter(withdrawn_at=None)
        for opening in board_openings.list_openings(tournament)
    ]


def _build_standings(facts: Mapping[str, Any], after: int) -> Raw:
    standings = compute_standings_after(facts, after)
    rows = {"individual": standings.individual, "teams": standings.teams}
    return {"after": after} | {name: [build_row(row) for row in table_rows] for name, table_rows in rows.items()}


def _rename_keys(keys: Iterable[Key] | None, names: Mapping[int, Key]) -> frozenset[Key] | None:
    return None if keys is None else frozenset(names[int(key)] for key in keys)


class _Scores:
    """Values that sheets and ledger contribute up to a round, players by number and teams by code."""

    def __init__(self, tournament: Tournament, through: int) -> None:
        self.tournament, self.through = tournament, through
        self.players = dict(tournament.entries.values_list("pk", "number"))
        self.teams = dict(tournament.teams.values_list("pk", "code"))

    def sections(self) -> Raw:
        tournament, through = self.tournament, self.through
        inputs = read(tournament)
        # Draws of a stage without results need its teams, too.
        live = tournament.rounds.filter(seatings__state__in=Seating.LIVE)
        seated = max([through, *live.values_list("number", flat=True)])
        stages = [
            dataclasses.replace(
                stage, players=_rename_keys(stage.players, self.players), teams=_rename_keys(stage.teams, self.teams)
            )
            for stage in inputs.rules.stages
            if stage.first_round <= seated
        ]
        beside = ledger.load_adjustments(tournament)
        return {
            "ranking": encode(dataclasses.replace(inputs.rules, stages=tuple(stages))),
            "competitors": [self.competitor(competitor) for competitor in inputs.competitors],
            "sheets": [self.sheet(result, beside) for result in self.results()],
            "games": [self.named(game) for game in inputs.games if game.round <= through],
            "to_come": [
                {"table": f"{table.round.number}/{table.number}", "postponed_to": format_moment(table.postponed_to)}
                for table in list_tables_to_come(tournament, through)
            ],
            "adjustments": [
                self.named(adjustment) for adjustment in inputs.adjustments if (adjustment.round or 0) <= through
            ],
            "forfeits": [self.named(forfeit) for forfeit in inputs.forfeits if forfeit.round <= through],
            "stand_ins": [self.named(stand_in) for stand_in in inputs.stand_ins if stand_in.round <= through],
            "outs": [self.named(out) for out in inputs.outs if (out.round or 0) <= through],
        }

    def named(self, value: Any) -> Raw:
        """Return a row of the computation with public keys and without free texts."""
        row: Raw = encode(value)
        for name in ("key", "player", "substitute_for", "plays_for"):
            if row.get(name) is not None:
                row[name] = self.players[int(row[name])]
        if row.get("team") is not None:
            row["team"] = self.teams[int(row["team"])]
        for name in ("reason", "line"):
            row.pop(name, None)
        return row

    def competitor(self, value: Competitor) -> Raw:
        return {name: member for name, member in self.named(value).items() if name not in ("number", "team")}

    def results(self) -> Iterable[TableResult]:
        results = TableResult.objects.filter(
            filter_counted_results(self.tournament, self.through), table__round__tournament=self.tournament
        )
        return results.select_related("table__round").prefetch_related("seats")

    def sheet(self, result: TableResult, beside: ledger.Adjustments) -> Raw:
        table, players = result.table, [seat.entry_id for seat in result.seats.all()]
        return {
            "result": f"{table.round.number}/{table.number}/{result.version}",
            "fines": {str(self.players[key]): str(amount) for key, amount in beside.fines(table).items()},
            "last": sorted(self.players[key] for key in beside.heirs_at(table).last(players)),
        }
