from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.family import ruleset
from engine.play.events import DoraTurned, Drew, Event, UraTurned
from engine.play.procedure import procedure_of
from engine.play.start_values import start_values, with_start_values
from engine.play.table import Phase, Setup, TableState, start
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.fields import CaseError, JsonCase
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, format_tile, format_tiles, sort_tiles
from engine.walls.deal import Deal


class Difference(NamedTuple):
    """First difference from the deal; ``event_index`` is None for dealt tiles, ``draw`` counts from 1, else 0."""

    event_index: int | None
    seat: Seat | None
    draw: int
    found: str
    expected: str
    message: str

    def to_dict(self) -> dict[str, object]:
        return {
            "index": self.event_index,
            **{name: value for name, value in self._asdict().items() if name != "event_index"},
        }


def with_dealt_tiles(deal: Deal, setup: Setup) -> Setup:
    """Replace recorded hands, walls and indicators by the deal's; the recorded dealer keeps an extra tile."""
    dealt = deal.setup()
    hands, walls = list(dealt.hands), list(dealt.seat_walls or ())
    wall = dealt.wall
    longer = len(setup.hands[setup.dealer]) % 3 == 2
    if walls and longer:
        hands[0], walls[0] = sort_tiles((*hands[0], walls[0][0])), walls[0][1:]
    if wall is not None and not longer:
        # The dealer's last tile of a shared deal was recorded as a first draw.
        hands[0], wall = hands[0][:-1], (hands[0][-1], *wall)
    places = [(seat - setup.dealer) % 4 for seat in SEATS]
    begun = start_values(dealt)
    placed = setup._replace(
        hands=tuple(hands[place] for place in places),
        wall=wall,
        seat_walls=tuple(walls[place] for place in places) if walls else None,
    )
    return with_start_values(placed, common=begun.get("common", ()), dora_indicators=begun.get("dora_indicators", ()))


def first_difference(deal: Deal, setup: Setup, events: Iterable[Event]) -> Difference | None:
    """First tile of a recorded hand that differs from the deal, or None.

    Compares the prevalent wind, the starting hands, the first indicator, then draws and indicators event by event.
    Unrecorded tiles match any. All events but the last are assumed legal; ``replay`` checks that.
    """
    true = with_dealt_tiles(deal, setup)
    difference = _dealt_difference(deal, setup, true)
    if difference is not None:
        return difference
    # With an unrecorded shared wall the state has no walls; use those of the deal.
    walls_known = setup._replace(wall=true.wall, seat_walls=true.seat_walls)
    state = start(with_start_values(walls_known, common=start_values(true).get("common", ())))
    rules = procedure_of(state.ruleset)
    played = list(events)
    for index, event in enumerate(played):
        if isinstance(event, (Drew, DoraTurned, UraTurned)):
            closed = rules.close_window(state) if rules.closes_window(state, event) else state
            difference = _event_difference(closed, event, index)
            if difference is not None:
                return difference
        if index < len(played) - 1:
            state = rules.step(state, event)
    return None


def _dealt_difference(deal: Deal, setup: Setup, true: Setup) -> Difference | None:
    if setup.prevalent_wind is not deal.prevalent_wind:
        played, meant = setup.prevalent_wind.letter, deal.prevalent_wind.letter
        message = _("the prevalent wind was %(played)s, the deal's is %(meant)s", played=played, meant=meant)
        return Difference(None, None, 0, played, meant, message)
    if setup.ruleset.tile_set != ruleset(deal.ruleset).tile_set:
        message = _(
            "%(ruleset)s is not played with the tiles of %(other)s", ruleset=setup.ruleset.name, other=deal.ruleset
        )
        return Difference(None, None, 0, setup.ruleset.name, deal.ruleset, message)
    for seat, (hand, dealt) in enumerate(zip(setup.hands, true.hands, strict=True)):
        wrong = Counter(tile for tile in hand if tile != UNKNOWN) - Counter(dealt)
        if wrong or len(hand) != len(dealt):
            missing = Counter(dealt) - Counter(hand)
            actual = format_tiles(sort_tiles(wrong.elements()))
            expected = format_tiles(sort_tiles(missing.elements()))
            message = _(
                "%(seat)s started with %(found)s, the deal has %(expected)s there",
                seat=seat,
                found=actual or len(hand),
                expected=expected or len(dealt),
            )
            return Difference(None, seat, 0, actual, expected, message)
    indicators, meant_tiles = (start_values(side).get("dora_indicators", ()) for side in (setup, true))
    if indicators and UNKNOWN not in indicators and indicators != meant_tiles:
        actual, expected = format_tiles(indicators), format_tiles(meant_tiles)
        message = _("the first indicator was %(found)s, the deal has %(expected)s", found=actual, expected=expected)
        return Difference(None, None, 0, actual, expected, message)
    return None


def _event_difference(state: TableState, event: Drew | DoraTurned | UraTurned, index: int) -> Difference | None:
    rules = procedure_of(state.ruleset)
    if isinstance(event, Drew):
        if state.phase is Phase.FLOWERS:
            # A draw among the flowers of the deal replaces one.
            state = state._replace(phase=Phase.REPLACE)
        expected = rules.wall.next_tile(state, event.seat)
        number = state.players[event.seat].tiles_drawn + 1
        if state.setup.seat_walls is not None and not rules.wall.draws_from_common(state, event.seat):
            number = rules.wall.own_draws(state, event.seat) + 1
        seat = event.seat
        if expected == event.tile or event.tile == UNKNOWN:
            return None
        expected_text = _("no tile left") if expected is None else format_tile(expected)
        message = _(
            "draw %(number)s of %(seat)s was %(tile)s, the deal has %(expected)s",
            number=number,
            seat=seat,
            tile=format_tile(event.tile),
            expected=expected_text,
        )
        return Difference(index, seat, number, format_tile(event.tile), expected_text, message)
    breach = next((broken for broken in rules.breaches(state, event) if broken.code == "wall_tile"), None)
    if breach is None:
        return None
    indicators = (event.tile,) if isinstance(event, DoraTurned) else event.tiles
    return Difference(index, None, 0, format_tiles(indicators), str(breach.message.values["tiles"]), breach.message)


def deal_for(deals: Sequence[Deal], case: JsonCase) -> Deal:
    if len(deals) == 1 and "board" not in case:
        return deals[0]
    session = case.get("session")
    matching = [
        deal
        for deal in deals
        if deal.board.number == case.get("board") and (session is None or deal.board.session == str(session))
    ]
    if len(matching) != 1:
        counted = {"count": len(matching), "board": repr(case.get("board"))}
        message = _("board: %(count)s deals of the file are board %(board)s", **counted)
        if session is not None:
            template = gettext_noop("board: %(count)s deals of the file are board %(board)s of session %(session)s")
            message = Sentence(template, {**counted, "session": repr(session)})
        raise CaseError(message, at="board")
    return matching[0]


def deal_report(
    deals: Sequence[Deal], case: Mapping[str, Any], setup: Setup, events: Sequence[Event]
) -> dict[str, object]:
    """Fields added to a result by ``replay --deal``: the deal, whether it was played, and the first difference."""
    deal = deal_for(deals, case)
    difference = first_difference(deal, setup, events)
    return {
        "board": deal.board.number,
        "digest": deal.digest,
        "as_dealt": difference is None,
        "difference": None if difference is None else difference.to_dict(),
    }
