"""Checks of the Taiwanese game alone: calls, declarations of a ready hand each at its own time, and wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.play.transfers import Transfer
from engine.rules.taiwan import settlement
from engine.rules.taiwan.parameters import Parameters
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.tiles.tile import format_tile, format_tiles, is_flower, kind_of
from judging.law.facts import ASKED_INSTEAD, NONE, choice, circumstance, flag
from judging.law.families import Facts, winds_of_the_win
from judging.law.findings import Evidence, Finding
from judging.law.kinds import call
from judging.law.kinds.win import win_fault
from judging.law.shared_facts import (
    BY,
    CALL,
    CALLED_TILE,
    DEALER,
    DEALER_REPEATS,
    GO_AROUND_DISCARDS,
    HAND,
    SHOWN,
    SOURCE,
)
from judging.law.statements import fails, fault, holds, priced
from judging.law.taiwan.locks import WITNESSES


def tiles_left(f: Facts) -> Iterator[Finding]:
    """No discard is claimed during the last tiles, nor after them by option (TW-2.13, TW-3.24)."""
    return call.tiles_left(f, limit=f.rules.options(Parameters).no_claim_last_tiles)


def second_in_go_around(f: Facts) -> Iterator[Finding]:
    """No pung of a kind discarded in the go-around; by option no chow of the own discard (TW-6.5).

    Nobody can claim the own discard or a flower, which other checks say.
    """
    rules, made = f.rules.options(Parameters), f(CALL)
    source, called = f.peek(SOURCE), f.peek(CALLED_TILE)
    if (source is not None and source == f.seat) or (called is not None and is_flower(called)):
        return
    if (made == "pung" and rules.repung_ban != "none") or (made == "chow" and rules.own_discard_chow_ban):
        kind = kind_of(f(CALLED_TILE))
        if f.is_unknown(GO_AROUND_DISCARDS):
            yield from _second_by_witnesses(f, "second_pung_in_go_around" if made == "pung" else "chow_of_own_discard")
            return
        seen = f(GO_AROUND_DISCARDS)
        evidence = Evidence("tiles", gettext_noop("discards of the go-around"), format_tiles(seen) if seen else "")
        right = gettext_noop("The tile was not discarded in this go-around.")
        yield from call.call_findings(f, right, evidence, tile=format_tile(kind))


def _second_by_witnesses(f: Facts, code: str) -> Iterator[Finding]:
    """Without a record two of the three others decide (TW-6.14)."""
    f.clause = "TW-6.14"
    witnesses, tile = f(WITNESSES), format_tile(kind_of(f(CALLED_TILE)))
    evidence = Evidence("numbers", gettext_noop("witnesses"), {"witnesses": witnesses, "needed": 2})
    if witnesses < 2:
        template = gettext_noop(
            "Fewer than two of the other players confirm that %(tile)s was discarded in this go-around."
        )
        yield holds(f, template, evidence, clause="TW-6.14", tile=tile)
        return
    template = gettext_noop("At least two of the other players confirm that %(tile)s was discarded in this go-around.")
    cost = partial(_priced_fault, f, code)
    yield fails(f, template, evidence, clause="TW-6.14", infraction=cost, tile=tile)


def _priced_fault(facts: Facts, code: str) -> str | None:
    return priced(facts, fault(facts, code))


DECLARATION = choice(
    "declaration",
    gettext_noop("What was declared?"),
    ("tianting", gettext_noop("天聴: on the first discard, or ready from the deal")),
    ("diting", gettext_noop("地聴: on the first own discard")),
    ("declared", gettext_noop("Ready during the hand")),
    ("riichi", gettext_noop("Riichi")),
    (NONE, gettext_noop("Ready at the end of the wall")),
)
FIRST_DISCARD = flag("first_discard", gettext_noop("Was it at the player's first discard?"))
INTERRUPTED = flag("interrupted", gettext_noop("Had anybody claimed a tile or declared a kong before?"))


def declared_in_time(f: Facts) -> Iterator[Finding]:
    rules = f.rules.options(Parameters)
    what = f(DECLARATION)
    if what in (NONE, "riichi"):
        return
    enabled = {
        "tianting": rules.tianting_enabled,
        "diting": rules.diting_enabled,
        "declared": rules.declared_ting_enabled,
    }[what]
    hand = f(HAND)
    if not enabled:
        yield fails(f, gettext_noop("These rules do not have this declaration."))
    elif what == "tianting" and f.seat is not None and f(DEALER) == f.seat:
        yield fails(f, gettext_noop("The dealer's seventeenth tile is a draw; the dealer cannot declare 天聴."))
    elif what == "declared":
        yield holds(f, gettext_noop("Ready may be declared with any later discard."))
    elif what == "tianting" and rules.tianting_deadline == "dealer_first_action" and f(INTERRUPTED):
        yield fails(f, gettext_noop("It was too late for 天聴."))
    elif not f(FIRST_DISCARD):
        yield fails(f, gettext_noop("It was too late: this is declared with the first discard."))
    elif what == "diting" and not hand.is_closed:
        yield fails(f, gettext_noop("地聴 needs a concealed hand."))
    else:
        yield holds(f, gettext_noop("The declaration came in time."))


FLOWER_REPLACEMENT = circumstance(
    flag("flower_replacement", gettext_noop("Was the winning tile a replacement for a flower?"))
)
READY = circumstance(
    choice(
        "ready",
        gettext_noop("Which declaration of a ready hand is in force?"),
        (NONE, gettext_noop("None")),
        ("tianting", gettext_noop("Heavenly ready")),
        ("diting", gettext_noop("Earthly ready")),
        ("declared", gettext_noop("Ready during the hand")),
    )
)
READY_FIRST_ROUND = circumstance(
    flag("ready_first_round", gettext_noop("Was it within the go-around of the declaration?"))
)
TRIPLE_DICE = flag("triple_dice", gettext_noop("Did the break show three equal dice?"))
ASKED_INSTEAD[TRIPLE_DICE.name] = TRIPLE_DICE


def win_case(f: Facts, by: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Winds of a win, and the dealer's part in it: wins, pays as the discarder, or neither (TW-5.4)."""
    hand = f.peek(HAND)
    flowers = "robbed_flower" in given or (hand is not None and bool(hand.flowers))
    case = winds_of_the_win(f, by, given, without_wind_tiles=flowers)
    deals, context = f(DEALER), case["context"]
    if f.rules.options(Parameters).triple_dice_double:
        context.setdefault("triple_dice", given.get("triple_dice") or f(TRIPLE_DICE))
    context["dealer"] = f.seat == deals
    if by != "self_draw" and f.seat != deals and "dealer_pays" not in context:
        context["dealer_pays"] = f.other_player(SOURCE) == deals
    return case


def payments_assume(f: Facts) -> str | None:
    """The sentence over the payments of a win by or from the dealer of which nobody has told the repeats (TW-5.4)."""
    if f.told(DEALER_REPEATS) is not None or (f(BY) != "self_draw" and f(DEALER) not in (f.seat, f(SOURCE))):
        return None
    return gettext_noop("These are the payments of the win if the dealer has not stayed.")


def dead_hand_fault(f: Facts) -> str | None:
    """The infraction of a win with a dead hand: only refused if nothing was shown (TW-3.29)."""
    return win_fault(f) if f(SHOWN) else fault(f, "dead_hand_win")


def win_transfers(f: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Payments of the claimant's win (TW-5.1 to TW-5.4)."""
    return list(settlement.win_transfers(scored, seat, f(DEALER), source))
