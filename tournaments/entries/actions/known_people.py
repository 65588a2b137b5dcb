from __future__ import annotations

from functools import partial
from typing import Any, cast

from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.accounts.models import User
from tournaments.core.actions import PageAction, register
from tournaments.core.form_serializers import FormSerializer
from tournaments.core.views.manage import page
from tournaments.entries.forms.entries import KnownPeopleForm
from tournaments.entries.known_people import (
    list_people_of_earlier_events,
    map_keys_to_people,
    query_names_of_earlier_events,
)
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.people import services as persons

PEOPLE_PER_PAGE = 40


class KnownSerializer(FormSerializer):
    """A person of an earlier event: its short name and their number there."""

    event = serializers.CharField(max_length=60)
    number = serializers.IntegerField(min_value=1)


@register
class AddKnownPeople(PageAction):
    """Add people of your earlier events, each by an event's short name and the number there."""

    path = "entries/known"
    name = "manage_known_people"
    permission = "entries.add"
    audit_codes = ("entries.add_known", "people.link", "people.move")
    success_page = "manage_entries"
    form_class = KnownPeopleForm
    api_names = {"person": "people"}
    api_fields = {"people": serializers.ListField(child=KnownSerializer(), allow_empty=False, max_length=2000)}

    def get_form_kwargs(self) -> dict[str, Any]:
        user = cast(User, self.by.user)
        return {"people_of_keys": partial(map_keys_to_people, user, self.tournament), "refuse_unknown": self.in_api}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"person": [f"{person['event']} {person['number']}" for person in values["people"]]}

    def perform(self, data: dict[str, Any]) -> list[Entry]:
        with transaction.atomic():
            entries = players.add_known(self.by, self.tournament, people=data["person"])
            persons.link_added(self.by, zip(entries, data["person"], strict=True))
        return entries

    def get_message(self, result: Any) -> str:
        return gettext("%(count)s players are entered.") % {"count": len(result)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Add the selected people; turning a page and searching post them too, so that they stay selected."""
        return self.page() if "page" in request.POST else super().post(request, *args, **kwargs)

    def page(self, **context: Any) -> HttpResponse:
        sent = self.request.POST or self.request.GET
        words, selected = sent.get("q", ""), self.request.POST.getlist("person")
        user = cast(User, self.request.user)
        names = Paginator(query_names_of_earlier_events(user, self.tournament, words), PEOPLE_PER_PAGE).get_page(
            sent.get("page")
        )
        people = list_people_of_earlier_events(user, self.tournament, list(names))
        keys = {person.key for person in people}
        values = {
            "page": names,
            "people": people,
            "words": words,
            "selected": selected,
            "elsewhere": [key for key in selected if key not in keys],
            **context,
        }
        return page(self.request, self.tournament, "entries/manage/known_people.html", "entries", **values)
