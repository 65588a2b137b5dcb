"""Sentences for what the sheet check finds: which number, on whose line, what the clerk most likely did."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.match.sheet import SheetProblem
from engine.match.sheet_rules import Cause
from engine.sentences import gettext_noop

RESULT_COLUMNS = {
    "table_points": gettext_noop("Table points"),
    "score": gettext_noop("Score"),
    "points": gettext_noop("Points"),
}
"""Headings of the figures of a result."""


def sentence(problem: SheetProblem, names: Sequence[str]) -> str:
    """The problem and its likely cause in one line; `names` are the players in the order of the sheet."""
    text = _problem(problem, names)
    causes = [_cause(cause, names) for cause in problem.causes[:2]]
    return " ".join([text, *causes])


def sentences(problems: Sequence[SheetProblem], names: Sequence[str]) -> list[str]:
    """One line a problem, in the order found."""
    return [sentence(problem, names) for problem in problems]


def ends_untold(hands: Sequence[tuple[int, Sequence[int]]], names: Sequence[str]) -> list[str]:
    """Name the hands that ended with the wall without a word of what these players showed."""
    asked = _("Hand %(number)s ended with the wall: what did %(names)s show?")
    return [asked % {"number": number, "names": ", ".join(names[seat] for seat in seats)} for number, seats in hands]


def _who(problem: SheetProblem | Cause, names: Sequence[str]) -> str:
    return ", ".join(names[seat] for seat in problem.seats)


def _problem(problem: SheetProblem, names: Sequence[str]) -> str:
    if problem.code == "total" and problem.amount < 0:
        return _("The table is %(points)s points short.") % {"points": f"{-problem.amount:,}"}
    if problem.code == "total":
        return _("The table has %(points)s points too many.") % {"points": f"{problem.amount:,}"}
    if problem.code == "step":
        return _("Scores are multiples of %(step)s; look at %(names)s.") % {
            "step": problem.amount,
            "names": _who(problem, names),
        }
    if problem.code == "leftover" and not problem.stick:
        return _("There are no sticks that could be left on the table.")
    if problem.code == "leftover":
        return _("Sticks left on the table are worth a multiple of %(stick)s, not %(points)s.") % {
            "stick": f"{problem.stick:,}",
            "points": f"{problem.amount:,}",
        }
    if problem.code == "hands":
        return _("The hands add up to something else for %(names)s.") % {"names": _who(problem, names)}
    return _("The two entries differ for %(names)s.") % {"names": _who(problem, names)}


def _cause(cause: Cause, names: Sequence[str]) -> str:
    values = {"names": _who(cause, names), "points": f"{cause.amount:,}"}
    if cause.code == "sticks_left":
        sticks = cause.amount // cause.stick
        return ngettext("A riichi stick left on the table?", "%(count)s riichi sticks left on the table?", sticks) % {
            "count": sticks
        }
    texts = {
        "sticks_counted_twice": _("The sticks left on the table counted for a player too?"),
        "sign": _("The sign of %(names)s turned round (%(points)s would fit)?"),
        "digits": _("Two digits of %(names)s exchanged (%(points)s would fit)?"),
        "zero_missing": _("A zero missing at %(names)s (%(points)s would fit)?"),
        "zero_extra": _("A zero too many at %(names)s (%(points)s would fit)?"),
        "seats_swapped": _("The two seats of %(names)s swapped?"),
        "base_payment": _("A base payment forgotten or counted twice?"),
        "fine": _("A fine of %(points)s points that nobody received?"),
        "differences": _("Written as differences, without the %(points)s points of the start?"),
        "hundreds": _("In hundreds?"),
        "ninefold": _("The difference is divisible by nine: two digits exchanged somewhere?"),
    }
    return texts[cause.code] % values


def confirmers(names: Sequence[str], *, players: bool) -> str:
    """The accounts that can confirm a sheet, and the players of the table where they can."""
    return ", ".join((*names, *([_("a player of the table")] if players else [])))
