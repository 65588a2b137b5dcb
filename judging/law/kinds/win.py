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
from judging.law.facts import MEMBER_OF, MEMBERS, Fact, FactType, MissingFact, declare_choice, declare_flag
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, make_transfers_evidence
from judging.law.hands import (
    count_tiles,
    describe_reason,
    find_clause_of_play,
    find_form_waits,
    get_complete_tile_count,
    get_winning_hand,
    make_hand_evidence,
    make_score_evidence,
    make_waits_evidence,
    measure_distance_to_win,
    score_hand,
)
from judging.law.infractions import find_codes
from judging.law.kind import ClaimKind, Condition, Outcome, Reads
from judging.law.shared_facts import ALREADY_PASSED, BY, DEAD, IN_TIME, SHOWN, SOURCE
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

OF_ANOTHER: Condition = {"by": ["discard", "robbed_kong"]}

SELF_DRAWN: Condition = {"by": ["self_draw"]}

KIND = ClaimKind(
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

FALSE_SET = declare_flag("false_set", gettext_noop("Is one of the melds on the table wrong?"))
NEARER_WINNER = declare_flag("nearer_winner", gettext_noop("Does a player nearer in turn order win on the same tile?"))
ROBBED_KONG_KIND = declare_choice(
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
"""Distance to a win (``judging.law.hands.measure_distance_to_win``) -> message."""


def price_false_win(facts: Facts, name: str = "false_win", not_shown: str = "false_win_not_shown") -> str | None:
    """Return the infraction of an invalid win: ``name``, else a false win; ``not_shown`` if no tiles were shown."""
    if not facts(SHOWN):
        return find_fault(facts, not_shown, "false_win_not_shown")
    if facts.law.win_excused(facts):
        return None
    return ask_price_facts(facts, find_fault(facts, name, "false_win"))


def price_incomplete_hand(facts: Facts, distance: Callable[[], str]) -> str | None:
    """Return the infraction of tiles without a winning form, by their distance if the family counts it (MCR-6.8)."""
    by_distance = bool(find_codes(facts.rules.family, "false_win_near"))
    return price_false_win(facts, f"false_win_{distance()}" if by_distance else "false_win")


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


def price_refused_win(facts: Facts, code: str) -> str | None:
    """Return the infraction of a win that the engine refuses with this code, by its hand or by the rules of play."""
    if code in NO_OFFENCE or find_codes(facts.rules.family, code):
        return find_fault(facts, code)
    return price_false_win(facts, "false_win_points" if code == "min_points" else "false_win")


def check_hand_not_dead(facts: Facts) -> Iterator[Finding]:
    if facts(DEAD):
        yield report_failing(facts, gettext_noop("The hand is dead and may not win."), infraction=facts.find_cost)
    else:
        yield report_holding(facts, gettext_noop("The hand is not dead."))


def check_call_in_time(facts: Facts) -> Iterator[Finding]:
    """The call came in time, and where one player wins on a tile, no nearer one wins on it."""
    if facts(ALREADY_PASSED):
        yield report_failing(
            facts,
            gettext_noop("The player has already passed on this tile."),
            clause=find_clause_of_play(facts, "passed"),
        )
        return
    if facts(BY) == "self_draw":
        # A draw is nobody else's to claim; until the player discards, the win is in time.
        if facts.peek(IN_TIME) is False:
            yield report_failing(
                facts, gettext_noop("The call came too late to win on the tile."), infraction=facts.find_cost
            )
        return
    if facts(IN_TIME):
        yield report_holding(facts, gettext_noop("The call came in time."))
    else:
        yield report_failing(
            facts, gettext_noop("The call came too late to win on the tile."), infraction=facts.find_cost
        )
    if facts(BY) != "self_draw" and facts(NEARER_WINNER) and not procedure_of(facts.rules).several_winners:
        yield report_failing(
            facts,
            gettext_noop(
                "Another player comes first in turn order and wins on the tile; claiming it too is no offence."
            ),
        )


def cost_nothing(facts: Facts) -> str | None:
    return None


def check_robbed_kong(facts: Facts) -> Iterator[Finding]:
    """Only an added kong may be robbed."""
    if facts(BY) != "robbed_kong":
        return
    if facts(ROBBED_KONG_KIND) == "added":
        yield report_holding(facts, gettext_noop("A tile added to a pung may be robbed."))
    else:
        yield report_failing(facts, gettext_noop("A concealed kong may not be robbed."), infraction=facts.find_cost)


def check_tile_count(facts: Facts) -> Iterator[Finding]:
    hand = get_winning_hand(facts)
    held, full = count_tiles(hand), get_complete_tile_count(facts)
    evidence = (make_hand_evidence(hand), Evidence("numbers", gettext_noop("tiles"), {"held": held, "complete": full}))
    if held == full:
        yield report_holding(facts, gettext_noop("The hand has %(full)s tiles."), *evidence, full=full)
    else:
        template = gettext_noop(
            "With each meld counted as three, the number of tiles is %(held)s; a winning hand has %(full)s."
        )
        yield report_failing(
            facts, template, *evidence, infraction=lambda: price_false_win(facts), held=held, full=full
        )


def check_melds(facts: Facts) -> Iterator[Finding]:
    if facts(FALSE_SET):
        yield report_failing(
            facts, gettext_noop("One of the player's melds is wrong."), infraction=lambda: price_false_win(facts)
        )


COMPLETE = gettext_noop("The tiles form a complete hand.")


def check_form_and_value(facts: Facts, *, named: Callable[[Facts], Finding | None] | None = None) -> Iterator[Finding]:
    """The tiles have a winning form of the minimum value. Tiles without a form fail before winds or circumstances are
    asked for. ``named``: the finding against a hand of enough value of which the winner has named too little.
    """
    hand = get_winning_hand(facts)
    if count_tiles(hand) != get_complete_tile_count(facts):
        return
    flowers = tuple(filter(is_flower, hand.concealed))
    if flowers:
        template = gettext_noop("Flowers among the concealed tiles cannot be part of a win: %(tiles)s.")
        cost = partial(price_incomplete_hand, facts, lambda: measure_distance_to_win(facts, hand))
        yield report_failing(facts, template, make_hand_evidence(hand), infraction=cost, tiles=format_tiles(flowers))
        return
    waits = find_form_waits(facts, hand)
    tile = hand.winning
    scored, missing = None, None
    if tile is not None and kind_of(tile) in waits.tiles:
        try:
            scored = score_hand(facts, hand)
        except MissingFact as error:
            scored, missing = _score_anyway(facts, hand, error), error
            if scored is None:
                yield report_holding(facts, COMPLETE, make_hand_evidence(hand))
                raise
    if scored is None or not scored.complete:
        distance = measure_distance_to_win(facts, hand)
        evidence = (
            make_hand_evidence(hand),
            make_waits_evidence(waits),
            Evidence("numbers", gettext_noop("distance"), dict(waits.by_form)),
        )
        values = {"tile": format_tile(tile) if tile is not None else ""}
        yield report_failing(
            facts,
            NOT_COMPLETE[distance],
            *evidence,
            infraction=lambda: price_incomplete_hand(facts, lambda: distance),
            **values,
        )
        return
    score_rows = make_score_evidence(scored) if missing is None else ()
    yield report_holding(facts, COMPLETE, make_hand_evidence(hand), *score_rows[:1])
    if not scored.win and scored.reasons:
        reason = scored.reasons[0]
        template = gettext_noop("The declared win does not count: %(reason)s.")
        code = SCORED_AS.get(reason.code, reason.code)
        finding = report_failing(
            facts,
            template,
            *score_rows,
            infraction=lambda: price_refused_win(facts, code),
            reason=describe_reason(reason),
        )
        yield finding._replace(clause=facts.rules.cite(reason.clause))
        return
    against = named(facts) if named is not None else None
    if against is not None:
        yield against._replace(evidence=score_rows)
    else:
        yield report_holding(facts, gettext_noop("The hand reaches the minimum for a win."), *score_rows)


def _score_anyway(facts: Facts, hand: Hand, missing: MissingFact, depth: int = 2) -> ScoredHand | None:
    """Return the hand scored by one of the possible answers, if all make it a win or all refuse it alike; else None. At
    most ``depth`` missing facts are tried together; of circumstances that nobody knows none, and each alone.
    """
    scores: list[ScoredHand] = []
    for values in _list_possible_answers(facts, missing.fact):
        tried = Facts(facts.rules, facts.seat, values, facts.check, facts.declared)
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
        scores.append(scored)
    if scores and all(score.win for score in scores):
        return scores[0]
    refused = {tuple(describe_reason(reason) for reason in score.reasons[:1]) for score in scores if not score.win}
    together = missing.name in MEMBERS or missing.name in MEMBER_OF
    alike = len(refused) == 1 and all(not score.win for score in scores) and not together
    return scores[0] if alike else None


def _list_possible_answers(facts: Facts, fact: Fact[Any]) -> Iterator[dict[str, Any]]:
    if fact.name in MEMBERS or fact.name in MEMBER_OF:
        open_facts = [
            row.fact for name, row in facts.declared.items() if name in MEMBER_OF and facts.is_unknown(row.fact)
        ]
        least = {name: value for name, value in facts.values.items() if value is not None or name not in MEMBER_OF}
        for of in MEMBERS:
            least[of] = {key: value for key, value in (facts.values.get(of) or {}).items() if value is not None}
        yield least
        for open_fact in open_facts:
            yield from ({**least, open_fact.name: value} for value in _POSSIBLE.get(open_fact.type, ())[1:])
        return
    for value in _POSSIBLE.get(fact.type, ()):
        if fact is not SOURCE or value != facts.seat:
            yield {**facts.values, fact.name: value}


_POSSIBLE: dict[FactType, Sequence[Any]] = {
    FactType.WIND: tuple(Wind),
    FactType.FLAG: (False, True),
    FactType.SEAT: SEATS,
    FactType.NUMBER: (0, 5),
}


def check_no_lock(facts: Facts, *, locks: Callable[[Facts], Iterator[Finding]]) -> Iterator[Finding]:
    """No furiten or passed win bars the win on another's tile; ``locks``: one finding for each lock of the family."""
    if facts(BY) != "self_draw":
        yield from locks(facts)


def get_discarder(facts: Facts) -> int | None:
    """Return the seat whose tile is won, None for a self-draw."""
    return None if facts(BY) == "self_draw" else facts.ask_other_player(SOURCE)


def report_payments_of_win(facts: Facts, scored: ScoredHand) -> Iterator[Finding]:
    """Yield one finding with the payments of a win: counters count, riichi sticks do not."""
    if facts.seat is not None and scored.win:
        source = get_discarder(facts)
        paid = make_transfers_evidence(facts.law.win_transfers(facts, scored, facts.seat, source))
        yield report_holding(
            facts, facts.law.payments_assume(facts) or gettext_noop("These are the payments of the win."), paid
        )


def report_payments(facts: Facts) -> Iterator[Finding]:
    hand = get_winning_hand(facts)
    if count_tiles(hand) == get_complete_tile_count(facts) and not any(map(is_flower, hand.concealed)):
        yield from report_payments_of_win(facts, score_hand(facts, hand))
