from __future__ import annotations

from typing import Final, Literal, cast

from engine.match.declared import (
    DeclarationError,
    DeclaredEvent,
    DeclaredHand,
    DeclaredKong,
    DeclaredWin,
    HandStart,
    Settlement,
    ShownHand,
    declared_number,
    reject_parts,
    reject_remarks,
)
from engine.play.transfers import Transfer
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.state import KongIncome
from engine.rules.sichuan.scoring import base_points, payments
from engine.rules.sichuan.settlement import (
    EndState,
    kong_refunds,
    kong_transfers,
    next_dealer,
    settle_wall_end,
    settle_win,
    shot_transfers,
    violation_transfers,
)
from engine.sentences import sentence as _
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat

STATES: Final = ("ready", "not_ready", "flower_pig", "violation")
"""States shown at the end of the wall by players still in the hand (SC-6.3)."""

VIOLATED: Final = "violation"
"""End of a hand by a void-suit violation, whose offender is shown with this state (SC-2.7)."""

KINDS: Final = {
    "concealed": MeldKind.CONCEALED_KONG,
    "exposed": MeldKind.KONG,
    "added": MeldKind.ADDED_KONG,
    "late": MeldKind.ADDED_KONG,
}


class DeclaredTable:
    def __init__(self, rules: Parameters, most_fan: int) -> None:
        self.rules = rules
        self.most_fan = most_fan
        self.transfers: list[Transfer] = []
        self.kongs: list[KongIncome] = []
        self.tiles: list[list[DeclaredWin]] = []
        self.won: list[Seat] = []
        self.paid_shot: list[Transfer] = []
        self.last: DeclaredEvent | None = None
        self.before: DeclaredEvent | None = None
        """Event before the first win on the last tile."""

    @property
    def over(self) -> bool:
        return not self.rules.xueliu and len(self.won) >= self.rules.max_winners

    def still_in(self, seat: Seat) -> bool:
        """Return True for a player in the hand; winners leave it, except in the blood river (SC-3.1, SC-3.28)."""
        return self.rules.xueliu or seat not in self.won

    def add(self, event: DeclaredEvent, index: int) -> None:
        if self.over:
            raise DeclarationError(_("the hand has ended with its last winner"), f"events.{index}")
        if isinstance(event, DeclaredWin):
            self._add_win(event, index)
        else:
            self._add_kong(event, index)
        self.last = event

    def _add_kong(self, kong: DeclaredKong, index: int) -> None:
        if not self.still_in(kong.seat) or (kong.seat in self.won and kong.source is not None):
            raise DeclarationError(_("%(seat)s has won and makes no kong", seat=kong.seat), f"events.{index}")
        if kong.source is not None and not self.still_in(kong.source):
            reason = _("%(seat)s has won and pays for no kong", seat=kong.source)
            raise DeclarationError(reason, f"events.{index}")
        if kong.kind == "late" and self.rules.added_kong_late == "forbidden":
            raise DeclarationError(_("only the tile just drawn is added to a pung"), f"events.{index}")
        payers = [seat for seat in SEATS if seat != kong.seat and self.still_in(seat)]
        fresh = kong.kind == "added"
        paid = kong_transfers(self.rules, kong.seat, KINDS[kong.kind], kong.source, payers, fresh=fresh)
        self.kongs.append(KongIncome(kong.seat, tuple(paid)))
        self.transfers += paid

    def _add_win(self, win: DeclaredWin, index: int) -> None:
        if not self.still_in(win.seat):
            raise DeclarationError(_("%(seat)s has won already", seat=win.seat), f"events.{index}")
        if win.source is not None and not self.still_in(win.source):
            reason = _("%(seat)s has won and discards no more", seat=win.source)
            raise DeclarationError(reason, f"events.{index}")
        reject_remarks(win, index, ("fan", "after_kong", "same_tile"), liability=False)
        fan = declared_number(win, "fan", index, 0, self.most_fan)
        if not self._is_on_same_tile(win):
            self.tiles.append([])
            self.paid_shot = []
            self.before = self.last
        elif not self.rules.multiple_wins:
            raise DeclarationError(_("one player wins on a tile under these rules"), f"events.{index}")
        self.tiles[-1].append(win)
        amounts = payments(fan, self.rules, self_drawn=win.source is None)
        out = () if self.rules.xueliu else self.won
        self.transfers += settle_win(amounts, win.seat, win.source, out, robbed=win.robbed)
        if self._is_shot(self.tiles[-1][0]):
            self._settle_shot(index)
        self.won += [win.seat] if win.seat not in self.won else []

    def _is_on_same_tile(self, win: DeclaredWin) -> bool:
        if not (isinstance(self.last, DeclaredWin) and win.source is not None and self.last.source == win.source):
            return False
        others = all(win.seat != earlier.seat for earlier in self.tiles[-1])
        return others and bool(win.value.get("same_tile", True))

    def _is_shot(self, first: DeclaredWin) -> bool:
        """Return True for a discard after a kong, by the remark, else by event and value (SC-5.8, SC-E6)."""
        if "after_kong" in first.value:
            return bool(first.value["after_kong"])
        by_kong = isinstance(self.before, DeclaredKong) and self.before.seat == first.source
        counted = first.value["fan"] >= self.rules.fan_gangshangpao
        return by_kong and counted and (not first.robbed or self.rules.kong_shot_on_rekong)

    def _settle_shot(self, index: int) -> None:
        winners = self.tiles[-1]
        source = winners[0].source
        kong = self.kongs[-1] if self.kongs else None
        if kong is None or kong.seat != source:
            raise DeclarationError(_("the kong before this win is missing"), f"events.{index}")
        if kong.returned and not self.paid_shot:
            return
        if self.paid_shot and self.rules.kong_shot == "refund":
            return
        seats = sorted((win.seat for win in winners), key=lambda seat: (seat - kong.seat) % 4)
        for transfer in self.paid_shot:
            self.transfers.remove(transfer)
        self.paid_shot = shot_transfers(self.rules, kong.transfers, seats)
        self.transfers += self.paid_shot
        self.kongs[-1] = kong._replace(returned=True)

    def end(self, hand: DeclaredHand) -> None:
        """Settle the end of the hand: nothing after the last winner, else the inspection (SC-5.9, SC-5.10)."""
        remaining = [seat for seat in SEATS if seat not in self.won]
        ends = ("exhaustive",) if self.over else ("exhaustive", VIOLATED)
        if (hand.end or "exhaustive") not in ends or (self.over and hand.end is not None):
            raise DeclarationError(
                _("a hand does not end by %(end)s under these rules", end=hand.end or "exhaustive"), "end"
            )
        if hand.shown and (self.over or len(remaining) < 2):
            raise DeclarationError(_("hands are shown where the wall ends with two or more still in"), "shown")
        for seat, shown_hand in hand.shown.items():
            self._check_shown(seat, shown_hand, remaining)
        if hand.end == VIOLATED:
            self._settle_violation(hand, remaining)
        elif hand.shown:
            missing = [seat for seat in remaining if seat not in hand.shown]
            if missing:
                raise DeclarationError(_("what %(seat)s showed is missing", seat=missing[0]), f"shown.{missing[0]}")
            states = [self._end_state(seat, hand.shown[seat]) for seat in remaining]
            self.transfers += settle_wall_end(self.rules, states, self.kongs)

    def _check_shown(self, seat: Seat, shown_hand: ShownHand, remaining: list[Seat]) -> None:
        part = f"shown.{seat}"
        if seat not in remaining:
            raise DeclarationError(_("%(seat)s has won and shows nothing at the wall's end", seat=seat), part)
        if shown_hand.state not in STATES:
            raise DeclarationError(_("%(seat)s is one of %(known)s", seat=seat, known=", ".join(STATES)), part)
        if (shown_hand.fan is None) == (shown_hand.state == "ready"):
            raise DeclarationError(_("a ready hand, and only that, has fan: %(seat)s", seat=seat), part)
        if shown_hand.fan is not None and not 0 <= shown_hand.fan <= self.most_fan:
            reason = _(
                "%(name)s of %(seat)s: %(value)s is not between %(least)s and %(most)s",
                name="fan",
                seat=seat,
                value=shown_hand.fan,
                least=0,
                most=self.most_fan,
            )
            raise DeclarationError(reason, part)

    def _end_state(self, seat: Seat, shown_hand: ShownHand) -> EndState:
        state = cast("Literal['ready', 'not_ready', 'flower_pig', 'violation']", shown_hand.state)
        if state == "flower_pig" and self.rules.huazhu_pay == "as_not_ready":
            state = "not_ready"
        high = base_points(shown_hand.fan, self.rules) if shown_hand.fan is not None else 0
        return EndState(seat, state, high, shown_hand.dead)

    def _settle_violation(self, hand: DeclaredHand, remaining: list[Seat]) -> None:
        offenders = [seat for seat, shown_hand in hand.shown.items() if shown_hand.state == "violation"]
        if len(offenders) != 1 or len(hand.shown) != 1:
            raise DeclarationError(_("the violation that ended the hand is shown by one player"), "shown")
        payees = [seat for seat in SEATS if seat != offenders[0] and (self.rules.xueliu or seat in remaining)]
        self.transfers += violation_transfers(self.rules, offenders[0], payees)
        if self.rules.violator_kong_refund:
            self.transfers += kong_refunds(self.kongs, offenders)


def settle(rules: Parameters, most_fan: int, hand: DeclaredHand, start: HandStart) -> Settlement:
    """Settle a declared hand and find the next dealer; without ``shown`` the wall's end pays nothing."""
    reject_parts(hand, "riichi", "nagashi", "points")
    table = DeclaredTable(rules, most_fan)
    for index, event in enumerate(hand.events):
        table.add(event, index)
    table.end(hand)
    first = [(win.seat, win.source) for win in table.tiles[0]] if table.tiles else []
    return Settlement(table.transfers, start._replace(dealer=next_dealer(start.dealer, first)))
