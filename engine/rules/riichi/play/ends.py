from __future__ import annotations

from collections.abc import Iterator

from engine.play import default_hooks, ends
from engine.play.events import Ended
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.transfers import Transfer
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.abortive_draws import missing_condition, nagashi_seats, undecided_seats
from engine.rules.riichi.play.start_values import riichi_setup
from engine.rules.riichi.play.state import riichi_table
from engine.rules.riichi.settlement import settle_exhaustive_draw, settle_nagashi
from engine.sentences import Sentence, join_sentences
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN


def check(play: Procedure[Parameters], state: TableState, event: Ended) -> Iterator[Breach]:
    rules = play.parameters
    if event.kind == "nagashi":
        if not rules.nagashi_mangan:
            yield play.breach("no_such_end", _("there is no nagashi mangan under these rules"))
        elif state.phase is Phase.DRAW and play.wall.left_for(state, state.turn) <= 0 and not nagashi_seats(state):
            yield Breach("no_nagashi", "RI-4.40", _("nobody has discarded terminals and honours only"), "refused")
    if event.kind in ("exhaustive", "nagashi"):
        yield from ends.check_end(play, state, Ended("exhaustive"))
        yield from _false_riichi_breaches(play, state)
    elif event.kind not in rules.abortive_draws:
        yield play.breach("no_such_end", _("a hand does not end by %(end)s under these rules", end=event.kind))
    else:
        problem = missing_condition(state, event.kind)
        if problem:
            yield Breach("no_abortive_draw", "RI-2.14", problem, "refused")
        else:
            unseen = [_("the concealed tiles of %(seat)s", seat=seat) for seat in undecided_seats(state, event.kind)]
            if unseen:
                yield Breach("no_abortive_draw", "RI-2.14", _("the hands have to be seen"), "", join_sentences(unseen))


def _false_riichi_breaches(play: Procedure[Parameters], state: TableState) -> Iterator[Breach]:
    for seat, player in enumerate(state.players):
        if player.ready and UNKNOWN not in player.concealed and not _is_ready(play, player):
            message = _("%(seat)s has declared riichi and is not ready", seat=seat)
            yield Breach("riichi_not_ready", "RI-6.8", message, "chombo")


def possible_ends(play: Procedure[Parameters]) -> tuple[Ended, ...]:
    nagashi = (Ended("nagashi"),) if play.parameters.nagashi_mangan else ()
    return (Ended("exhaustive"), *nagashi, *map(Ended, sorted(play.parameters.abortive_draws)))


def end(play: Procedure[Parameters], state: TableState, event: Ended) -> TableState:
    state = ends.end(play, state, event)
    if any(transfer.reason == "deposits" for transfer in state.transfers):
        state = state._replace(special=riichi_table(state)._replace(deposits=0))
    return state


def settle(play: Procedure[Parameters], state: TableState, kind: str) -> list[Transfer]:
    """Ready payments or nagashi mangan; nothing after an abortive draw (RI-5.9, RI-E5, RI-E6)."""
    if kind == "nagashi":
        return settle_nagashi(
            play.parameters,
            nagashi_seats(state),
            dealer=state.setup.dealer,
            honba=riichi_setup(state.setup).honba,
            sticks_on_table=riichi_table(state).deposits,
        )
    if kind == "exhaustive" and all(UNKNOWN not in player.concealed for player in state.players):
        return settle_exhaustive_draw(ready_seats(play, state))
    return []


def unsettled(play: Procedure[Parameters], state: TableState) -> list[Sentence]:
    missing = default_hooks.unscored_wins(play, state)
    if state.ended == "exhaustive":
        missing += [
            _("the concealed tiles of %(seat)s: ready or not", seat=seat)
            for seat, player in enumerate(state.players)
            if UNKNOWN in player.concealed and not player.dead
        ]
    return missing


def ready_seats(play: Procedure[Parameters], state: TableState) -> list[Seat]:
    return [seat for seat, player in enumerate(state.players) if not player.dead and _is_ready(play, player)]


def _is_ready(play: Procedure[Parameters], player: Player) -> bool:
    return play.ruleset.waits(Hand(player.concealed, player.melds)).ready
