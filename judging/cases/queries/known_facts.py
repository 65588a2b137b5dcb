"""Facts that the hand's number, the table's records and earlier rulings give, so that no referee is asked for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q

from engine.family import Ruleset
from engine.match.sheet_rules import SheetRules
from engine.play.procedure import procedure_of
from engine.tiles.seats import Wind
from judging.cases.models import Case, Sanction
from judging.law import questions
from judging.law.families import is_dealer_east
from judging.law.questions import HandStart
from judging.rulebook.text.evidence import seat_labels
from tournaments.game.logic import replay
from tournaments.results.logic import hand_lines
from tournaments.results.queries import sheets, table_logs
from tournaments.rounds.models import GameTable

DEAD = ("dead_hand", "hidden_dead_hand")
"""Effects of a proposal on a hand that may not win any more."""


def facts(case: Case, rules: Ruleset, names: Sequence[str], seat: int | None) -> dict[str, Any]:
    """The facts among ``names`` that the case itself gives, as JSON; those of a player only with a ``seat``."""
    if _in_boards(case):
        return {}
    dead = ruled_dead(case) if case.table_id is not None else None
    if case.hand is None and dead:
        # In which hand nobody has said.
        dead = None
    answers = questions.find_known_facts(rules, case.hand, _start_of_hand(case, rules), seat, dead)
    return {name: value for name, value in answers.items() if name in names}


def _start_of_hand(case: Case, rules: Ruleset) -> HandStart | None:
    """The start of the case's hand by the table's records; None for the first hand."""
    if case.table is None or case.hand is None or case.hand == 1:
        return None
    return hand_start(case.table, case.hand)


def seats(case: Case, rules: Ruleset, names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Seats with their players' names, and winds if the hand's number gives them, else numbers in turn order."""
    if not is_dealer_east(rules) or _in_boards(case):
        return seat_labels(names, None)
    deals = questions.get_hand_place(rules, case.hand).dealer
    start = None if deals is not None else _start_of_hand(case, rules)
    return seat_labels(names, start.dealer if start is not None else deals)


def _in_boards(case: Case) -> bool:
    """True for a duplicate round, whose boards name their own winds."""
    return case.table is not None and case.table.plays.exists()


def ruled_dead(case: Case) -> list[int]:
    """Seats whose hands other cases' rulings in force have made dead in this hand, or in any if it has no number."""
    rulings = Sanction.objects.filter(ruling__in_force=True, ruling__case__table=case.table_id)
    if case.hand is not None:
        rulings = rulings.filter(Q(ruling__case__hand=case.hand) | Q(ruling__case__hand=None))
    rulings = rulings.exclude(ruling__case=case)
    entries = {sanction.entry_id for sanction in rulings if sanction.proposal.get("hand") in DEAD}
    return [party.seat for party in case.parties.order_by("seat") if party.entry_id in entries]


def hand_start(table: GameTable, hand: int) -> HandStart | None:
    """The table at the start of a hand, counted from 1; None if no record reaches it or dealers do not stay."""
    rules = sheets.rules_of_round(table.round)
    if not rules.dealer_known:
        return None
    return _by_logs(table, hand) or _by_sheet(table, rules, hand)


def _by_logs(table: GameTable, hand: int) -> HandStart | None:
    """The hand among those of all logs; each log names the line of the sheet of its first seat."""
    before = 0
    for log in table_logs.logs_of(table):
        if hand <= before + log.hands:
            setup = replay.read(log.text).hands[hand - before - 1].setup
            dealer = (setup.dealer + log.first_line) % 4
            return HandStart(dealer, setup.prevalent_wind, procedure_of(setup.ruleset).counters(setup))
        before += log.hands
    return None


def _by_sheet(table: GameTable, rules: SheetRules, hand: int) -> HandStart | None:
    """The start after the hands before it, if all of them are on the sheet and readable."""
    numbers = {record.number for record in sheets.hands_of(table)}
    if hand < 2 or not numbers >= set(range(1, hand)):
        return None
    lines = sheets.hand_lines(table, sheets.seats_of(table), rules)[: hand - 1]
    try:
        played = hand_lines.settled(rules, [hand_lines.declared(rules, values) for values in lines])
    except hand_lines.ImpossibleHandError:
        return None
    passed = sum(hand_played.before.dealer != hand_played.after.dealer for hand_played in played)
    return HandStart(played[-1].after.dealer, Wind(passed // 4 % 4), played[-1].after.counters)
