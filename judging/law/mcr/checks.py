"""Checks of MCR alone: named points, flowers, shown tiles, final results."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.transfers import Transfer
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import settle_win
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from judging.law.facts import choice, flag, number
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.kind import Kind, Outcome
from judging.law.kinds.exposed import TILES_SHOWN
from judging.law.kinds.flower import FLOWER_FAULT
from judging.law.kinds.win import win_fault
from judging.law.penalties import Row
from judging.law.shared_facts import IN_TIME, OTHER_VALID_WIN
from judging.law.statements import fails, fault, holds

NAMED_POINTS = number("named_points", gettext_noop("How many points do the fans make that the winner has named?"))

ORDER_LOST = flag("order_lost", gettext_noop("Is the order of the wall lost?"), optional=True)
TILE_SEEN = flag("tile_seen", gettext_noop("Did the player see the tile?"))

MAX_TILES_SEEN = 2
"""Tiles of a broken wall that may be seen while it is simply restored (MCR-6.16)."""


def win_transfers(f: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Payments of the claimant's win in points (MCR-5.4)."""
    return list(settle_win(scored.payments, seat, source))


def late_win_fault(f: Facts) -> str | None:
    """The infraction of a hu called too late: a false win, or by edition a warning."""
    return win_fault(f, "false_win_late", fault(f, "late_hu", "late_call") or "late_call")


def concealed_kong_fault(f: Facts) -> str | None:
    """The infraction of robbing a concealed kong, shown or not (MCR-6.13).

    In MIL it is 40, as for a ready hand on a wrong tile: MCR-6.1 stops at the tile before the hand is examined, and 80
    is for hands proved not to be ready (MCR-E12).
    """
    return win_fault(f, "concealed_kong")


def proved_fault(f: Facts, row: Row) -> str:
    """The infraction by the facts: validity of the other hu, tiles seen of the wall (MCR-7.4 row 11, MCR-6.16)."""
    code = str(row["code"])
    if code == "opening_own_hand":
        return code if f(OTHER_VALID_WIN) else "opening_own_hand_invalid"
    if code == "wall_knocked" and (f(TILES_SHOWN) > MAX_TILES_SEEN or f.get(ORDER_LOST, False)):
        replay = f.rules.options(Parameters).wall_broken == "replay"
        return "wall_knocked_disordered_replay" if replay else "wall_knocked_disordered"
    if code == "wrong_end_drawn" and f(TILE_SEEN):
        return "wrong_end_drawn_seen"
    return code


def named_points(f: Facts) -> Finding | None:
    """A strict count takes only the fans that the winner names (MCR-6.1)."""
    rules = f.rules.options(Parameters)
    if not rules.strict_count:
        return None
    named, least = f(NAMED_POINTS), rules.min_points
    if named >= least:
        return None
    template = gettext_noop("The winner has named only %(named)s of the %(least)s points needed.")
    return fails(f, template, infraction=win_fault(f, "false_win_points"), named=named, least=least)


def flower(f: Facts) -> Iterator[Finding]:
    """A tile laid out as a flower by mistake may be won on in time; flowers may be kept and discarded."""
    if f(FLOWER_FAULT) != "bamboo_laid_out":
        yield holds(f, gettext_noop("A flower may be kept or discarded; no rule was broken."), clause="MCR-2.11")
    elif f(IN_TIME):
        yield fails(f, gettext_noop("The tile laid out may be claimed for a win like a discard."))
    else:
        template = gettext_noop("The tile goes back to the hand and the replacement to the wall.")
        yield fails(f, template, infraction=fault(f, "out_of_turn"))


def own_tiles_shown(f: Facts) -> Iterator[Finding]:
    """An own tile shown stays open until it is discarded, or goes back, by edition."""
    if f.rules.options(Parameters).exposed_tile_rule == "penalty_tile":
        yield fails(f, gettext_noop("The tile stays face up and must be the player's next discard."))
    else:
        yield holds(f, gettext_noop("The tile goes back into the hand without a penalty."))


FINAL_KIND = Kind(
    code="final",
    situation="win",
    title=gettext_noop("Can a result still be changed?"),
    order=25,
    holds=Outcome("corrected", gettext_noop("The result is corrected; nobody is punished")),
    fails=Outcome("stands", gettext_noop("The result stands")),
    recipient="claimant",
)

ERROR = choice(
    "error",
    gettext_noop("What is wrong?"),
    ("count", gettext_noop("The fans or points of a win")),
    ("writing", gettext_noop("The arithmetic or the writing")),
)
ACCEPTED = flag(
    "accepted", gettext_noop("Have all four accepted the score, or has a tile of the next hand been discarded?")
)
SIGNED = flag("signed", gettext_noop("Have all four signed the session's sheet?"))


def correctable(f: Facts) -> Iterator[Finding]:
    """A count until it is accepted, arithmetic and writing until the sheet is signed."""
    if f(ERROR) == "count" and f(ACCEPTED):
        yield fails(f, gettext_noop("The score is accepted; only arithmetic and writing can still be corrected."))
    elif f(ERROR) == "writing" and f(SIGNED):
        yield fails(f, gettext_noop("All four have signed the sheet; it is final."))
    else:
        yield holds(f, gettext_noop("The score is not final yet; the mistake is corrected."))
