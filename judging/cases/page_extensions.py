"""What the referee's desk shows on the pages of the tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.template.loader import render_to_string

from judging.cases.models import Ruling
from judging.cases.queries import pages
from tournaments.core.extensions import extends
from tournaments.events.models import Tournament


@extends("event_tabs")
def digest_tab(page: Mapping[str, Any]) -> str:
    """The tab of the public digest, once something has been ruled."""
    tournament = page.get("tournament")
    if tournament is None or not Ruling.objects.filter(case__tournament=tournament, in_force=True).exists():
        return ""
    return render_to_string("cases/_digest_tab.html", {"tournament": tournament, "section": page.get("section")})


@extends("try")
def disputed_case(page: Mapping[str, Any]) -> str:
    """The referee's card of the demonstration: the open case of its event."""
    found = pages.first_open(page["trial"].event)
    return render_to_string("cases/_try.html", {"case": found}, request=page["request"]) if found else ""


@extends("ledger_line")
def ruling_of_line(page: Mapping[str, Any]) -> str:
    """From a line of the ledger, for referees, to the case whose ruling wrote it.

    The public is not led to the digest: its entry tells more than the line (what became of the hand, every clause that
    was looked at, other measures), and a line that bears a name would put that name to it.
    """
    return _case_of(page, page["line"], pages.cases_by_line)


@extends("forfeit")
def ruling_of_forfeit(page: Mapping[str, Any]) -> str:
    """The same from a lost session or a disqualification."""
    return _case_of(page, page["forfeit"], pages.cases_by_forfeit)


def _case_of(page: Mapping[str, Any], key: int, of_all: Callable[[Tournament], dict[int, int]]) -> str:
    """`of_all`: key of the line -> number of its case, for the whole tournament."""
    tournament = page["tournament"]
    number = None
    if page.get("may_judge"):
        # A page asks once for all its lines.
        known, name = vars(tournament), f"cases_{of_all.__name__}"
        if name not in known:
            known[name] = of_all(tournament)
        number = known[name].get(key)
    if number is None:
        return ""
    return render_to_string("cases/_of_line.html", {"tournament": tournament, "number": number})
