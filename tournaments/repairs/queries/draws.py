"""Rounds drawn from standings that were corrected afterwards: the places then and now, and a draw of today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.repairs.queries.rows import plan_in_force
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic.draws import RankedInputs
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.draw_inputs import STARTED, newest_of, ranked_inputs
from tournaments.seating.queries.quality import numbers_of
from tournaments.seating.services.draw_records import drawn
from tournaments.standings.logic.compute import compute
from tournaments.standings.queries.standings import read

RANKED = (SeatingDraw.Kind.SWISS, SeatingDraw.Kind.STANDINGS, SeatingDraw.Kind.CHOSEN)


@dataclass(frozen=True)
class DrawDifference:
    """Standings that a draw used, against those of today. `places`: names whose place among the players differs, with
    both places; `tables`: tables that a new draw would change, with the names before and after, empty once `started`.
    """

    round: Round
    places: tuple[tuple[str, int, int], ...]
    tables: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]

    @property
    def started(self) -> bool:
        """True once the round is played: its draw stays."""
        return self.round.state in STARTED


def drawn_from_standings(round_: Round) -> tuple[Seating, SeatingDraw] | None:
    """Return the seating of the round and the draw from standings that it came from; None for another seating."""
    version = newest_of(round_)
    draw = version.origin.draws.filter(kind__in=RANKED).last() if version else None
    return None if version is None or draw is None or _ranked(draw).random else (version, draw)


def inputs_of_today(round_: Round, draw: SeatingDraw) -> RankedInputs:
    """Return the inputs of a new draw: the same options, with the current standings and players."""
    then = _ranked(draw)
    now = ranked_inputs(
        round_,
        then.kind,
        then.mode,
        after=_after(round_, draw),
        lot=draw.seed if then.kind == "swiss" else "",
        in_brackets=then.brackets is not None,
        block=then.block,
    )
    return replace(now, constraints=replace(now.constraints, met_before=then.constraints.met_before))


def difference_of(round_: Round) -> DrawDifference:
    """Compare the draw of a round with today's standings. Raises `UserError` for a round not drawn from standings."""
    found = drawn_from_standings(round_)
    if found is None:
        raise UserError(_("Round %(number)s was not drawn from standings.") % {"number": round_.number}, field="round")
    draw = found[1]
    then, now = _ranked(draw), inputs_of_today(round_, draw)
    order = [number for number in now.order if number in then.order]
    before = [number for number in then.order if number in order]
    names = {entry.number: str(entry) for entry in round_.tournament.entries.all()}
    places = tuple(
        (names[number], place, order.index(number) + 1)
        for place, number in enumerate(before, 1)
        if order[place - 1] != number
    )
    if not places or round_.state in STARTED:
        return DrawDifference(round_, places, ())
    new, tables = drawn(now, draw.seed), []
    was = numbers_of(plan_in_force(round_)[1])
    for table, people in zip(new.numbers[0], new.rounds[0], strict=True):
        if (sat := tuple(was.get(table, ()))) != people:
            tables.append((table, tuple(names[one] for one in sat), tuple(names[one] for one in people)))
    return DrawDifference(round_, places, tuple(tables))


def draw_differences(rounds: Iterable[Round]) -> list[DrawDifference]:
    """Return the differences of those rounds whose draw used other standings than today's."""
    found = []
    for round_ in rounds:
        try:
            difference = difference_of(round_)
        except UserError:
            continue
        if difference.places:
            found.append(difference)
    return found


def _ranked(draw: SeatingDraw) -> RankedInputs:
    return cast(RankedInputs, draw.value.inputs)


def _after(round_: Round, draw: SeatingDraw) -> int:
    """Return the round whose standings were used: the certificate has only the order, so it is looked for then."""
    order, last = _ranked(draw).order, round_.number - 1
    if draw.kind == SeatingDraw.Kind.STANDINGS:
        numbers = dict(round_.tournament.entries.values_list("pk", "number"))
        then = read(round_.tournament, at=draw.created_at)
        for after in range(last, 0, -1):
            ranked = [numbers[int(row.key)] for row in compute(then, after).individual]
            if [one for one in ranked if one in order] == [one for one in order if one in ranked]:
                return after
    return last
