from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _

UNKNOWN_DRAW: Final = Sentence(
    gettext_noop("Not known whether the standings of this draw have changed: an earlier release drew it.")
)
UNKNOWN_CUT: Final = Sentence(
    gettext_noop("Not known whether the standings of this cut have changed: an earlier release made it.")
)
UNKNOWN_CEREMONY: Final = Sentence(
    gettext_noop("Not known whether places have changed since the ceremony was started: an earlier release started it.")
)
UNKNOWN_LIST: Final = Sentence(
    gettext_noop(
        "Not known whether results have changed since the list for the federation was taken by an earlier release."
    )
)
UNKNOWN_PLACES: Final = Sentence(
    gettext_noop(
        "Not known whether printed standings and certificates show today's places: an earlier release printed them."
    )
)


def describe_changed_numbers(number: int) -> Sentence:
    return _("Round %(round)s was drawn by numbers of players that have changed", round=number)


def describe_outdated_draw(number: int, missing: int | None = None) -> Sentence:
    """Describe a draw from other standings; `missing`: an earlier round that lacks sheets."""
    if missing is not None:
        return _(
            "Round %(round)s was drawn from standings that have changed; sheets of round %(missing)s are missing: "
            "look at the draw when they are in",
            round=number,
            missing=missing,
        )
    return _("Round %(round)s was drawn from standings that have changed", round=number)


def describe_differing_line_ups(number: int, teams: Sequence[str]) -> Sentence:
    return _(
        "Round %(round)s: the seating does not follow the line-ups of %(teams)s", round=number, teams=", ".join(teams)
    )


def describe_unknown_line_ups(number: int, teams: Sequence[str]) -> Sentence:
    return _(
        "Round %(round)s: nobody has named the line-ups of %(teams)s; the first by number are assumed",
        round=number,
        teams=", ".join(teams),
    )


def describe_outdated_cut(stage: str, comes: Sequence[str], goes: Sequence[str], *, shared: bool = False) -> Sentence:
    """Describe who would come in and go out; `shared`: others share the place at the line."""
    names = {"stage": stage, "comes": ", ".join(comes), "goes": ", ".join(goes)}
    if comes and goes:
        return _("Cut for “%(stage)s”: by today's standings %(comes)s would come in, and %(goes)s go out", **names)
    if comes:
        return _("Cut for “%(stage)s”: by today's standings %(comes)s would come in", **names)
    if goes:
        return _("Cut for “%(stage)s”: by today's standings %(goes)s would go out", **names)
    if shared:
        return _("Cut for “%(stage)s”: by today's standings a place is shared at the line", **names)
    return _("Cut for “%(stage)s”: places of those who qualified have changed", **names)


def with_shared_line(cut: Sentence, names: Sequence[str], free: int) -> Sentence:
    """Add the names of those who share the place at the line, of whom `free` would qualify."""
    return _(
        "%(cut)s; %(names)s would share the last place: %(free)s of them would go through",
        cut=cut,
        names=", ".join(names),
        free=free,
    )


def describe_cut_before_end(stage: str, number: int) -> Sentence:
    return _(
        "Cut for “%(stage)s”: round %(round)s is open; look at the cut when it is finished", stage=stage, round=number
    )


def describe_outdated_ceremony() -> Sentence:
    return _("Places have changed since the ceremony was started: start it again")


def describe_outdated_federation_list() -> Sentence:
    return _("Results have changed since the list for the federation was taken: take it again")


def describe_outdated_paper(title: Sentence, number: int, tables: Sequence[int], *, single: bool) -> Sentence:
    """Describe a paper to print again; `single`: its tables can be printed alone."""
    if not tables:
        return _("%(paper)s: results have changed since it was printed; print it again", paper=title)
    values = {"paper": title, "round": number, "tables": ", ".join(map(str, tables))}
    if single and len(tables) == 1:
        return _("%(paper)s of round %(round)s: print table %(tables)s again", **values)
    if single:
        return _("%(paper)s of round %(round)s: print tables %(tables)s again", **values)
    if len(tables) == 1:
        return _("%(paper)s of round %(round)s: other people sit at table %(tables)s; print it again", **values)
    return _("%(paper)s of round %(round)s: other people sit at tables %(tables)s; print it again", **values)


def describe_unknown_papers(number: int | None) -> Sentence:
    if number is None:
        return UNKNOWN_PLACES
    return _(
        "Not known whether papers of round %(round)s show who sits there today: an earlier release printed them.",
        round=number,
    )
