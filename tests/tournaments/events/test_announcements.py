"""Announcements: shown now to everybody, at the tables too, in their times, with undo, in the event's file."""

import datetime
import json
from typing import Any
from unittest import mock

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tests.support.tables import table_of
from tournaments.core.models.log import AuditEntry
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.services import event_files

pytestmark = pytest.mark.django_db

LUNCH = {"text": "Lunch at noon.\nBring cash.", "level": "important", "starts_at": "", "ends_at": "2026-05-02T13:00"}


def now(text: str) -> Any:
    return mock.patch("django.utils.timezone.now", return_value=datetime.datetime.fromisoformat(text))


def stored(event: Tournament) -> list[tuple[str, str, str]]:
    rows = event.announcements.order_by("number")
    return [(row.text, row.level, f"{row.ends_at:%H:%M}" if row.ends_at else "") for row in rows]


def press_undo(client: Client, answer: Any) -> None:
    *_earlier, message = answer.context["messages"]
    undo = json.loads(message.extra_tags)
    client.post(undo["action"], undo["values"])


def test_everything_is_undone_from_the_message_and_logged(event, olga):
    added = olga.post(reverse("manage_announcement_add", args=[event.slug]), LUNCH, follow=True)
    lunch = [(LUNCH["text"], "important", "11:00")]
    assert stored(event) == lunch
    press_undo(olga, added)
    assert stored(event) == []
    olga.post(reverse("manage_announcement_add", args=[event.slug]), LUNCH)
    changed = {f"a1-{name}": value for name, value in (LUNCH | {"text": "No lunch.", "level": "info"}).items()}
    edited = olga.post(reverse("manage_announcement_edit", args=[event.slug, 1]), changed, follow=True)
    assert stored(event) == [("No lunch.", "info", "11:00")]
    press_undo(olga, edited)
    assert stored(event) == lunch
    press_undo(olga, olga.post(reverse("manage_announcement_remove", args=[event.slug, 1]), follow=True))
    assert stored(event) == lunch
    refused = olga.post(
        reverse("manage_announcement_add", args=[event.slug]), LUNCH | {"starts_at": "2026-05-02T14:00"}
    )
    assert refused.context["form"].errors == {"ends_at": ["Choose a time after the start."]}
    logged = AuditEntry.objects.filter(action__startswith="announcements.").order_by("sequence")
    kinds = ["add", "remove", "add", "edit", "edit", "remove", "add"]
    assert [entry.action.removeprefix("announcements.") for entry in logged] == kinds


def test_public_pages_tables_and_programs_show_the_current_ones_important_first(event, olga):
    noon = datetime.datetime.fromisoformat("2026-05-02T10:00:00+00:00")
    services.announce(acting(), event, text="Later.", starts_at=noon)
    services.announce(acting(), event, text="<b>Doors open.</b>", ends_at=noon)
    services.announce(acting(), event, text="Fire drill.", level="important")
    pages = (
        reverse("event", args=[event.slug]),
        reverse("event_standings", args=[event.slug]),
        reverse("table_announcements", args=[table_of(event).token]),
    )

    def shown(page: str) -> list[str]:
        texts = ("Later.", "&lt;b&gt;Doors open.&lt;/b&gt;", "Fire drill.")
        html = Client().get(page).content.decode()
        return sorted((text for text in texts if text in html), key=html.index)

    with now("2026-05-02T09:00:00+00:00"):
        before = Client().get(reverse("event_version", args=[event.slug])).json()
        assert [shown(page) for page in pages] == [["Fire drill.", "&lt;b&gt;Doors open.&lt;/b&gt;"]] * 3
    with now("2026-05-02T10:00:00+00:00"), mock.patch("tournaments.core.http.public_version.REREAD_SECONDS", 0):
        services.announce(acting(), event, text="Any change.")
        assert [shown(page) for page in pages] == [["Fire drill.", "Later."]] * 3
        api = reverse("api-announcements", args=[event.slug])
        assert [row["text"] for row in Client().get(api).json()["results"]] == ["Fire drill.", "Any change.", "Later."]
        assert len(olga.get(api).json()["results"]) == 4
    assert before != Client().get(reverse("event_version", args=[event.slug])).json()
    code = Client().get(reverse("table_code", args=[table_of(event).token])).content.decode()
    assert f'hx-get="{pages[2]}"' in code


def test_a_time_that_comes_changes_the_public_version_without_a_change():
    event = small_tournament(4)
    services.announce(acting(), event, text="Later.", starts_at=timezone.now() + datetime.timedelta(hours=1))
    versions = []
    for hours in (0, 0.5, 2):
        with now((timezone.now() + datetime.timedelta(hours=hours)).isoformat()):
            caches["pages"].clear()
            versions.append(Client().get(reverse("event_version", args=[event.slug])).json()["version"])
    assert (versions[0] == versions[1], versions[1] == versions[2]) == (True, False)


def test_a_changed_text_is_shown_again_and_files_carry_them():
    event = small_tournament(4)
    first = services.announce(acting(), event, text="Lunch at noon.")
    mark = first.mark
    assert services.edit_announcement(acting(), first, level="important").mark == mark
    assert services.edit_announcement(acting(), first, text="Lunch at one.").mark != mark
    written, _problems = unpack(pack(event))
    copy = event_files.restore(acting("otto"), event=written, slug="copy")
    assert [(row.text, row.level) for row in copy.announcements.all()] == [("Lunch at one.", "important")]
