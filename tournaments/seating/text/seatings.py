from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy, ngettext

from engine.sentences import gettext_noop as _

FIGURES: Final = {
    "repeats": _("Repeated meetings"),
    "third_meetings": _("Pairs meeting three times"),
    "without_common": _("Pairs without a common opponent"),
    "repeated_tables": _("Repeated tables"),
    "wind_excess": _("Wind imbalance"),
    "team": _("Meetings of team-mates"),
    "club": _("Meetings inside a club"),
    "country": _("Meetings inside a country"),
    "referees": _("Meetings of playing referees"),
    "forbidden": _("Forbidden meetings"),
    "met_before": _("Pairs of the event before"),
    "wished": _("Wishes not granted"),
    "fixed_table": _("Away from the fixed table"),
}

TEAMS: Final = "teams"
"""Mode of rounds after a cut by teams, and of no others."""

MODES: Final = {
    "standings": gettext_lazy("1–4, 5–8 …"),
    "interval": gettext_lazy("Interval"),
    "snake": gettext_lazy("Snake"),
    TEAMS: gettext_lazy("Teams by their places"),
}

SOURCES: Final = {
    "fixtures": _("Teams meet teams as their fixtures say, which were made elsewhere."),
    "schedule": _("The seating was made elsewhere and entered as it was written."),
    "manual": _("The organisers seated this round by hand."),
    "imported": _("The seating came with the file of the event."),
    "standings": _("The round was seated by the places after the round before."),
    "generated": _("The round was drawn by the program."),
}


def describe_figure(key: str) -> str:
    return gettext(FIGURES[key])


def describe_quality(repeats: int, least: int | None, unmet: int) -> str:
    """Describe repeats, of which `least` are unavoidable (None: unknown), and requests that are broken."""
    met = ngettext("%(n)s repeat", "%(n)s repeats", repeats) % {"n": repeats} if repeats else gettext("No repeats")
    if repeats and repeats == least:
        met = gettext("%(repeats)s, the fewest possible") % {"repeats": met}
    if not unmet:
        return gettext("%(repeats)s; all requests met.") % {"repeats": met}
    compromises = ngettext("%(n)s compromise", "%(n)s compromises", unmet) % {"n": unmet}
    return gettext("%(repeats)s; %(compromises)s.") % {"repeats": met, "compromises": compromises}


def describe_source(key: str) -> str:
    return gettext(SOURCES[key])


def describe_missing_aim(source_key: str) -> str:
    if source_key == "standings":
        return gettext("Earlier meetings are not looked at: the same players may meet again.")
    return gettext("What it aimed at is not recorded; what it is worth was measured by this program.")


def describe_moved_by_hand(names: Sequence[str]) -> str:
    return gettext("Changed chairs by hand after the draw: %(names)s.") % {"names": ", ".join(names)}


def describe_arrivals(came: Sequence[str], leavers: Sequence[str]) -> str:
    return gettext("%(came)s came in for %(left)s.") % {"came": ", ".join(came), "left": ", ".join(leavers) or "–"}


def describe_meeting_by_hand() -> str:
    return gettext("They came to one table by a change by hand after the draw.")


def describe_hard_break(kind: str, first: str, second: str) -> str:
    """Describe a broken hard wish as part of a sentence; a fixed table is of `first` alone."""
    if kind == "fixed table":
        return gettext("%(name)s away from the fixed table") % {"name": first}
    if kind == "team":
        return gettext("team-mates %(first)s and %(second)s") % {"first": first, "second": second}
    if kind == "referees":
        return gettext("referees %(first)s and %(second)s") % {"first": first, "second": second}
    return gettext("forbidden pair %(first)s and %(second)s") % {"first": first, "second": second}


def describe_no_swap() -> str:
    return gettext("No swap is tried.")


def announce_swap(first: str, second: str, changed: Sequence[tuple[str, int, int]]) -> str:
    """Announce a swap to screen readers; `changed` are figures by name, before and after."""
    sentences = [gettext("%(first)s and %(second)s change chairs.") % {"first": first, "second": second}]
    sentences += [
        gettext("%(measure)s: %(before)s, now %(after)s.") % {"measure": measure, "before": before, "after": after}
        for measure, before, after in changed
    ]
    if not changed:
        sentences.append(gettext("All measures stay as they are."))
    return " ".join(sentences)


SWAP_PROBLEMS: Final = {
    "no player": _("Player %(number)s does not exist."),
    "one player": _("Choose two different players."),
    "no seat": _("Neither %(first)s nor %(second)s has a seat."),
    "not playing": _("%(name)s does not play this round."),
}


def describe_swap_problem(what: str, **values: object) -> str:
    return gettext(SWAP_PROBLEMS[what]) % values
