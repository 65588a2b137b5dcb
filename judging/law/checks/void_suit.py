"""Void suits and the inspection at the wall's end (SC-6.2 to SC-6.5, SC-5.9 to SC-5.11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.table import Discard, Phase, Player, Setup, TableState
from engine.play.transfers import net
from engine.rules.sichuan.scoring import high_wait, live_waits
from engine.rules.sichuan.settlement import EndState, end_states, inspection, violation_transfers
from engine.rules.sichuan.void_play import Ledger, Void
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.seats import SEATS
from engine.tiles.tile import Suit, Tile, format_tile, format_tiles, suit_of
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import first_in_force
from judging.law.kinds import check, fails, holds
from judging.law.kongs import paid_kongs, refund_clause, refund_finding, returned
from judging.law.payments import transfers_shown

PAID = ("won_seats", "won_before", "kongs")
"""Facts that tell who is paid for a violation, and whose kong payments go back."""


@check("void_suit", "void_suit", "own_discards", "carded", "just_drawn", *PAID, sichuan="SC-6.2")
def evidence_in_play(f: Facts) -> Iterator[Finding]:
    """A void tile after a tile of another suit, not just drawn; a pung or kong of the void suit."""
    void = Suit("mps".index(f("void_suit")))
    clean = f.get("carded", False)
    first_other: int | None = 0 if clean else None
    discards: tuple[Tile, ...] = f("own_discards")
    shown = Evidence("tiles", gettext_noop("discards in order"), format_tiles(discards) if discards else "")
    code = first_in_force(f.rules, "void_violation", "active_pig")
    for at, tile in enumerate(discards):
        if suit_of(tile) is not void:
            first_other = at if first_other is None else first_other
            continue
        if first_other is None:
            continue
        numbers = Evidence(
            "numbers", gettext_noop("place in the discards"), {"first other suit": first_other + 1, "void tile": at + 1}
        )
        if f("just_drawn"):
            template = gettext_noop("The void tile %(tile)s came after another suit, but counts as just drawn.")
            yield holds(f, "SC-6.2", template, shown, numbers, tile=format_tile(tile))
        else:
            who_is_out(f)
            template = gettext_noop("The void tile %(tile)s came from the hand after a tile of another suit.")
            yield fails(f, "SC-3.21", template, shown, numbers, infraction=code, tile=format_tile(tile))
            break
    else:
        yield holds(f, "SC-6.2", gettext_noop("The order of the discards shows no violation."), shown)


@check("void_suit", "void_meld", *PAID, sichuan="SC-3.22")
def no_void_meld(f: Facts) -> Iterator[Finding]:
    """No pung or kong of the void suit lies on the table."""
    if f("void_meld"):
        who_is_out(f)
        code = first_in_force(f.rules, "active_pig", "void_suit_claim")
        yield fails(f, "SC-3.22", gettext_noop("A meld of the player is of the void suit."), infraction=code)
    else:
        yield holds(f, "SC-3.22", gettext_noop("No meld of the player is of the void suit."))


@check("void_suit", "wall_ended", "hand", "void_suit", "own_discards", "carded", *PAID, sichuan="SC-6.3")
def evidence_at_the_end(f: Facts) -> Iterator[Finding]:
    """Void tiles in the hand when it is shown: late evidence, or flower pig only."""
    if not f("wall_ended"):
        return
    void, hand = Suit("mps".index(f("void_suit"))), f("hand")
    held = tuple(tile for tile in hand.concealed if suit_of(tile) is void)
    if not held:
        yield holds(f, "SC-6.3", gettext_noop("The hand holds no void tile."))
        return
    evidence = Evidence("tiles", gettext_noop("void tiles"), format_tiles(held))
    clean = f.get("carded", False) or any(suit_of(tile) is not void for tile in f("own_discards"))
    if clean:
        who_is_out(f)
        code = first_in_force(f.rules, "void_violation", "active_pig")
        template = gettext_noop("The hand holds void tiles although the player has discarded another suit.")
        yield fails(f, "SC-6.2", template, evidence, infraction=code)
    elif f.parameters.huazhu_pay == "as_not_ready":
        template = gettext_noop(
            "The hand holds void tiles, and every discard was of the void suit: it counts as not ready, nothing more."
            " The inspection of all hands says whom it pays."
        )
        yield fails(f, "SC-E10", template, evidence, infraction=first_in_force(f.rules, "not_ready"))
    else:
        template = gettext_noop(
            "The hand holds void tiles, and every discard was of the void suit: flower pig."
            " The inspection of all hands says whom it pays."
        )
        yield fails(f, "SC-6.3", template, evidence, infraction=first_in_force(f.rules, "flower_pig"))


def who_is_out(f: Facts) -> None:
    """Ask who has won before, where a violation is paid to those who have not (SC-7.1).

    After three wins those are paid who were still in the hand when it was committed (SC-6.2).
    """
    if f.parameters.void_violation_redistributed and len(f("won_seats")) == 3:
        _who_was_out(f)


def _who_was_out(f: Facts) -> tuple[int, ...]:
    """Who had won when the suit was violated; where those paid are the ones left now, that is all three."""
    if f.parameters.late_violation_payees == "unwon_at_first_evidence":
        return tuple(f("won_before"))
    return tuple(seat for seat in SEATS if seat != f.seat)


@check("inspection", "hands", "void_suits", "other_suit_discarded", "won_before", "kongs", sichuan="SC-6.3")
def inspect(f: Facts) -> Iterator[Finding]:
    """The state of each player who has not won, who pays whom, and whose kong income goes back."""
    hands: tuple[Hand | None, ...] = f("hands")
    state = _end_of_wall(f, hands)
    states = end_states(f.parameters, state)
    for each in states:
        hand = hands[each.seat]
        if hand is not None and each.state != "unknown":
            yield _state_finding(f, each, hand, f("void_suits")[each.seat])
    if len(states) < 2:
        yield from _after_three_wins(f, states, hands)
        return
    transfers = inspection(f.parameters, state)
    totals = dict(enumerate(net(transfers)))
    if not f.known("kongs") and len(states) >= f.parameters.kong_refund_min_nonwinners:
        for each in states:
            if each.state not in ("ready", "unknown") and _has_kong(hands[each.seat]):
                yield refund_finding(each.seat, "SC-5.9", None)
    yield holds(
        f,
        "SC-5.11",
        gettext_noop("The payments of the inspection and the kongs that go back."),
        transfers_shown(transfers),
        Evidence("numbers", gettext_noop("net"), {f"seat {seat}": amount for seat, amount in totals.items()}),
    )


def _has_kong(hand: Hand | None) -> bool:
    return hand is not None and any(meld.is_kong for meld in hand.melds)


def _after_three_wins(f: Facts, states: list[EndState], hands: tuple[Hand | None, ...]) -> Iterator[Finding]:
    """No inspection, but the one left proves that it has not violated its void suit (SC-2.12, SC-6.2)."""
    if f.parameters.xueliu or not states or states[0].state != "violation":
        template = gettext_noop("Fewer than two players have not won: nothing is inspected and nothing goes back.")
        yield holds(f, "SC-5.9", template)
        return
    seat = states[0].seat
    payees: list[int] = []
    if f.parameters.void_violation_redistributed:
        out = _who_was_out(f)
        payees = [each for each in SEATS if each != seat and each not in out]
    transfers = violation_transfers(f.parameters, seat, payees)
    clause = refund_clause(f.rules, first_in_force(f.rules, "void_violation", "active_pig"))
    if clause is not None and (f.known("kongs") or not _has_kong(hands[seat])):
        kongs = paid_kongs(f.rules, f.get("kongs", ()))
        income = [each for kong in kongs if kong.seat == seat for each in kong.transfers]
        transfers += returned(income, clause)
    elif clause is not None:
        yield refund_finding(seat, clause, None)
    template = gettext_noop("After three wins nothing is inspected; the violation is paid all the same.")
    yield holds(f, "SC-6.2", template, transfers_shown(transfers))


def _state_finding(f: Facts, each: EndState, hand: Hand, void: Suit | None) -> Finding:
    evidence = [Evidence("tiles", gettext_noop("hand"), str(hand))]
    if each.state == "ready":
        best = high_wait(hand, f.parameters, void)
        waits = tuple(live_waits(hand, void))
        evidence += [Evidence("tiles", gettext_noop("waits"), format_tiles(waits))]
        if best is not None:
            evidence += [Evidence("numbers", gettext_noop("high wait"), {"fan": best.fan, "points": best.points})]
        template = gettext_noop("%(seat)s is ready (有叫).")
        return holds(f, "SC-6.4", template, *evidence, seat=each.seat)._replace(seat=each.seat)
    code, clause, template = {
        "not_ready": ("not_ready", "SC-6.4", gettext_noop("%(seat)s is not ready (没叫).")),
        "flower_pig": ("flower_pig", "SC-6.3", gettext_noop("%(seat)s holds void tiles: flower pig (花猪).")),
        "violation": (
            None,
            "SC-6.2",
            gettext_noop("%(seat)s holds void tiles after discarding another suit: violation."),
        ),
    }[each.state]
    codes = ("void_violation", "active_pig") if code is None else (code,)
    found = fails(f, clause, template, *evidence, infraction=first_in_force(f.rules, *codes), seat=each.seat)
    return found._replace(seat=each.seat)


def _end_of_wall(f: Facts, hands: tuple[Hand | None, ...]) -> TableState:
    """A table at the wall's end with just what the inspection looks at."""
    suits, others = f("void_suits"), f("other_suit_discarded")
    players = []
    for seat in SEATS:
        hand = hands[seat]
        if hand is None:
            players.append(Player((), won=1))
            continue
        void = suits[seat]
        # The inspection asks of the discards only whether one was of another suit.
        other = next(suit for suit in Suit if suit is not void)
        shown = other if seat in others else void
        discards = () if shown is None else (Discard(_tile_of(shown), 0),)
        players.append(
            Player(hand.concealed, hand.melds, discards=discards, special=Void(void) if void is not None else None)
        )
    kongs = paid_kongs(f.rules, f.get("kongs", ()))
    setup = Setup(f.rules, tuple(player.concealed for player in players))
    return TableState(
        setup,
        (players[0], players[1], players[2], players[3]),
        Phase.OVER,
        0,
        transfers=tuple(each for kong in kongs for each in kong.transfers),
        special=Ledger(kongs),
    )


def _tile_of(suit: Suit) -> Tile:
    """Some tile of a suit."""
    return 9 * int(suit)
