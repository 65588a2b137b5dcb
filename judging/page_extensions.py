"""What the referee's desk shows on the pages of the tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html

from engine.errors import RulesetError
from judging.models import Call, Ruling
from judging.selectors import calls, cases
from judging.selectors.rulebooks import Book
from judging.wording.findings import row_name
from tournaments.core.extensions import extends
from tournaments.core.permissions import can
from tournaments.events.models import Tournament


@extends("table_code")
def call_button(page: Mapping[str, Any]) -> str:
    """The button that calls the referee, or where the call stands."""
    values = {"table": page["table"], "line": calls.open_call(page["table"]), "abouts": Call.About.choices}
    return render_to_string("judging/calls/_button.html", values, request=page["request"])


@extends("board")
def open_calls(page: Mapping[str, Any]) -> str:
    """The tables that wait for a referee."""
    lines = calls.queue(page["tournament"])
    if not lines:
        return ""
    may_open = can(page["request"].user, "cases.view", page["tournament"])
    values = {"tournament": page["tournament"], "lines": lines, "may_open": may_open}
    return render_to_string("judging/calls/_board.html", values, request=page["request"])


@extends("board_table")
def call_of_table(page: Mapping[str, Any]) -> str:
    """A bell on a table that calls the referee."""
    tournament = page["tournament"]
    # Asked once for all tables of the page.
    if "_calls_by_table" not in vars(tournament):
        vars(tournament)["_calls_by_table"] = {line.call.table_id: line.call for line in calls.queue(tournament)}
    call = vars(tournament)["_calls_by_table"].get(page["table"].pk)
    return render_to_string("judging/calls/_bell.html", {"call": call}) if call else ""


@extends("event_tabs")
def digest_tab(page: Mapping[str, Any]) -> str:
    """The tab of the public digest, once something has been ruled."""
    tournament = page.get("tournament")
    if tournament is None or not Ruling.objects.filter(case__tournament=tournament, in_force=True).exists():
        return ""
    return render_to_string("judging/book/_tab.html", {"tournament": tournament, "section": page.get("section")})


@extends("rules_page")
def law_of_ruleset(page: Mapping[str, Any]) -> str:
    """The way from a ruleset's options to its clauses and to the questions of its decision procedures."""
    return render_to_string("judging/rules/_links.html", {"name": page["ruleset_name"]})


@extends("try")
def disputed_case(page: Mapping[str, Any]) -> str:
    """The referee's card of the demonstration: the open case of its event."""
    found = cases.first_open(page["trial"].event)
    return render_to_string("judging/_try.html", {"case": found}, request=page["request"]) if found else ""


@extends("clause")
def page_of_clause(page: Mapping[str, Any]) -> str:
    """A clause as the link to its page in the rulebook of the ruleset, of the case or of the event that is shown."""
    book = _book(page)
    href = book.href(page["clause"]) if book is not None else ""
    return format_html('<a href="{}">{}</a>', href, row_name(page["clause"])) if href else ""


def _book(page: Mapping[str, Any]) -> Book | None:
    """The rulebook that a page cites from; None where it cites none that the site knows."""
    tournament, known = page.get("tournament"), page.get("book")
    try:
        if page.get("ruleset"):
            return Book.published(page["ruleset"])
        if isinstance(known, Book) or tournament is None:
            return known
        # A page asks for many clauses.
        kept: dict[str, Book] = vars(tournament).setdefault("_rulebook", {})
        return kept.get("") or kept.setdefault("", Book.of_event(tournament))
    except RulesetError:
        return None


@extends("event_tabs")
def rulebook_tab(page: Mapping[str, Any]) -> str:
    """The tab of the event's rulebook; a free game has none."""
    tournament = page.get("tournament")
    if tournament is None or not tournament.family:
        return ""
    return render_to_string("judging/rules/_tab.html", {"tournament": tournament, "section": page.get("section")})


@extends("ledger_line")
def ruling_of_line(page: Mapping[str, Any]) -> str:
    """From a line of the ledger, for referees, to the case whose ruling wrote it.

    The public is not led to the digest: its entry tells more than the line (what became of the hand, every clause that
    was looked at, other measures), and a line that bears a name would put that name to it.
    """
    return _case_of(page, page["line"], cases.of_lines)


@extends("forfeit")
def ruling_of_forfeit(page: Mapping[str, Any]) -> str:
    """The same from a lost session or a disqualification."""
    return _case_of(page, page["forfeit"], cases.of_forfeits)


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
    return render_to_string("judging/cases/_of_line.html", {"tournament": tournament, "number": number})
