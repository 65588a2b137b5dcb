from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.play.events import Ended, Event, TileCall, Won
from engine.play.procedure import procedure_of
from engine.play.table import Breach, TableState, why_not


class CallResolution(NamedTuple):
    """Result of the calls on one tile.

    ``standing`` take effect in this order (several winners: the next in turn first); an abortive draw by too many
    winners replaces them by its Ended. ``undecided`` calls depend on hidden tiles: their breaches name the missing
    information, and nothing below the first of them is certain.
    """

    standing: tuple[Event, ...]
    beaten: tuple[TileCall, ...]
    refused: tuple[tuple[TileCall, tuple[Breach, ...]], ...]
    undecided: tuple[tuple[TileCall, tuple[Breach, ...]], ...]


def resolve_calls(state: TableState, calls: Sequence[TileCall]) -> CallResolution:
    """Judge calls on the tile on offer, given in the order in which they were made.

    Each call is judged alone; the legal ones take priority in this order: wins before pung and kong before chow, among
    wins the next in turn order, or all where the ruleset lets all win. MCR-3.20, MCR-6.2, RI-3.19, RI-3.20, RI-6.11,
    TW-3.4, TW-3.9, SC-3.8.
    """
    rules = procedure_of(state.ruleset)
    answers = rules.hooks
    refused: list[tuple[TileCall, tuple[Breach, ...]]] = []
    undecided: list[tuple[TileCall, tuple[Breach, ...]]] = []
    valid: list[TileCall] = []
    for call in calls:
        against = tuple(why_not(state, call))
        sure = tuple(breach for breach in against if breach.missing is None)
        if sure:
            refused.append((call, sure))
        elif against:
            undecided.append((call, against))
        else:
            valid.append(call)
    wins = sorted((call for call in valid if isinstance(call, Won)), key=lambda call: (call.seat - state.turn) % 4)
    standing: list[Event] = []
    if wins:
        ended = answers.too_many_winners(rules, len(wins))
        standing = [Ended(ended)] if ended else list(wins if answers.several_winners else wins[:1])
    else:
        melds = [call for call in valid if not isinstance(call, Won)]
        ranked = sorted(melds, key=lambda call: answers.claim_rank(rules, call, melds.index(call)))
        standing = list(ranked[:1])
    beaten = tuple(call for call in valid if call not in standing)
    return CallResolution(tuple(standing), beaten, tuple(refused), tuple(undecided))


def outranks(state: TableState, call: TileCall, earlier: TileCall) -> bool:
    """Return True if a call on the tile on offer, legal or not, goes before one made earlier."""
    rules = procedure_of(state.ruleset)
    if isinstance(call, Won):
        nearer = (call.seat - state.turn) % 4 < (earlier.seat - state.turn) % 4
        return not isinstance(earlier, Won) or (nearer and not rules.several_winners)
    rank = rules.hooks.claim_rank
    return not isinstance(earlier, Won) and rank(rules, call, 1) < rank(rules, earlier, 0)
