"""A person's hand at a browser, whose clicks and keys are counted, and what an organiser does with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any


class Hand:
    """A person's hand at a browser: what it does counts."""

    def __init__(self, page: Any) -> None:
        self.page, self.clicks, self.keys, self.began = page, 0, 0, time.perf_counter()

    def click(self, name: str, role: str = "button", *, within: str = "body") -> None:
        """Press what bears this name."""
        self.clicks += 1
        self.page.locator(within).get_by_role(role, name=name, exact=True).first.click()
        self.page.wait_for_load_state()

    def follow(self, name: str) -> None:
        self.click(name, "link")

    def press(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    def type(self, text: str, *, enter: bool = True) -> None:
        """Type where the cursor is, then Enter."""
        self.keys += len(text) + enter
        self.page.keyboard.type(text)
        if enter:
            self.page.keyboard.press("Enter")

    def fill(self, field: str, text: str) -> None:
        """Go into a field and type in place of what stands there."""
        self.clicks += 1
        self.keys += len(text)
        self.page.locator(field).first.fill(text)

    def row(self, title: str, goals: dict[str, float], per: int = 1) -> bool:
        """Print what it took; whether every goal is met."""
        took = {"clicks": self.clicks / per, "keys": self.keys / per}
        seconds = time.perf_counter() - self.began
        said = ", ".join(
            f"{took[what]:.4g} {what}" + (f" (at most {goals[what]:g})" if what in goals else "") for what in took
        )
        met = all(took[what] <= most for what, most in goals.items())
        print(f"  {title}: {said}; {seconds:.0f} s of the machine{'' if met else '   MISSED'}", flush=True)
        return met


def roster_with_mistakes(into: Path, players: int, teams: int) -> Path:
    """A roster as CSV: one country misspelt, and a last line with a team but no name."""
    lines = [f"Given{number:02},Family{number:02},NED,Team {number % teams}" for number in range(1, players + 1)]
    lines[3] = lines[3].replace("NED", "Nederlnd")
    into.write_text("\n".join(["given name,family name,country,team", *lines, ",,NED,Team 1"]))
    return into


def first_round(
    hand: Hand, home: str, roster: Path, *, name: str, rules: str, rounds: int, check_in: bool = False
) -> str:
    """From the form of a new event to round 1 published and its sheets printed; with `check_in` by way of the desk,
    where the first to come is ticked by name and the others together. Returns the type of what the printing answered.

    `home` is the address of the site. A chosen file counts as a click; the event's name and number of rounds do not
    count.
    """
    page = hand.page
    page.goto(f"{home}/manage/new/")
    chosen = page.locator(f"input[name=preset][value='{rules}']")
    if not chosen.is_checked():
        hand.clicks += 1
        chosen.check()
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=rounds]").fill(str(rounds))
    hand.click("Create tournament")
    hand.follow("Enter the players")
    # A chosen file is looked at without another click.
    hand.clicks += 1
    page.locator("input[type=file]").set_input_files(str(roster))
    page.locator("input[name=confirmed]").wait_for(state="attached")
    hand.clicks += 1
    page.locator("form:has(input[name=confirmed]) button.primary").click()
    page.wait_for_load_state()
    if check_in:
        hand.follow("Players")
        hand.follow("Check-in")
        hand.click("Check in 2 Given02 Family02")
        hand.click("Check in everybody")
        hand.click("Check in", within="dialog")
        hand.click("Close check-in and draw")
    hand.click("Draw")
    sit_out = page.get_by_label("Players without a seat sit out")
    if sit_out.is_visible():
        hand.clicks += 1
        sit_out.check()
    hand.clicks += 1
    page.locator("form:has(#publish) button.primary").click()
    page.locator("form.form[action*='/withdraw/']").wait_for()
    hand.clicks += 1
    # The first paper of a process takes seconds, on a busy machine more than a page may.
    with page.context.expect_event("response", lambda answer: "/print/" in answer.url, timeout=120_000) as printed:
        page.get_by_role("button", name="Print the score sheets").click(no_wait_after=True)
    assert printed.value.status < 400
    return printed.value.headers["content-type"]


def typed_sheet(hand: Hand, table: int, points: Sequence[int], mistake: str = "") -> None:
    """Table number and points by the keyboard, from the field of the sheet number and back to it.

    A `mistake` is made and mended on the way: "no such table", "other table" (noticed after its first field) or "sum"
    (refused, and its last number typed anew).
    """
    status = hand.page.locator("[data-status]")
    if mistake == "no such table":
        hand.type(f"9{table:02}")
        status.filter(has_text=f"There is no table 9{table:02}").wait_for()
    elif mistake == "other table":
        hand.type(str(table + 1))
        hand.type(str(points[0]))
        hand.press("Escape")
    hand.type(str(table))
    off = 10 if mistake == "sum" else 0
    for own in (*points[:-1], points[-1] + off):
        hand.type(str(own))
    if off:
        status.filter(has_text=f"Table {table} is not saved").wait_for()
        # Back to its reason, which stays empty, and through the first numbers to the last one.
        for _step in range(2 + len(points) - 1):
            hand.press("Enter")
        hand.type(str(points[-1]))
    status.filter(has_text=f"Table {table} saved").wait_for()


def cut_and_final(hand: Hand, manage: str, sheets_in: Callable[[], object]) -> None:
    """From the overview: the cut for “Final”, its round 2 drawn, published, started, its sheets confirmed and released.

    `manage` is the address of the overview; `sheets_in` types the sheets as somebody else.
    """
    hand.page.goto(manage)
    hand.follow("Make the cut for “Final”")
    hand.click("Confirm cut")
    hand.follow("Today")
    hand.follow("Seat round 2")
    hand.click("Draw")
    hand.click("Publish this version")
    hand.click("Start round 2")
    hand.click("Start", within="dialog")
    # The dialog sends its form once it has closed, which may be after the click.
    hand.page.get_by_text("Round 2 is being played.").first.wait_for()
    sheets_in()
    hand.page.goto(manage)
    hand.follow("Enter and confirm the sheets: 1 to go")
    # The sheet of the only table opens by itself; its button has the focus from the page's first frame on.
    hand.page.locator("[data-confirm-sheet]:focus").wait_for()
    hand.press("Enter")
    hand.page.locator("[data-confirm-sheet]").wait_for(state="detached")
    hand.follow("Today")
    hand.click("Finish round 2")
    hand.page.get_by_text("The round is finished.").wait_for()
    hand.click("Release the results")


def ceremony(hand: Hand, manage: str) -> list[str]:
    """Every place by key; returns what the projector showed as the places' names, in the order of the keys."""
    hand.page.goto(f"{manage}standings/")
    hand.page.locator("#ceremony summary").click()
    hand.clicks += 1
    hand.click("Start ceremony")
    # Its script has read the page, and listens to keys.
    hand.page.locator("body[data-at]").wait_for()
    shown = []
    while hand.page.locator("[data-next]").is_enabled():
        hand.press("ArrowRight")
        shown.append(hand.page.locator("[data-step]:visible .ceremony-who").all_inner_texts())
    return [" & ".join(names) for names in shown if names]


def federation_file(hand: Hand, manage: str, into: Path) -> Path:
    """From the overview to the federation's list as CSV."""
    hand.page.goto(manage)
    hand.follow("Print & share")
    hand.follow("Federation pack")
    hand.clicks += 1
    with hand.page.expect_download() as download:
        hand.page.get_by_role("link", name="CSV", exact=True).click()
    download.value.save_as(into)
    return into
