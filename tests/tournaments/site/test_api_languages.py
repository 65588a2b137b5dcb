"""The API speaks the reader's language: no route answers a mistake in English to who reads Japanese."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import django
import pytest
import rest_framework
from babel.messages.pofile import read_po
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, resolve, reverse
from django.utils.translation.trans_real import DjangoTranslation

from tests.roles.cast import Cast, without_what_takes_long
from tests.roles.rows import methods, routes
from tests.support.database import kept_for_the_module
from tests.support.slices import in_slice
from tournaments.core.http.problems import MEDIA_TYPE

pytestmark = pytest.mark.django_db

PARTS = 12
"""The routes of one part of so many are asked in a run, all of them in a release."""
MARKS = "⟦⟧"
NOTHING: dict[str, Any] = {"job": UUID(int=7), "family": "nothing", "preset": "nothing-2000"}
"""Values of parts of addresses that nothing has; others get a number or a word by their converter."""
JSON = "application/json"
SCHEMA = Path(__file__).resolve().parents[2] / "data" / "golden" / "openapi.json"
BODIES: tuple[tuple[Any, str], ...] = (
    ({}, JSON),
    ({"unknown": 1}, JSON),
    ([], JSON),
    ("text", JSON),
    ("{", JSON),
    (b"\xff\xfe", JSON),
    ("a=1", "application/x-www-form-urlencoded"),
    ("text", "text/plain"),
    ("--no", "multipart/form-data"),
)
QUERIES = (
    "page_size=501", "page_size=none", "cursor=none", "ordering=none", "unknown=1", "after=none", "category=none",
    "player=none", "month=none", "since=none", "year=none",
)  # fmt: skip


@cache
def texts_of_packages() -> frozenset[str]:
    """The English texts of Django and of the REST framework, which have catalogues of their own."""
    folders = [Path(django.__file__).parent / "conf", Path(rest_framework.__file__).parent]
    texts: set[str] = set()
    for folder in folders:
        with (folder / "locale" / "en" / "LC_MESSAGES" / "django.po").open("rb") as file:
            for message in read_po(file):
                texts.update([message.id] if isinstance(message.id, str) else message.id)
    return frozenset(texts)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a text of the program that is marked, and not translated yet, between brackets: the catalogues are late."""
    once, many = DjangoTranslation.gettext, DjangoTranslation.ngettext

    def mark(translation: Any, message: str, text: str) -> str:
        is_late = translation.language() == "ja" and text == message and message.isascii() and "\x04" not in message
        return f"{MARKS[0]}{text}{MARKS[1]}" if is_late and message and message not in texts_of_packages() else text

    monkeypatch.setattr(DjangoTranslation, "gettext", lambda self, message: mark(self, message, once(self, message)))
    monkeypatch.setattr(
        DjangoTranslation,
        "ngettext",
        lambda self, single, plural, n: mark(self, single if n == 1 else plural, many(self, single, plural, n)),
    )


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: Any) -> Iterator[Cast]:
    with kept_for_the_module(django_db_blocker):
        yield Cast()


WRONG: tuple[Any, ...] = ({"a": 1}, "?" * 5_000, -(10**12), 1.5, [[]], None, True)
"""Values that most fields refuse, each for a reason of its own."""


@cache
def fields_of_bodies() -> dict[str, list[str]]:
    """Names of the fields of each operation's body, by method and address in the schema's words."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    fields: dict[str, list[str]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get(JSON)
            if body:
                row = schema["components"]["schemas"][body["schema"]["$ref"].rpartition("/")[2]]
                fields[f"{method.upper()} {re.sub('{[^}]+}', '{}', path)}"] = sorted(row["properties"])
    return fields


def wrong_bodies(method: str, address: str) -> Iterator[tuple[Any, str]]:
    """Bodies with a wrong value in every field at once; none of an operation without fields."""
    route = "/" + re.sub("<[^>]+>", "{}", resolve(address).route)
    names = fields_of_bodies().get(f"{method} {route}", [])
    for value in WRONG if names else ():
        yield dict.fromkeys(names, value), JSON


def api_routes() -> list[URLPattern]:
    patterns = [pattern for pattern in routes().values() if hasattr(pattern.callback, "cls")]
    return sorted(patterns, key=lambda pattern: str(pattern.name))


def addresses(cast: Cast, pattern: URLPattern) -> Iterator[str]:
    """The address of the route, then others with one part that nothing has."""
    name = str(pattern.name)
    converters = pattern.pattern.converters
    known = {part: cast.known.get(part, 1) for part in converters}
    if "pk" in known:
        known["pk"] = cast.known["call"] if "call" in name else cast.penalty
    if name == "api-file":
        known["key"] = "event_whole"
    for missing in (None, *converters):
        parts = dict(known)
        if missing:
            number = type(converters[missing]).__name__ in ("NumberConverter", "IntConverter")
            parts[missing] = NOTHING.get(missing, 999_999 if number else "nothing")
        yield reverse(name, kwargs=parts)


def mistakes(cast: Cast, pattern: URLPattern) -> Iterator[tuple[Client, str, str, dict[str, Any]]]:
    """Requests with one mistake each: sender, method, address and options."""
    admin, stranger, visitor = (cast.browsers[role] for role in ("admin", "outsider", "visitor"))
    right, *wrong = addresses(cast, pattern)
    for method in sorted(methods(pattern)):
        body: dict[str, Any] = {} if method == "GET" else {"data": "{}", "content_type": JSON}
        for address in wrong:
            yield admin, method, address, body
        for client in (visitor, stranger):
            yield client, method, right, body
        yield admin, method, right, body | {"headers": {"Accept": "image/png"}}
        if method == "GET":
            for query in QUERIES:
                yield admin, method, f"{right}?{query}", {}
            continue
        for data, kind in (*BODIES, *wrong_bodies(method, right)):
            text = data if isinstance(data, str | bytes) else json.dumps(data)
            yield admin, method, right, {"data": text, "content_type": kind}
        yield admin, method, right, body | {"headers": {"If-Match": '"0-0"'}}
        yield admin, method, right, body | {"headers": {"Idempotency-Key": "short"}}
        yield visitor, method, right, body | {"headers": {"Authorization": "Token nonsense"}}
    yield admin, "DELETE", right, {}


def sentences_of(answer: Any) -> list[str]:
    """Sentences of an error: `detail`, and `problems` without the names of their fields."""
    problem = answer.json()
    named = re.compile(r"^[\w.]+: ")
    return [problem["detail"], *(named.sub("", text) for text in problem["problems"])]


def is_english(sentence: str) -> bool:
    """Return whether a sentence has words of English and no letter of another script: names alone are no sentence."""
    return sentence.isascii() and re.search(r"[A-Za-z]{2,}", sentence) is not None


@pytest.mark.long
@pytest.mark.usefixtures("marked")
def test_no_mistake_is_answered_in_english_to_who_reads_japanese(cast: Cast) -> None:
    assert len(fields_of_bodies()) > 150
    english: dict[str, str] = {}
    statuses: set[int] = set()
    with without_what_takes_long():
        for pattern in in_slice(api_routes(), PARTS):
            for client, method, address, options in mistakes(cast, pattern):
                headers = {"Accept-Language": "ja", **options.get("headers", {})}
                with transaction.atomic():
                    answer = client.generic(method, address, **{**options, "headers": headers})
                    transaction.set_rollback(True)
                if answer.status_code < 400:
                    continue
                statuses.add(answer.status_code)
                assert answer["Content-Type"] == MEDIA_TYPE, (method, address, options)
                for sentence in sentences_of(answer):
                    if is_english(sentence):
                        english.setdefault(sentence, f"{answer.status_code} {method} {address} {options}")
    assert english == {}
    assert statuses >= {400, 401, 403, 405, 406, 412, 415}


def test_every_list_refuses_a_page_that_is_too_large(cast: Cast) -> None:
    """A program that thinks it has all rows because nothing was refused would lose the others."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    limited = {
        re.sub("{[^}]+}", "{}", path)
        for path, operations in schema["paths"].items()
        if any(parameter["name"] == "page_size" for parameter in operations.get("get", {}).get("parameters", ()))
    }
    answers = {}
    for pattern in api_routes():
        address = next(addresses(cast, pattern))
        route = "/" + re.sub("<[^>]+>", "{}", resolve(address).route)
        if route in limited:
            most, more = (cast.browsers["admin"].get(f"{address}?page_size={size}") for size in (500, 501))
            answers[route] = (most.status_code, more.status_code, more.json()["field"])
    assert (len(answers) > 10, set(answers.values())) == (True, {(200, 400, "page_size")})
    assert answers.keys() == limited
