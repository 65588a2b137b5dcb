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
from judging.law.facts import ASKED_INSTEAD, NONE, add_to_circumstances, declare_choice, declare_flag
from judging.law.families import Facts, ask_winds_of_win
from judging.law.findings import Evidence, Finding
from judging.law.kinds import call
from judging.law.kinds.win import price_false_win
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
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding
from judging.law.taiwan.locks import WITNESSES


def check_tiles_left(facts: Facts) -> Iterator[Finding]:
    """No discard is claimed during the last tiles, nor after them by option (TW-2.13, TW-3.24)."""
    return call.check_tiles_left(facts, limit=facts.rules.options(Parameters).no_claim_last_tiles)


def check_second_in_go_around(facts: Facts) -> Iterator[Finding]:
    """No pung of a kind discarded in the go-around; by option no chow of the own discard (TW-6.5). Nobody can claim the
    own discard or a flower, which other checks say.
    """
    rules, call_name = facts.rules.options(Parameters), facts(CALL)
    source, called = facts.peek(SOURCE), facts.peek(CALLED_TILE)
    if (source is not None and source == facts.seat) or (called is not None and is_flower(called)):
        return
    if (call_name == "pung" and rules.repung_ban != "none") or (call_name == "chow" and rules.own_discard_chow_ban):
        kind = kind_of(facts(CALLED_TILE))
        if facts.is_unknown(GO_AROUND_DISCARDS):
            yield from _check_second_by_witnesses(
                facts, "second_pung_in_go_around" if call_name == "pung" else "chow_of_own_discard"
            )
            return
        discards = facts(GO_AROUND_DISCARDS)
        evidence = Evidence(
            "tiles", gettext_noop("discards of the go-around"), format_tiles(discards) if discards else ""
        )
        right = gettext_noop("The tile was not discarded in this go-around.")
        yield from call.examine_call(facts, right, evidence, tile=format_tile(kind))


def _check_second_by_witnesses(facts: Facts, code: str) -> Iterator[Finding]:
    """Let two of the three others decide where there is no record (TW-6.14)."""
    facts.clause = "TW-6.14"
    witnesses, tile = facts(WITNESSES), format_tile(kind_of(facts(CALLED_TILE)))
    evidence = Evidence("numbers", gettext_noop("witnesses"), {"witnesses": witnesses, "needed": 2})
    if witnesses < 2:
        template = gettext_noop(
            "Fewer than two of the other players confirm that %(tile)s was discarded in this go-around."
        )
        yield report_holding(facts, template, evidence, clause="TW-6.14", tile=tile)
        return
    template = gettext_noop("At least two of the other players confirm that %(tile)s was discarded in this go-around.")
    cost = partial(_price_fault, facts, code)
    yield report_failing(facts, template, evidence, clause="TW-6.14", infraction=cost, tile=tile)


def _price_fault(facts: Facts, code: str) -> str | None:
    return ask_price_facts(facts, find_fault(facts, code))


DECLARATION = declare_choice(
    "declaration",
    gettext_noop("What was declared?"),
    ("tianting", gettext_noop("天聴: on the first discard, or ready from the deal")),
    ("diting", gettext_noop("地聴: on the first own discard")),
    ("declared", gettext_noop("Ready during the hand")),
    ("riichi", gettext_noop("Riichi")),
    (NONE, gettext_noop("Ready at the end of the wall")),
)
FIRST_DISCARD = declare_flag("first_discard", gettext_noop("Was it at the player's first discard?"))
INTERRUPTED = declare_flag("interrupted", gettext_noop("Had anybody claimed a tile or declared a kong before?"))


def check_declared_in_time(facts: Facts) -> Iterator[Finding]:
    rules = facts.rules.options(Parameters)
    what = facts(DECLARATION)
    if what in (NONE, "riichi"):
        return
    enabled = {
        "tianting": rules.tianting_enabled,
        "diting": rules.diting_enabled,
        "declared": rules.declared_ting_enabled,
    }[what]
    hand = facts(HAND)
    if not enabled:
        yield report_failing(facts, gettext_noop("These rules do not have this declaration."))
    elif what == "tianting" and facts.seat is not None and facts(DEALER) == facts.seat:
        yield report_failing(
            facts, gettext_noop("The dealer's seventeenth tile is a draw; the dealer cannot declare 天聴.")
        )
    elif what == "declared":
        yield report_holding(facts, gettext_noop("Ready may be declared with any later discard."))
    elif what == "tianting" and rules.tianting_deadline == "dealer_first_action" and facts(INTERRUPTED):
        yield report_failing(facts, gettext_noop("It was too late for 天聴."))
    elif not facts(FIRST_DISCARD):
        yield report_failing(facts, gettext_noop("It was too late: this is declared with the first discard."))
    elif what == "diting" and not hand.is_closed:
        yield report_failing(facts, gettext_noop("地聴 needs a concealed hand."))
    else:
        yield report_holding(facts, gettext_noop("The declaration came in time."))


FLOWER_REPLACEMENT = add_to_circumstances(
    declare_flag("flower_replacement", gettext_noop("Was the winning tile a replacement for a flower?"))
)
READY = add_to_circumstances(
    declare_choice(
        "ready",
        gettext_noop("Which declaration of a ready hand is in force?"),
        (NONE, gettext_noop("None")),
        ("tianting", gettext_noop("Heavenly ready")),
        ("diting", gettext_noop("Earthly ready")),
        ("declared", gettext_noop("Ready during the hand")),
    )
)
READY_FIRST_ROUND = add_to_circumstances(
    declare_flag("ready_first_round", gettext_noop("Was it within the go-around of the declaration?"))
)
TRIPLE_DICE = declare_flag("triple_dice", gettext_noop("Did the break show three equal dice?"))
ASKED_INSTEAD[TRIPLE_DICE.name] = TRIPLE_DICE


def make_win_case(facts: Facts, by: str, circumstances: Mapping[str, Any]) -> dict[str, Any]:
    """Return winds of a win, and the dealer's part in it: wins, pays as the discarder, or neither (TW-5.4)."""
    hand = facts.peek(HAND)
    flowers = "robbed_flower" in circumstances or (hand is not None and bool(hand.flowers))
    case = ask_winds_of_win(facts, by, circumstances, without_wind_tiles=flowers)
    deals, context = facts(DEALER), case["context"]
    if facts.rules.options(Parameters).triple_dice_double:
        context.setdefault("triple_dice", circumstances.get("triple_dice") or facts(TRIPLE_DICE))
    context["dealer"] = facts.seat == deals
    if by != "self_draw" and facts.seat != deals and "dealer_pays" not in context:
        context["dealer_pays"] = facts.ask_other_player(SOURCE) == deals
    return case


def describe_assumptions(facts: Facts) -> str | None:
    """Return the sentence over the payments of a win by or from the dealer without the repeats (TW-5.4)."""
    if facts.get_answer(DEALER_REPEATS) is not None or (
        facts(BY) != "self_draw" and facts(DEALER) not in (facts.seat, facts(SOURCE))
    ):
        return None
    return gettext_noop("These are the payments of the win if the dealer has not stayed.")


def price_dead_hand(facts: Facts) -> str | None:
    """Return the infraction of a win with a dead hand: only refused if nothing was shown (TW-3.29)."""
    return price_false_win(facts) if facts(SHOWN) else find_fault(facts, "dead_hand_win")


def pay_win(facts: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Pay the claimant's win (TW-5.1 to TW-5.4)."""
    return list(settlement.win_transfers(scored, seat, facts(DEALER), source))
