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
from judging.law.hands import collect_circumstances, find_waits, make_waits_evidence, score_hand_as
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.reconstruction import find_lock_after_events, make_hand_setup
from judging.law.shared_facts import EVENTS_SINCE, HAND, PASSED_CIRCUMSTANCES, PASSED_OWN, PASSED_TILES, SINCE
from judging.law.statements import report_failing, report_holding, report_undecided

KIND = ClaimKind(
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


def make_lock_evidence(facts: Facts, hand: Hand, **tiles: tuple[Tile, ...]) -> tuple[Evidence, ...]:
    """Return waits, tiles that lock (named as in LABELS), and the known events since."""
    evidence = [make_waits_evidence(find_waits(facts, hand))]
    evidence += [Evidence("tiles", LABELS[name], format_tiles(held)) for name, held in tiles.items()]
    if facts.is_known(SINCE):
        words = dict(SINCE.choices)
        evidence.append(Evidence("choices", gettext_noop("since"), [words[word] for word in facts(SINCE)]))
    return tuple(evidence)


def score_passed_tile(facts: Facts, hand: Hand, tile: Tile) -> ScoredHand:
    """Return the hand scored with a passed tile; the circumstances of the claim do not apply to it."""
    return score_hand_as(
        facts, hand._replace(winning=tile), "discard", collect_circumstances(facts, PASSED_CIRCUMSTANCES.name)
    )


def report_lock_in_force(
    facts: Facts,
    lock: Lock | None,
    passed: tuple[Tile, ...],
    evidence: tuple[Evidence, ...],
    *,
    clause: str,
    template: str = LOCKED,
) -> Iterator[Finding]:
    yield report_failing(
        facts,
        template,
        *evidence,
        clause=clause,
        infraction=facts.find_cost,
        tile=format_tiles(passed) if passed else "",
    )


def examine_lock_by_events(
    facts: Facts,
    kind: str,
    clause: str,
    *,
    special: object = None,
    ready: str | None = None,
    locked: InForce | None = None,
) -> Iterator[Finding]:
    hand = facts(HAND)
    lock = find_lock_after_events(facts, hand, kind, special=special, ready=ready)
    _require_same_passed_tile(facts, lock)
    evidence = (
        make_waits_evidence(find_waits(facts, hand)),
        Evidence("events", gettext_noop("since"), [event_to_list(event) for event in facts(EVENTS_SINCE)]),
    )
    if lock is None:
        yield report_holding(facts, NOT_IN_FORCE, *evidence, clause=clause)
    elif not lock.certain:
        facts.clause = clause
        missing = lock.missing or f"the concealed tiles of seat {facts.seat or 0}"
        yield report_undecided(facts, DEPENDS, str(missing), evidence=evidence)
    else:
        passed = (lock.tile,) if lock.tile is not None else ()
        yield from (locked or partial(report_lock_in_force, facts, clause=clause))(lock, passed, evidence)


def _require_same_passed_tile(facts: Facts, lock: Lock | None) -> None:
    passed = facts.peek(PASSED_TILES)
    if not facts(EVENTS_SINCE) and (passed or facts.peek(PASSED_OWN)):
        message = _("no tile was let pass by the events, which begin with it, but one was by the other answers")
        raise Contradiction((EVENTS_SINCE, PASSED_TILES if passed else PASSED_OWN), message)
    if lock is None or lock.tile is None or not lock.certain or passed is None:
        return
    seat, tile = facts.seat or 0, kind_of(lock.tile)
    others = {kind_of(event.tile) for event in facts(EVENTS_SINCE) if isinstance(event, OFFERS) and event.seat != seat}
    if tile in others and tile not in map(kind_of, passed):
        message = _(
            "by the events the player let %(tile)s pass, which is not among the tiles let pass", tile=format_tile(tile)
        )
        raise Contradiction((EVENTS_SINCE, PASSED_TILES), message)


# --- in words ---------------------------------------------------------------------------------------------------------


def examine_lock_by_words(
    facts: Facts,
    kind: str,
    clause: str,
    *,
    passed_own: bool = False,
    lasting: bool = False,
    claims: bool = True,
    discards: Callable[[], tuple[Tile, ...]] | None = None,
    special: object = None,
    ready: str | None = None,
    live: int | None = None,
    locked: InForce | None = None,
    released: str = RELEASED,
) -> Iterator[Finding]:
    """Examine the lock by the tiles let pass, and by ``passed_own``, a winning tile drawn, after the events since.

    ``lasting``: nothing ends it. ``claims``: a claim does not end it. ``discards``: the tiles that the player has
    discarded since, if they count by themselves. ``live``: tiles left in the wall when the tiles passed.
    """
    hand, tiles, seat = facts(HAND), facts(PASSED_TILES), facts.seat or 0
    table = make_table_now(facts, hand, special=special, ready=ready, live=live)
    passed = tuple(tile for tile in tiles if pass_tile(table, seat, tile).players[seat].find_lock(kind))
    evidence = make_lock_evidence(facts, hand, tiles_let_pass=passed)
    waits = table.players[seat].waits or frozenset()
    if not passed and not (passed_own and waits):
        melded = claims and tiles and any(meld.is_exposed for meld in hand.melds)
        if melded and "own_claim" in facts(SINCE):
            locked_now = table.with_player(seat, add_lock(table.players[seat], Lock(kind, clause, 0)))
            if apply_words(facts, locked_now, seat, discards).players[seat].find_lock(kind):
                # The tile is held against the hand before the claim, and so the claim has to be told.
                raise MissingFact(EVENTS_SINCE)
        yield report_holding(facts, NOTHING_PASSED, *evidence, clause=clause)
        return
    for tile in passed:
        table = pass_tile(table, seat, tile)
    if passed_own and waits:
        table = pass_tile(table, seat, min(waits), drawn=True)
    if not lasting:
        table = apply_words(facts, table, seat, discards)
    lock = table.players[seat].find_lock(kind)
    if lock is None:
        yield report_holding(facts, released, *evidence, clause=clause, tile=format_tiles(passed) if passed else "")
    else:
        yield from (locked or partial(report_lock_in_force, facts, clause=clause))(lock, passed, evidence)


def make_table_now(
    facts: Facts, hand: Hand, *, special: object = None, ready: str | None = None, live: int | None = None
) -> TableState:
    seat = facts.seat or 0
    player = KnownSeat(hand.concealed, hand.melds, hand.flowers, ready=ready, special=special)
    state = position(make_hand_setup(facts), {seat: player}, turn=next_seat(seat), phase=Phase.ACT, live=live)
    return state._replace(interrupted=True)


def pass_tile(table: TableState, seat: int, tile: Tile, *, drawn: bool = False) -> TableState:
    play = procedure_of(table.ruleset)
    if drawn:
        state = play.step(table._replace(turn=seat, phase=Phase.DRAW), Drew(seat, tile))
        state = play.step(state, Discarded(seat, tile, True))
    else:
        state = play.close_window(play.step(table, Discarded(table.turn, tile)))
    return table.with_player(seat, state.players[seat])


def apply_words(
    facts: Facts, table: TableState, seat: int, discards: Callable[[], tuple[Tile, ...]] | None
) -> TableState:
    """Return the table after the events in words, each with a tile that completes the player's hand or does not."""
    words, waits = facts(SINCE), table.players[seat].waits or frozenset()
    useless = next(kind for kind in range(27) if kind not in waits)
    for word in words:
        complete = word != "discard_incomplete" and (word == "discard_complete" or "discard_incomplete" not in words)
        tiles: Iterable[Tile] = (min(waits) if complete and waits else useless,)
        if word.startswith("discard") and discards is not None:
            tiles = discards()
        for tile in tiles:
            table = _apply_word(table, seat, word, tile)
    return table


def _apply_word(table: TableState, seat: int, word: str, tile: Tile) -> TableState:
    play, player, neighbour = procedure_of(table.ruleset), table.players[seat], next_seat(seat)
    hooks, held = play.hooks, player._replace(concealed=(*player.concealed, tile))
    if word == "other_call":
        return hooks.after_claim(play, table, Chowed(neighbour, seat, tile, ()))
    changed = player
    if word in ("own_claim", "exposed_kong"):
        claim = Ponged(seat, neighbour, tile) if word == "own_claim" else Konged(seat, neighbour, tile)
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
