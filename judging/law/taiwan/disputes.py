"""Disputes that only the Taiwanese game has, and what the table tells of its facts: flowers, go-arounds, 過水."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.play.events import Discarded, Won
from engine.play.table import Phase
from engine.play.walks import Walk
from engine.rules.taiwan.play.flowers import win_claimed
from engine.rules.taiwan.play.state import seated
from engine.sentences import Sentence, gettext_noop
from engine.tiles.seats import Seat
from engine.tiles.tile import FLOWERS, Tile, format_tile, format_tiles, is_flower
from judging.law.disputes.moment import DisputeKind, Moment, ToldLine, either, let_pass, moment_of, tell
from judging.law.kinds.flower import FLOWER_FAULT
from judging.law.taiwan.flowers import FLOWER_FROM


def go_around(moment: Moment) -> str | None:
    """What has been discarded from the player's latest discard on, the tile on offer left out; that one is first."""
    now, own = moment.now, moment.player.discards
    if now.phase is not Phase.CLAIM:
        return None
    since, offered = own[-1].at if own else 0, now.players[now.turn].discards[-1].at
    lying = [each for player in now.players for each in player.discards if since <= each.at < offered]
    return format_tiles(each.tile for each in sorted(lying, key=lambda each: each.at))


def discarded_since(moment: Moment) -> str:
    """The own discards since the last tile let pass."""
    passed = let_pass(moment)
    since = passed[-1].at if passed else 0
    return format_tiles(each.tile for each in moment.player.discards if each.at >= since)


def flower_from(moment: Moment) -> str:
    """How the last flower came: own, robbed as another showed it, or robbed with the own seventh."""
    robbed = seated(moment.now).robbed
    if robbed is None or robbed.robber != moment.seat:
        return "own"
    return "seventh" if robbed.drawn else "shown"


def robbed_seat(moment: Moment) -> int | None:
    """Whose flower was robbed."""
    robbed = seated(moment.now).robbed
    return robbed.source if robbed is not None and robbed.robber == moment.seat else None


def robbed_flower(moment: Moment) -> str | None:
    """Which flower was robbed."""
    robbed = seated(moment.now).robbed
    return format_tile(robbed.tile) if robbed is not None and robbed.robber == moment.seat else None


def from_deal(moment: Moment) -> bool:
    """Whether all the player's flowers lay there before anybody's first discard."""
    at = next((at for at, event in enumerate(moment.events) if isinstance(event, Discarded)), len(moment.events))
    return len(moment.states[at].players[moment.seat].flowers) == len(moment.player.flowers)


TOLD: Final = {
    "go_around_discards": go_around,
    "exposed_kong_chain": lambda moment: seated(moment.now).open_kong == moment.seat,
    "discarded_since": discarded_since,
    "flower_from": flower_from,
    "robbed_seat": robbed_seat,
    "robbed_flower": robbed_flower,
    "from_deal": from_deal,
    "replaced": lambda moment: True,
    "acted_since": lambda moment: False,
    "declaration": lambda moment: "none",
}


def flowers_discarded(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A flower just drawn is discarded."""
    state = walk.states[at]
    if state.phase is Phase.ACT and state.drawn_tile is not None and is_flower(state.drawn_tile):
        event = Discarded(state.turn, state.drawn_tile, just_drawn=True)
        yield moment_of(walk, at, state.turn, event, flower_fault="discarded")


def flowers_kept(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A flower is found in a hand, or none is."""
    state = walk.states[at]
    if state.phase is Phase.ACT and state.drawn_tile is not None and is_flower(state.drawn_tile):
        for fault in ("drawn_kept", "old_shown", "none"):
            yield moment_of(walk, at, state.turn, flower_fault=fault)


def flower_wins(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A win claimed with eight flowers."""
    event = walk.events[at] if at < len(walk.events) else None
    state = walk.states[at]
    if not isinstance(event, Won):
        return
    # Later a win with eight flowers shown long ago is one like any other (TW-6.12).
    fresh = state.replacing == "flower" or not state.players[event.seat].discards
    if (win_claimed(state, event) and fresh) or seated(state).robbed is not None:
        said: dict[str, Any] = {}
        yield moment_of(walk, at, event.seat, event, **said)


def many_flowers(rng: Random) -> Mapping[Seat, Sequence[Tile]]:
    """Somebody is dealt seven flowers, and another the eighth or nobody."""
    seat, other = rng.sample(range(4), 2)
    flowers = rng.sample(FLOWERS, len(FLOWERS))
    held: dict[Seat, Sequence[Tile]] = {seat: flowers[: rng.choice((6, 7))]}
    return held if rng.random() < 0.5 else {**held, other: flowers[7:]}


DISPUTES = (
    DisputeKind("flower_discarded", "flower", gettext_noop("A flower discarded"), flowers_discarded, rare=1),
    DisputeKind("flower_kept", "flower", gettext_noop("A flower kept"), flowers_kept, recorded=False, rare=1),
    DisputeKind(
        "flower_win",
        "flower_win",
        gettext_noop("A win with flowers"),
        flower_wins,
        pays=True,
        held=many_flowers,
        rare=3,
    ),
)


# --- the story --------------------------------------------------------------------------------------------------------


def _flower(moment: Moment, facts: Mapping[str, Any]) -> Iterator[ToldLine]:
    what = Sentence(dict(FLOWER_FAULT.choices)[facts["flower_fault"]])
    yield tell(gettext_noop("The table calls because of a flower of %(seat)s: %(what)s."), seat=moment.seat, what=what)


def _flower_win(moment: Moment, facts: Mapping[str, Any]) -> Iterator[ToldLine]:
    template = gettext_noop("%(seat)s claims a win with flowers. Flowers held, a robbed one counted: %(held)s.")
    yield tell(template, seat=moment.seat, held=facts["flowers_held"])
    how = Sentence(dict(FLOWER_FROM.choices)[facts["flower_from"]])
    yield tell(gettext_noop("The last flower: %(how)s."), facts.get("robbed_flower") or "", how=how)
    if "robbed_seat" in facts:
        yield tell(gettext_noop("It was the flower of %(seat)s."), seat=facts["robbed_seat"])


OPENINGS: Final = {"flower": _flower, "flower_win": _flower_win}

SAID: Final = {
    "exposed_kong_chain": either(gettext_noop("The tile replaces an exposed kong of the same turn."), ""),
    "from_deal": either(gettext_noop("The flowers came together before the first discard."), ""),
}
