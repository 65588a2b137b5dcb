"""A claimed win, tested in the order of the family's rulebook (MCR-6.1, RI-6.7, TW-6.13, SC-6.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from engine.errors import EngineError
from engine.play.events import Won
from engine.play.procedure import procedure_of
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.seats import SEATS, Wind
from engine.tiles.tile import format_tile, format_tiles, is_flower, kind_of
from judging.law.facts import MEMBER_OF, MEMBERS, Fact, FactType, MissingFact, choice, flag
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, transfers_evidence
from judging.law.hands import (
    clause_of_play,
    complete_tile_count,
    count_tiles,
    distance_to_win,
    form_waits,
    hand_evidence,
    reason_in_words,
    score_evidence,
    score_hand,
    waits_evidence,
    winning_hand,
)
from judging.law.infractions import codes_of
from judging.law.kind import Condition, Kind, Outcome, Reads
from judging.law.shared_facts import ALREADY_PASSED, BY, DEAD, IN_TIME, SHOWN, SOURCE
from judging.law.statements import fails, fault, holds, priced

OF_ANOTHER: Condition = {"by": ["discard", "robbed_kong"]}
"""Facts of a win on another player's tile."""

SELF_DRAWN: Condition = {"by": ["self_draw"]}

KIND = Kind(
    reads=Reads(
        decides="dead by in_time robbed_kong_kind hand winning_tile source",
        prices="shown",
        assumes={
            "already_passed": False,
            "nearer_winner": False,
            "false_set": False,
            "last_tile": False,
            "replacement": False,
        },
        when={
            "in_time": OF_ANOTHER,
            "robbed_kong_kind": {"by": ["robbed_kong"]},
            "source": OF_ANOTHER,
            "nearer_winner": OF_ANOTHER,
            "replacement": SELF_DRAWN,
        },
    ),
    code="win",
    situation="win",
    title=gettext_noop("Is the win right?"),
    order=10,
    events=(Won,),
    holds=Outcome("stands", gettext_noop("The win stands"), "won"),
    fails=Outcome("refused", gettext_noop("The win does not count; play goes on without a penalty"), "refused"),
)

FALSE_SET = flag("false_set", gettext_noop("Is one of the melds on the table wrong?"))
NEARER_WINNER = flag("nearer_winner", gettext_noop("Does a player nearer in turn order win on the same tile?"))
ROBBED_KONG_KIND = choice(
    "robbed_kong_kind",
    gettext_noop("Which kong is robbed?"),
    ("added", gettext_noop("One made by adding to a pung")),
    ("concealed", gettext_noop("A concealed kong")),
)

SCORED_AS = {"exposed_kong": "open_kong_win", "last_discard": "last_discard_win"}
"""Code of a reason of the scorer -> the code of the same refusal in the rules of play."""

NOT_COMPLETE = {
    "ready": gettext_noop("The hand was ready, but %(tile)s does not complete it."),
    "near": gettext_noop("The hand is not complete: one tile would have to be exchanged."),
    "far": gettext_noop("The hand is not complete: two or more tiles would have to be exchanged."),
}
"""Distance to a win (``judging.law.hands.distance_to_win``) -> message."""


def win_fault(f: Facts, name: str = "false_win", not_shown: str = "false_win_not_shown") -> str | None:
    """The infraction of an invalid win: fault ``name``, else a false win; ``not_shown`` if the tiles were not shown."""
    if not f(SHOWN):
        return fault(f, not_shown, "false_win_not_shown")
    if f.law.win_excused(f):
        return None
    return priced(f, fault(f, name, "false_win"))


def form_fault(f: Facts, distance: Callable[[], str]) -> str | None:
    """The infraction of tiles without a winning form, by their distance if the family counts it (MCR-6.8)."""
    by_distance = bool(codes_of(f.rules.family, "false_win_near"))
    return win_fault(f, f"false_win_{distance()}" if by_distance else "false_win")


NO_OFFENCE = (
    "head_bump",
    "passed",
    "turn",
    "phase",
    "no_discard",
    "own_discard",
    "hand_over",
    "has_won",
    "last_discard_win",
)
"""Codes of the engine against a win that cost nothing but the win."""


def refused_fault(f: Facts, code: str) -> str | None:
    """The infraction of a win that the engine refuses with this code, by its hand or by the rules of play."""
    if code in NO_OFFENCE or codes_of(f.rules.family, code):
        return fault(f, code)
    return win_fault(f, "false_win_points" if code == "min_points" else "false_win")


def hand_not_dead(f: Facts) -> Iterator[Finding]:
    """A dead hand may not win."""
    if f(DEAD):
        yield fails(f, gettext_noop("The hand is dead and may not win."), infraction=f.costs)
    else:
        yield holds(f, gettext_noop("The hand is not dead."))


def call_in_time(f: Facts) -> Iterator[Finding]:
    """The call came in time, and where one player wins on a tile, no nearer one wins on it."""
    if f(ALREADY_PASSED):
        yield fails(f, gettext_noop("The player has already passed on this tile."), clause=clause_of_play(f, "passed"))
        return
    if f(BY) == "self_draw":
        # A draw is nobody else's to claim; until the player discards, the win is in time.
        if f.peek(IN_TIME) is False:
            yield fails(f, gettext_noop("The call came too late to win on the tile."), infraction=f.costs)
        return
    if f(IN_TIME):
        yield holds(f, gettext_noop("The call came in time."))
    else:
        yield fails(f, gettext_noop("The call came too late to win on the tile."), infraction=f.costs)
    if f(BY) != "self_draw" and f(NEARER_WINNER) and not procedure_of(f.rules).several_winners:
        yield fails(
            f,
            gettext_noop(
                "Another player comes first in turn order and wins on the tile; claiming it too is no offence."
            ),
        )


def unpunished(f: Facts) -> str | None:
    """No infraction: the claim is only refused."""
    return None


def robbed_kong(f: Facts) -> Iterator[Finding]:
    """Only an added kong may be robbed."""
    if f(BY) != "robbed_kong":
        return
    if f(ROBBED_KONG_KIND) == "added":
        yield holds(f, gettext_noop("A tile added to a pung may be robbed."))
    else:
        yield fails(f, gettext_noop("A concealed kong may not be robbed."), infraction=f.costs)


def tile_count(f: Facts) -> Iterator[Finding]:
    """The hand has a complete number of tiles."""
    hand = winning_hand(f)
    held, full = count_tiles(hand), complete_tile_count(f)
    evidence = (hand_evidence(hand), Evidence("numbers", gettext_noop("tiles"), {"held": held, "complete": full}))
    if held == full:
        yield holds(f, gettext_noop("The hand has %(full)s tiles."), *evidence, full=full)
    else:
        template = gettext_noop(
            "With each meld counted as three, the number of tiles is %(held)s; a winning hand has %(full)s."
        )
        yield fails(f, template, *evidence, infraction=lambda: win_fault(f), held=held, full=full)


def valid_melds(f: Facts) -> Iterator[Finding]:
    if f(FALSE_SET):
        yield fails(f, gettext_noop("One of the player's melds is wrong."), infraction=lambda: win_fault(f))


COMPLETE = gettext_noop("The tiles form a complete hand.")


def form_and_value(f: Facts, *, named: Callable[[Facts], Finding | None] | None = None) -> Iterator[Finding]:
    """The tiles have a winning form of the minimum value.

    Tiles without a form fail before winds or circumstances are asked for. ``named``: the finding against a hand of
    enough value of which the winner has named too little.
    """
    hand = winning_hand(f)
    if count_tiles(hand) != complete_tile_count(f):
        return
    flowers = tuple(filter(is_flower, hand.concealed))
    if flowers:
        template = gettext_noop("Flowers among the concealed tiles cannot be part of a win: %(tiles)s.")
        cost = partial(form_fault, f, lambda: distance_to_win(f, hand))
        yield fails(f, template, hand_evidence(hand), infraction=cost, tiles=format_tiles(flowers))
        return
    waits = form_waits(f, hand)
    tile = hand.winning
    scored, missing = None, None
    if tile is not None and kind_of(tile) in waits.tiles:
        try:
            scored = score_hand(f, hand)
        except MissingFact as error:
            scored, missing = _score_anyway(f, hand, error), error
            if scored is None:
                yield holds(f, COMPLETE, hand_evidence(hand))
                raise
    if scored is None or not scored.complete:
        distance = distance_to_win(f, hand)
        evidence = (
            hand_evidence(hand),
            waits_evidence(waits),
            Evidence("numbers", gettext_noop("distance"), dict(waits.by_form)),
        )
        said = {"tile": format_tile(tile) if tile is not None else ""}
        yield fails(f, NOT_COMPLETE[distance], *evidence, infraction=lambda: form_fault(f, lambda: distance), **said)
        return
    shown = score_evidence(scored) if missing is None else ()
    yield holds(f, COMPLETE, hand_evidence(hand), *shown[:1])
    if not scored.win and scored.reasons:
        reason = scored.reasons[0]
        template = gettext_noop("The declared win does not count: %(reason)s.")
        code = SCORED_AS.get(reason.code, reason.code)
        found = fails(f, template, *shown, infraction=lambda: refused_fault(f, code), reason=reason_in_words(reason))
        yield found._replace(clause=f.rules.cite(reason.clause))
        return
    against = named(f) if named is not None else None
    if against is not None:
        yield against._replace(evidence=shown)
    else:
        yield holds(f, gettext_noop("The hand reaches the minimum for a win."), *shown)


def _score_anyway(f: Facts, hand: Hand, missing: MissingFact, depth: int = 2) -> ScoredHand | None:
    """The hand scored by one of the possible answers, if all make it a win or all refuse it alike; else None.

    At most ``depth`` missing facts are tried together; of circumstances that nobody knows none, and each alone.
    """
    found: list[ScoredHand] = []
    for values in _possible_answers(f, missing.fact):
        tried = Facts(f.rules, f.seat, values, f.check, f.declared)
        try:
            scored = score_hand(tried, hand)
        except EngineError:
            # Not with these tiles: a copy of them that somebody else was seen to have.
            continue
        except MissingFact as error:
            again = (
                _score_anyway(tried, hand, error, depth - 1) if depth > 1 and error.fact is not missing.fact else None
            )
            if again is None:
                return None
            scored = again
        found.append(scored)
    if found and all(each.win for each in found):
        return found[0]
    refused = {tuple(reason_in_words(reason) for reason in each.reasons[:1]) for each in found if not each.win}
    together = missing.name in MEMBERS or missing.name in MEMBER_OF
    alike = len(refused) == 1 and all(not each.win for each in found) and not together
    return found[0] if alike else None


def _possible_answers(f: Facts, fact: Fact[Any]) -> Iterator[dict[str, Any]]:
    """The facts of the claim with each answer to a missing one."""
    if fact.name in MEMBERS or fact.name in MEMBER_OF:
        open_ones = [row.fact for name, row in f.declared.items() if name in MEMBER_OF and f.is_unknown(row.fact)]
        least = {name: value for name, value in f.values.items() if value is not None or name not in MEMBER_OF}
        for of in MEMBERS:
            least[of] = {key: value for key, value in (f.values.get(of) or {}).items() if value is not None}
        yield least
        for each in open_ones:
            yield from ({**least, each.name: value} for value in _POSSIBLE.get(each.type, ())[1:])
        return
    for value in _POSSIBLE.get(fact.type, ()):
        if fact is not SOURCE or value != f.seat:
            yield {**f.values, fact.name: value}


_POSSIBLE: dict[FactType, Sequence[Any]] = {
    FactType.WIND: tuple(Wind),
    FactType.FLAG: (False, True),
    FactType.SEAT: SEATS,
    FactType.NUMBER: (0, 5),
}
"""Type of a fact -> its possible answers."""


def no_lock(f: Facts, *, locks: Callable[[Facts], Iterator[Finding]]) -> Iterator[Finding]:
    """No furiten or passed win bars the win on another's tile; ``locks``: one finding for each lock of the family."""
    if f(BY) != "self_draw":
        yield from locks(f)


def discarder(f: Facts) -> int | None:
    """The seat whose tile is won, None for a self-draw."""
    return None if f(BY) == "self_draw" else f.other_player(SOURCE)


def payment_findings(f: Facts, scored: ScoredHand) -> Iterator[Finding]:
    """One finding with the payments of a win: counters count, riichi sticks do not."""
    if f.seat is not None and scored.win:
        source = discarder(f)
        shown = transfers_evidence(f.law.win_transfers(f, scored, f.seat, source))
        yield holds(f, f.law.payments_assume(f) or gettext_noop("These are the payments of the win."), shown)


def payments(f: Facts) -> Iterator[Finding]:
    """The payments of the win if it stands."""
    hand = winning_hand(f)
    if count_tiles(hand) == complete_tile_count(f) and not any(map(is_flower, hand.concealed)):
        yield from payment_findings(f, score_hand(f, hand))
