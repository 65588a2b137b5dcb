"""Furiten, passed wins and same-turn locks: the engine decides by given events, or by events in words.

In words the player's tiles stay those held now; where a claim has changed them, the events are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Drew, Konged, Ponged, event_to_list
from engine.play.locks import add_lock
from engine.play.players import Lock
from engine.play.positions import KnownSeat, position
from engine.play.procedure import procedure_of
from engine.play.table import Phase, TableState
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import next_seat
from engine.tiles.tile import Tile, format_tile, format_tiles, kind_of
from judging.law.facts import Contradiction, MissingFact
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import circumstances_of, score_hand_as, waits_evidence, waits_of
from judging.law.kind import Kind, Outcome, Reads
from judging.law.reconstruction import hand_setup, lock_after_events
from judging.law.shared_facts import EVENTS_SINCE, HAND, PASSED_CIRCUMSTANCES, PASSED_OWN, PASSED_TILES, SINCE
from judging.law.statements import fails, holds, undecided

KIND = Kind(
    reads=Reads(decides="hand happened passed_tiles since by source"),
    code="lock",
    situation="win",
    title=gettext_noop("Furiten or passed win"),
    order=40,
    holds=Outcome("none", gettext_noop("No lock bars the player; play goes on"), "continues"),
    fails=Outcome(
        "none", gettext_noop("The player is locked and may not win; play goes on without a penalty"), "continues"
    ),
)

NOTHING_PASSED = gettext_noop("The player has not passed a winning tile.")
RELEASED = gettext_noop("The player passed %(tile)s, but the lock has ended since.")
LOCKED = gettext_noop("The player passed %(tile)s, and the lock is still in force.")
NOT_IN_FORCE = gettext_noop("No lock is in force.")
NO_LOCK = gettext_noop("These rules have no lock after a passed win.")

DEPENDS = gettext_noop("Concealed tiles decide whether the player is locked.")

LABELS = {"own_discards": gettext_noop("own discards"), "tiles_let_pass": gettext_noop("tiles let pass")}

OWN_KONGS: Mapping[str, type[AddedKong | ConcealedKong]] = {"added_kong": AddedKong, "concealed_kong": ConcealedKong}

OFFERS = (Discarded, AddedKong, ConcealedKong)
"""Events with a tile that others may win on."""

InForce = Callable[[Lock, tuple[Tile, ...], tuple[Evidence, ...]], Iterator[Finding]]
"""Findings on a certain lock in force: (lock, tiles let pass, evidence)."""


def lock_evidence(f: Facts, hand: Hand, **tiles: tuple[Tile, ...]) -> tuple[Evidence, ...]:
    """Waits, tiles that lock (named as in LABELS), and the known events since."""
    shown = [waits_evidence(waits_of(f, hand))]
    shown += [Evidence("tiles", LABELS[name], format_tiles(held)) for name, held in tiles.items()]
    if f.known(SINCE):
        words = dict(SINCE.choices)
        shown.append(Evidence("choices", gettext_noop("since"), [words[each] for each in f(SINCE)]))
    return tuple(shown)


def passed_score(f: Facts, hand: Hand, tile: Tile) -> ScoredHand:
    """The hand scored with a passed tile; the circumstances of the claim do not apply to it."""
    return score_hand_as(f, hand._replace(winning=tile), "discard", circumstances_of(f, PASSED_CIRCUMSTANCES.name))


def in_force(
    f: Facts,
    lock: Lock | None,
    passed: tuple[Tile, ...],
    shown: tuple[Evidence, ...],
    *,
    clause: str,
    said: str = LOCKED,
) -> Iterator[Finding]:
    """The finding on a lock in force."""
    yield fails(f, said, *shown, clause=clause, infraction=f.costs, tile=format_tiles(passed) if passed else "")


def findings_by_events(
    f: Facts,
    kind: str,
    clause: str,
    *,
    special: object = None,
    ready: str | None = None,
    locked: InForce | None = None,
) -> Iterator[Finding]:
    """The lock that the given events leave in force."""
    hand = f(HAND)
    lock = lock_after_events(f, hand, kind, special=special, ready=ready)
    _require_same_passed_tile(f, lock)
    shown = (
        waits_evidence(waits_of(f, hand)),
        Evidence("events", gettext_noop("since"), [event_to_list(event) for event in f(EVENTS_SINCE)]),
    )
    if lock is None:
        yield holds(f, NOT_IN_FORCE, *shown, clause=clause)
    elif not lock.certain:
        f.clause = clause
        missing = lock.missing or f"the concealed tiles of seat {f.seat or 0}"
        yield undecided(f, DEPENDS, str(missing), evidence=shown)
    else:
        passed = (lock.tile,) if lock.tile is not None else ()
        yield from (locked or partial(in_force, f, clause=clause))(lock, passed, shown)


def _require_same_passed_tile(f: Facts, lock: Lock | None) -> None:
    """Raises Contradiction if the events and the words tell of other tiles let pass."""
    passed = f.peek(PASSED_TILES)
    if not f(EVENTS_SINCE) and (passed or f.peek(PASSED_OWN)):
        message = _("no tile was let pass by the events, which begin with it, but one was by the other answers")
        raise Contradiction((EVENTS_SINCE, PASSED_TILES if passed else PASSED_OWN), message)
    if lock is None or lock.tile is None or not lock.certain or passed is None:
        return
    seat, tile = f.seat or 0, kind_of(lock.tile)
    others = {kind_of(event.tile) for event in f(EVENTS_SINCE) if isinstance(event, OFFERS) and event.seat != seat}
    if tile in others and tile not in map(kind_of, passed):
        message = _(
            "by the events the player let %(tile)s pass, which is not among the tiles let pass", tile=format_tile(tile)
        )
        raise Contradiction((EVENTS_SINCE, PASSED_TILES), message)


# --- in words ---------------------------------------------------------------------------------------------------------


def findings_by_words(
    f: Facts,
    kind: str,
    clause: str,
    *,
    own: bool = False,
    lasting: bool = False,
    claims: bool = True,
    discards: Callable[[], tuple[Tile, ...]] | None = None,
    special: object = None,
    ready: str | None = None,
    live: int | None = None,
    locked: InForce | None = None,
    released: str = RELEASED,
) -> Iterator[Finding]:
    """The lock by the tiles let pass, and by ``own``, a winning tile drawn, after what has happened since.

    ``lasting``: nothing ends it. ``claims``: a claim does not end it. ``discards``: the tiles that the player has
    discarded since, if they count by themselves. ``live``: tiles left in the wall when the tiles passed.
    """
    hand, tiles, seat = f(HAND), f(PASSED_TILES), f.seat or 0
    table = table_now(f, hand, special=special, ready=ready, live=live)
    passed = tuple(tile for tile in tiles if after_pass(table, seat, tile).players[seat].locked(kind))
    shown = lock_evidence(f, hand, tiles_let_pass=passed)
    waits = table.players[seat].waits or frozenset()
    if not passed and not (own and waits):
        melded = claims and tiles and any(meld.is_exposed for meld in hand.melds)
        if melded and "own_claim" in f(SINCE):
            locked_now = table.with_player(seat, add_lock(table.players[seat], Lock(kind, clause, 0)))
            if after_words(f, locked_now, seat, discards).players[seat].locked(kind):
                # The tile is held against the hand before the claim, and so the claim has to be told.
                raise MissingFact(EVENTS_SINCE)
        yield holds(f, NOTHING_PASSED, *shown, clause=clause)
        return
    for tile in passed:
        table = after_pass(table, seat, tile)
    if own and waits:
        table = after_pass(table, seat, min(waits), drawn=True)
    if not lasting:
        table = after_words(f, table, seat, discards)
    lock = table.players[seat].locked(kind)
    if lock is None:
        yield holds(f, released, *shown, clause=clause, tile=format_tiles(passed) if passed else "")
    else:
        yield from (locked or partial(in_force, f, clause=clause))(lock, passed, shown)


def table_now(
    facts: Facts, hand: Hand, *, special: object = None, ready: str | None = None, live: int | None = None
) -> TableState:
    """The table with the player's tiles as they are now, in the turn of the next player."""
    seat = facts.seat or 0
    known = KnownSeat(hand.concealed, hand.melds, hand.flowers, ready=ready, special=special)
    state = position(hand_setup(facts), {seat: known}, turn=next_seat(seat), phase=Phase.ACT, live=live)
    return state._replace(interrupted=True)


def after_pass(table: TableState, seat: int, tile: Tile, *, drawn: bool = False) -> TableState:
    """The table after the player has let the tile pass, a discard or the tile drawn."""
    play = procedure_of(table.ruleset)
    if drawn:
        state = play.step(table._replace(turn=seat, phase=Phase.DRAW), Drew(seat, tile))
        state = play.step(state, Discarded(seat, tile, True))
    else:
        state = play.close_window(play.step(table, Discarded(table.turn, tile)))
    return table.with_player(seat, state.players[seat])


def after_words(f: Facts, table: TableState, seat: int, discards: Callable[[], tuple[Tile, ...]] | None) -> TableState:
    """The table after the events in words, each with a tile that completes the player's hand or does not."""
    words, waits = f(SINCE), table.players[seat].waits or frozenset()
    other = next(kind for kind in range(27) if kind not in waits)
    for word in words:
        complete = word != "discard_incomplete" and (word == "discard_complete" or "discard_incomplete" not in words)
        tiles: Iterable[Tile] = (min(waits) if complete and waits else other,)
        if word.startswith("discard") and discards is not None:
            tiles = discards()
        for tile in tiles:
            table = _after_word(table, seat, word, tile)
    return table


def _after_word(table: TableState, seat: int, word: str, tile: Tile) -> TableState:
    play, player, other = procedure_of(table.ruleset), table.players[seat], next_seat(seat)
    hooks, held = play.hooks, player._replace(concealed=(*player.concealed, tile))
    if word == "other_call":
        return hooks.after_claim(play, table, Chowed(other, seat, tile, ()))
    changed = player
    if word in ("own_claim", "exposed_kong"):
        claim = Ponged(seat, other, tile) if word == "own_claim" else Konged(seat, other, tile)
        changed = hooks.player_claimed(play, table, held, claim)
    elif word in OWN_KONGS:
        changed = hooks.player_konged(play, table, player, player, OWN_KONGS[word](seat, tile))
    elif word.startswith("discard"):
        before = table.with_player(seat, held)._replace(turn=seat, phase=Phase.MELDED, drawn_tile=None)
        changed = play.step(before, Discarded(seat, tile)).players[seat]
    if word in ("own_draw", "exposed_kong", *OWN_KONGS):
        # A kong is followed by its replacement.
        changed = hooks.player_drew(play, table, changed)
    return table.with_player(seat, changed._replace(concealed=player.concealed))
