"""Locks without a record of play: what was passed, what has happened since, and whether a win is barred.

Riichi RI-6.2 to RI-6.4 and RI-E2, Taiwan TW-6.1, TW-6.2 and TW-6.14, Sichuan SC-6.6 and SC-E8.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.scoring.score import ScoredHand
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile, format_tile, format_tiles, kind_of
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import completed_by, scored_of, waits_of, waits_shown
from judging.law.infractions import first_in_force, priced
from judging.law.kinds import fails, holds
from judging.law.vocabulary import FACTS

FREE = gettext_noop("No winning tile was let pass.")
RELEASED = gettext_noop("The player let %(tile)s pass, but the lock has ended since.")
LOCKED = gettext_noop("The player let %(tile)s pass, and nothing has ended the lock since.")


def lock_findings(f: Facts, *, claiming: bool) -> Iterator[Finding]:
    """One finding for each lock that the family knows; it fails where the lock bars the win.

    ``claiming``: a win is claimed, so that a lock that bars it is a fault of the claimant.
    """
    family = f.rules.family.name
    if family == "riichi":
        yield from _furiten(f, claiming)
    elif family == "taiwan":
        yield from _passed_win(f, claiming)
    else:
        yield from _same_turn(f, claiming)


LABELS = {"own_discards": gettext_noop("own discards"), "tiles_let_pass": gettext_noop("tiles let pass")}


def _evidence(f: Facts, hand: Hand, **tiles: tuple[Tile, ...]) -> tuple[Evidence, ...]:
    shown = [waits_shown(waits_of(f, hand))]
    shown += [Evidence("tiles", LABELS[name], format_tiles(held)) for name, held in tiles.items()]
    if f.known("since"):
        words = dict(FACTS["since"].choices)
        shown.append(Evidence("choices", gettext_noop("since"), [words[each] for each in f("since")]))
    return tuple(shown)


# --- riichi ---


def _furiten(f: Facts, claiming: bool) -> Iterator[Finding]:
    hand: Hand = f("hand")
    code = None
    if claiming:
        codes = ("false_win", "rcr_false_win") if f("shown") else ("false_win_not_shown", "rcr_false_win_not_shown")
        code = None if f.get("other_valid_win", False) else first_in_force(f.rules, *codes)
        code = priced(f, code)
    own = f("own_discards")
    hits = completed_by(f, hand, own)
    evidence = _evidence(f, hand, own_discards=own)
    if hits:
        template = gettext_noop("Furiten: the player has discarded %(tile)s, which completes the hand.")
        yield fails(f, "RI-6.2", template, *evidence, infraction=code, tile=format_tile(hits[0]))
    else:
        yield holds(f, "RI-6.2", gettext_noop("No own discard completes the hand."), *evidence)
    riichi = f("in_riichi")
    passed = _passed(f, hand)
    evidence = _evidence(f, hand, tiles_let_pass=passed)
    if riichi:
        own_passed = f("passed_own")
        if passed or own_passed:
            template = gettext_noop("Furiten to the end of the hand: a winning tile was let pass after riichi.")
            yield fails(f, "RI-6.4", template, *evidence, infraction=code)
        else:
            yield holds(f, "RI-6.4", FREE, *evidence)
        return
    clause = "RI-E2" if f.parameters.temp_furiten_end == "own_discard" else "RI-6.3"
    if not passed:
        yield holds(f, clause, FREE, *evidence)
    elif set(f("since")) & RIICHI_RELEASE[f.parameters.temp_furiten_end]:
        yield holds(f, clause, RELEASED, *evidence, tile=format_tiles(passed))
    else:
        yield fails(f, clause, LOCKED, *evidence, infraction=code, tile=format_tiles(passed))


RIICHI_RELEASE = {
    "own_draw_or_claim": {"own_draw", "own_claim", "exposed_kong"},
    "any_interruption": {
        "own_draw",
        "own_claim",
        "exposed_kong",
        "other_call",
        "concealed_kong",
        "added_kong",
    },
    "own_discard": {"discard_incomplete", "discard_complete"},
}
"""What ends temporary furiten, by the option ``temp_furiten_end``."""


def _passed(f: Facts, hand: Hand) -> tuple[Tile, ...]:
    """Those of the tiles let pass that complete the hand; with a yaku where only such tiles count (RI-E2)."""
    passed = completed_by(f, hand, f("passed_tiles"))
    if f.rules.family.name != "riichi" or not f.parameters.temp_furiten_needs_yaku or f.get("in_riichi", False):
        return passed
    return tuple(tile for tile in passed if passed_score(f, hand, tile).win)


# --- Taiwan ---


def _passed_win(f: Facts, claiming: bool) -> Iterator[Finding]:
    strict = f.parameters.guoshui_mode == "strict"
    clause = "TW-6.1" if strict else "TW-6.2"
    if f.parameters.guoshui_mode == "off":
        yield holds(f, clause, gettext_noop("These rules know no lock after a passed win."))
        return
    code = first_in_force(f.rules, "passed_win") if claiming else None
    if f.in_vain("passed_tiles"):
        yield from _by_witnesses(f, code)
        return
    hand: Hand = f("hand")
    passed = completed_by(f, hand, f("passed_tiles"))
    own = strict and f("passed_own")
    evidence = _evidence(f, hand, tiles_let_pass=passed)
    if not passed and not own:
        yield holds(f, clause, FREE, *evidence)
        return
    if passed:
        tile = format_tiles(passed)
        released, locked = RELEASED, LOCKED
    else:
        tile = ""
        released = gettext_noop("The player drew a winning tile and did not win, but the lock has ended since.")
        locked = gettext_noop("The player drew a winning tile and did not win, and nothing has ended the lock since.")
    if _released(f, hand):
        yield holds(f, clause, released, *evidence, tile=tile)
    else:
        yield fails(f, clause, locked, *evidence, infraction=code, tile=tile)


def _released(f: Facts, hand: Hand) -> bool:
    """Whether something since the passed tile has ended the lock (TW-6.1 r1 and r2, TW-6.2)."""
    since = set(f("since"))
    if f.parameters.guoshui_mode == "until_own_draw":
        return bool(since & {"own_draw", "exposed_kong", "added_kong", "concealed_kong"})
    if "added_kong" in since:
        return True
    if f.parameters.guoshui_release == "non_wait_tile":
        if not since & {"discard_incomplete", "discard_complete"}:
            return False
        waits = set(waits_of(f, hand).tiles)
        return any(kind_of(tile) not in waits for tile in f("discarded_since"))
    return "discard_incomplete" in since


def _by_witnesses(f: Facts, code: str | None) -> Iterator[Finding]:
    """Without a record two of the three others decide (TW-6.14)."""
    witnesses = f("witnesses")
    evidence = Evidence("numbers", gettext_noop("witnesses"), {"witnesses": witnesses, "needed": 2})
    if witnesses < 2:
        template = gettext_noop("Fewer than two of the others place the tile in this go-around; no lock applies.")
        yield holds(f, "TW-6.14", template, evidence)
    elif f.known("since") and set(f("since")) & {"discard_incomplete", "added_kong"}:
        yield holds(f, "TW-6.14", gettext_noop("A winning tile was let pass, but the lock has ended since."), evidence)
    else:
        f("since")
        template = gettext_noop("At least two of the others place the tile in this go-around; the lock applies.")
        yield fails(f, "TW-6.14", template, evidence, infraction=code)


# --- Sichuan ---


def _same_turn(f: Facts, claiming: bool) -> Iterator[Finding]:
    clause = "SC-E8" if f.parameters.furiten_own_discard else "SC-6.6"
    if f.parameters.furiten_mode == "off":
        yield holds(f, clause, gettext_noop("These rules know no lock after a passed win."))
        return
    hand: Hand = f("hand")
    f("void_suit")
    own = completed_by(f, hand, f("last_discard")) if f.parameters.furiten_own_discard else ()
    others = completed_by(f, hand, f("passed_tiles"))
    passed = (*others, *own)
    evidence = _evidence(f, hand, tiles_let_pass=passed)
    if not passed:
        yield holds(f, clause, FREE, *evidence)
        return
    tile = format_tiles(passed)
    # An own discard that completes the hand starts the lock anew; nothing can have ended it since (SC-E8).
    if not own and _lock_ended(f):
        yield holds(f, clause, RELEASED, *evidence, tile=tile)
        return
    code = None
    if claiming:
        # A refused claim is a false win once its tiles are shown, unless the lock has a price of its own (SC-3.25).
        shown = f.parameters.shunhe_pay is None and f("shown")
        code = first_in_force(f.rules, "false_win" if shown else "locked_win")
    if hand.winning is None or f.parameters.furiten_mode == "same_turn":
        yield fails(f, clause, LOCKED, *evidence, infraction=code, tile=tile)
        return
    before = max(_worth(f, passed_score(f, hand, each)) for each in passed)
    now = _worth(f, scored_of(f, hand))
    unit = Sentence(gettext_noop("points") if f.parameters.furiten_compare == "points" else gettext_noop("fan"))
    numbers = Evidence("numbers", gettext_noop("worth"), {"passed": before, "claimed": now})
    if now > before:
        template = gettext_noop(
            "The win is worth %(now)s %(unit)s, more than the %(before)s let pass: it breaks the lock."
        )
        yield holds(f, clause, template, numbers, *evidence, now=now, before=before, unit=unit)
    else:
        template = gettext_noop("The win is worth %(now)s %(unit)s, not more than the %(before)s let pass.")
        yield fails(f, clause, template, numbers, *evidence, infraction=code, now=now, before=before, unit=unit)


def _lock_ended(f: Facts) -> bool:
    """The own draw ends the lock; by option a claim does, in SBR a pung that leaves the hand incomplete (SC-E8)."""
    since = set(f("since"))
    release = f.parameters.furiten_release
    if "own_draw" in since or since & {"concealed_kong", "added_kong", "exposed_kong"}:
        return True
    if "own_claim" not in since or release == "own_draw":
        return False
    return release == "own_draw_or_claim" or "discard_incomplete" in since


def passed_score(f: Facts, hand: Hand, tile: Tile) -> ScoredHand:
    """The hand with a tile let pass. The circumstances of the claim belong to the tile claimed, not to this one."""
    return scored_of(f, hand._replace(winning=tile), by="discard", circumstances=False)


def _worth(f: Facts, scored: ScoredHand) -> int:
    """What the lock compares: points, or fan up to the cap."""
    if not scored.complete:
        return 0
    if f.parameters.furiten_compare == "points":
        return int(str(scored.value["points"]))
    fan = int(str(scored.value["fan"]))
    return fan if f.parameters.mangan_fan is None else min(fan, f.parameters.mangan_fan)
