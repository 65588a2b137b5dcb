"""Texts of the tour of a rehearsal: title, instruction and purpose of each step."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext

from engine.sentences import gettext_noop as _


class TourWords(NamedTuple):
    title: str
    press: str
    why: str
    buttons: tuple[str, ...] = ()


STEPS: Final = {
    "check_in": TourWords(
        _("Check somebody in"),
        _("Press “%(button)s” beside a name. At the event the code on a badge does the same."),
        _("Only who is here is seated, and the list shows who is missing while you still have time to call."),
        (_("Here"),),
    ),
    "draw": TourWords(
        _("Draw the seating"),
        _("Press “%(button)s”. You get a draft that nobody else sees; draw again as often as you like."),
        _("Below the draft stands how good it is: who meets twice, who has which winds, who of one country meets."),
        (_("Draw"),),
    ),
    "publish": TourWords(
        _("Publish it, and print the sheets"),
        _("Press the first button under “%(button)s”, then “%(second)s”."),
        _("From here on pages, screens and papers show this seating alone. Each sheet has the code of its own form."),
        (_("Publish"), _("Print the score sheets")),
    ),
    "start": TourWords(
        _("Start the round"),
        _("Press “%(button)s”. It asks once, for the clock of the hall starts too."),
        _("With the start the rules of the round are fixed: what you change later counts from the next round on."),
        (_("Start round %(number)s"),),
    ),
    "sheet": TourWords(
        _("Type a sheet"),
        _("Type the number of a table and Enter, then the four results, each with Enter."),
        _("Your hands stay on the keyboard. Whoever typed a sheet cannot confirm it: two pairs of eyes see each one."),
    ),
    "doubt": TourWords(
        _("Type one that does not add up"),
        _("Take another table, make one number wrong, press Enter. Read what it says, write a reason and save."),
        _("It says which mistake is likely. The sheet is kept with your reason and marked until somebody settles it."),
    ),
    "robots": TourWords(
        _("Let the robots finish the round"),
        _("Press “%(button)s” on the overview."),
        _("They type what is missing, confirm what you typed, finish the round and release it. Look at the standings."),
        (_("Let robots play next round"),),
    ),
    "correct": TourWords(
        _("Correct a sheet that counted"),
        _("Open a table of the finished round, change two numbers so that they add up, write why, and save."),
        _("The old version stays in force until somebody else confirms the new one; the robots do it when they go on."),
    ),
    "substitute": TourWords(
        _("Seat a substitute"),
        _("The robots had somebody leave: “Next” names them. Follow it and press “%(button)s”."),
        _("The chair keeps its number, so no other table changes. What the substitute counts for stands in the rules."),
        (_("Seat substitute"),),
    ),
    "close": TourWords(
        _("Play to the end"),
        _("Press “%(button)s”, then look at “%(second)s” and try the ceremony: places appear by key."),
        _("A closed event is checked from its seating to its places, and its files and papers are final."),
        (_("Let robots play on"), _("Standings")),
    ),
}


def get_title(key: str) -> str:
    return gettext(STEPS[key].title)


def press(key: str, number: int | None) -> str:
    """Return the instruction of a step; `number` is that of the round."""
    words = STEPS[key]
    named = [gettext(button) % {"number": number} for button in words.buttons]
    return gettext(words.press) % dict(zip(("button", "second"), named, strict=False))


def get_reason(key: str) -> str:
    return gettext(STEPS[key].why)
