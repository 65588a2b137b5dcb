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
from judging.law.questions import HandPosition
from judging.rulebook.text.evidence import label_seats
from tournaments.game.logic import replay
from tournaments.results.logic import hand_lines
from tournaments.results.queries import sheets, table_logs
from tournaments.rounds.models import GameTable

DEAD = ("dead_hand", "hidden_dead_hand")


def find_facts(case: Case, rules: Ruleset, names: Sequence[str], seat: int | None) -> dict[str, Any]:
    """Return the facts among ``names`` that the case itself gives, as JSON; those of a player only with a ``seat``."""
    if _plays_boards(case):
        return {}
    dead = list_ruled_dead(case) if case.table_id is not None else None
    if case.hand is None and dead:
        # In which hand nobody has said.
        dead = None
    answers = questions.find_known_facts(rules, case.hand, _find_start_of_hand(case, rules), seat, dead)
    return {name: value for name, value in answers.items() if name in names}


def _find_start_of_hand(case: Case, rules: Ruleset) -> HandPosition | None:
    if case.table is None or case.hand is None or case.hand == 1:
        return None
    return find_hand_start(case.table, case.hand)


def label_seats_of_case(case: Case, rules: Ruleset, names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return seats with players, and with winds if the hand's number gives them, else numbers in turn order."""
    if not is_dealer_east(rules) or _plays_boards(case):
        return label_seats(names, None)
    deals = questions.get_hand_place(rules, case.hand).dealer
    start = None if deals is not None else _find_start_of_hand(case, rules)
    return label_seats(names, start.dealer if start is not None else deals)


def _plays_boards(case: Case) -> bool:
    return case.table is not None and case.table.plays.exists()


def list_ruled_dead(case: Case) -> list[int]:
    """Return seats whose hands other rulings in force have made dead in this hand; in any if it has no number."""
    rulings = Sanction.objects.filter(ruling__in_force=True, ruling__case__table=case.table_id)
    if case.hand is not None:
        rulings = rulings.filter(Q(ruling__case__hand=case.hand) | Q(ruling__case__hand=None))
    rulings = rulings.exclude(ruling__case=case)
    entries = {sanction.entry_id for sanction in rulings if sanction.proposal.get("hand") in DEAD}
    return [party.seat for party in case.parties.order_by("seat") if party.entry_id in entries]


def find_hand_start(table: GameTable, hand: int) -> HandPosition | None:
    """Return the table at the start of a hand, counted from 1; None if no record reaches it."""
    rules = sheets.get_round_sheet_rules(table.round)
    if not rules.dealer_known:
        return None
    return _find_start_by_logs(table, hand) or _find_start_by_sheet(table, rules, hand)


def _find_start_by_logs(table: GameTable, hand: int) -> HandPosition | None:
    before = 0
    for log in table_logs.list_logs(table):
        if hand <= before + log.hands:
            setup = replay.read(log.text).hands[hand - before - 1].setup
            dealer = (setup.dealer + log.first_line) % 4
            return HandPosition(dealer, setup.prevalent_wind, procedure_of(setup.ruleset).counters(setup))
        before += log.hands
    return None


def _find_start_by_sheet(table: GameTable, rules: SheetRules, hand: int) -> HandPosition | None:
    numbers = {record.number for record in sheets.list_hands(table)}
    if hand < 2 or not numbers >= set(range(1, hand)):
        return None
    lines = sheets.build_hand_lines(table, sheets.list_seats(table), rules)[: hand - 1]
    try:
        played = hand_lines.settle_hands(rules, [hand_lines.declare_hand(rules, values) for values in lines])
    except hand_lines.ImpossibleHandError:
        return None
    passed = sum(hand_played.before.dealer != hand_played.after.dealer for hand_played in played)
    return HandPosition(played[-1].after.dealer, Wind(passed // 4 % 4), played[-1].after.counters)
