"""A claimed win, in the order in which the rulebooks test it (MCR-6.1, RI-6.7, TW-6.13, SC-6.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import gettext_noop
from engine.tiles.tile import format_tile, format_tiles, suit_of
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import (
    exchanges,
    full_count,
    hand_shown,
    score_shown,
    scored_of,
    tiles_in,
    waits_of,
    waits_shown,
    winning_hand,
)
from judging.law.infractions import first_in_force, priced
from judging.law.kinds import check, fails, holds
from judging.law.locks import lock_findings
from judging.law.payments import payment_findings

FALSE_WIN = {
    "mcr": ("false_hu_irregular", "false_hu_irregular_severe"),
    "riichi": ("false_win", "rcr_false_win"),
    "taiwan": ("false_win", "false_win_paid"),
    "sichuan": ("false_win",),
}
"""What a win claimed with a hand that may not win at all is, when the tiles were shown."""

NOT_SHOWN = {
    "mcr": ("empty_hu", "empty_hu_dead"),
    "riichi": ("false_win_not_shown", "rcr_false_win_not_shown"),
    "taiwan": (),
    "sichuan": ("empty_win_call",),
}
"""What the same claim is when nothing was shown."""


def fault(f: Facts, *shown: str) -> str | None:
    """The infraction of a win that fails: one of ``shown``, or of an empty call where the tiles were not shown.

    Nobody is punished in riichi whose claim meets another player's valid win on the same tile (RI-6.8).
    """
    family = f.rules.family.name
    if not f("shown"):
        return first_in_force(f.rules, *NOT_SHOWN[family])
    if family == "riichi" and f.get("by") != "self_draw" and f.get("other_valid_win", False):
        return None
    return priced(f, first_in_force(f.rules, *(shown or FALSE_WIN[family])))


def dead_hand_fault(f: Facts) -> str | None:
    """The infraction of a win claimed with a dead hand; in riichi shown or not (RI-6.8 (5), RI-7.4 row 21)."""
    family = f.rules.family.name
    if family == "riichi":
        waived = f.get("by") != "self_draw" and f.get("other_valid_win", False)
        return None if waived else priced(f, first_in_force(f.rules, "dead_hand_claim", "rcr_dead_hand_claim"))
    if family == "taiwan" and not f("shown"):
        return first_in_force(f.rules, "dead_hand_win")
    return fault(f)


@check(
    "win",
    "dead",
    "shown",
    "other_valid_win",
    "dealer",
    mcr="MCR-6.7",
    riichi="RI-6.9",
    taiwan="TW-6.4",
    sichuan="SC-6.10",
)
def hand_is_alive(f: Facts) -> Iterator[Finding]:
    """A dead hand has no right to win."""
    clause = {"mcr": "MCR-6.7", "riichi": "RI-6.9", "taiwan": "TW-6.4", "sichuan": "SC-6.10"}[f.rules.family.name]
    if not f("dead"):
        yield holds(f, clause, gettext_noop("The hand is not dead."))
        return
    yield fails(f, clause, gettext_noop("The hand is dead and may not win."), infraction=dead_hand_fault(f))


@check("win", "won_seats", sichuan="SC-6.10")
def has_not_won(f: Facts) -> Iterator[Finding]:
    """A winner leaves the hand, except where the hand goes on for him (SC-3.28)."""
    if f.parameters.xueliu or f.seat not in f("won_seats"):
        yield holds(f, "SC-6.10", gettext_noop("The player is still in the hand."))
    else:
        yield fails(f, "SC-6.10", gettext_noop("The player has won in this hand and takes no part any more."))


@check(
    "win",
    "by",
    "in_time",
    "shown",
    "nearer_winner",
    "dealer",
    mcr="MCR-6.1",
    riichi="RI-6.7",
    taiwan="TW-6.13",
    sichuan="SC-6.10",
)
def call_in_time(f: Facts) -> Iterator[Finding]:
    """The call came while the tile could be won on, and nobody nearer takes it."""
    family = f.rules.family.name
    clause = {"mcr": "MCR-6.1", "riichi": "RI-6.7", "taiwan": "TW-6.13", "sichuan": "SC-6.10"}[family]
    if f("in_time"):
        yield holds(f, clause, gettext_noop("The call came in time."))
    else:
        shown = {"mcr": ("false_hu_late", "late_hu")}.get(family, FALSE_WIN[family])
        # A complete hand shown too late is refused in Taiwan, no false win: that is one that is not complete (TW-7.6).
        code = None if family == "taiwan" else fault(f, *shown)
        if family == "mcr" and not f("shown"):
            code = first_in_force(f.rules, "late_hu", "late_call")
        yield fails(
            f, clause, gettext_noop("The call came too late: the tile could no longer be won on."), infraction=code
        )
    if f("by") != "self_draw" and f.get("nearer_winner", False) and _one_winner(f):
        yield fails(
            f, clause, gettext_noop("A player nearer in turn order wins on the tile; to claim it too is no offence.")
        )


def _one_winner(f: Facts) -> bool:
    """True where only the nearest of several claimants wins."""
    family, rules = f.rules.family.name, f.parameters
    if family == "riichi":
        return bool(rules.multi_win == "head_bump")
    if family == "taiwan":
        return bool(rules.multiple_wins == "nearest")
    return family == "mcr" or not rules.multiple_wins


@check(
    "win",
    "by",
    "robbed_kong_kind",
    "hand",
    "dealer",
    mcr="MCR-6.13",
    riichi="RI-3.14",
    taiwan="TW-3.9",
    sichuan="SC-6.10",
)
def kong_may_be_robbed(f: Facts) -> Iterator[Finding]:
    """Only the tile added to a pung is robbed; a concealed kong at most by thirteen orphans."""
    if f("by") != "robbed_kong":
        return
    family = f.rules.family.name
    clause = {"mcr": "MCR-6.13", "riichi": "RI-3.14", "taiwan": "TW-3.9", "sichuan": "SC-6.10"}[family]
    if f("robbed_kong_kind") == "added":
        yield holds(f, clause, gettext_noop("A tile added to a pung may be won on."))
        return
    if family == "riichi" and f.parameters.rob_concealed_kong:
        scored = scored_of(f, winning_hand(f))
        if any(award.pattern == "thirteen_orphans" for award in scored.awards):
            yield holds(f, clause, gettext_noop("Thirteen orphans may rob a concealed kong."))
            return
    code = None if family == "taiwan" else fault(f)
    yield fails(f, clause, gettext_noop("A concealed kong may not be robbed."), infraction=code)


@check("win", "hand", "shown", "dealer", mcr="MCR-6.3", riichi="RI-6.13", taiwan="TW-6.3", sichuan="SC-6.10")
def number_of_tiles(f: Facts) -> Iterator[Finding]:
    """The hand has the number of tiles of a complete one."""
    clause = {"mcr": "MCR-6.3", "riichi": "RI-6.13", "taiwan": "TW-6.3", "sichuan": "SC-6.10"}[f.rules.family.name]
    hand = winning_hand(f)
    held, full = tiles_in(hand), full_count(f)
    evidence = (hand_shown(hand), Evidence("numbers", gettext_noop("tiles"), {"held": held, "complete": full}))
    if held == full:
        yield holds(f, clause, gettext_noop("The hand has %(full)s tiles."), *evidence, full=full)
    else:
        template = gettext_noop("The hand has %(held)s tiles, each meld counted as three, where a win has %(full)s.")
        yield fails(f, clause, template, *evidence, infraction=fault(f), held=held, full=full)


@check("win", "false_set", "shown", "dealer", mcr="MCR-6.5", riichi="RI-6.7", taiwan="TW-3.20", sichuan="SC-6.10")
def melds_are_genuine(f: Facts) -> Iterator[Finding]:
    """No meld on the table is wrong."""
    clause = {"mcr": "MCR-6.5", "riichi": "RI-6.7", "taiwan": "TW-3.20", "sichuan": "SC-6.10"}[f.rules.family.name]
    if f.get("false_set", False):
        yield fails(f, clause, gettext_noop("A meld on the table is wrong."), infraction=fault(f))


@check("win", "hand", "void_suit", "by", "shown", sichuan="SC-6.10")
def no_void_tile(f: Facts) -> Iterator[Finding]:
    """A winning hand holds no tile of the void suit (SC-4.3)."""
    hand, void = winning_hand(f), "mps".index(f("void_suit"))
    barred = tuple(tile for tile in hand.tiles if suit_of(tile) == void)
    if not barred:
        yield holds(f, "SC-3.24", gettext_noop("The hand holds no tile of the void suit."))
        return
    evidence = Evidence("tiles", gettext_noop("void tiles"), format_tiles(barred))
    template = gettext_noop("The hand holds tiles of the void suit: %(tiles)s.")
    yield fails(f, "SC-3.24", template, evidence, infraction=fault(f), tiles=format_tiles(barred))


@check(
    "win",
    "hand",
    "by",
    "prevalent_wind",
    "seat_wind",
    "circumstances",
    "void_suit",
    "shown",
    "named_points",
    "dealer",
    mcr="MCR-6.1",
    riichi="RI-6.7",
    taiwan="TW-6.13",
    sichuan="SC-6.10",
)
def form_and_value(f: Facts) -> Iterator[Finding]:
    """The tiles have a winning form, and it counts what the rules ask for at least."""
    family = f.rules.family.name
    clause = {"mcr": "MCR-6.1", "riichi": "RI-6.7", "taiwan": "TW-6.13", "sichuan": "SC-6.10"}[family]
    hand = winning_hand(f)
    if tiles_in(hand) != full_count(f):
        return
    if family == "sichuan":
        f("void_suit")
    scored = scored_of(f, hand)
    if not scored.complete:
        waits = waits_of(f, hand)
        distance = exchanges(f, hand)
        evidence = (
            hand_shown(hand),
            waits_shown(waits),
            Evidence("numbers", gettext_noop("distance"), dict(waits.by_form)),
        )
        yield fails(
            f,
            clause,
            NOT_COMPLETE[distance],
            *evidence,
            infraction=form_fault(f, distance),
            tile=format_tile(hand.winning) if hand.winning is not None else "",
        )
        return
    shown = score_shown(scored)
    yield holds(f, clause, gettext_noop("The tiles have a winning form."), hand_shown(hand), shown[0])
    if not scored.win and scored.reasons:
        reason = scored.reasons[0]
        code = fault(f, "false_hu_points") if family == "mcr" else fault(f)
        template = gettext_noop("The hand does not count enough to win: %(reason)s.")
        yield fails(f, reason.clause, template, *shown, infraction=code, reason=reason.message)
        return
    if family == "mcr" and f.parameters.strict_count:
        named, least = f("named_points"), f.parameters.min_points
        if named < least:
            template = gettext_noop("The winner has named %(named)s points; at least %(least)s are needed.")
            code = fault(f, "false_hu_points")
            yield fails(f, "MCR-6.1", template, *shown, infraction=code, named=named, least=least)
            return
    yield holds(f, clause, gettext_noop("The hand counts enough to win."), *shown)


NOT_COMPLETE = {
    "ready": gettext_noop("The hand was ready, but %(tile)s does not complete it."),
    "near": gettext_noop("The tiles have no winning form; one exchange is missing."),
    "far": gettext_noop("The tiles have no winning form; two exchanges or more are missing."),
}


def form_fault(f: Facts, distance: str) -> str | None:
    """The false win that tiles without a winning form are, by their distance from one (MCR-6.8)."""
    if f.rules.family.name != "mcr":
        return fault(f)
    return fault(
        f,
        *{
            "ready": ("false_hu_wrong_tile",),
            "near": ("false_hu_near", "false_hu_near_severe"),
            "far": ("false_hu_far", "false_hu_far_disqualified"),
        }[distance],
    )


@check(
    "win",
    "by",
    "hand",
    "void_suit",
    "own_discards",
    "passed_tiles",
    "passed_own",
    "since",
    "discarded_since",
    "last_discard",
    "witnesses",
    "in_riichi",
    "exposed_kong_chain",
    "shown",
    "dealer",
    riichi="RI-6.7",
    taiwan="TW-6.13",
    sichuan="SC-6.6",
)
def no_lock(f: Facts) -> Iterator[Finding]:
    """No furiten, passed win or exposed kong bars this win."""
    by = f("by")
    if f.rules.family.name == "taiwan":
        if by == "self_draw" and f.parameters.open_kong_win_ban:
            if f("exposed_kong_chain"):
                template = gettext_noop(
                    "The tile replaces an exposed kong of the same turn; the player may not win on it."
                )
                code = first_in_force(f.rules, "exposed_kong_replacement_win")
                yield fails(f, "TW-3.25", template, infraction=code)
            else:
                yield holds(f, "TW-3.25", gettext_noop("The tile is no replacement of an exposed kong."))
        if by != "self_draw" or f.parameters.guoshui_mode == "strict":
            yield from lock_findings(f, claiming=True)
    elif by != "self_draw":
        yield from lock_findings(f, claiming=True)


@check(
    "win",
    "hand",
    "by",
    "prevalent_wind",
    "seat_wind",
    "circumstances",
    "void_suit",
    "source",
    "dealer",
    "won_seats",
    "kongs",
    mcr="MCR-5.4",
    riichi="RI-5.8",
    taiwan="TW-5.1",
    sichuan="SC-5.2",
)
def payments(f: Facts) -> Iterator[Finding]:
    """Who pays what, should the win stand."""
    hand = winning_hand(f)
    if tiles_in(hand) == full_count(f):
        if f.rules.family.name == "sichuan":
            f("void_suit")
        yield from payment_findings(f, scored_of(f, hand))
