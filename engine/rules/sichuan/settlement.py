from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from engine.play.players import Player
from engine.play.table import TableState
from engine.play.transfers import Transfer
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.state import KongIncome, kong_ledger, void_of
from engine.rules.sichuan.scoring import base_points, high_wait
from engine.scoring.score import ScoredHand
from engine.tiles.hand import Hand, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, suit_of


def win_transfers(
    scored: ScoredHand, winner: Seat, source: Seat | None, already_won: Collection[Seat] = ()
) -> list[Transfer]:
    robbed = scored.circumstances.by is WinBy.ROBBED_KONG
    return settle_win(scored.payments, winner, source, already_won, robbed=robbed)


def settle_win(
    payments: Mapping[str, int],
    winner: Seat,
    source: Seat | None,
    already_won: Collection[Seat] = (),
    *,
    robbed: bool = False,
) -> list[Transfer]:
    """Transfers of one win in di: from ``source`` (discarder or robbed player), or, None, from all who have not won.

    ``payments`` as in ``ScoredHand.payments``; ``already_won`` are earlier winners, who neither pay nor receive.
    """
    if source is not None:
        reason = "robbed_kong" if robbed else "discarder"
        return [Transfer(source, winner, payments["discarder"], reason, "SC-5.2")]
    return [
        Transfer(seat, winner, payments["each"], "self_draw", "SC-5.3")
        for seat in SEATS
        if seat != winner and seat not in already_won
    ]


def kong_transfers(
    parameters: Parameters, seat: Seat, kind: MeldKind, source: Seat | None, payers: Iterable[Seat], *, fresh: bool
) -> list[Transfer]:
    """Kong income (SC-5.6): a direct kong from its discarder, others from every player who has not won."""
    if kind is MeldKind.KONG:
        direct = parameters.direct_kong_pay
        return [Transfer(source, seat, direct, "direct_kong", "SC-5.6")] if source is not None and direct else []
    if kind is MeldKind.CONCEALED_KONG:
        amount, reason = parameters.concealed_kong_pay, "concealed_kong"
    else:
        amount = parameters.added_kong_pay if fresh else parameters.late_added_kong_pay
        reason = "added_kong" if fresh else "late_added_kong"
    return [Transfer(payer, seat, amount, reason, "SC-5.6") for payer in payers if amount]


def shot_transfers(parameters: Parameters, income: Iterable[Transfer], winners: Sequence[Seat]) -> list[Transfer]:
    """Transfers of a kong's income after a shot: back to its payers, or to the winners.

    ``winners`` are counter-clockwise from the discarder. The nearest takes all, or they share it and the nearest takes
    the remainder, or each gets a share rounded up, to which the discarder adds (SC-5.8, SC-9.20).
    """
    paid = list(income)
    if parameters.kong_shot == "refund":
        return [
            Transfer(transfer.target, transfer.source, transfer.amount, "kong_refund", "SC-5.8") for transfer in paid
        ]
    total = sum(transfer.amount for transfer in paid)
    if not total:
        return []
    sharing = winners[:1] if parameters.kong_shot_multi == "nearest" else winners
    share, remainder = divmod(total, len(sharing))
    if parameters.kong_shot_multi == "ceil_each":
        shares = [share + (1 if remainder else 0)] * len(sharing)
    else:
        shares = [share + (remainder if place == 0 else 0) for place in range(len(sharing))]
    owner = paid[0].target
    return [
        Transfer(owner, seat, amount, "rain_transferred", "SC-5.8")
        for seat, amount in zip(sharing, shares, strict=True)
        if amount and seat != owner
    ]


class EndState(NamedTuple):
    """State at the end of the wall of a player who has not won (SC-6.3)."""

    seat: Seat
    state: Literal["ready", "not_ready", "flower_pig", "violation", "unknown"]
    high: int = 0
    """Points of the high wait of a ready player."""
    dead: bool = False
    """Dead hand, which receives nothing."""


VIOLATION: Final = "void_violation"

FALSE_WIN: Final = "false_win"
"""Cause of a dead hand by a false win, which its ruling has settled with the kong income (SC-7.4)."""


def has_left_void_suit(player: Player) -> bool:
    """Return True after a discard of another suit, or a declaration by card of holding no void tile (SC-6.2)."""
    void = void_of(player)
    if void is None:
        return False
    if void.face_down is None and not player.discards:
        return True
    return any(suit_of(discard.tile) is not void.suit for discard in player.discards)


def holds_void(player: Player) -> bool:
    void = void_of(player)
    return void is not None and any(suit_of(tile) is void.suit for tile in player.concealed if tile != UNKNOWN)


def end_states(parameters: Parameters, state: TableState) -> list[EndState]:
    """States of players without a win, by seat; ``unknown`` neither pays nor receives (SC-6.2, SC-6.3, SC-E10)."""
    states = []
    for seat in SEATS:
        player = state.players[seat]
        if player.won:
            continue
        dead = bool(player.dead)
        if holds_void(player):
            passive = parameters.huazhu_pay == "as_not_ready"
            if player.dead in (VIOLATION, FALSE_WIN):
                # Nobody is punished twice for the same tiles (SC-7.4, SC-E12).
                states.append(EndState(seat, "not_ready", dead=True))
            elif parameters.void_rule == "strict" and has_left_void_suit(player):
                states.append(EndState(seat, "violation", dead=dead))
            else:
                states.append(EndState(seat, "not_ready" if passive else "flower_pig", dead=dead))
            continue
        if UNKNOWN in player.concealed:
            states.append(EndState(seat, "unknown", dead=dead))
            continue
        forced = any(lock.kind == "forced_win_missed" for lock in player.locks)
        void = void_of(player)
        best = high_wait(Hand(player.concealed, player.melds), parameters, None if void is None else void.suit)
        # A false win's dead hand counts as not ready; in SBR a dead hand may be ready (SC-7.4, SC-E11).
        if best is None or forced or (dead and parameters.dead_hand_claims != "to_be_ready"):
            states.append(EndState(seat, "not_ready", dead=dead))
        else:
            states.append(EndState(seat, "ready", best.points, dead))
    return states


def inspection(parameters: Parameters, state: TableState) -> list[Transfer]:
    """Transfers at the end of the wall of a played hand: ``settle_wall_end``, or the proof of the last player."""
    states = end_states(parameters, state)
    if len(states) < 2:
        return _settle_last_player(parameters, state, states)
    return settle_wall_end(parameters, states, kong_ledger(state).kongs)


def settle_wall_end(
    parameters: Parameters, states: Sequence[EndState], kongs: Iterable[KongIncome]
) -> list[Transfer]:  # fmt: skip
    """Payments among two or more players who have not won, and refunds of ``kongs`` (SC-5.9 to SC-5.11, SC-E17)."""
    ready = [player for player in states if player.state == "ready" and not player.dead]
    transfers: list[Transfer] = []
    for player in states:
        if player.state == "violation":
            others = [payee.seat for payee in states if payee.seat != player.seat]
            transfers += violation_transfers(parameters, player.seat, others)
    cap = base_points(
        parameters.mangan_hand_fan if parameters.mangan_fan is None else parameters.mangan_fan, parameters
    )
    pig = cap if isinstance(parameters.huazhu_pay, str) else parameters.huazhu_pay
    for player in states:
        if player.state == "flower_pig":
            payees = [payee for payee in states if payee.state in ("ready", "not_ready") and not payee.dead]
            transfers += [Transfer(player.seat, payee.seat, pig, "flower_pig", "SC-5.10") for payee in payees]
    refunds: list[Transfer] = []
    if len(states) >= parameters.kong_refund_min_nonwinners:
        refunds = kong_refunds(kongs, {player.seat for player in states if player.state not in ("ready", "unknown")})
    not_ready: list[Transfer] = []
    adds = parameters.late_violation_mode == "adds"
    for player in states:
        pays = player.state == "not_ready" or (adds and player.state == "violation")
        if pays and (not player.dead or parameters.dead_hand_claims == "to_be_ready"):
            not_ready += [Transfer(player.seat, payee.seat, payee.high, "not_ready", "SC-5.10") for payee in ready]
    return transfers + (refunds + not_ready if parameters.kong_refund_first else not_ready + refunds)


def _settle_last_player(parameters: Parameters, state: TableState, states: list[EndState]) -> list[Transfer]:
    if parameters.xueliu or not states or states[0].state != "violation":
        return []
    seat = states[0].seat
    player = state.players[seat]
    void = void_of(player)
    others = [
        discard.event_index
        for discard in player.discards
        if void is not None and suit_of(discard.tile) is not void.suit
    ]
    since = min(others) if others and void is not None and void.face_down is not None else -1
    payees = [
        record.seat
        for record in state.wins
        if record.event_index > since and parameters.late_violation_payees == "unwon_at_first_evidence"
    ]
    transfers = violation_transfers(parameters, seat, payees)
    return transfers + (played_kong_refunds(state, (seat,)) if parameters.violator_kong_refund else [])


def played_kong_refunds(state: TableState, seats: Collection[Seat]) -> list[Transfer]:
    return kong_refunds(kong_ledger(state).kongs, seats)


def kong_refunds(kongs: Iterable[KongIncome], seats: Collection[Seat]) -> list[Transfer]:
    return [
        Transfer(transfer.target, transfer.source, transfer.amount, "kong_refund", "SC-5.9")
        for kong in kongs
        if kong.seat in seats and not kong.returned
        for transfer in kong.transfers
    ]


def violation_transfers(parameters: Parameters, seat: Seat, payees: Iterable[Seat]) -> list[Transfer]:
    amount = parameters.void_violation_pay
    if amount is None:
        return []
    if not parameters.void_violation_redistributed:
        return [Transfer(seat, None, amount, "void_violation", "SC-E10")]
    return [Transfer(seat, payee, amount, "void_violation", "SC-7.1") for payee in payees]


def next_dealer(dealer: Seat, first_wins: Sequence[tuple[Seat, Seat | None]]) -> Seat:
    """Next dealer: the first winner, the giver of several first wins, else the same (SC-2.8).

    ``first_wins`` are winner and source (None: self-drawn) of the wins on the first winning tile.

    >>> next_dealer(3, [(1, 0), (2, 0)])
    0
    """
    if not first_wins:
        return dealer
    winner, source = first_wins[0]
    return source if len(first_wins) > 1 and source is not None else winner
