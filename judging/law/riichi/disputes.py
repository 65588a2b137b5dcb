"""Disputes that only riichi has, and what the table tells of its facts: riichi, kongs after it, liability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.play.beginning import beginning_of
from engine.play.events import AddedKong, ConcealedKong, DeclaredRiichi, Konged, Ponged, Won
from engine.play.table import Phase, why_not
from engine.play.walks import EAGER, Walk
from engine.rules.riichi.play.state import Liable, felt
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.picking import matching, without
from engine.tiles.seats import Seat
from engine.tiles.tile import DRAGONS, Tile, format_tile, kind_of
from judging.law.disputes.moment import DisputeKind, Moment, ToldLine, either, moment_of, tell
from judging.law.riichi.declaration import HAND_END
from judging.law.riichi.liability import LIABLE_PATTERN


def in_riichi(moment: Moment) -> bool:
    """Whether the player's riichi stands, or waits for its discard."""
    return moment.player.ready is not None or (felt(moment.now).riichi_pending and moment.now.turn == moment.seat)


def riichi_seats(moment: Moment) -> list[int]:
    """Who has declared."""
    return [seat for seat, player in enumerate(moment.now.players) if player.ready]


def drawn(moment: Moment) -> str | None:
    """The tile that the player in turn has just drawn."""
    now = moment.now
    return None if now.drawn_tile is None or now.turn != moment.seat else format_tile(now.drawn_tile)


TOLD: Final = {
    "in_riichi": in_riichi,
    "riichi_seats": riichi_seats,
    "drawn": drawn,
    "hand_end": lambda moment: "going_on",
    "word": lambda moment: True,
    "turned": lambda moment: True,
    "stick": lambda moment: True,
    "corrected": lambda moment: False,
}


def declarations(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """Riichi, right or on a hand that may not declare it."""
    state = walk.states[at]
    if state.phase is not Phase.ACT:
        return
    seat, player = state.turn, state.players[state.turn]
    if player.ready or felt(state).riichi_pending or player.dead:
        return
    event = DeclaredRiichi(seat)
    rests = [Hand(without(player.concealed, (tile,)), player.melds) for tile in dict.fromkeys(player.concealed)]
    ready = [rest for rest in rests if state.ruleset.waits(rest).ready]
    if ready or rng.random() < 0.02:
        yield moment_of(walk, at, seat, event, hand=str(rng.choice(ready or rests)))


def unclear_declarations(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A riichi without its word, its turned tile or its stick."""
    for moment in declarations(walk, at, rng):
        if moment.event is not None and not why_not(moment.now, moment.event):
            missing = rng.choice((("word",), ("turned",), ("stick",), ("turned", "stick"), ("word", "stick")))
            said = {**dict.fromkeys(missing, False), "corrected": rng.random() < 0.5}
            yield moment._replace(said={**moment.said, **said})


def kongs_after_riichi(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A concealed kong by a player in riichi, with the tile just drawn or with another."""
    state = walk.states[at]
    player = state.players[state.turn]
    if state.phase is not Phase.ACT or not player.ready or state.drawn_tile is None:
        return
    before = Hand(player.concealed[:-1], player.melds)
    for kind in dict.fromkeys(map(kind_of, player.concealed)):
        if len(matching(player.concealed, kind)) == 4:
            event = ConcealedKong(state.turn, kind)
            yield moment_of(walk, at, state.turn, event, hand=str(before), drawn=format_tile(state.drawn_tile))


def liabilities(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A yakuman of which a discard fed the last visible set."""
    state = walk.states[at]
    lying: tuple[Liable, ...] = felt(state).liable
    for each in lying:
        event = walk.events[at] if at < len(walk.events) else None
        if isinstance(event, Won) and event.seat == each.winner:
            won = walk.states[at + 1].wins[-1].scored
            if won is None:
                continue
            paid = dict(won.payments)
            shares = [paid.get("dealer", paid.get("each", 0)), *[paid.get("others", paid.get("each", 0))] * 2]
            value = paid["discarder"] if event.source is not None else sum(shares)
            said: dict[str, Any] = {"liable_pattern": each.pattern, "feeder": each.seat, "value": value}
            said |= {"set_claimed": True, "sets_visible": True, "concealed_kong_set": False}
            yield moment_of(walk, at, each.winner, event, counters=beginning_of(state.setup).get("honba", 0), **said)


def dragons_in_pairs(rng: Random) -> Mapping[Seat, Sequence[Tile]]:
    """Somebody is dealt a pair of each dragon beside three chows begun."""
    seat = rng.randrange(4)
    suited = [3, 4, 5, 12, 13, 14, 22]
    others = [other for other in range(4) if other != seat]
    held: dict[Seat, Sequence[Tile]] = {seat: [*DRAGONS, *DRAGONS, *suited]}
    for other, dragon in zip(others, rng.sample(DRAGONS, 3), strict=True):
        held[other] = [dragon]
    return held


DISPUTES = (
    DisputeKind("riichi", "riichi", gettext_noop("Is the riichi valid?"), declarations),
    DisputeKind(
        "riichi_form",
        "riichi",
        gettext_noop("Word, turned tile or stick forgotten"),
        unclear_declarations,
        recorded=False,
    ),
    DisputeKind("riichi_kong", "riichi_kong", gettext_noop("A kong after riichi"), kongs_after_riichi, rare=2),
    DisputeKind(
        "liability",
        "liability",
        gettext_noop("Who is liable for the yakuman?"),
        liabilities,
        pays=True,
        held=dragons_in_pairs,
        eager={**EAGER, Ponged: 2.0, Konged: 0.1, AddedKong: 0.1},
        rare=3,
    ),
)


# --- the story --------------------------------------------------------------------------------------------------------


def _declares(moment: Moment, facts: Mapping[str, Any]) -> Iterator[ToldLine]:
    yield tell(gettext_noop("%(seat)s declares riichi. The hand after its discard:"), facts["hand"], seat=moment.seat)


def _kong(moment: Moment, facts: Mapping[str, Any]) -> Iterator[ToldLine]:
    if isinstance(moment.event, ConcealedKong):
        tile = format_tile(moment.event.tile)
        yield tell(gettext_noop("%(seat)s, in riichi, draws:"), facts["drawn"], seat=moment.seat)
        yield tell(gettext_noop("Then %(seat)s declares a concealed kong of:"), tile, seat=moment.seat)
        yield tell(gettext_noop("The hand before the draw:"), facts["hand"])


def _liable(moment: Moment, facts: Mapping[str, Any]) -> Iterator[ToldLine]:
    pattern = Sentence(dict(LIABLE_PATTERN.choices)[facts["liable_pattern"]])
    yield tell(gettext_noop("%(seat)s wins: %(pattern)s."), seat=moment.seat, pattern=pattern)
    if facts["by"] == "self_draw":
        yield tell(gettext_noop("The winning tile was drawn."))
    else:
        yield tell(gettext_noop("The winning tile was discarded by %(seat)s."), seat=facts["source"])
    yield tell(gettext_noop("The last set of it was claimed from the discard of %(seat)s."), seat=facts["feeder"])
    yield tell(gettext_noop("The win is worth %(value)s points without counters."), value=facts["value"])
    if facts.get("counters"):
        yield tell(gettext_noop("Counters on the table: %(counters)s."), counters=facts["counters"])


def _ended(value: Any, moment: Moment) -> ToldLine:
    return tell(gettext_noop("How the hand ended: %(end)s."), end=Sentence(dict(HAND_END.choices)[value]))


OPENINGS: Final = {"riichi": _declares, "riichi_kong": _kong, "liability": _liable}

SAID: Final = {
    "in_riichi": either(gettext_noop("%(seat)s is in riichi."), ""),
    "hand_end": _ended,
    "word": either("", gettext_noop("The word was not said.")),
    "turned": either("", gettext_noop("The discard was not turned sideways.")),
    "stick": either("", gettext_noop("No stick was laid.")),
}
