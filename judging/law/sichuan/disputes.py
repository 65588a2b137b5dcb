"""Disputes that only the Sichuan game has, and what the table tells of its facts: void suits, kongs, who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from engine.play.events import AddedKong, ConcealedKong, Discarded, Event, Konged
from engine.play.procedure import WINDOWS
from engine.play.table import Phase, TableState
from engine.play.walks import Walk, played_on
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.passed_wins import FORCED
from engine.rules.sichuan.play.state import ledger, letter_of, void_of
from engine.sentences import Sentence, gettext_noop
from engine.tiles.tile import Tile, format_tile, format_tiles, suit_of
from judging.law.disputes.moment import DisputeKind, Moment, ToldLine, either, tell
from judging.law.sichuan.facts import VOID_SUIT

LONGEST = 60
"""Events after a violation in which its evidence may come."""


def won_seats(state: TableState) -> list[int]:
    """Who has won."""
    return [seat for seat, player in enumerate(state.players) if player.won]


def first_other_suit(moment: Moment) -> int | None:
    """The number of events before the player's first discard of another suit than the void one; None without one."""
    void = void_of(moment.player)
    for discard in moment.player.discards:
        if void is not None and suit_of(discard.tile) is not void.suit:
            return discard.at
    return None


def won_before(moment: Moment) -> list[int]:
    """Who had won when the player first discarded another suit."""
    at = first_other_suit(moment)
    return won_seats(moment.states[at] if at is not None else moment.now)


def carded(moment: Moment) -> bool | None:
    """Whether the player used the card instead of a tile laid face down."""
    void = void_of(moment.player)
    if void is None:
        return None
    return void.face_down is None and all(suit_of(tile) is not void.suit for tile in moment.setup.hands[moment.seat])


def last_discard(moment: Moment) -> str:
    """The latest own discard."""
    discards = moment.player.discards
    return format_tile(discards[-1].tile) if discards else ""


def kongs(moment: Moment) -> list[list[Any]]:
    """The kongs that were paid, those left out that have gone back: seat, kind, feeder, who had won before."""
    found = []
    for at, event in enumerate(moment.events):
        kind, feeder = _kong_made(moment, at, event)
        if kind and isinstance(event, Konged | ConcealedKong | AddedKong):
            out = [] if moment.play.wall.winners_stay else won_seats(moment.states[at])
            found.append([event.seat, kind, feeder, out])
    paid = [kong for kong in ledger(moment.now).kongs if not kong.returned]
    return found if len(found) == len(paid) else [each for each in found if any(k.seat == each[0] for k in paid)]


def _kong_made(moment: Moment, at: int, event: Event) -> tuple[str, int | None]:
    if isinstance(event, Konged):
        return "direct", event.source
    if isinstance(event, ConcealedKong):
        return "concealed", None
    if isinstance(event, AddedKong):
        lies = any(meld.is_kong and meld.first == event.tile for meld in moment.now.players[event.seat].melds)
        fresh = moment.states[at].drawn_tile == event.tile
        return ("fresh" if fresh else "late") if lies else "", None
    return "", None


def void_suits(moment: Moment) -> list[str | None]:
    """The void suits of all four."""
    return [letter_of(player) for player in moment.now.players]


def other_suit_discarded(moment: Moment) -> list[int]:
    """Who has discarded a tile of another suit than the void one."""
    return [
        seat
        for seat, player in enumerate(moment.now.players)
        if (void := void_of(player)) is not None
        and any(suit_of(each.tile) is not void.suit for each in player.discards)
    ]


def void_meld(moment: Moment) -> bool:
    """Whether a meld of the player is of the void suit."""
    void = void_of(moment.player)
    return void is not None and any(suit_of(meld.first) is void.suit for meld in moment.player.melds)


def becomes_ready(moment: Moment) -> bool | None:
    """Whether the claim leaves the hand ready, which only its player tells."""
    return bool(moment.player.waits) if moment.player.waits is not None else None


def late_void_tiles(moment: Moment) -> list[tuple[Tile, bool]]:
    """The void tiles that the player discarded after one of another suit, and whether each may have been just drawn."""
    void, found, clean = void_of(moment.player), [], bool(carded(moment))
    for at, event in enumerate(moment.events):
        if not isinstance(event, Discarded) or event.seat != moment.seat or void is None:
            continue
        if suit_of(event.tile) is not void.suit:
            clean = True
        elif clean:
            found.append((event.tile, moment.states[at].drawn_tile == event.tile))
    return found


def just_drawn(moment: Moment) -> bool | None:
    """Whether the first of them may have been just drawn."""
    late = late_void_tiles(moment)
    return late[0][1] if late else None


def later_just_drawn(moment: Moment) -> str:
    """Those after it that may have been."""
    return format_tiles(tile for tile, drawn in late_void_tiles(moment)[1:] if drawn)


def forced_missed(moment: Moment) -> list[int]:
    """Who has let a win pass that had to be taken, the last discard included."""
    now = moment.play.close_window(moment.now) if moment.now.phase in WINDOWS else moment.now
    return [seat for seat, player in enumerate(now.players) if player.locked(FORCED)]


TOLD: Final = {
    "forced_missed": forced_missed,
    "just_drawn": just_drawn,
    "later_just_drawn": later_just_drawn,
    "void_suit": lambda moment: letter_of(moment.player),
    "void_suits": void_suits,
    "other_suit_discarded": other_suit_discarded,
    "won_before": won_before,
    "carded": carded,
    "last_discard": last_discard,
    "kongs": kongs,
    "void_meld": void_meld,
    "becomes_ready": becomes_ready,
    "wall_ended": lambda moment: moment.now.phase is Phase.OVER,
}


def violations(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A void tile comes after a tile of another suit: from the hand, or just drawn."""
    state = walk.states[at]
    void = void_of(state.players[state.turn])
    if state.phase is not Phase.ACT or void is None or state.ruleset.options(Parameters).void_rule != "strict":
        return
    seat, concealed = state.turn, state.players[state.turn].concealed
    others = [tile for tile in concealed if suit_of(tile) is not void.suit]
    player = state.players[seat]
    if player.won or not player.discards or not others or len(others) == len(concealed):
        return
    wrong = Discarded(seat, rng.choice(others))
    events: list[Event] = [*walk.events[:at], wrong]
    states = [*walk.states[: at + 1], state.ruleset.procedure.step(state, wrong)]
    for number, (event, after) in enumerate(played_on(states[-1], rng, purposeful=True)):
        events.append(event)
        states.append(after)
        if isinstance(event, Discarded) and event.seat == seat and suit_of(event.tile) is void.suit:
            said = {"wall_ended": False}
            yield Moment(walk.setup, tuple(events), tuple(states), seat, said=said)
            return
        if number > LONGEST:
            return


DISPUTES = (DisputeKind("void_suit", "void_suit", gettext_noop("A void tile after another suit"), violations, rare=1),)


# --- the story --------------------------------------------------------------------------------------------------------


def _violated(moment: Moment, facts: Mapping[str, Any]) -> Iterator[ToldLine]:
    template = gettext_noop("%(seat)s discards a tile of the void suit after tiles of other suits:")
    yield tell(template, last_discard(moment), seat=moment.seat)


def _suit(value: Any, moment: Moment) -> ToldLine:
    suit = Sentence(dict(VOID_SUIT.choices)[value])
    return tell(gettext_noop("The void suit of %(seat)s: %(suit)s."), seat=moment.seat, suit=suit)


def _becomes_ready(value: Any, moment: Moment) -> ToldLine | None:
    """What matters for a dead hand alone."""
    ready = gettext_noop("The hand of %(seat)s would be ready with it.")
    not_ready = gettext_noop("The hand of %(seat)s would not be ready with it.")
    return tell(ready if value else not_ready, seat=moment.seat) if moment.player.dead else None


OPENINGS: Final = {"void_suit": _violated}

SAID: Final = {
    "void_suit": _suit,
    "just_drawn": either(
        gettext_noop("It may be the tile that %(seat)s has just drawn."),
        gettext_noop("Everybody has seen that %(seat)s took it from the hand."),
    ),
    "becomes_ready": _becomes_ready,
}
