"""Every action with the extremes that its fields accept; then every page, paper and file of the event or season
shows them.

These are the longest text of every Unicode plane, and from right to left; the smallest and the largest number; the
earliest and the latest time. What a field refuses is left as in the example. A run takes one of the actions with one
kind of extremes, a release all.
"""

from __future__ import annotations

import datetime
import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from rest_framework import serializers

from tests.conformance.actions import Example, examples
from tests.conformance.test_actions import BY_NAME, Account, Scene, accounts, mail_server
from tests.support.layout import typesetter_for
from tests.support.people import acting, signed_in
from tests.support.release import in_full
from tests.support.slices import in_slice
from tests.support.whole_events import eventful
from tests.tournaments.site.test_no_internal_ids import Page
from tournaments.core.downloads import list_exports
from tournaments.core.errors import UserError
from tournaments.core.models.columns import FIRST_DAY, FIRST_MOMENT, LAST_DAY, LAST_MOMENT
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, list_offered_papers
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.services import event_files
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db
__all__ = ["accounts", "mail_server"]

PLANES = "".join(chr(point) for point in (0x41, 0x9EBB, 0x1F004, 0x20BB7, 0x31350, 0xE0041, 0xF0000, 0x10FFFD))
"""A letter of each plane that has some: Latin, Han, a tile, rare Han of planes 2 and 3, a tag, private use."""
RIGHT_TO_LEFT = "\u05d0\u05d1 \u0645\u0627\u062c\u0648\u0646\u063a\u202e evil\u202c \u2067abc\u2069"
"""Hebrew, Arabic, and characters that turn the direction."""
SHOWS_EXTREME = re.compile("[\U00020bb7\u05d0]|[0-9]{9}|1900|2199|2200")
"""Found in a paper that shows such a text, number or time."""

SENT = sorted(name for name, one in BY_NAME.items() if one.path)
"""Actions that a program can send."""

TEXT = serializers.CharField(max_length=200)
"""Stands for the texts among the settings of an event."""


def longest(alphabet: str, field: Any) -> str:
    size = min(field.max_length or 5000, 5000)
    return (alphabet * (size // len(alphabet) + 1))[:size].strip() or alphabet


def high(field: Any) -> Any:
    """Return the longest text of all planes, the largest number, the latest time."""
    return _extreme(field, PLANES, LAST_DAY, LAST_MOMENT, "max_value", 10**9)


def low(field: Any) -> Any:
    """Return the longest text from right to left, the smallest number, the earliest time."""
    return _extreme(field, RIGHT_TO_LEFT, FIRST_DAY, FIRST_MOMENT, "min_value", -(10**9))


def _extreme(
    field: Any, alphabet: str, day: datetime.date, moment: datetime.datetime, limit: str, number: int
) -> Any | None:
    match field:
        case serializers.ChoiceField() | serializers.BooleanField() | serializers.RegexField():
            return None
        case serializers.ListField():
            inner = None if field.child is None else _extreme(field.child, alphabet, day, moment, limit, number)
            return None if inner is None else [inner]
        case serializers.CharField():
            return longest(alphabet, field)
        case serializers.IntegerField() | serializers.FloatField() | serializers.DecimalField():
            bound = getattr(field, limit, None)
            return number if bound is None else bound
        case serializers.DateTimeField():
            return moment.isoformat()
        case serializers.DateField():
            return day.isoformat()
        case serializers.DictField():
            return {name: longest(alphabet, TEXT) for name in ("name", "place", "notice")}
    # Amounts and the like: a text that the field reads.
    return str(number)


EXTREMES = [(name, extreme) for name in SENT for extreme in (high, low)]


def carry_out(scene: Scene, extreme: Any) -> dict[str, Any]:
    """Send the example with every extreme that the action takes; return those. It succeeds with the rest."""
    fields = scene.action.build_serializer_class()().fields
    sent = {name: value for name, field in fields.items() if (value := extreme(field)) is not None}
    while True:
        answer = scene.post_api("olga", {**scene.body, **sent})
        assert answer.status_code < 500, (sorted(sent), answer.content[:500])
        if answer.status_code < 300:
            return sent
        if not sent:
            return {}
        found = answer.json() if answer.get("Content-Type", "").startswith("application/") else {}
        refused = {found.get("field"), *(problem.partition(": ")[0] for problem in found.get("problems", ()))}
        # A refusal that names none of them is about the last one.
        for name in refused & set(sent) or {list(sent)[-1]}:
            del sent[name]


def walk(client: Client, *starts: str) -> Iterator[tuple[str, Any]]:
    """One page or file of every route that links lead to."""
    waiting, seen = deque(starts), {"log_out", "logout", ""}
    while waiting:
        address = waiting.popleft()
        try:
            route = resolve(address.partition("?")[0]).view_name
        except Resolver404:
            continue
        # A backup is of the whole site.
        if route in seen or "backup" in route:
            continue
        seen.add(route)
        answer = client.get(address)
        yield address, answer
        if answer.streaming:
            deque(answer, maxlen=0)
        elif "html" in answer.get("Content-Type", ""):
            links = Page(answer.content.decode()).links
            waiting.extend(link.partition("#")[0] for link in links if link.startswith("/"))
        if answer.status_code in (301, 302) and answer["Location"].startswith("/"):
            waiting.append(answer["Location"])


def lay_out(run: pdf.PrintRun, *_progress: object, **_options: object) -> bytes:
    """Fill the paper, and lay out in this process the first leaves that show an extreme."""
    sheets = [sheet.html for sheet in pdf.fill_leaves(run) if SHOWS_EXTREME.search(sheet.html)]
    for html in sheets[:2]:
        assert typesetter_for(run.paper).lay_out(html).pages
    return b"%PDF-"


def everything_shows(scope: Tournament | Season, record: Callable[[str, object], None]) -> None:
    """Get each page and file by its links, for olga and for a stranger, and lay out each paper."""
    files: list[str] = []
    if isinstance(scope, Tournament):
        Tournament.objects.filter(pk=scope.pk, rehearsal=False).update(published=True)
        scope.refresh_from_db()
        manage, public = (reverse(name, args=[scope.slug]) for name in ("manage_home", "event"))
        files = [reverse(export.name, args=[scope.slug]) for export in list_exports()]
    else:
        scope.refresh_from_db()
        manage, public = (reverse(name, args=[scope.slug]) for name in ("manage_season", "season"))
    broken, pages, papers = [], 0, 0
    visitors = [(signed_in("olga"), [manage, public, *files]), (Client(), [public])]
    with mock.patch.object(pdf, "render_run", lay_out):
        # She sees what a stranger sees, and more.
        for client, starts in visitors if in_full() else visitors[:1]:
            client.raise_request_exception = False
            for address, answer in walk(client, *starts):
                pages += 1
                if answer.status_code >= 500:
                    broken.append((address, answer.status_code))
    assert broken == []
    if isinstance(scope, Tournament):
        for paper in list_offered_papers(tournament=scope):
            round_ = scope.rounds.order_by("number").first() if paper.needs else None
            # Nothing to print, or too early for it.
            with suppress(UserError):
                lay_out(paper.run(Order(scope, "https://hall.example", round_), "a4"))
                papers += 1
    record("pages", pages)
    record("papers", papers)


@pytest.mark.long
@pytest.mark.parametrize(("name", "extreme"), in_slice(EXTREMES, len(EXTREMES)))
def test_what_an_action_accepts_every_page_shows(
    name: str,
    extreme: Callable[..., Any],
    accounts: dict[str | None, Account],
    record_property: Callable[[str, object], None],
) -> None:
    example: Example = examples()[name]()
    taken = carry_out(Scene(BY_NAME[name], example, accounts), extreme)
    record_property("values", len(taken))
    scope = example.scope
    if taken and isinstance(scope, Tournament | Season) and type(scope).objects.filter(pk=scope.pk).exists():
        everything_shows(scope, record_property)


MOMENT = re.compile(r'"\d{4}-\d\d-\d\dT\d\d:\d\d[^"]*"')


@pytest.mark.release
@pytest.mark.parametrize("family", ["mcr", "riichi"])
@pytest.mark.parametrize(
    ("moment", "zone"), [("9999-12-31T23:59:59Z", "Asia/Tokyo"), ("0001-01-01T00:00:00Z", "America/New_York")]
)
def test_every_page_shows_an_event_whose_file_had_such_times_everywhere(
    family: str, moment: str, zone: str, record_property: Callable[[str, object], None]
) -> None:
    """A log whose times were changed is refused; all other times are moved into the bounds."""
    whole = json.loads(pack_as_json(eventful(family, 5)))
    log = whole.pop("log")
    whole = json.loads(MOMENT.sub(json.dumps(moment), json.dumps(whole))) | {"log": log}
    read, problems = unpack(json.dumps(whole).encode())
    assert (problems, read is None) == ([], False)
    copy = event_files.restore(acting(), event=read, slug="copy")
    Tournament.objects.filter(pk=copy.pk).update(time_zone=zone)
    everything_shows(Tournament.objects.get(pk=copy.pk), record_property)
