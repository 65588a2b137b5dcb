"""Played hands as their players would write them down, for ``engine.match.declared``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.family import Ruleset
from engine.match.declared import DeclaredEvent, DeclaredHand, DeclaredKong, DeclaredWin, HandStart, ShownHand
from engine.play.events import AddedKong, ConcealedKong, Ended, Konged
from engine.play.start_values import start_values
from engine.play.table import NextHand, Setup, TableState, WinRecord
from engine.play.walks import Walk
from engine.rules.riichi.play.abortive_draws import nagashi_seats
from engine.rules.riichi.play.ends import ready_seats
from engine.rules.riichi.settlement import STICK, WonHand
from engine.rules.sichuan.settlement import end_states
from engine.rules.taiwan.settlement import dealer_item
from engine.tiles.hand import WinBy
from engine.tiles.tile import kind_of


def start_of(setup: Setup) -> HandStart:
    begun = start_values(setup)
    counters = begun.get("honba", 0) or begun.get("dealer_repeats", 0)
    return HandStart(setup.dealer, counters, begun.get("deposits", 0) * STICK)


def start_after(rules: Ruleset, taken: NextHand) -> HandStart:
    """State of the table by the setup of the next hand."""
    return start_of(Setup(rules, ((),) * 4, taken["dealer"], special=taken.get("special")))


def written_down(walk: Walk) -> DeclaredHand:
    return FAMILIES[walk.setup.ruleset.family.name](walk)


def is_robbed(record: WinRecord) -> bool:
    return record.scored is not None and record.scored.circumstances.by is WinBy.ROBBED_KONG


def value(record: WinRecord, name: str) -> int:
    assert record.scored is not None
    found = record.scored.value[name]
    assert isinstance(found, int)
    return found


def _mcr(walk: Walk) -> DeclaredHand:
    wins = [
        DeclaredWin(each.seat, each.source, {"points": value(each, "points")}, robbed=is_robbed(each))
        for each in walk.states[-1].wins
    ]
    return DeclaredHand(tuple(wins))


def _riichi(walk: Walk) -> DeclaredHand:
    final = walk.states[-1]
    rules: Any = walk.setup.ruleset
    wins = []
    for record in final.wins:
        assert record.scored is not None
        fed = {each.pattern: each.seat for each in final.special.liable if each.winner == record.seat}
        won = WonHand.of(record.seat, record.scored, fed, rules.parameters)
        names = ("yakuman",) if value(record, "yakuman") else ("han", "fu")
        worth = {name: value(record, name) for name in names}
        if won.liable is not None:
            worth["liable_yakuman"] = won.liable_yakuman
        wins.append(DeclaredWin(record.seat, record.source, worth, won.liable, is_robbed(record)))
    return DeclaredHand(
        tuple(wins),
        riichi=tuple(final.special.sticks),
        ready=() if final.wins else tuple(ready_seats(rules.procedure, final)),
        nagashi=tuple(nagashi_seats(final)) if final.ended == "nagashi" else (),
        end=None if final.wins else final.ended,
    )


def _taiwan(walk: Walk) -> DeclaredHand:
    wins = []
    for record, state in won_at(walk):
        assert record.scored is not None
        source, worth, paid = record.source, {"tai": value(record, "tai")}, record.scored.payments
        robbed = state.special.robbed
        if "discarder" in paid and source is None:
            source = robbed.source
        if "discarder" in paid and "others" in paid:
            rules, repeats = walk.setup.ruleset.parameters, start_values(walk.setup).get("dealer_repeats", 0)
            wins_dealt = record.seat == walk.setup.dealer
            item = dealer_item(rules, repeats, dealer_wins=wins_dealt, dealer_pays=False)
            worth["others"] = (paid["others"] - rules.di) // rules.rate - item
        wins.append(DeclaredWin(record.seat, source, worth, robbed=is_robbed(record)))
    return DeclaredHand(tuple(wins))


def won_at(walk: Walk) -> list[tuple[WinRecord, TableState]]:
    return [(record, walk.states[record.event_index]) for record in walk.states[-1].wins]


def _sichuan(walk: Walk) -> DeclaredHand:
    """Wins and valid kongs in order; a kong is valid once it can no longer be robbed."""
    events: list[DeclaredEvent] = []
    kong: DeclaredKong | None = None
    for event, before, after in zip(walk.events, walk.states, walk.states[1:], strict=False):
        if isinstance(event, AddedKong):
            fresh = before.drawn_tile is not None and kind_of(before.drawn_tile) == kind_of(event.tile)
            kong = DeclaredKong(event.seat, "added" if fresh else "late")
        elif isinstance(event, ConcealedKong):
            kong = DeclaredKong(event.seat, "concealed")
        elif isinstance(event, Konged):
            kong = DeclaredKong(event.seat, "exposed", event.source)
        if len(after.special.kongs) > len(before.special.kongs):
            assert kong is not None
            events.append(kong)
        for record in after.wins[len(before.wins) :]:
            assert record.scored is not None
            special: Any = record.scored.circumstances.special
            remarks = {"fan": value(record, "fan"), "after_kong": int(special.after_kong)}
            remarks["same_tile"] = int(bool(before.winners_here))
            events.append(DeclaredWin(record.seat, record.source, remarks, robbed=is_robbed(record)))
    final = walk.states[-1]
    shown = {}
    left = [seat for seat, player in enumerate(final.players) if not player.won]
    if isinstance(walk.events[-1], Ended) and len(left) > 1:
        for each in end_states(walk.setup.ruleset.parameters, final):
            shown[each.seat] = ShownHand(each.state, each.high.bit_length() - 1 if each.state == "ready" else None)
    return DeclaredHand(tuple(events), shown=shown)


FAMILIES: dict[str, Callable[[Walk], DeclaredHand]] = {
    "mcr": _mcr,
    "riichi": _riichi,
    "taiwan": _taiwan,
    "sichuan": _sichuan,
}
