"""A recorded hand against its deal: the first tile that differs is named, by event, seat and draw."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.family import ruleset
from engine.play.events import DoraTurned, Drew, Event, UraTurned
from engine.play.start_values import start_values, with_start_values
from engine.play.table import Setup, start
from engine.play.walks import Walk, walk
from engine.records.cases import case_of
from engine.tiles.fields import CaseError
from engine.tiles.seats import Wind
from engine.tiles.tile import UNKNOWN, format_tile, kind_of
from engine.walls.deal import Deal, make_deal
from engine.walls.deal_check import Difference, deal_for, first_difference, with_dealt_tiles
from engine.walls.wall import BoardName

SECRET = bytes(range(32))
RULESETS = ("mcr-2006", "sichuan-sbr-2025", "riichi-ema-2016", "taiwan-aono")


def dealt(name: str, number: int = 1) -> tuple[Deal, Walk]:
    deal = make_deal(name, SECRET, BoardName(number))
    return deal, walk(ruleset(name), number, deal.setup())


def logged(hand: Walk) -> Setup:
    """Hand as logged with known starting hands and no wall."""
    return with_start_values(hand.setup._replace(seat_walls=((),) * 4), common=())


def difference(deal: Deal, setup: Setup, events: Sequence[Event]) -> Difference:
    found = first_difference(deal, setup, events)
    assert found is not None
    return found


def draws(hand: Walk) -> list[tuple[int, Drew]]:
    return [(at, event) for at, event in enumerate(hand.events) if isinstance(event, Drew)]


@pytest.mark.parametrize("name", RULESETS)
def test_the_draw_that_differs_is_named_by_its_seat_and_number(name: str) -> None:
    deal, hand = dealt(name)
    for number, (at, event) in enumerate(draws(hand)[:16], 1):
        wrong = (event.tile + 1) % 27
        found = difference(deal, logged(hand), [*hand.events[:at], Drew(event.seat, wrong)])
        own = sum(each.seat == event.seat for _, each in draws(hand)[:number])
        told, right = format_tile(wrong), format_tile(event.tile)
        message = f"draw {own} of seat {event.seat} was {told}, the deal has {right}"
        assert found == Difference(at, event.seat, own, told, right, message)


def test_tiles_that_nobody_wrote_down_agree() -> None:
    deal, hand = dealt("mcr-2006")
    closed = logged(hand)._replace(hands=tuple((UNKNOWN,) * 13 for _ in range(4)))
    at, event = draws(hand)[0]
    assert first_difference(deal, closed, [*hand.events[:at], Drew(event.seat, UNKNOWN)]) is None


def test_a_starting_hand_that_differs_is_named() -> None:
    deal, hand = dealt("mcr-2006")
    south = hand.setup.hands[1]
    wrong = next(tile for tile in range(34) if tile not in south)
    setup = logged(hand)._replace(hands=(hand.setup.hands[0], (wrong, *south[1:]), *hand.setup.hands[2:]))
    found = difference(deal, setup, hand.events)
    assert (found.event_index, found.seat, found.draw) == (None, 1, 0)
    assert found.message == (f"seat 1 started with {format_tile(wrong)}, the deal has {format_tile(south[0])} there")


def test_another_wind_or_other_rules_are_named() -> None:
    deal, hand = dealt("mcr-2006")
    southern = logged(hand)._replace(prevalent_wind=Wind.SOUTH)
    assert difference(deal, southern, hand.events).message == "the prevalent wind was S, the deal's is E"
    other = logged(hand)._replace(ruleset=ruleset("sichuan-sbr-2025"))
    assert difference(deal, other, []).message == "sichuan-sbr-2025 is not played with the tiles of mcr-2006"


def riichi_hand_with(kind: type[Event]) -> tuple[Deal, Walk, int]:
    for number in range(1, 200):
        deal, hand = dealt("riichi-ema-2016", number)
        for at, event in enumerate(hand.events):
            if isinstance(event, kind):
                return deal, hand, at
    raise AssertionError(f"no {kind.__name__} in 199 hands")


def test_an_indicator_that_differs_is_named() -> None:
    deal, hand, at = riichi_hand_with(DoraTurned)
    event = hand.events[at]
    assert isinstance(event, DoraTurned)
    wrong = (event.tile + 1) % 34
    found = difference(deal, logged(hand), [*hand.events[:at], DoraTurned(wrong)])
    assert (found.event_index, found.found, found.expected) == (at, format_tile(wrong), format_tile(deal.common[1]))
    setup = with_start_values(logged(hand), dora_indicators=((kind_of(deal.common[0]) + 1) % 34,))
    found = difference(deal, setup, [])
    assert found.message.startswith("the first indicator was")


def test_tiles_under_the_indicators_that_differ_are_named() -> None:
    for number in range(1, 200):
        deal, hand = dealt("riichi-ema-2016", number)
        final = hand.states[-1]
        if (
            final.wins
            and final.players[final.wins[0].seat].ready
            and len(final.ruleset.procedure.indicators(final)) == 1
        ):
            break
    right = UraTurned((deal.common[5],))
    assert first_difference(deal, logged(hand), [*hand.events, right]) is None
    found = difference(deal, logged(hand), [*hand.events, UraTurned(((deal.common[5] + 1) % 27,))])
    assert found.message == f"under the indicators lie {format_tile(deal.common[5])}"


@pytest.mark.parametrize("dealer", [0, 2])
@pytest.mark.parametrize("model", ["seat34", "shared"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_dealer_anywhere_with_one_tile_more_or_less(name: str, model: str, dealer: int) -> None:
    deal = make_deal(name, SECRET, BoardName(4), model="shared" if model == "shared" else "seat34")
    size = 3 * ruleset(name).family.sets + 1
    for longer in (0, 1):
        hands = [(UNKNOWN,) * (size + longer * (seat == dealer)) for seat in range(4)]
        setup = Setup(ruleset(name), tuple(hands), dealer, wall=None)
        true = with_dealt_tiles(deal, setup)
        state = start(true)
        assert [len(hand) for hand in true.hands] == [len(hand) for hand in hands]
        held = sorted(tile for hand in true.hands for tile in hand)
        walls = [tile for wall in true.seat_walls or [true.wall or ()] for tile in wall]
        common = start_values(true).get("common", ())
        assert sorted([*held, *walls, *common]) == sorted(
            [*deal.common, *(tile for wall in deal.walls for tile in wall)]
        )
        assert state.wall_left == len(walls) + len(common)


def test_a_case_names_its_board_where_there_are_several() -> None:
    deals = [
        make_deal("mcr-2006", SECRET, BoardName(number, "", session)) for session in ("1", "2") for number in (1, 2)
    ]
    assert deal_for(deals, {"board": 2, "session": 1}) is deals[1]
    assert deal_for(deals[:1], {}) is deals[0]
    with pytest.raises(CaseError, match="2 deals of the file are board 2"):
        deal_for(deals, {"board": 2})
    with pytest.raises(CaseError, match="0 deals of the file are board 9 of session 1"):
        deal_for(deals, {"board": 9, "session": 1})


def test_the_command_compares_hands_with_their_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheets, played = tmp_path / "sheets.txt", tmp_path / "cases.jsonl"
    cases, text = [], ""
    for number in (1, 2):
        deal, hand = dealt("mcr-2006", number)
        text += f"{deal.text}digest {deal.digest}\n"
        cases.append({"id": number, "board": number, **case_of(logged(hand), hand.events)})
    # Board 2 as board 1 was played.
    cases.append({**cases[0], "id": 3, "board": 2})
    sheets.write_text(text, encoding="utf-8")
    played.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    assert main(["replay", "--deal", str(sheets), str(played)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["legal"], line["deal"]["as_dealt"]) for line in lines] == [(True, True), (True, True), (True, False)]
    assert (lines[0]["deal"]["difference"], lines[2]["deal"]["difference"]["seat"]) == (None, 0)
    assert main(["replay", "--deal", str(tmp_path / "none"), str(played)]) == 2
