"""A page's words after an error agree with what was saved: nothing, or perhaps something."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.urls import reverse

from tests.support.import_doors import signed_in
from tests.support.people import people
from tests.support.tables import playing, table_of
from tournaments.results.actions import sheets
from tournaments.results.services import results
from tournaments.results.views import manage as manage_results

pytestmark = pytest.mark.django_db(transaction=True)

UNKNOWN = "This may have been saved. Reload the page to check."
NOTHING = "The database does not answer at this moment. Nothing was saved; try again soon."
KEY = {"Idempotency-Key": "0123456789abcdef"}


def gone(*_given: object, **_named: object) -> Any:
    """The database goes away, in the words of SQLite."""
    raise OperationalError("unable to open database file")


def sent(**headers: str) -> tuple[int, list[str], int, str]:
    """Status of sam's sheet, which of the sentences its page has, the sheets that are saved, and the page."""
    event = playing()
    people(event)
    sam = signed_in("sam")
    sam.raise_request_exception = False
    page = reverse("manage_table", args=[event.slug, 1, 1])
    sheet = {f"points_{seat}": points for seat, points in enumerate((24, 8, -8, -24))} | {"based_on": 0}
    answer = sam.post(page, sheet, headers={"Referer": f"http://testserver{page}", **headers})
    text = unescape(answer.content.decode())
    return answer.status_code, [one for one in (UNKNOWN, NOTHING) if one in text], table_of(event).results.count(), text


def lost(monkeypatch: pytest.MonkeyPatch, *, saved: bool) -> None:
    """Break the connection at the commit of the next sheet, after or before the database has carried it out."""
    wrapper, armed, submit = type(connections["default"]), [], results.submit_sheet
    commit = wrapper._commit

    def break_off(self: Any) -> None:
        if not armed:
            commit(self)
            return
        armed.clear()
        if saved:
            commit(self)
        else:
            self.connection.rollback()
        gone()

    def submitted(*given: Any, **named: Any) -> Any:
        armed.append(True)
        return submit(*given, **named)

    monkeypatch.setattr(wrapper, "_commit", break_off)
    monkeypatch.setattr(results, "submit_sheet", submitted)


@pytest.mark.both_databases
@pytest.mark.parametrize("headers", [{}, KEY], ids=["form", "outbox"])
@pytest.mark.parametrize("saved", [True, False])
def test_a_commit_without_an_answer_may_be_saved(monkeypatch, saved: bool, headers: dict[str, str]) -> None:
    lost(monkeypatch, saved=saved)
    status, told, sheets, page = sent(**headers)
    assert (status, told, sheets) == (503, [UNKNOWN], int(saved))
    assert 'href="http://testserver/t/spring-open/manage/results/1/table/1/"' in page


@pytest.mark.both_databases
@pytest.mark.parametrize("headers", [{}, KEY], ids=["form", "outbox"])
def test_what_fails_before_its_commit_is_not_saved(monkeypatch, headers: dict[str, str]) -> None:
    monkeypatch.setattr(results, "submit_sheet", gone)
    assert sent(**headers)[:3] == (503, [NOTHING], 0)


@pytest.mark.parametrize(("fault", "status"), [(gone, 503), (lambda *_given: 1 / 0, 500)], ids=["database", "program"])
def test_what_fails_after_the_commit_may_be_saved(monkeypatch, fault: Callable[..., Any], status: int) -> None:
    monkeypatch.setattr(sheets, "tell_state", fault)
    assert sent()[:3] == (status, [UNKNOWN], 1)


def test_a_page_says_nothing_of_the_request_before_it(monkeypatch) -> None:
    monkeypatch.setattr(sheets, "tell_state", gone)
    assert sent()[1] == [UNKNOWN]
    monkeypatch.setattr(manage_results, "get_round", gone)
    olga = signed_in("olga")
    olga.raise_request_exception = False
    answer = olga.get(reverse("manage_results", args=["spring-open", 1]))
    assert (answer.status_code, NOTHING in unescape(answer.content.decode())) == (503, True)
