from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from engine.match.declared import HandStart
from engine.match.sheet import SheetProblem
from engine.match.sheet_rules import Cause
from engine.play.transfers import Transfer
from engine.sentences import gettext_noop
from engine.sentences import gettext_noop as _
from tournaments.core.text.play import ENDS, REASONS
from tournaments.core.text.rules import UNITS
from tournaments.core.text.words import describe_term_or_text

TABLE_STATES: Final = {
    "not_seated": _("Not started"),
    "postponed": _("Postponed"),
    "seated": _("Seated"),
    "playing": _("Playing"),
    "time_up": _("Time up"),
    "sheet_in": _("Sheet in"),
    "entered": _("Entered"),
    "confirmed": _("Confirmed"),
}


def describe_table_state(key: str) -> str:
    return gettext(TABLE_STATES[key])


def describe_refused_log(number: int, reason: str) -> str:
    return gettext("Refused at event %(at)s: %(reason)s") % {"at": number, "reason": reason}


def describe_unfinished_log() -> str:
    return gettext("Not played to its end.")


def describe_difference(logged: int | None, on_sheet: int | None) -> str:
    if logged is None:
        return gettext("The log does not say.")
    if on_sheet is None:
        return gettext("Nothing is entered yet.")
    apart = abs(on_sheet - logged)
    if not apart:
        return gettext("Equal.")
    text = (
        ngettext("The sheet has %(points)s point more.", "The sheet has %(points)s points more.", apart)
        if on_sheet > logged
        else ngettext("The sheet has %(points)s point less.", "The sheet has %(points)s points less.", apart)
    )
    return text % {"points": f"{apart:,}"}


RESULT_COLUMNS = {
    "table_points": gettext_noop("Table points"),
    "score": gettext_noop("Score"),
    "points": gettext_noop("Points"),
}


def describe_problem(problem: SheetProblem, names: Sequence[str]) -> str:
    """Return the problem and its likely cause in one line; `names` are the players in the order of the sheet."""
    text = _describe_fault(problem, names)
    causes = [_describe_cause(cause, names) for cause in problem.causes[:2]]
    return " ".join([text, *causes])


def describe_problems(problems: Sequence[SheetProblem], names: Sequence[str]) -> list[str]:
    return [describe_problem(problem, names) for problem in problems]


def describe_missing_shown_hands(hands: Sequence[tuple[int, Sequence[int]]], names: Sequence[str]) -> list[str]:
    """Name the hands that ended with the wall without a record of these players' shown hands."""
    question = gettext("Hand %(number)s ended with the wall: what did %(names)s show?")
    return [question % {"number": number, "names": ", ".join(names[seat] for seat in seats)} for number, seats in hands]


def _format_names(problem: SheetProblem | Cause, names: Sequence[str]) -> str:
    return ", ".join(names[seat] for seat in problem.seats)


def _format_amounts(names: Sequence[str], points: Sequence[int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in zip(names, points, strict=True))


def _describe_fault(problem: SheetProblem, names: Sequence[str]) -> str:
    if problem.code == "total" and problem.amount < 0:
        return gettext("The table is %(points)s points short.") % {"points": f"{-problem.amount:,}"}
    if problem.code == "total":
        return gettext("The table has %(points)s points too many.") % {"points": f"{problem.amount:,}"}
    if problem.code == "step":
        return gettext("Scores are multiples of %(step)s; look at %(names)s.") % {
            "step": problem.amount,
            "names": _format_names(problem, names),
        }
    if problem.code == "leftover" and not problem.stick:
        return gettext("There are no sticks that could be left on the table.")
    if problem.code == "leftover":
        return gettext("Sticks left on the table are worth a multiple of %(stick)s, not %(points)s.") % {
            "stick": f"{problem.stick:,}",
            "points": f"{problem.amount:,}",
        }
    if problem.code == "hands":
        return gettext("The hands add up to %(hands)s, but this sheet has %(sheet)s. Which is right?") % {
            "hands": _format_amounts(names, problem.summed),
            "sheet": _format_amounts(names, problem.written),
        }
    return gettext("The two entries differ for %(names)s.") % {"names": _format_names(problem, names)}


def _describe_cause(cause: Cause, names: Sequence[str]) -> str:
    values = {"names": _format_names(cause, names), "points": f"{cause.amount:,}"}
    if cause.code == "sticks_left":
        sticks = cause.amount // cause.stick
        return ngettext("A riichi stick left on the table?", "%(count)s riichi sticks left on the table?", sticks) % {
            "count": sticks
        }
    texts = {
        "sticks_counted_twice": gettext("The sticks left on the table counted for a player too?"),
        "sign": gettext("The sign of %(names)s turned round (%(points)s would fit)?"),
        "digits": gettext("Two digits of %(names)s exchanged (%(points)s would fit)?"),
        "zero_missing": gettext("A zero missing at %(names)s (%(points)s would fit)?"),
        "zero_extra": gettext("A zero too many at %(names)s (%(points)s would fit)?"),
        "seats_swapped": gettext("The two seats of %(names)s swapped?"),
        "base_payment": gettext("A base payment forgotten or counted twice?"),
        "fine": gettext("A fine of %(points)s points that nobody received?"),
        "differences": gettext("Written as differences, without the %(points)s points of the start?"),
        "hundreds": gettext("In hundreds?"),
        "ninefold": gettext("The difference is divisible by nine: two digits exchanged somewhere?"),
    }
    return texts[cause.code] % values


def format_confirmers(names: Sequence[str], *, players: bool) -> str:
    return ", ".join((*names, *([gettext("a player of the table")] if players else [])))


LABELS: Final[dict[str, str | Promise]] = {
    "winner": gettext_lazy("Winner"),
    "discarder": gettext_lazy("Discarder"),
    **UNITS,
    "fu": gettext_lazy("Fu"),
    "yakuman": gettext_lazy("Yakuman"),
    "others": gettext_lazy("Tai of the others (robbed flower)"),
    "doubled": gettext_lazy("Doubled (three equal dice)"),
    "liable": gettext_lazy("Liable"),
    "shot": gettext_lazy("Shot after a kong"),
    "kongs": gettext_lazy("Kongs"),
    "riichi": gettext_lazy("Riichi"),
    "ready": gettext_lazy("Ready"),
    "nagashi": gettext_lazy("Nagashi mangan"),
    "state": gettext_lazy("At the wall's end"),
    "end": gettext_lazy("End"),
    "points": gettext_lazy("Points"),
    "penalty": gettext_lazy("Fine"),
    "drawn": pgettext_lazy("hand without a winner", "Draw"),
    "void": pgettext_lazy("hand that is played again", "Void"),
}

KONGS: Final[dict[str, str | Promise]] = {
    "concealed": gettext_lazy("concealed kong"),
    "exposed": gettext_lazy("claimed kong"),
    "added": gettext_lazy("added kong"),
    "late": gettext_lazy("late added kong"),
}

WALL_END_STATES: Final[dict[str, str | Promise]] = {
    "ready": pgettext_lazy("at the end of the wall", "ready"),
    "not_ready": pgettext_lazy("at the end of the wall", "not ready"),
    "flower_pig": pgettext_lazy("at the end of the wall", "flower pig"),
    "violation": pgettext_lazy("at the end of the wall", "void suit violated"),
}


def get_choice_label(choice: str) -> str | Promise:
    return WALL_END_STATES.get(choice) or ENDS.get(choice) or gettext(choice)


def describe_payment(transfer: Transfer, names: Mapping[int, str]) -> str:
    table = gettext("the table")
    source, target = (table if seat is None else names[seat] for seat in (transfer.source, transfer.target))
    reason = describe_term_or_text(REASONS, transfer.reason)
    return f"{source} → {target} {transfer.amount:,} · {reason}"


def describe_start(start: HandStart, dealer: str, *, stick: int) -> str:
    """Return the dealer of a hand, their streak, and the points in sticks; `stick`: the worth of one, if any."""
    parts = [gettext("Dealer %(name)s") % {"name": dealer}]
    if start.counters:
        say = (
            ngettext("%(n)s counter", "%(n)s counters", start.counters)
            if stick
            else ngettext("%(n)s dealer repeat", "%(n)s dealer repeats", start.counters)
        )
        parts.append(say % {"n": start.counters})
    if start.deposits:
        parts.append(gettext("%(points)s points in sticks") % {"points": f"{start.deposits:,}"})
    return " · ".join(parts)
