"""Wins and calls in the Sichuan game: winners leave the hand, void tiles bar both, several may win, nobody chows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.play.transfers import Transfer
from engine.rules.sichuan import settlement
from engine.rules.sichuan.parameters import Parameters
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import turn_order
from engine.tiles.tile import format_tiles, suit_of
from judging.law.facts import ASKED_INSTEAD, Contradiction, add_to_circumstances, declare_flag
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import get_winning_hand
from judging.law.kinds import call
from judging.law.kinds.call import OWN_KONGS
from judging.law.kinds.win import price_false_win
from judging.law.kinds.winners import examine_claimants, list_valid_claims
from judging.law.shared_facts import BY, CALL, CALLED_TILE, DEAD, OWN_TILES, SOURCE, VOID_SUIT, WON_SEATS
from judging.law.sichuan.kongs import KONGS, pay_kongs
from judging.law.sichuan.void_suit import WON_BEFORE, get_void_suit, price_violation
from judging.law.statements import report_failing, report_holding, report_undecided

ASKED_INSTEAD[VOID_SUIT.name] = VOID_SUIT
AFTER_KONG = add_to_circumstances(declare_flag("after_kong", gettext_noop("Had the discarder just made a kong?")))
PASSED_AFTER_KONG = add_to_circumstances(
    declare_flag("passed_after_kong", gettext_noop("Had the discarder of the tile let pass just made a kong?")),
    "after_kong",
    of="passed_circumstances",
)
PASSED_FIRST_TURN = add_to_circumstances(
    declare_flag(
        "passed_first_turn", gettext_noop("Was it let pass in the first go-around, before any claim or kong?")
    ),
    "first_turn",
    of="passed_circumstances",
)


def make_win_case(facts: Facts, by: str, circumstances: Mapping[str, Any]) -> dict[str, Any]:
    """Return a score case without winds; the void suit is a circumstance of every win."""
    return {"prevalent_wind": "E", "seat_wind": "E", "context": {**circumstances, "void_suit": facts(VOID_SUIT)}}


def make_ready_case(facts: Facts) -> dict[str, Any]:
    return {"void_suit": facts(VOID_SUIT)}


def check_has_not_won(facts: Facts) -> Iterator[Finding]:
    """A winner leaves the hand, unless it goes on for him (SC-3.28)."""
    if facts.rules.options(Parameters).xueliu or facts.seat not in facts(WON_SEATS):
        yield report_holding(facts, gettext_noop("The player is still in the hand."))
    else:
        yield report_failing(facts, gettext_noop("The player has won and left the hand."))


def check_no_void_tile(facts: Facts) -> Iterator[Finding]:
    """A winning hand has no tile of the void suit (SC-4.3)."""
    hand, void = get_winning_hand(facts), get_void_suit(facts)
    barred = tuple(tile for tile in hand.tiles if suit_of(tile) is void)
    if not barred:
        yield report_holding(facts, gettext_noop("The hand holds no tile of the void suit."))
        return
    evidence = Evidence("tiles", gettext_noop("void tiles"), format_tiles(barred))
    template = gettext_noop("The hand holds tiles of the void suit: %(tiles)s.")
    yield report_failing(facts, template, evidence, infraction=price_false_win(facts), tiles=format_tiles(barred))


def pay_win(facts: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Pay the claimant's win; those still in the hand pay a self-draw (SC-5.2 to SC-5.4)."""
    options = facts.rules.options(Parameters)
    won = facts(WON_SEATS) if source is None and not options.xueliu else ()
    paid = settlement.win_transfers(scored, seat, source, won)
    if source is None or not moves_kong_income(facts) or not facts.is_known(KONGS):
        return paid
    # The discard after a kong: its income goes back, or over to the winner (SC-5.8).
    kongs = [kong for kong in pay_kongs(facts.rules, facts(KONGS)) if kong.seat == source]
    return [*paid, *settlement.shot_transfers(options, kongs[-1].transfers, [seat])] if kongs else paid


def moves_kong_income(facts: Facts) -> bool:
    """True if the win is on the tile after a kong, whose income goes back or over to the winner (SC-5.8)."""
    if facts(BY) == "self_draw" or not facts(AFTER_KONG):
        return False
    return facts(BY) != "robbed_kong" or facts.rules.options(Parameters).kong_shot_on_rekong


def report_kong_income(facts: Facts) -> Iterator[Finding]:
    """Ask for the kongs apart from the win: they decide only what else is paid."""
    if moves_kong_income(facts) and not facts.is_known(KONGS):
        template = gettext_noop("The income of the kong goes back or over to the winner, but the kongs are not known.")
        yield report_undecided(facts, template, KONGS.name, clause="SC-5.8")


def select_winners(facts: Facts) -> Iterator[Finding]:
    """Yield the winners on one tile and the seat that draws next, without those who have left the hand."""
    rules = facts.rules.options(Parameters)
    claimed = list_valid_claims(facts)
    out = () if rules.xueliu else facts(WON_SEATS)
    valid = tuple(seat for seat in claimed if seat not in out)
    winners = valid if rules.multiple_wins else valid[:1]

    def refuse_departed(seat: int) -> Finding | None:
        template = gettext_noop("%(seat)s has won and left the hand.")
        return report_failing(facts, template, clause="SC-6.10", seat=seat) if seat in out else None

    yield from examine_claimants(facts, valid, winners, refuse_departed)
    if not winners:
        return
    out_of_hand = set() if rules.xueliu else {*winners, *out}
    if len(out_of_hand) >= 3:
        yield report_holding(
            facts, gettext_noop("Three players have won: the hand is over."), clause="SC-2.7"
        )._replace(seat=None)
        return
    follows = next(seat for seat in turn_order(winners[-1])[1:] if seat not in out_of_hand)
    template = gettext_noop("%(seat)s draws next, as the first player after %(seat_before)s who has not won.")
    yield report_holding(facts, template, clause="SC-6.8", seat=follows, seat_before=winners[-1])._replace(seat=None)


def require_consistency(facts: Facts) -> None:
    """Raise Contradiction for a winner who discards (SC-3.8), a fourth win (SC-2.7) or earlier winners who are none
    (SC-6.2).
    """
    source, by, won = facts.peek(SOURCE), facts.peek(BY), facts.peek(WON_SEATS)
    if won is None:
        return
    for seat in facts.peek(WON_BEFORE) or ():
        if seat not in won:
            message = _("%(seat)s had won before the violation, but is not named as a winner", seat=seat)
            raise Contradiction((WON_SEATS, WON_BEFORE), message)
    if facts.rules.options(Parameters).xueliu:
        return
    if len(won) > 3:
        raise Contradiction((WON_SEATS,), _("the hand ends with the third win, so not all four can have won"))
    if source in won and by != "self_draw":
        raise Contradiction((SOURCE, WON_SEATS), _("%(seat)s has won already and has left the hand", seat=source))
    if by is not None and facts.seat not in won and len(won) >= facts.rules.options(Parameters).max_winners:
        raise Contradiction((WON_SEATS,), _("the hand is over"))


def bar_winner(facts: Facts, seat: int) -> Finding | None:
    """Refuse the call of a winner, even if the hand goes on for him (SC-3.8, SC-3.28)."""
    clause = "SC-3.28" if facts.rules.options(Parameters).xueliu else "SC-3.8"
    return (
        report_failing(facts, call.BREACH_SENTENCES["has_won"], clause=clause)
        if seat in (facts.get_answer(WON_SEATS) or ())
        else None
    )


BECOMES_READY = declare_flag("becomes_ready", gettext_noop("Does the hand become ready by it?"))


def check_dead_hand_calls(facts: Facts) -> Iterator[Finding]:
    """A dead hand may call, by edition only to become ready (SC-E11); its tiles, on which that hangs, are asked for."""
    to_be_ready = facts.rules.options(Parameters).dead_hand_claims == "to_be_ready"
    facts.clause = "SC-E11" if to_be_ready else facts.clause
    # A chow, which the game does not have, fails by itself.
    if not to_be_ready or facts(CALL) not in ("pung", "kong"):
        yield from call.check_dead_hand_calls(facts)
    elif facts(DEAD):
        if facts(BECOMES_READY):
            yield report_holding(facts, gettext_noop("A dead hand may make this call to become ready."))
        else:
            yield report_failing(facts, gettext_noop("A dead hand may claim a tile only to become ready."))


def check_no_claim_of_winner(facts: Facts) -> Iterator[Finding]:
    if facts(CALL) in call.DISCARD_CALLS and facts.seat in (facts.get_answer(WON_SEATS) or ()):
        yield from call.examine_call(facts, "")


def check_no_chow(facts: Facts) -> Iterator[Finding]:
    if facts(CALL) == "chow":
        yield from call.examine_call(facts, "", sentence=call.NO_CHOWS)


def check_valid_set(facts: Facts) -> Iterator[Finding]:
    """The tiles form the called pung or kong; a chow is refused already."""
    if facts(CALL) != "chow":
        yield from call.check_valid_set(facts)


def check_not_void_suit(facts: Facts) -> Iterator[Finding]:
    call_name = facts(CALL)
    if call_name == "chow" or (call_name in OWN_KONGS and not facts(OWN_TILES)):
        return
    if call_name not in OWN_KONGS:
        facts(CALLED_TILE)
    facts(VOID_SUIT)
    right = gettext_noop("The tile is not of the player's void suit.")
    yield from call.examine_call(facts, right, infraction=lambda: price_violation(facts, "void_suit_claim"))
