"""Who deals a hand and under which wind, where the table's own records tell it: its logs, else its hand-by-hand sheet.

Where dealers stay (RI-2.7, TW-2.14) the number of the hand alone does not tell.
"""

from __future__ import annotations

from engine.match.sheet_rules import SheetRules
from engine.play.procedure import procedure_of
from engine.tiles.seats import Wind
from judging.law.questions import HandOpening
from tournaments.game.views import replay_data as replay
from tournaments.results.logic import hand_lines
from tournaments.results.queries import sheets, table_logs
from tournaments.rounds.models.rounds import GameTable


def at_hand(table: GameTable, hand: int) -> HandOpening | None:
    """Where the table stands at the beginning of a hand, counted from 1; None where no record reaches it.

    None too where dealers do not stay: there the number of the hand tells.
    """
    rules = sheets.rules_of_round(table.round)
    if not rules.dealer_known:
        return None
    return _by_logs(table, hand) or _by_sheet(table, rules, hand)


def _by_logs(table: GameTable, hand: int) -> HandOpening | None:
    """The hand among those of all logs, in their order; each log says whose line of the sheet its first seat is."""
    before = 0
    for log in table_logs.logs_of(table):
        if hand <= before + log.hands:
            setup = replay.read(log.text).hands[hand - before - 1].setup
            dealer = (setup.dealer + log.first_line) % 4
            return HandOpening(dealer, setup.prevalent_wind, procedure_of(setup.ruleset).counters(setup))
        before += log.hands
    return None


def _by_sheet(table: GameTable, rules: SheetRules, hand: int) -> HandOpening | None:
    """What the hands before it come to, if each of them is on the sheet and can be read."""
    numbers = {record.number for record in sheets.hands_of(table)}
    if hand < 2 or not numbers >= set(range(1, hand)):
        return None
    lines = sheets.hand_lines(table, sheets.seats_of(table), rules)[: hand - 1]
    try:
        played = hand_lines.settled(rules, [hand_lines.declared(rules, values) for values in lines])
    except hand_lines.ImpossibleHandError:
        return None
    passed = sum(each.before.dealer != each.after.dealer for each in played)
    return HandOpening(played[-1].after.dealer, Wind(passed // 4 % 4), played[-1].after.counters)
