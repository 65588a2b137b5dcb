"""Actions beside what tests/conformance sends to each: what their pages answer when something stops them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import RequestFactory

from tests.support.people import people, person, small_tournament
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core import actions
from tournaments.core.actions import Action, PageAction, make_page_view
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


class NameForm(forms.Form):
    """A name."""

    name = forms.CharField(label="Name", max_length=5)


class Rename(Action):
    """Give the event another name."""

    name = "rename"
    permission = "tournament.edit"
    form_class = NameForm
    done = "Renamed."
    success_page = "manage_home"

    def perform(self, data: dict[str, Any]) -> object:
        if data["name"] == "taken":
            raise UserError("Another event has this name.", field="name")
        return self.tournament


class RenameOnPage(Rename):
    """The same, where the page is shown again."""

    def page(self, **context: Any) -> HttpResponse:
        return HttpResponse(f"{context['form'].errors}", status=context["status"])


@pytest.fixture
@remembered
def event() -> Tournament:
    found = small_tournament()
    people(found)
    return found


def sent(who: str, **data: str) -> HttpRequest:
    request = RequestFactory().post("/", data)
    request.user = person(who)
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    return request


def answered(view: Callable[..., HttpResponseBase], event: Tournament, **data: str) -> tuple[int, list[str]]:
    request = sent("olga", **data)
    answer = view(request, slug=event.slug)
    return answer.status_code, [str(message) for message in get_messages(request)]


@rows
def test_a_button_leads_back_with_a_message(event: Tournament, name: str, said: str) -> None:
    assert answered(make_page_view(Rename), event, name=name) == (302, [said])


def test_a_page_is_shown_again_with_what_is_wrong(event: Tournament) -> None:
    view = make_page_view(RenameOnPage)
    assert answered(view, event, name="Open") == (302, ["Renamed."])
    assert answered(view, event, name="taken") == (422, [])
    assert "Another event has this name." in view(sent("olga", name="taken"), slug=event.slug).content.decode()


class PageOfName(RenameOnPage, PageAction):
    """The same at the address of the page, which the whole staff sees."""

    view_permission = "manage.view"

    def page(self, *, status: int = 200, **context: Any) -> HttpResponse:
        return super().page(status=status, **context)


def test_a_page_is_shown_to_more_people_than_may_post_to_it(event: Tournament) -> None:
    view, page = make_page_view(PageOfName), RequestFactory().get("/")
    page.user = person("sam")
    assert (view(page, slug=event.slug).status_code, answered(view, event, name="Open")[0]) == (200, 302)
    with pytest.raises(PermissionDenied):
        view(sent("sam", name="Open"), slug=event.slug)


def test_two_actions_of_one_name_would_hide_one_another() -> None:
    with pytest.raises(ValueError, match="FlagBoard: an action of this name exists"):
        actions.register(type("FlagBoard", (Rename,), {}))
