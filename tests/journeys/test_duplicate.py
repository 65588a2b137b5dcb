"""A duplicate event in a real browser, from its making to a stranger who checks a board with his own computer."""

import re
from unittest import mock

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.duplicate import HOUR, VALUE, duplicate_event, enter_board
from tests.support.moments import noon_in
from tests.support.people import acting, person
from tests.support.slices import in_slice
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.services import board_plays, deals
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.browser


def faults(page):
    """Return the accessibility faults, and whether the page is wider than the screen."""
    return [*accessibility_faults(page), *(["too wide"] if overflows_sideways(page) else [])]


def the_value_becomes_known(made):
    """An hour and more goes by."""
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)


@pytest.mark.long
def test_from_the_commitment_to_a_stranger_who_verifies(live_site, page, phone, new_page, tmp_path):
    event = duplicate_event(sessions=1)
    manage = live_site.url(f"/t/{event.slug}/manage/deals/")
    public = live_site.url(f"/t/{event.slug}/deals/")

    # olga commits; the digest is public at once
    live_site.sign_in(page, person("olga"))
    page.goto(manage)
    assert faults(page) == []
    page.get_by_label("Boards in a session").fill("4")
    page.get_by_label("Kind of public value").select_option("other")
    page.get_by_label("Source").fill("the six numbers of the lottery")
    page.get_by_label("Known from").fill(noon_in(2))
    page.get_by_role("button", name="Commit to a seed").click()
    expect(page.get_by_text("Committed. The digest is public")).to_be_visible()
    made = BoardSet.objects.get(tournament=event)
    phone.goto(public)
    expect(phone.get_by_text(made.commitment)).to_be_visible()
    assert faults(phone) == []
    the_value_becomes_known(made)

    # dealt and seated
    page.goto(manage)
    page.get_by_role("button", name="Deal boards").click()
    expect(page.get_by_text("All boards are dealt and sealed.")).to_be_visible()
    # The event plays one round only, which a movement of four refuses until she says that its first is enough.
    page.get_by_role("button", name="Seat all rounds").click()
    expect(page.get_by_text("This movement has 4 sessions, the event 1 rounds").first).to_be_visible()
    page.get_by_label("Only the first sessions").check()
    page.get_by_role("button", name="Seat all rounds").click()
    expect(page.get_by_text("All rounds have a draft")).to_be_visible()
    round_ = event.rounds.get(number=1)
    seating.publish(acting(), round_.seatings.get())
    rounds.start(acting(), round_)

    # the sheets, opened with a reason that everybody reads
    page.goto(manage)
    page.get_by_label("Reason (public)").fill("sheets for the builders")
    assert accessibility_faults(page) == []
    # Some browsers show the PDF, others download it; either way the answer is the same.
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.get_by_role("button", name="Open and print").click(no_wait_after=True)
    assert (answered.value.status, answered.value.headers["content-type"]) == (200, "application/pdf")
    phone.goto(public)
    expect(phone.get_by_text("olga opened Session 1, board 1")).to_be_visible()
    assert faults(phone) == []

    # the session: what comes next, a wrong board is stopped
    page.goto(live_site.url(f"/t/{event.slug}/manage/deals/sessions/1/"))
    page.get_by_label("Sets of each board").fill("1")
    page.get_by_role("button", name="Plan session").click()
    expect(page.get_by_text("The boards are assigned to tables.")).to_be_visible()
    assert faults(page) == []
    page.get_by_label("Table", exact=True).select_option(label="1")
    page.get_by_label("Board on the table").fill("3")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("Board 1 comes first, then board 3.")).to_be_visible()
    phone.goto(public + "next/1/")
    expect(phone.get_by_role("heading", name="Table 4")).to_be_visible()
    assert faults(phone) == []

    # sam types a result whose walls do not match, ren rules
    sam = new_page()
    live_site.sign_in(sam, person("sam"))
    sam.goto(live_site.url(f"/t/{event.slug}/manage/deals/sessions/1/"))
    sam.get_by_role("link", name="Result of table 1, board 1").click()
    for place in range(4):
        sam.get_by_label("Points").nth(place).fill("0")
    sam.get_by_label("Tiles left").first.fill("22")
    assert accessibility_faults(sam) == []
    sam.get_by_role("button", name="Save result").click()
    expect(sam.get_by_text("The walls do not match the deal")).to_be_visible()
    ren = new_page(viewport={"width": 360, "height": 740})
    live_site.sign_in(ren, person("ren"))
    ren.goto(manage)
    ren.get_by_role("link", name="Session 1, table 1, board 1").click()
    expect(ren.get_by_text("East: 22 tiles left are more than the wall had.")).to_be_visible()
    ren.get_by_role("combobox", name="Ruling", exact=True).select_option("stands")
    ren.get_by_role("textbox", name="Reason", exact=True).fill("a slip of the pen")
    assert faults(ren) == []
    ren.get_by_role("button", name="Give ruling", exact=True).click()
    expect(ren.get_by_text("Ruled.")).to_be_visible()

    # the rest is played; the seed opens
    for board in Board.objects.filter(board_set=made):
        if board.number == 1:
            finish_first(board)
        else:
            enter_board(board)
    page.goto(manage)
    page.get_by_role("button", name="Publish seed").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("The seed is public.")).to_be_visible()

    # a stranger: standings, traveller (a third of the pages a run), and the check on his own computer
    for address in in_slice(("standings/", "standings/matchpoints/", "1/2/", "players/3/", ""), 3):
        phone.goto(public + address)
        assert (address, faults(phone)) == (address, [])
    sheet = phone.request.get(public + "1/2/sheet/").text()
    phone.goto(public + "verify/")
    phone.get_by_label("Deal sheet").fill(sheet)
    phone.get_by_role("button", name="Check", exact=True).click()
    expect(phone.get_by_role("heading", name="The sheet is valid.")).to_be_visible()
    assert faults(phone) == []
    kept = tmp_path / "verify.html"
    kept.write_bytes(phone.request.get(public + "verify.html").body())
    own = new_page(offline=True)
    own.goto(kept.as_uri())
    expect(own.get_by_role("heading", level=1)).to_have_text("Check mahjong deals: Spring Open")
    own.get_by_role("button", name="Check", exact=True).click()
    expect(own.get_by_role("heading", name="Everything stands.")).to_be_visible()
    expect(own.get_by_text("The seed is the one that was committed to.")).to_be_visible()
    expect(own.locator("#results li.good")).to_have_count(5)
    start = sheet.index("S:") + 2
    other = "2" if sheet[start] != "2" else "3"
    own.get_by_label("Sheets of boards").fill(sheet[:start] + other + sheet[start + 1 :])
    own.get_by_role("button", name="Check", exact=True).click()
    expect(own.get_by_role("heading", name="Something does not stand.")).to_be_visible()
    named = rf"board 2: South, tile 1: {other}[mpsz] on the sheet, {sheet[start]}[mpsz] in the deal"
    expect(own.get_by_text(re.compile(named))).to_be_visible()
    expect(own.get_by_text("published was")).to_have_count(1)
    own.get_by_label("Sheets of boards").fill(sheet.replace('[Prevalent "E"]', '[Prevalent "S"]'))
    own.get_by_role("button", name="Check", exact=True).click()
    expect(own.locator("#results li.bad")).to_have_count(1)
    assert faults(own) == []


def finish_first(board):
    """The tables that have not entered the first board do so."""

    for play in board.plays.filter(entered_at=None):
        board_plays.enter(acting("sam"), play, seats=[SeatEntry(0, left=5, ticked=True)] * 4)
