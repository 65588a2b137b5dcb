"""Every action through its page and its endpoint: carried out, refused at each field, by role, once, and when stale."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.contrib.messages import get_messages
from django.test import Client, override_settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.test import APIClient

from tests.conformance.actions import MISSING, Example, examples
from tests.roles.cast import blank_pages
from tests.support.database import kept_for_the_module
from tests.support.import_doors import undone
from tests.support.people import ROLES, person, token_of
from tests.support.release import in_full
from tournaments.core.actions import PART, Action, actions
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import ALL_ACTIONS, SCOPES, SEASON_ACTIONS, can
from tournaments.core.visibility import knows_event
from tournaments.events.models import Tournament
from tournaments.seasons.permissions import can_in_season

pytestmark = pytest.mark.django_db

BY_NAME = {one.__name__: one for one in actions()}
KEY = "0123456789abcdef"


class Account(NamedTuple):
    """Session and token of a person."""

    cookies: str
    headers: Mapping[str, str]


class Scene:
    """An action with its example: sends requests by page and API."""

    def __init__(self, action: type[Action], example: Example, accounts: Mapping[str | None, Account]) -> None:
        self.action, self.example = action, example
        self.scope = example.scope
        self.key = PART.findall(action.api_base if action.path else action.page_base)[0]
        self.accounts = accounts
        self.body = dict(example.body)

    def may(self, name: str) -> bool:
        season = any(self.action.permission in held for held in SEASON_ACTIONS.values())
        return (can_in_season if season else can)(person(name), self.action.permission, self.scope)

    def refusal(self, name: str) -> int:
        """Status without the permission: a private event does not exist for strangers."""
        hidden = isinstance(self.scope, Tournament) and not knows_event(person(name), self.scope)
        return 404 if hidden else 403

    def done(self) -> int:
        """Number of log entries or jobs; an event's own log is deleted with it, the site's is not."""
        last = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
        return (last or 0) + Job.objects.count()

    def form(self, body: dict[str, Any], **more: Any) -> dict[str, Any]:
        names = {api: form for form, api in self.action.api_names.items()}
        data = {
            names.get(name, name): "on" if value is True else value
            for name, value in body.items()
            if name not in self.action.api_fields and value is not None and value is not False
        } | more
        found = self.example.prefix or self.action.prefix
        prefix = f"{found}-" if found else ""
        return {f"{prefix}{name}": value for name, value in data.items()}

    def form_name(self, field: str) -> str:
        return {api: form for form, api in self.action.api_names.items()}.get(field, field)

    def post_page(self, name: str | None, data: dict[str, Any], **headers: str) -> Any:
        client = Client()
        client.cookies.load(self.accounts[name].cookies)
        address = reverse(self.action.name, kwargs={self.key: self.scope.slug, **self.example.page})
        with self.at_its_time():
            return client.post(address, data, headers=headers)

    def post_api(self, name: str | None, body: dict[str, Any], **headers: str) -> Any:
        client = APIClient()
        client.credentials(**self.accounts[name].headers)
        address = reverse(self.action.api_url_name(), kwargs={self.key: self.scope.slug, **self.example.api})
        with self.at_its_time():
            return getattr(client, self.action.method)(address, body, format="json", headers=headers)

    @contextmanager
    def at_its_time(self) -> Iterator[None]:
        with ExitStack() as stack:
            if self.example.now is not None:
                stack.enter_context(mock.patch("django.utils.timezone.now", return_value=self.example.now))
            yield


@pytest.fixture(scope="module")
def accounts(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str | None, Account]]:
    """Everybody, signed in and with a token, made once for all scenes."""
    with kept_for_the_module(django_db_blocker):
        found: dict[str | None, Account] = {None: Account("", {})}
        for name in ROLES:
            client = Client()
            client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
            token = token_of(name, scopes=tuple(SCOPES), days=1)
            found[name] = Account(client.cookies.output(header=""), {"HTTP_AUTHORIZATION": f"Token {token}"})
        yield found


@pytest.fixture(scope="module", autouse=True)
def mail_server() -> Iterator[None]:
    """A sender for examples whose site has an address, too."""
    with override_settings(MAIL_FROM="Open <open@mahjong.example>"):
        yield


@pytest.fixture(scope="module", params=sorted(BY_NAME))
def scene(
    request: pytest.FixtureRequest, accounts: dict[str | None, Account], django_db_blocker: Any
) -> Iterator[Scene]:
    with kept_for_the_module(django_db_blocker):
        yield Scene(BY_NAME[request.param], examples()[request.param](), accounts)


def test_every_action_has_an_example_and_a_permission_that_exists() -> None:
    assert sorted(examples()) == sorted(BY_NAME)
    known = ALL_ACTIONS.union(*SEASON_ACTIONS.values())
    assert [name for name, one in BY_NAME.items() if one.permission not in known] == []


def test_it_is_carried_out_through_page_and_api(scene: Scene) -> None:
    before = scene.done()
    if scene.action.name:
        with undone():
            answer = scene.post_page("olga", scene.form(scene.body, **scene.example.form))
            shown = answer.context[scene.action.form_name].errors if answer.status_code == 422 else {}
            assert (answer.status_code, shown, scene.done() > before) == (302, {}, True), said(answer)
    if scene.action.path:
        with undone():
            scene.scope.refresh_from_db()
            logged = AuditEntry.objects.count()
            answer = scene.post_api("olga", scene.body, **{"If-Match": f'"{scene.scope.version}"'})
            assert (answer.status_code, scene.done() > before) == (scene.action.status, True), answer.content
            entries = AuditEntry.objects.order_by("pk")[logged:]
            assert {(entry.actor_name, entry.origin) for entry in entries} <= {("olga", "api")}


def said(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_every_wrong_field_is_refused_there_by_page_and_api(scene: Scene) -> None:
    """Both read by the same form: its first mistake is made on the page as well, and all of them in a release."""
    before = scene.done()
    shown: AbstractContextManager[Any] = nullcontext()
    on_page = 1 if scene.action.path and not in_full() else sys.maxsize
    for field, value, mistake in wrong_values(scene):
        told = (field, "missing" if value is MISSING else value)
        body = {name: sent for name, sent in scene.body.items() if name != field}
        if scene.action.path:
            with undone():
                answer = scene.post_api("olga", body if value is MISSING else {**body, field: value})
                assert (answer.status_code, answer.json()["field"]) == (400, field), (told, answer.content)
        if scene.action.name and mistake is not None and on_page:
            on_page -= 1
            with undone(), shown:
                answer = scene.post_page("olga", scene.form(body, **{**_without(scene, field), **mistake}))
                # One page with errors is rendered; the others are read by their forms.
                shown = blank_pages()
                # A row's button leads back with a message.
                assert answer.status_code in (302, 422), told
                if answer.status_code == 422:
                    refused = set(answer.context[scene.action.form_name].errors)
                    assert refused & {*mistake, scene.form_name(field)}, (told, refused)
        assert scene.done() == before, told


def test_an_unknown_field_of_a_program_is_refused_by_name(scene: Scene) -> None:
    if not scene.action.path:
        return
    answer = scene.post_api("olga", {**scene.body, "raeson": "A slip."})
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "unknown_field", "raeson")


def _without(scene: Scene, field: str) -> dict[str, Any]:
    return {name: value for name, value in scene.example.form.items() if name != scene.form_name(field)}


def wrong_values(scene: Scene) -> Iterator[tuple[str, Any, dict[str, Any] | None]]:
    """Wrong values by field of the API, with the same mistake on the form, or None if a form cannot make it."""
    for name, field in scene.action.serializer_class()().fields.items():
        if name in scene.example.wrong:
            for value, mistake in scene.example.wrong[name]:
                yield name, value, None if mistake is None else dict(mistake)
            continue
        if field.required and scene.action.method != "patch":
            yield name, MISSING, {} if name not in scene.action.api_fields else None
        for value in _wrong(field):
            yield name, value, None if isinstance(field, serializers.BooleanField) else {scene.form_name(name): value}


def _wrong(field: Any) -> Iterator[Any]:
    if isinstance(field, serializers.ListField):
        yield from ([value] for value in _wrong(field.child))
    elif isinstance(field, serializers.CharField):
        if field.max_length is not None:
            yield "x" * (field.max_length + 1)
        if isinstance(field, serializers.RegexField):
            yield "?" * 3
    elif isinstance(field, serializers.ChoiceField):
        yield "no such choice"
    elif isinstance(field, serializers.BooleanField):
        yield "perhaps"
    else:
        yield "nonsense"
        for limit, step in (("max_value", 1), ("min_value", -1)):
            if getattr(field, limit, None) is not None:
                yield getattr(field, limit) + step


def test_only_who_has_the_permission_may(scene: Scene) -> None:
    before, strangers = scene.done(), [name for name in ROLES if not scene.may(name)]
    assert {"petra", "otto"} <= set(strangers)
    # Whose role it is not is decided in one place: the first of the team and an outsider stand for all of them.
    for name in (*(strangers if in_full() else dict.fromkeys((strangers[0], "otto"))), None):
        refused = scene.refusal(name) if name else None
        if scene.action.name:
            answer = scene.post_page(name, scene.form(scene.body, **scene.example.form))
            assert (name, answer.status_code) == (name, refused or 302)
        if scene.action.path:
            assert (name, scene.post_api(name, scene.body).status_code) == (name, refused or 401)
    assert scene.done() == before


def test_a_repeated_key_is_carried_out_once(scene: Scene) -> None:
    before = scene.done()
    if scene.action.path:
        with undone():
            first = scene.post_api("olga", scene.body, **{"Idempotency-Key": KEY})
            done = scene.done()
            again = scene.post_api("olga", scene.body, **{"Idempotency-Key": KEY})
            assert (first.status_code, first.json()) == (again.status_code, json.loads(again.content))
            assert before < done == scene.done()
    if scene.action.sent_once:
        with undone():
            form = scene.form(scene.body, **scene.example.form)
            first = scene.post_page("olga", form, **{"Idempotency-Key": KEY})
            done = scene.done()
            again = scene.post_page("olga", form, **{"Idempotency-Key": KEY})
            assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
            assert before < done == scene.done()


def test_what_has_changed_since_it_was_read_is_refused(scene: Scene) -> None:
    if not scene.action.path:
        return
    before = scene.done()
    scene.scope.refresh_from_db()
    answer = scene.post_api("olga", scene.body, **{"If-Match": f'"{scene.scope.version + 1}"'})
    assert (answer.status_code, answer.json()["code"], scene.done()) == (412, "changed_meanwhile", before)
