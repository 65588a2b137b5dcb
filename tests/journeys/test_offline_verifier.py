"""The page that checks deals without a network, from a file: it agrees with the engine on every ruleset and model."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.commitments import sheets_commitment
from engine.family import ruleset, ruleset_names
from engine.tiles.tile import RED_FIVES, is_flower
from engine.walls.deal import Deal, find_differences, make_deal, read_deal, seat_places
from engine.walls.wall import BoardName
from tests.support.browser import PHONE, accessibility_faults, overflows_sideways

pytestmark = pytest.mark.browser

PAGE = Path(__file__).resolve().parents[2] / "static" / "offline" / "verify-deals.html"
SECRET = bytes(range(32))
BOARDS = [
    make_deal(name, SECRET, BoardName(number, "Spring Open", "2", 1, "4711"), model=model)
    for number, (name, model) in enumerate(
        [(name, model) for name in ruleset_names() for model in ("seat34", "shared")], 1
    )
]
BOARDS.append(make_deal("taiwan-aono", SECRET, BoardName(99), flowers=True))


def sheet(deal: Deal) -> str:
    return f"{deal.text}digest {deal.digest}\n"


def board(deal: Deal) -> str:
    """The board's number, and which set of it was played where the first one had leaked."""
    return f"{deal.board.number} R{deal.board.reserve}" if deal.board.reserve else str(deal.board.number)


@pytest.fixture
def page(kept_page):
    kept_page.context.set_offline(True)
    return kept_page


def checked(page, seed, text, **fields):
    page.goto(PAGE.as_uri())
    page.get_by_label("Seed, hexadecimal").fill(seed)
    page.get_by_label("Sheets of boards").fill(text)
    for label, value in fields.items():
        page.locator(f"#{label}").fill(value)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#results > *")).not_to_have_count(0)
    return page.locator("#results")


def swapped(deal: Deal) -> Deal:
    """The deal with the first two different tiles of the last wall exchanged."""
    wall = list(deal.walls[-1])
    at = next(at for at in range(1, len(wall)) if wall[at] != wall[0])
    wall[0], wall[at] = wall[at], wall[0]
    return deal._replace(walls=(*deal.walls[:-1], tuple(wall)))


def test_every_true_sheet_stands_without_a_network(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    results = checked(page, SECRET.hex(), "\n".join(map(sheet, BOARDS)))
    expect(results.get_by_role("heading")).to_have_text("Everything stands.")
    assert results.locator("li").all_text_contents() == [
        f"Session {deal.board.session or '-'}, board {board(deal)}: ok, digest {deal.digest}" for deal in BOARDS
    ]
    # The deals that the page made itself are the engine's, tag by tag.
    made = results.locator("pre").text_content() or ""
    assert made == "\n".join(map(sheet, BOARDS))
    assert asked == [PAGE.as_uri()]


def test_a_swapped_tile_another_digest_seed_or_commitment_is_named(page):
    """A tile as the engine names it."""
    for deal in (BOARDS[0], BOARDS[1], next(deal for deal in BOARDS if deal.common)):
        wrong = swapped(deal)
        faults = find_differences(read_deal(wrong.text), SECRET)
        results = checked(page, SECRET.hex(), wrong.text)
        expect(results.get_by_role("heading")).to_have_text("Something does not stand.")
        name = f"Session {deal.board.session}, board {board(deal)}"
        assert results.locator("li").all_text_contents() == [f"{name}: {fault}" for fault in faults]
    deal = BOARDS[0]
    results = checked(page, SECRET.hex(), f"{deal.text}digest {'0' * 64}")
    expect(results.locator("li")).to_have_text(re.compile(f"the digest is {deal.digest}, published was 0000"))
    results = checked(page, SECRET[::-1].hex(), deal.text)
    assert results.locator("li.bad").count() > 100
    # The commitment is checked where it is given.
    published = sheets_commitment(SECRET, "Spring Open", 5, 16)
    results = checked(page, SECRET.hex(), deal.text, commitment=published, sessions="5", boards="16")
    expect(results.locator("li.good").first).to_have_text("The seed is the one that was committed to.")
    results = checked(page, SECRET.hex(), deal.text, commitment=published, sessions="4", boards="16")
    expect(results.locator("li.bad").first).to_contain_text("The seed is not the one that was committed to")


def test_what_cannot_be_read_is_said_in_a_sentence(page):
    for seed, text, message in (
        ("xyz", "", "A seed is a hexadecimal number of an even number of digits."),
        ("00ff", "", "A seed has at least 32 hexadecimal digits, not 4."),
        (SECRET.hex(), "", 'No sheet is there: it begins with [Format "mjdeal/1"].'),
        (SECRET.hex(), BOARDS[0].text.replace("[Board ", "[Bord "), "A sheet has no [Board]."),
        (SECRET.hex(), BOARDS[0].text.replace('"E:', '"S:'), "The walls are E, S, W, N in this order."),
        (SECRET.hex(), BOARDS[0].text + "[Board 5]", 'A tag such as [Board "7"] is expected, not [Board 5]'),
    ):
        expect(checked(page, seed, text)).to_have_text(message)


def test_sheets_come_from_files_too(page, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("\n".join(map(sheet, BOARDS[:2])))
    page.goto(PAGE.as_uri())
    page.get_by_label("Seed, hexadecimal").fill(SECRET.hex())
    page.get_by_label("or files with sheets").set_input_files(path)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#results li")).to_have_count(2)


def test_the_page_is_accessible_and_fits_a_phone(page):
    page.set_viewport_size(PHONE)
    checked(page, SECRET.hex(), sheet(BOARDS[0]))
    page.locator("summary").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert accessibility_faults(page) == []
        assert not overflows_sideways(page)


def test_the_page_knows_the_tiles_of_every_ruleset():
    text = PAGE.read_text(encoding="utf-8")
    table = re.search(r"const SETS = (\{.*?\});", text, re.DOTALL)
    assert table is not None
    known = json.loads(re.sub(r",\s*\}", "}", table[1]))
    expected = {}
    for name in ruleset_names():
        copies = ruleset(name).tile_set.copies
        flowers = sum(map(is_flower, ruleset(name).tile_set.tiles))
        expected[name] = [
            copies[27] > 0,
            flowers,
            "".join(str(copies[tile]) for tile in RED_FIVES),
            seat_places(ruleset(name), 136)[0].start,
        ]
    assert known == expected
    assert "://" not in text
