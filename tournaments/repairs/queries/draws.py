"""Rounds drawn from standings that were corrected afterwards: the places then and now, and a draw of today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.repairs.queries.rows import require_seating_and_plan
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic.draws import RankedInputs
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.differences import Kind, Outdated
from tournaments.seating.queries.draw_inputs import STARTED, build_ranked_inputs, find_newest_seating
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.outdated import find_difference_of_seating, is_known
from tournaments.seating.queries.quality import map_numbers_by_table
from tournaments.seating.services.draw_records import draw_or_refuse

RANKED = (SeatingDraw.Kind.SWISS, SeatingDraw.Kind.STANDINGS, SeatingDraw.Kind.CHOSEN)


@dataclass(frozen=True)
class DrawDifference:
    """Standings that a draw used, against those of today, with changed places of players and the tables of a new draw.

    Empty `tables` once `started`; `known` is False for a draw of an earlier release, which kept no places; `waiting`
    are missing sheets, without which nothing can be compared; `refused` is the reason against a new draw.
    """

    round: Round
    places: tuple[tuple[str, int, int], ...]
    tables: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]
    known: bool = True
    waiting: str = ""
    refused: str = ""

    @property
    def started(self) -> bool:
        return self.round.state in STARTED


def find_draw_from_standings(round_: Round) -> tuple[Seating, SeatingDraw] | None:
    """Return the seating of the round and its draw from standings; None for another seating."""
    version = find_newest_seating(round_)
    draw = version.origin.draws.filter(kind__in=RANKED).last() if version else None
    return None if version is None or draw is None or round_.number == 1 else (version, draw)


def is_of_unknown_draw(round_: Round) -> bool:
    """Return True if an earlier release drew the round from standings, whose places it did not keep."""
    outdated = find_draw_from_standings(round_)
    return outdated is not None and not is_known(outdated[0])


def build_current_inputs(version: Seating, draw: SeatingDraw) -> RankedInputs:
    then, record = _get_ranked_inputs(draw), version.origin.input_records.last()
    options = DrawOptions(
        after=record.after if record is not None else None,
        lot=record.lot if record is not None else draw.seed if then.kind == "swiss" else "",
        in_brackets=then.brackets is not None,
        block=then.block,
        seeding=then.seeding,
    )
    now = build_ranked_inputs(version.round, then.kind, then.mode, options)
    return replace(now, constraints=replace(now.constraints, met_before=then.constraints.met_before))


def compute_draw_difference(round_: Round) -> DrawDifference:
    """Compare the draw of a round with today's standings. Raises `UserError` for a round not drawn from standings."""
    outdated = find_draw_from_standings(round_)
    if outdated is None:
        raise UserError(_("Round %(number)s was not drawn from standings.") % {"number": round_.number}, field="round")
    version, draw = outdated
    if not is_known(version):
        return DrawDifference(round_, (), (), known=False)
    difference = find_difference_of_seating(version)
    return DrawDifference(round_, (), ()) if difference is None else _build_draw_difference(difference, version, draw)


def _build_draw_difference(outdated: Outdated, version: Seating, draw: SeatingDraw) -> DrawDifference:
    round_ = version.round
    if outdated.waits_for is not None:
        return DrawDifference(round_, (), (), waiting=outdated.item.label)
    places = tuple((str(entry), then or 0, now or 0) for entry, then, now in outdated.moved)
    if round_.state in STARTED:
        return DrawDifference(round_, places, ())
    names = {entry.number: str(entry) for entry in round_.tournament.entries.all()}
    try:
        new, tables = draw_or_refuse(build_current_inputs(version, draw), draw.seed), []
    except UserError as error:
        return DrawDifference(round_, places, (), refused=str(error))
    was = map_numbers_by_table(require_seating_and_plan(round_)[1])
    for table, people in zip(new.numbers[0], new.rounds[0], strict=True):
        if (sat := tuple(was.get(table, ()))) != people:
            tables.append((table, tuple(names[name] for name in sat), tuple(names[name] for name in people)))
    return DrawDifference(round_, places, tuple(tables))


def list_draw_differences(outdated: Iterable[Outdated]) -> list[DrawDifference]:
    draws = [basis for basis in outdated if basis.kind == Kind.DRAW and basis.in_force]
    drawn_ones = [(basis, basis.seating) for basis in draws if basis.seating is not None]
    origins = [(basis, version, version.origin.draws.filter(kind__in=RANKED).last()) for basis, version in drawn_ones]
    return [_build_draw_difference(basis, version, draw) for basis, version, draw in origins if draw is not None]


def _get_ranked_inputs(draw: SeatingDraw) -> RankedInputs:
    return cast(RankedInputs, draw.value.inputs)
