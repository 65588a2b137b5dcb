"""What a table could tell of a moment: facts by name, as JSON has them.

Nobody looks into the wall or into the hands of others: a teller reads what the players say, show and have seen. A fact
without a teller is not known at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    Drew,
    Event,
    FlowerShown,
    Konged,
    Ponged,
    Won,
    event_to_list,
)
from engine.play.table import Phase, why_not
from engine.records.hand_cases import context_of
from engine.tiles.hand import Hand, Win
from engine.tiles.melds import MeldKind
from engine.tiles.picking import picked
from engine.tiles.tile import format_tile, format_tiles, kind_of, sort_tiles
from judging.law.disputes.moment import Moment, let_pass
from judging.law.families import law_of
from judging.law.kinds import facts_of

Teller = Callable[[Moment], Any]
"""What the table says to one question; None where nobody knows."""

CALLS: Final[dict[type[Any], str]] = {
    Chowed: "chow",
    Ponged: "pung",
    Konged: "kong",
    AddedKong: "added_kong",
    ConcealedKong: "concealed_kong",
}


def told(claim: str, moment: Moment) -> dict[str, Any]:
    """The facts that a kind of claim asks for, as far as the table knows them."""
    rules = moment.ruleset
    tellers = {**TELLERS, **law_of(rules.family).told}
    found: dict[str, Any] = {}
    for fact in facts_of(claim, rules.family):
        if fact.name in moment.said:
            found[fact.name] = moment.said[fact.name]
        elif fact.name in tellers:
            value = tellers[fact.name](moment)
            if value is not None:
                found[fact.name] = value
    return found


def claimed_win(moment: Moment) -> tuple[Hand, Win] | None:
    """The hand with its winning tile, and how it is won; None where no win is claimed."""
    if not isinstance(moment.event, Won):
        return None
    return moment.play.answers.win_of(moment.play, moment.now, moment.event)


def _hand(moment: Moment) -> str:
    """As the player shows it: with the tile claimed, and without the flowers that were kept in it by mistake."""
    won, player = claimed_win(moment), moment.player
    hand = won[0] if won is not None else Hand(player.concealed, player.melds, player.flowers)
    return str(hand._replace(concealed=sort_tiles(hand.concealed)))


def _by(moment: Moment) -> str | None:
    event = moment.event
    if not isinstance(event, Won):
        return None
    if event.source is None:
        return "self_draw"
    return "discard" if moment.now.phase is Phase.CLAIM else "robbed_kong"


def _robbed_kong(moment: Moment) -> str:
    return "added" if moment.now.replacing == "added_kong" else "concealed"


def _circumstances(moment: Moment) -> dict[str, Any] | None:
    won = claimed_win(moment)
    return None if won is None else context_of(won[1], moment.ruleset.family)


def _passed_circumstances(moment: Moment) -> dict[str, Any] | None:
    """What belonged to the last win let pass."""
    passed = let_pass(moment)
    if not passed:
        return None
    state = moment.states[passed[-1].at]
    _hand_then, win = moment.play.answers.win_of(moment.play, state, Won(moment.seat, state.turn, passed[-1].tile))
    return context_of(win, moment.ruleset.family)


def _source(moment: Moment) -> int | None:
    return getattr(moment.event, "source", None)


def _own_discards(moment: Moment) -> str:
    return format_tiles(discard.tile for discard in moment.player.discards)


def _passed_tiles(moment: Moment) -> str:
    return format_tiles(each.tile for each in let_pass(moment))


def _passed_own(moment: Moment) -> bool:
    """Whether the player has gone on with a tile drawn that completed the hand."""
    return any(_went_on(moment, at, event) for at, event in enumerate(moment.events))


def _went_on(moment: Moment, at: int, event: Event) -> bool:
    state = moment.states[at]
    drawn, waits = state.drawn_tile, state.players[moment.seat].waits
    mine = state.turn == moment.seat == getattr(event, "seat", None) and state.phase is Phase.ACT
    return mine and not isinstance(event, Won) and drawn is not None and bool(waits) and kind_of(drawn) in (waits or ())


def _since(moment: Moment) -> list[str] | None:
    """What has happened since the last tile let pass, another's or drawn."""
    last = [each.at for each in let_pass(moment)]
    last += [at for at, event in enumerate(moment.events) if _went_on(moment, at, event)]
    if not last:
        return None
    words = [_word_since(moment, at, event) for at, event in enumerate(moment.events) if at >= max(last)]
    return list(dict.fromkeys(word for word in words if word)) or ["nothing"]


def _word_since(moment: Moment, at: int, event: Event) -> str:
    own = getattr(event, "seat", None) == moment.seat
    if isinstance(event, Chowed | Ponged | Konged | AddedKong | ConcealedKong) and not own:
        return "other_call"
    if not own:
        return ""
    if isinstance(event, Discarded):
        waits = moment.states[at + 1].players[moment.seat].waits or ()
        return "discard_complete" if kind_of(event.tile) in waits else "discard_incomplete"
    words: dict[type[Any], str] = {
        Drew: "own_draw",
        Chowed: "own_claim",
        Ponged: "own_claim",
        Konged: "exposed_kong",
        AddedKong: "added_kong",
        ConcealedKong: "concealed_kong",
    }
    return words.get(type(event), "")


def _hand_over(moment: Moment) -> bool:
    """Whether the hand had ended, by itself too."""
    broken = () if moment.event is None else why_not(moment.now, moment.event)
    return any(breach.code in ("hand_over", "abortive_draw") for breach in broken)


def _happened(moment: Moment) -> list[list[object]] | None:
    """What happened since the first tile let pass, where the player has claimed or declared something since.

    Otherwise the tiles let pass say enough. Of the others' turns the table has seen the discards and calls.
    """
    passed = let_pass(moment)
    if not passed:
        return None
    begun = max(at for at in range(passed[0].at) if isinstance(moment.events[at], Discarded | AddedKong))
    # Who has won may have left the hand, and then takes no turn.
    won = next((at for at, event in enumerate(moment.events[:begun]) if isinstance(event, Won)), begun)
    begun = max(at for at in range(won + 1) if isinstance(moment.events[at], Discarded | AddedKong | Won))
    first = moment.events[begun]
    if isinstance(first, Won) and first.source is not None:
        begun = max(at for at in range(begun) if isinstance(moment.events[at], Discarded | AddedKong))
    told = [event for event in moment.events[begun:] if _seen(moment, event)]
    acts = [event for event in told if getattr(event, "seat", None) == moment.seat]
    changed = any(not isinstance(event, Drew | Discarded) for event in acts)
    has_won = any(isinstance(event, Won) for event in acts)
    return [event_to_list(event) for event in told] if changed and not has_won else None


def _seen(moment: Moment, event: Event) -> bool:
    if isinstance(event, Drew | DeclaredRiichi):
        return event.seat == moment.seat
    return isinstance(event, Discarded | Chowed | Ponged | Konged | AddedKong | ConcealedKong | FlowerShown | Won)


def _call(moment: Moment) -> str | None:
    """The call in dispute, or the one before a discard in dispute."""
    event = moment.event if type(moment.event) in CALLS else _last_call(moment)
    return CALLS.get(type(event))


def _last_call(moment: Moment) -> Event | None:
    return next((each for each in reversed(moment.events) if type(each) in CALLS), None)


def _called(moment: Moment) -> Any:
    return moment.event if type(moment.event) in CALLS else _last_call(moment)


def _called_tile(moment: Moment) -> str | None:
    called = _called(moment)
    return None if called is None else format_tile(called.tile)


def _own_tiles(moment: Moment) -> str | None:
    """The own tiles that lie beside the one claimed, or make the kong with it."""
    called = _called(moment)
    if called is None:
        return None
    kind, concealed = kind_of(called.tile), moment.player.concealed
    if isinstance(called, AddedKong):
        lying = (meld for meld in moment.player.melds if meld.kind is MeldKind.PUNG and meld.first == kind)
        return format_tiles(next(lying).tiles)
    if isinstance(called, ConcealedKong):
        return format_tiles(picked(concealed, kind, 3))
    number = 3 if isinstance(called, Konged) else 2
    held = picked(concealed, kind, number) if called is moment.event else (kind,) * number
    return format_tiles(called.own or held)


def _discarded(moment: Moment) -> str | None:
    return format_tile(moment.event.tile) if isinstance(moment.event, Discarded) else None


def _won_seats(moment: Moment) -> list[int]:
    return [seat for seat, player in enumerate(moment.now.players) if player.won]


TELLERS: Final[Mapping[str, Teller]] = {
    "hand": _hand,
    "by": _by,
    "source": _source,
    "circumstances": _circumstances,
    "robbed_kong_kind": _robbed_kong,
    "prevalent_wind": lambda moment: moment.setup.prevalent_wind.letter,
    "seat_wind": lambda moment: moment.setup.winds[moment.seat].letter,
    "dealer": lambda moment: moment.setup.dealer,
    "dead": lambda moment: moment.player.dead is not None,
    "in_time": lambda moment: True,
    "shown": lambda moment: True,
    "own_discards": _own_discards,
    "passed_tiles": _passed_tiles,
    "passed_circumstances": _passed_circumstances,
    "passed_own": _passed_own,
    "since": _since,
    "call": _call,
    "called_tile": _called_tile,
    "own_tiles": _own_tiles,
    "noticed_before_discard": lambda moment: False,
    "tile_taken": lambda moment: True,
    "after_claim": lambda moment: moment.now.phase is Phase.MELDED,
    "wall_left": lambda moment: moment.play.wall.live_left(moment.now),
    "discarded": _discarded,
    "next_acted": lambda moment: False,
    "has_discarded": lambda moment: bool(moment.player.discards),
    "to_discard": lambda moment: moment.now.turn == moment.seat and moment.now.phase in (Phase.ACT, Phase.MELDED),
    "won_seats": _won_seats,
    "points": lambda moment: moment.now.scores[moment.seat],
    "flowers_held": lambda moment: len(moment.player.flowers),
    "dead_seats": lambda moment: [seat for seat, player in enumerate(moment.now.players) if player.dead],
    "established": lambda moment: True,
    "already_passed": lambda moment: moment.seat in moment.now.passed,
    "hand_over": _hand_over,
    "tile_won": lambda moment: bool(moment.now.winners_here),
    "happened": _happened,
    "kongs_made": lambda moment: moment.now.kongs,
    "other_valid_win": lambda moment: False,
}
