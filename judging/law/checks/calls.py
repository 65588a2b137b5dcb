"""Chow, pung and kong called wrongly, too late or against a ban; swap discards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.taiwan.locks import swap_kinds
from engine.sentences import gettext_noop
from engine.tiles.melds import MeldKind, meld_problem
from engine.tiles.seats import next_seat
from engine.tiles.tile import Tile, format_tile, format_tiles, kind_of, sort_tiles, suit_of
from judging.law.checks.void_suit import PAID, who_is_out
from judging.law.facts import Facts, MissingFact
from judging.law.findings import Evidence, Finding
from judging.law.infractions import first_in_force, priced
from judging.law.kinds import check, fails, holds

DISCARD_CALLS = ("chow", "pung", "kong")
MELD_OF = {
    "chow": MeldKind.CHOW,
    "pung": MeldKind.PUNG,
    "kong": MeldKind.KONG,
    "added_kong": MeldKind.ADDED_KONG,
    "concealed_kong": MeldKind.CONCEALED_KONG,
}


@check(
    "call", "call", "dead", "becomes_ready", "dealer", mcr="MCR-6.7", riichi="RI-6.9", taiwan="TW-6.4", sichuan="SC-7.4"
)
def dead_hand_calls(f: Facts) -> Iterator[Finding]:
    """What a dead hand may still call."""
    family, call = f.rules.family.name, f("call")
    clause = {"mcr": "MCR-6.7", "riichi": "RI-6.9", "taiwan": "TW-6.4", "sichuan": "SC-7.4"}[family]
    if family == "sichuan" and f.parameters.dead_hand_claims == "to_be_ready":
        clause = "SC-E11"
    if not f("dead"):
        return
    own_kong = call in ("added_kong", "concealed_kong")
    if family == "mcr":
        allowed = f.parameters.dead_hand_may_claim or (own_kong and f.parameters.dead_hand_self_kong)
    elif family == "riichi":
        allowed = own_kong and f.parameters.dead_hand_self_kong
    elif family == "taiwan":
        allowed = f.parameters.xianggong_claims_allowed
    elif f.parameters.dead_hand_claims == "to_be_ready" and call in DISCARD_CALLS:
        if f("becomes_ready"):
            yield holds(f, clause, gettext_noop("A dead hand may make this call to become ready."))
        else:
            yield fails(f, clause, gettext_noop("A dead hand may claim a tile only to become ready."))
        return
    else:
        allowed = True
    if allowed:
        yield holds(f, clause, gettext_noop("A dead hand may make this call."))
    else:
        code = priced(f, first_in_force(f.rules, "dead_hand_claim", "rcr_dead_hand_claim", "wrong_set"))
        yield fails(f, clause, gettext_noop("A dead hand may not make this call."), infraction=code)


@check("call", "call", "in_time", mcr="MCR-7.4 row 3", riichi="RI-3.8", taiwan="TW-3.20", sichuan="SC-E4")
def call_in_time(f: Facts) -> Iterator[Finding]:
    """A call of a discard comes before its window closes."""
    if f("call") not in DISCARD_CALLS:
        return
    family = f.rules.family.name
    clause = {"mcr": "MCR-7.4 row 3", "riichi": "RI-3.8", "taiwan": "TW-3.20", "sichuan": "SC-E4"}[family]
    if f("in_time"):
        yield holds(f, clause, gettext_noop("The call came in time."))
        return
    code = first_in_force(f.rules, *{"mcr": ("late_call",)}.get(family, ()))
    yield fails(f, clause, gettext_noop("The call came too late and does not count."), infraction=code)


@check(
    "call",
    "call",
    "source",
    "noticed_before_discard",
    mcr="MCR-3.21",
    riichi="RI-3.9",
    taiwan="TW-3.20",
    sichuan="SC-3.4",
)
def chow_from_the_left(f: Facts) -> Iterator[Finding]:
    """Only the next player may chow; in Sichuan nobody."""
    if f("call") != "chow":
        return
    if f.rules.family.name == "sichuan":
        code = first_in_force(f.rules, "empty_call")
        yield fails(f, "SC-3.4", gettext_noop("There is no chow under these rules."), infraction=code)
        return
    source = f("source")
    clause = {"mcr": "MCR-3.21", "riichi": "RI-3.9", "taiwan": "TW-3.20"}[f.rules.family.name]
    if f.seat is not None and next_seat(source) != f.seat:
        template = gettext_noop("Only the player after the discarder may chow.")
        yield fails(f, clause, template, infraction=_wrong(f))
    else:
        yield holds(f, clause, gettext_noop("The chow is of the left neighbour's discard."))


def _wrong(f: Facts) -> str | None:
    """The row for a wrong meld: noticed before the discard, or after it."""
    if f("noticed_before_discard"):
        codes = ("wrong_set_corrected", "wrong_meld_before_discard", "illegal_meld", "wrong_claim_corrected")
    else:
        codes = ("wrong_set", "wrong_meld", "illegal_meld", "wrong_claim")
    return first_in_force(f.rules, *codes)


@check(
    "call",
    "call",
    "called_tile",
    "own_tiles",
    "noticed_before_discard",
    mcr="MCR-6.5",
    riichi="RI-7.4 row 9",
    taiwan="TW-3.20",
    sichuan="SC-E14",
)
def tiles_make_the_set(f: Facts) -> Iterator[Finding]:
    """The tiles shown and the one claimed make the set that was called; no tiles shown is an empty call."""
    family, call = f.rules.family.name, f("call")
    if family == "sichuan" and call == "chow":
        return
    clause = {"mcr": "MCR-6.5", "riichi": "RI-7.4 row 9", "taiwan": "TW-3.20", "sichuan": "SC-E14"}[family]
    own: tuple[Tile, ...] = f("own_tiles")
    if not own:
        code = first_in_force(f.rules, "empty_call", "rcr_empty_call")
        empty = {"mcr": "MCR-7.4 row 1", "riichi": "RI-7.4 row 12", "taiwan": "TW-3.20", "sichuan": "SC-E14"}[family]
        yield fails(f, empty, gettext_noop("The call was empty: no tiles were shown."), infraction=code)
        return
    tiles = sort_tiles((*own, f("called_tile")))
    problem = meld_problem(MELD_OF[call], tiles)
    evidence = Evidence("tiles", gettext_noop("set"), format_tiles(tiles))
    if problem is None:
        yield holds(f, clause, gettext_noop("The tiles make the set that was called."), evidence)
        return
    if f("noticed_before_discard"):
        template = gettext_noop("The tiles do not make the set that was called; it is taken back or put right.")
    else:
        template = gettext_noop("The tiles do not make the set that was called, and the player has discarded.")
    yield fails(f, clause, template, evidence, infraction=_wrong(f))


@check("call", "call", "tile_taken", mcr="MCR-7.4 row 6", riichi="RI-3.22")
def tile_taken(f: Facts) -> Iterator[Finding]:
    """A claimed tile is taken before the player's next draw."""
    if f("call") not in DISCARD_CALLS:
        return
    clause = {"mcr": "MCR-7.4 row 6", "riichi": "RI-3.22"}[f.rules.family.name]
    if f("tile_taken"):
        yield holds(f, clause, gettext_noop("The claimed tile was taken in time."))
    else:
        code = first_in_force(f.rules, "tile_not_taken", "claimed_tile_not_taken", "rcr_claimed_tile_not_taken")
        yield fails(f, clause, gettext_noop("The claimed tile still lies in the pool."), infraction=code)


@check("call", "call", "wall_left", mcr="MCR-3.20", riichi="RI-3.25", taiwan="TW-6.7", sichuan="SC-3.26")
def tiles_left(f: Facts) -> Iterator[Finding]:
    """No call on the last tiles; no kong without a replacement."""
    family, call, left = f.rules.family.name, f("call"), f("wall_left")
    numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": left})
    if call in ("kong", "added_kong", "concealed_kong") and left == 0:
        clause = {"mcr": "MCR-3.28", "riichi": "RI-3.25", "taiwan": "TW-3.27", "sichuan": "SC-3.26"}[family]
        codes = {"taiwan": "kong_without_replacement", "sichuan": "illegal_kong"}
        code = first_in_force(f.rules, codes[family]) if family in codes else None
        yield fails(f, clause, gettext_noop("No tile is left to replace a kong."), numbers, infraction=code)
        return
    if call not in DISCARD_CALLS:
        return
    if family == "taiwan" and 0 < left <= f.parameters.no_claim_last_tiles:
        template = gettext_noop("%(left)s tiles are left; with %(limit)s or fewer no discard may be claimed.")
        code = first_in_force(f.rules, "claim_in_last_tiles")
        limit = f.parameters.no_claim_last_tiles
        yield fails(f, "TW-3.24", template, numbers, infraction=code, left=left, limit=limit)
        return
    barred = _last_discard_barred(f, call)
    clause = {"mcr": "MCR-3.20", "riichi": "RI-3.25", "taiwan": "TW-2.13", "sichuan": "SC-3.26"}[family]
    if left == 0 and barred:
        code = first_in_force(f.rules, "claim_after_last_draw") if family == "taiwan" else None
        yield fails(
            f, clause, gettext_noop("The discard after the last tile may only be won on."), numbers, infraction=code
        )
    else:
        yield holds(f, clause, gettext_noop("Enough tiles are left for the call."), numbers)


def _last_discard_barred(f: Facts, call: str) -> bool:
    """Whether the discard after the last tile may only be won on."""
    family, rules = f.rules.family.name, f.parameters
    if family == "mcr":
        return bool(rules.claims_on_final_discard == "hu_only")
    if family == "taiwan":
        return not rules.claim_after_last_draw
    return family == "riichi" or (call == "pung" and not rules.last_discard_pung)


@check("call", "call", "called_tile", "go_around_discards", taiwan="TW-6.5")
def second_in_go_around(f: Facts) -> Iterator[Finding]:
    """No pung of a kind already discarded in the own go-around; by option no chow of the own discard (TW-6.5)."""
    call = f("call")
    if call == "pung" and f.parameters.repung_ban != "none":
        kind, seen = kind_of(f("called_tile")), f("go_around_discards")
        looked = seen if f.parameters.repung_ban == "any_discard" else seen[:1]
        template = gettext_noop("%(tile)s was discarded in the go-around already; a pung of it is barred.")
        code = "second_pung_in_go_around"
    elif call == "chow" and f.parameters.own_discard_chow_ban:
        kind, seen = kind_of(f("called_tile")), f("go_around_discards")
        looked = seen[:1]
        template = gettext_noop("The player discarded %(tile)s in this go-around; a chow of it is barred.")
        code = "chow_of_own_discard"
    else:
        return
    evidence = Evidence("tiles", gettext_noop("discards of the go-around"), format_tiles(seen) if seen else "")
    if kind in map(kind_of, looked):
        found = first_in_force(f.rules, code)
        yield fails(f, "TW-3.23", template, evidence, infraction=found, tile=format_tile(kind))
    else:
        yield holds(f, "TW-3.23", gettext_noop("The kind was not discarded in the go-around."), evidence)


@check("call", "call", "after_claim", mcr="MCR-3.26", riichi="RI-3.12", taiwan="TW-3.26", sichuan="SC-E3")
def kong_after_claim(f: Facts) -> Iterator[Finding]:
    """A kong between a claim and its discard, where the rules refuse it."""
    if f("call") not in ("added_kong", "concealed_kong"):
        return
    family = f.rules.family.name
    allowed = {
        "mcr": False,
        "riichi": False,
        "taiwan": getattr(f.parameters, "kong_after_claim", True),
        "sichuan": getattr(f.parameters, "kong_after_pung", True),
    }[family]
    clause = {"mcr": "MCR-3.26", "riichi": "RI-3.12", "taiwan": "TW-3.26", "sichuan": "SC-E3"}[family]
    if not f("after_claim") or allowed:
        yield holds(f, clause, gettext_noop("The moment allows a kong."))
    else:
        code = first_in_force(f.rules, "kong_after_claim", "kong_after_pung")
        yield fails(f, clause, gettext_noop("Between a claim and its discard no kong is declared."), infraction=code)


@check("call", "call", "called_tile", "void_suit", *PAID, sichuan="SC-3.22")
def not_the_void_suit(f: Facts) -> Iterator[Finding]:
    """No pung or kong of the own void suit."""
    if f("call") == "chow":
        return
    suit = suit_of(f("called_tile"))
    if "mps".index(f("void_suit")) != suit:
        yield holds(f, "SC-3.22", gettext_noop("The tile is not of the player's void suit."))
    else:
        who_is_out(f)
        code = first_in_force(f.rules, "active_pig", "void_suit_claim")
        yield fails(f, "SC-3.22", gettext_noop("The tile is of the player's void suit."), infraction=code)


@check("swap", "call", "called_tile", "own_tiles", "discarded", "next_acted", riichi="RI-6.6", taiwan="TW-6.6")
def swap_discard(f: Facts) -> Iterator[Finding]:
    """The discard after a claim is none of the kinds that the claim bars."""
    family, call, claimed = f.rules.family.name, f("call"), kind_of(f("called_tile"))
    clause = "RI-6.6" if family == "riichi" else "TW-6.6"
    barred: tuple[Tile, ...] = ()
    if call == "chow" and _chow_ban(f) is not None:
        own: tuple[Tile, ...] = f("own_tiles")
        if meld_problem(MeldKind.CHOW, sort_tiles((*own, claimed))) is not None:
            raise MissingFact("own_tiles")
        barred = swap_kinds(claimed, own, whole=_chow_ban(f) == "whole")
        if family == "riichi":
            barred = tuple(dict.fromkeys((claimed, *barred)))
    elif call in ("pung", "kong") and _pung_ban(f):
        barred = (claimed,)
    evidence = Evidence("tiles", gettext_noop("barred kinds"), format_tiles(barred) if barred else "")
    discarded = kind_of(f("discarded"))
    if discarded not in barred:
        yield holds(f, clause, gettext_noop("The discard is not barred after this claim."), evidence)
        return
    tile = format_tile(discarded)
    if family == "riichi" and f.parameters.swap_take_back and not f("next_acted"):
        template = gettext_noop("%(tile)s is barred after this claim: it is taken back and another tile discarded.")
        yield fails(f, "RI-6.6", template, evidence, tile=tile)
        return
    if family == "riichi":
        code = first_in_force(f.rules, "swap_discard", "rcr_swap_discard")
    else:
        code = first_in_force(f.rules, "swap_after_chow" if call == "chow" else "swap_after_pung")
    yield fails(f, clause, gettext_noop("%(tile)s is barred after this claim."), evidence, infraction=code, tile=tile)


def _chow_ban(f: Facts) -> str | None:
    """Which kinds are barred after a chow: whole (both ends), same, or None."""
    if f.rules.family.name == "riichi":
        return "whole" if f.parameters.swap_calling == "forbidden" else None
    return {"whole_tatsu": "whole", "same_tile": "same"}.get(f.parameters.chow_swap_ban)


def _pung_ban(f: Facts) -> bool:
    if f.rules.family.name == "riichi":
        return bool(f.parameters.swap_calling == "forbidden")
    return bool(f.parameters.pung_swap_ban)
