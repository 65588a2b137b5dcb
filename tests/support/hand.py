"""A person's hand at a browser, whose clicks and keys are counted, and what an organiser does with it."""

from __future__ import annotations

import time
from collections.abc import Callable
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
        """A link of this name."""
        self.click(name, "link")

    def press(self, key: str) -> None:
        """One key."""
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


def cut_and_final(hand: Hand, manage: str, sheets_in: Callable[[], object]) -> None:
    """From the overview: the cut for “Final”, its round 2 drawn, published, started, its sheets confirmed and released.

    `manage` is the address of the overview; `sheets_in` types the sheets as somebody else.
    """
    hand.page.goto(manage)
    hand.follow("Make the cut for “Final”")
    hand.click("Make the cut")
    hand.follow("Overview")
    hand.follow("Seat round 2")
    hand.click("Draw")
    hand.click("Publish this version")
    hand.follow("Start round 2")
    hand.click("Start round 2")
    hand.click("Start", within="dialog")
    sheets_in()
    hand.page.goto(manage)
    hand.follow("Enter and confirm the sheets: 1 to go")
    hand.press("Enter")
    hand.press("Enter")
    hand.page.locator("[data-confirm-sheet]").wait_for(state="detached")
    hand.follow("Overview")
    hand.follow("Finish round 2")
    hand.click("Finish the round")
    hand.follow("Release the results")
    hand.click("Release results")


def ceremony(hand: Hand, manage: str) -> list[str]:
    """Every place by key; returns what the projector showed as the places' names, in the order of the keys."""
    hand.page.goto(f"{manage}standings/")
    hand.page.locator("#ceremony summary").click()
    hand.clicks += 1
    hand.click("Start the ceremony")
    shown = []
    while hand.page.locator("[data-next]").is_enabled():
        hand.press("ArrowRight")
        shown.append(hand.page.locator("[data-step]:visible .ceremony-who").all_inner_texts())
    return [" & ".join(names) for names in shown if names]


def federation_file(hand: Hand, manage: str, into: Path) -> Path:
    """From the overview to the federation's list as CSV."""
    hand.page.goto(manage)
    hand.follow("More")
    hand.follow("Pack for the federation")
    hand.clicks += 1
    with hand.page.expect_download() as download:
        hand.page.get_by_role("link", name="CSV", exact=True).click()
    download.value.save_as(into)
    return into
