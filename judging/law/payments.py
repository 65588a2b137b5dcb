"""Who pays whom for a scored win, with the reasons: each family's own settlement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.play.transfers import Transfer
from engine.rules.mcr import settlement as mcr
from engine.rules.riichi import settlement as riichi
from engine.rules.sichuan import settlement as sichuan
from engine.rules.taiwan import settlement as taiwan
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kinds import holds


def win_transfers(f: Facts, scored: ScoredHand) -> list[Transfer]:
    """The transfers of a win by the claim's seat; asks for the dealer, source and earlier winners where they matter.

    Counters are paid (``circumstances.honba``), sticks on the table are not: they lie there for all to see.
    """
    if f.seat is None:
        return []
    family = f.rules.family.name
    source = None if f("by") == "self_draw" else f.another("source")
    if family == "mcr":
        return list(mcr.settle_win(scored.payments, f.seat, source))
    if family == "sichuan":
        won = f("won_seats") if source is None and not f.parameters.xueliu else ()
        return sichuan.win_transfers(scored, f.seat, source, won)
    dealer = f("dealer")
    if family == "taiwan":
        return list(taiwan.win_transfers(scored, f.seat, dealer, source))
    honba = dict(f.get("circumstances", {})).get("honba", 0)
    hand = riichi.WonHand.of(f.seat, scored, {}, f.parameters)
    return riichi.settle_wins(f.parameters, [hand], dealer=dealer, discarder=source, honba=honba)


def transfers_shown(transfers: list[Transfer] | tuple[Transfer, ...]) -> Evidence:
    """Transfers as evidence."""
    rows: list[dict[str, Any]] = [transfer.to_dict() for transfer in transfers]
    return Evidence("transfers", gettext_noop("payments"), rows)


CLAUSE = {"mcr": "MCR-5.4", "riichi": "RI-5.8", "taiwan": "TW-5.1", "sichuan": "SC-5.2"}


def payment_findings(f: Facts, scored: ScoredHand) -> Iterator[Finding]:
    """What the win moves, as evidence of one finding; nothing for a hand that does not win."""
    if f.seat is not None and scored.win:
        shown = transfers_shown(win_transfers(f, scored))
        yield holds(f, CLAUSE[f.rules.family.name], gettext_noop("If the win stands, it is paid like this."), shown)
