"""Names as the event shows them: full names of marked players are on no page, answer, file or paper for the public."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.roles.cast import Cast
from tests.roles.rows import table
from tests.support import traces
from tests.support.people import acting, signed_in
from tests.support.release import in_full
from tests.support.slices import in_slice
from tests.support.verifier import lines_of
from tournaments.core.errors import UserError
from tournaments.core.printing import registry
from tournaments.core.text import names
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import search_players
from tournaments.entries.services import players
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import privacy
from tournaments.results.services import settings as event_settings

both = pytest.mark.both_databases

NAMES = {
    "family_name": "Zqxfamily",
    "given_name": "Zqxgiven",
    "native_name": "齾龘靐",
    "romanised_name": "Zqxgiven Zqxroman",
}
PATTERN = traces.pattern_of([*NAMES.values(), "Zqxroman"])
FOR_STAFF = frozenset({"receipts", "personal-data", "case-book", "case-protocol"})


def make_marked(event: Any, **facts: Any) -> Entry:
    entry = event.entries.get(number=1)
    players.edit(acting(), entry, **NAMES, **facts)
    return event.entries.get(number=1)


def show(event: Any, way: str) -> None:
    event_settings.edit(acting(), event, facts={"shown_names": way})


@both
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("way", "facts", "shown"),
    [("nicknames", {"nickname": "Foxmark"}, "Foxmark"), ("names", {"initials_only": True}, "Z. Z.")],
)
def test_no_page_for_the_public_has_a_hidden_name(way: str, facts: dict[str, Any], shown: str) -> None:
    cast = Cast()
    make_marked(cast.event, **facts)
    show(cast.event, way)
    rows = [row for row in table() if row.method == "GET" and not row.part and row.who & {"visitor", "player"}]
    answered, lines, texts = 0, [], []
    for row in rows if in_full() else in_slice(rows, 2):
        answer = cast.ask(row, "visitor" if "visitor" in row.who else "player")
        answered += answer.status_code == 200
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        lines += traces.in_bytes(PATTERN, content, str(row))
        texts.append(content.decode(errors="replace"))
    assert lines == []
    assert answered > 20
    assert any(shown in text for text in texts)
    bundle = json.dumps(build_public_bundle(cast.event), default=str, ensure_ascii=False)
    assert (traces.in_bytes(PATTERN, bundle.encode()), lines_of(json.loads(bundle))) == ([], [])


@pytest.mark.django_db
def test_papers_for_the_wall_hide_the_name_from_an_organiser_too() -> None:
    cast = Cast()
    make_marked(cast.event, initials_only=True)
    round_ = cast.event.rounds.order_by("number").first()
    made = []
    for offered in registry.list_offered_papers(tournament=cast.event):
        if offered.key in FOR_STAFF or offered.key == "rulebook":
            continue
        with names.reading_names(full=True):
            try:
                leaves = offered.leaves(registry.Order(cast.event, round=round_))
                run = offered.run(registry.Order(cast.event, round=round_), "A4", leaves)
            except UserError:
                continue
        made.append(offered.key)
        assert traces.in_bytes(PATTERN, repr(run).encode(), offered.key) == []
    assert {"badges", "seating-names", "seating-tables"} <= set(made)


@pytest.mark.django_db
def test_the_staff_sees_full_names_and_the_public_finds_only_what_is_shown() -> None:
    event = Cast().event
    entry = make_marked(event, nickname="Foxmark")
    show(event, "nicknames")
    entry.refresh_from_db()
    staff = signed_in("olga").get(reverse("manage_entries", args=[event.slug])).content.decode()
    assert "Zqxroman" in staff
    everybody = event.entries.all()
    for words, private, count in (("zqxroman", (), 0), ("foxmark", (), 1), ("zqxroman", ("nickname",), 1)):
        assert search_players(everybody, words, private).count() == count
    assert (entry.name, entry.sort_name, entry.hides_name) == ("Foxmark", "Foxmark", True)
    show(event, "both")
    entry.refresh_from_db()
    assert (entry.name, entry.sort_name, entry.hides_name) == (
        "Zqxgiven Zqxroman “Foxmark”",
        "Zqxfamily Zqxgiven",
        False,
    )
    show(event, "names")
    entry.refresh_from_db()
    assert (entry.name, entry.shown_name) == ("Zqxgiven Zqxroman", "")


@both
@pytest.mark.django_db
def test_an_erased_player_has_no_nickname() -> None:
    event = Cast().event
    entry = make_marked(event, nickname="Foxmark")
    show(event, "nicknames")
    entry.refresh_from_db()
    privacy.erase(acting(), entry)
    entry.refresh_from_db()
    assert (entry.nickname, entry.shown_name, entry.name) == ("", "", "Z. Z.")
    assert "fox" not in entry.shown_key


@pytest.mark.django_db
def test_players_of_the_same_initials_are_told_apart_by_number() -> None:
    event = Cast().event
    for number, given_name in ((1, "Ida"), (2, "Ines")):
        player = event.entries.get(number=number)
        players.edit(
            acting(), player, given_name=given_name, family_name="Leitner", romanised_name="", native_name="",
            initials_only=True, club=f"Club {number}",
        )  # fmt: skip
    pair = list(event.entries.filter(number__lte=2).order_by("number"))
    assert names.format_persons(pair) == ["I. L. (1)", "I. L. (2)"]
    with names.reading_names(full=True):
        assert names.format_persons(pair) == ["Ida Leitner", "Ines Leitner"]


@pytest.mark.parametrize(
    ("name", "letters"), [("Ida Leitner", "I. L."), ("山田 太郎", "山."), ("李 白", "李."), ("", "")]
)
def test_initials(name: str, letters: str) -> None:
    assert names.abbreviate(name) == letters


@pytest.mark.parametrize(("language", "leading"), [("en", "Ida Leitner “Fox”"), ("ja", "井田 “Fox”")])
def test_a_nickname_follows_the_leading_name(language: str, leading: str) -> None:
    player = SimpleNamespace(
        name="Ida Leitner “Fox”", sort_name="Leitner Ida", native_name="井田", hides_name=False,
        nickname_after_name=" “Fox”", full_name="Ida Leitner",
    )  # fmt: skip
    with translation.override(language):
        assert names.choose_leading_name(player) == leading


@both
@pytest.mark.django_db(transaction=True)
def test_a_page_that_was_read_before_shows_the_new_form_at_once() -> None:
    event = Cast().event
    make_marked(event, nickname="Foxmark")
    addresses = [reverse("event_players", args=[event.slug]), reverse("api-entries", args=[event.slug])]
    visitor = Client()
    assert all(PATTERN.search(visitor.get(address).content) for address in addresses)
    show(event, "nicknames")
    pages = [visitor.get(address).content for address in addresses]
    assert not any(PATTERN.search(page) for page in pages)
    assert all(b"Foxmark" in page for page in pages)
    show(event, "names")
    players.edit(acting(), event.entries.get(number=1), initials_only=True)
    pages = [visitor.get(address).content for address in addresses]
    assert not any(PATTERN.search(page) for page in pages)
    assert not any(b"Foxmark" in page for page in pages)
