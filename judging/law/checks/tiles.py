"""Tiles that should not be where they are: too many, too few, flowers kept, tiles shown (相公)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.taiwan.settlement import win_transfers
from engine.sentences import gettext_noop
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import flower_win_of, hand_shown, score_shown
from judging.law.infractions import first_in_force, in_force, priced
from judging.law.kinds import check, fails, holds
from judging.law.locks import lock_findings
from judging.law.payments import transfers_shown


@check(
    "tile_count",
    "tiles_held",
    "to_discard",
    "has_discarded",
    mcr="MCR-6.3",
    riichi="RI-6.13",
    taiwan="TW-6.3",
    sichuan="SC-E14",
)
def tile_count(f: Facts) -> Iterator[Finding]:
    """The number of tiles with each meld counted as three, one more while about to discard."""
    family = f.rules.family.name
    clause = {"mcr": "MCR-6.3", "riichi": "RI-6.13", "taiwan": "TW-6.3", "sichuan": "SC-E14"}[family]
    held = f("tiles_held")
    right = 3 * f.rules.family.sets + 1 + (1 if f("to_discard") else 0)
    numbers = Evidence("numbers", gettext_noop("tiles"), {"held": held, "right": right})
    if held == right:
        yield holds(f, clause, gettext_noop("The number of tiles is right: %(right)s."), numbers, right=right)
        return
    correctable = family == "mcr" or (family == "riichi" and f.parameters.tile_count_correction)
    if correctable and not f("has_discarded"):
        template = gettext_noop(
            "%(held)s tiles instead of %(right)s; before the first discard a tile is drawn or returned."
        )
        yield fails(f, clause, template, numbers, held=held, right=right)
        return
    code = first_in_force(f.rules, "wrong_tile_count")
    template = gettext_noop("%(held)s tiles instead of %(right)s: the hand is dead.")
    if code is None:
        template = gettext_noop("%(held)s tiles instead of %(right)s: such a hand cannot win.")
    yield fails(f, clause, template, numbers, infraction=code, held=held, right=right)


TAIWAN_FLOWERS = {
    "initial_kept": (
        "TW-6.3a",
        "initial_flower_kept",
        gettext_noop("A flower of the deal was kept: the hand is dead, hidden as long as nobody knows."),
    ),
    "drawn_kept": (
        "TW-6.3b",
        "drawn_flower_kept",
        gettext_noop("A drawn flower was kept: the hand is dead, hidden as long as nobody knows."),
    ),
    "discarded": (
        "TW-6.3c",
        "drawn_flower_discarded",
        gettext_noop(
            "The drawn flower was discarded: it is laid out, its replacement must be discarded, and the hand is dead."
        ),
    ),
    "old_shown": (
        "TW-6.3d",
        "old_flower_shown",
        gettext_noop(
            "A flower kept from earlier was shown: it goes back, another tile is discarded without choice,"
            " and the hand is dead."
        ),
    ),
}


@check("flower", "flower_fault", taiwan="TW-6.3")
def taiwan_flower(f: Facts) -> Iterator[Finding]:
    """Which letter of TW-6.3 has happened."""
    what = f("flower_fault")
    if what in TAIWAN_FLOWERS:
        clause, code, template = TAIWAN_FLOWERS[what]
        yield fails(f, clause, template, infraction=first_in_force(f.rules, code))
    else:
        yield holds(f, "TW-6.3", gettext_noop("No rule about flowers was broken."))


@check("flower", "flower_fault", "in_time", mcr="MCR-6.15")
def mcr_flower(f: Facts) -> Iterator[Finding]:
    """A tile laid out as a flower by mistake may be won on when called in time; a flower may be kept and discarded."""
    what = f("flower_fault")
    if what != "bamboo_laid_out":
        template = gettext_noop("A flower may be kept or discarded; no rule was broken.")
        yield holds(f, "MCR-2.11", template)
    elif f("in_time"):
        template = gettext_noop("The tile laid out may be won on as if it had been discarded.")
        yield fails(f, "MCR-6.15", template)
    else:
        template = gettext_noop("The tile goes back to the hand and the replacement to the wall.")
        yield fails(f, "MCR-6.15", template, infraction=first_in_force(f.rules, "out_of_turn"))


@check("flower_win", "dead", taiwan="TW-6.12")
def flower_winner_alive(f: Facts) -> Iterator[Finding]:
    """A dead hand wins with flowers no more than otherwise."""
    if f("dead"):
        code = first_in_force(f.rules, "dead_hand_win")
        yield fails(f, "TW-6.12", gettext_noop("The hand is dead and may not win."), infraction=code)


@check("flower_win", "flowers_held", taiwan="TW-6.12")
def eight_flowers(f: Facts) -> Iterator[Finding]:
    """Eight flowers, a robbed one among them."""
    held = f("flowers_held")
    numbers = Evidence("numbers", gettext_noop("flowers"), {"held": held, "needed": 8})
    if held >= 8:
        yield holds(f, "TW-6.12", gettext_noop("All eight flowers are there."), numbers)
    else:
        template = gettext_noop("%(held)s flowers are not enough: eight are needed.")
        yield fails(f, "TW-6.12", template, numbers, held=held)


@check("flower_win", "replaced", "acted_since", taiwan="TW-6.12")
def claimed_in_time(f: Facts) -> Iterator[Finding]:
    """After the replacement is drawn and before the player acts again."""
    if not f("replaced"):
        template = gettext_noop("The replacement tile has not been drawn: the right to the flower win is lost.")
        yield fails(f, "TW-7.5", template, infraction=first_in_force(f.rules, "premature_flower_win"))
    elif f("acted_since"):
        template = gettext_noop("The player has acted since: the right to the flower win is lost.")
        yield fails(f, "TW-6.12", template)
    else:
        yield holds(f, "TW-6.12", gettext_noop("The flower win was claimed at the right moment."))


@check(
    "flower_win",
    "passed_tiles",
    "hand",
    "passed_own",
    "since",
    "discarded_since",
    "witnesses",
    "exposed_kong_chain",
    taiwan="TW-6.12",
)
def flower_win_not_barred(f: Facts) -> Iterator[Finding]:
    """By option the lock of a passed win and the ban after an exposed kong cover flower wins too."""
    if f.parameters.guoshui_mode == "strict" and f.parameters.guoshui_blocks_flower_win:
        yield from lock_findings(f, claiming=True)
    if f.parameters.open_kong_win_ban and f.parameters.open_kong_ban_covers_flower_win:
        if f("exposed_kong_chain"):
            code = first_in_force(f.rules, "exposed_kong_replacement_win")
            template = gettext_noop("The tile replaces an exposed kong of the same turn; the player may not win on it.")
            yield fails(f, "TW-3.25", template, infraction=code)
        else:
            yield holds(f, "TW-3.25", gettext_noop("The tile is no replacement of an exposed kong."))


@check(
    "flower_win",
    "flowers_held",
    "flower_from",
    "robbed_seat",
    "robbed_flower",
    "from_deal",
    "hand",
    "prevalent_wind",
    "seat_wind",
    "dealer",
    "circumstances",
    taiwan="TW-5.6",
)
def flower_win_payments(f: Facts) -> Iterator[Finding]:
    """What the flower win pays, with the tai of the hand where the seventeen tiles are complete (TW-5.6 to TW-5.9)."""
    if f("flowers_held") < 8:
        return
    origin = f("flower_from")
    if origin != "own" and not f.parameters.qiqiangyi_enabled:
        yield fails(f, "TW-3.10", gettext_noop("These rules have no robbing of flowers."))
        return
    scored, payer = flower_win_of(f, origin)
    if f.seat is None or not scored.win:
        return
    clause = {"own": "TW-5.6", "shown": "TW-5.7", "seventh": "TW-5.8"}[origin]
    if f("from_deal"):
        clause = "TW-5.9"
    template = gettext_noop("The flower win is paid like this, for the flowers alone.")
    if scored.complete and f.parameters.flower_win_mode == "adds_hand":
        template = gettext_noop("The flower win is paid like this; the seventeen tiles are complete and count too.")
    paid = win_transfers(scored, f.seat, f("dealer"), payer)
    yield holds(f, clause, template, hand_shown(scored.hand), *score_shown(scored), transfers_shown(paid))


@check(
    "exposed",
    "whose_tiles",
    "tiles_shown",
    "victim",
    "dealer",
    mcr="MCR-6.6",
    riichi="RI-6.8",
    taiwan="TW-7.8",
    sichuan="SC-E14",
)
def tiles_shown(f: Facts) -> Iterator[Finding]:
    """Whose tiles were shown decides the row; for own tiles in riichi their number."""
    family, whose = f.rules.family.name, f("whose_tiles")
    clause = {"mcr": "MCR-6.6", "riichi": "RI-6.8", "taiwan": "TW-7.8", "sichuan": "SC-E14"}[family]
    if whose == "own":
        yield from _own_shown(f, clause)
        return
    codes = {
        ("mcr", "other"): ("showing_others_tiles", "showing_others_tiles_fined"),
        ("mcr", "wall"): ("showing_tiles",),
        ("riichi", "other"): ("others_tiles_shown", "others_tiles_shown_returned", "rcr_others_tile_shown"),
        ("riichi", "wall"): ("rcr_wall_tile_shown", "others_tiles_shown", "others_tiles_shown_returned"),
        ("taiwan", "other"): ("disturbed_wall",),
        ("taiwan", "wall"): ("disturbed_wall",),
        ("sichuan", "other"): ("others_tiles_shown",),
        ("sichuan", "wall"): (),
    }[family, whose]
    code = first_in_force(f.rules, *codes)
    template = {
        "other": gettext_noop("Another player's tiles were shown; that player goes on."),
        "wall": gettext_noop("Tiles of the wall were shown; they go back to their place."),
    }[whose]
    if code is not None and in_force(f.rules)[code].get("paid_to") == "disturbed_player":
        f.another("victim")
    yield fails(f, clause, template, infraction=code)


def _own_shown(f: Facts, clause: str) -> Iterator[Finding]:
    family = f.rules.family.name
    if family == "mcr":
        if f.parameters.exposed_tile_rule == "penalty_tile":
            template = gettext_noop("The tile stays open and is discarded at the player's next discard.")
            yield fails(f, "MCR-6.6", template)
        else:
            yield holds(f, "MCR-6.6", gettext_noop("The tile goes back without effect."))
        return
    if family == "taiwan":
        yield holds(f, clause, gettext_noop("The tiles go back; the rules have no penalty for own tiles shown."))
        return
    if family == "sichuan":
        yield fails(
            f, clause, gettext_noop("Own tiles were shown."), infraction=first_in_force(f.rules, "own_tiles_shown")
        )
        return
    number, limit = f("tiles_shown"), f.parameters.exposed_limit
    numbers = Evidence("numbers", gettext_noop("tiles"), {"shown": number, "limit": limit})
    if limit is not None and number > limit:
        template = gettext_noop("Own tiles were shown: %(number)s, more than the limit of %(limit)s.")
        code = priced(f, first_in_force(f.rules, "own_tiles_shown"))
        yield fails(f, "RI-6.8", template, numbers, infraction=code, number=number, limit=limit)
        return
    code = first_in_force(f.rules, "own_tiles_shown_few", "own_tiles_shown_unlimited")
    template = gettext_noop("Own tiles were shown: %(number)s.")
    yield fails(f, "RI-7.4 row 15", template, numbers, infraction=code, number=number)
