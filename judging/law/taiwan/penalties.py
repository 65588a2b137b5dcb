"""Effects of penalties in the Taiwanese game (TW-7), and own tiles shown."""

from __future__ import annotations

from collections.abc import Iterator

from engine.family import Ruleset
from engine.play.transfers import Transfer
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.settlement import dealer_item, payment
from engine.sentences import gettext_noop
from engine.tiles.seats import SEATS
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.kinds.call import NOTICED_BEFORE_DISCARD
from judging.law.penalties import Effects, Offence, Row, find_hand_effect
from judging.law.shared_facts import DEALER, DEALER_REPEATS
from judging.law.statements import report_holding

NEIGHBOUR_PICKS = "neighbour_picks"
"""The right neighbour, not the referee, pulls the forced discard out of the hand (TW-6.3d)."""


def require_price_facts(facts: Facts, row: Row) -> None:
    """Ask for dealer and repeats where a false win is paid with the dealer item (TW-7.6)."""
    rules = facts.rules.options(Parameters)
    if row["penalty"] == "payment" and rules.false_win_effect == "end_hand" and rules.false_win_adds_dealer:
        facts(DEALER)
        facts(DEALER_REPEATS)
    if row.get("undo") and rules.illegal_meld_undo:
        # Found before the discard, the meld goes back (TW-3.20).
        facts(NOTICED_BEFORE_DISCARD)


def check_own_tiles_shown(facts: Facts) -> Iterator[Finding]:
    """Own tiles shown go back (TW-7.8)."""
    yield report_holding(facts, gettext_noop("The tiles go back; the rules have no penalty for own tiles shown."))


def find_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    """Return effects of a penalty: a false win pays each opponent, everything else affects the hand alone."""
    rules = ruleset.options(Parameters)
    if word != "payment":
        undone = row.get("undo") and word == "open_dead_hand" and case.before_discard and rules.illegal_meld_undo
        if word == "forced_discard" and rules.forced_discard_picker == "right_neighbour":
            return Effects(find_hand_effect(row, word), notes=(NEIGHBOUR_PICKS,))
        return Effects(find_hand_effect(row, word), notes=("taken_back",) if undone else ())
    transfers = []
    for opponent in SEATS:
        if opponent == case.seat:
            continue
        tai = rules.false_win_tai
        if rules.false_win_adds_dealer:
            wins, pays = case.dealer == opponent, case.dealer == case.seat
            tai += dealer_item(rules, case.dealer_repeats, dealer_wins=wins, dealer_pays=pays)
        transfers.append(Transfer(case.seat, opponent, payment(rules, tai), "false_win", str(row["clause"])))
    return Effects("replay", tuple(transfers))
