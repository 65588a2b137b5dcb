"""Every action through its page and its endpoint: carried out, refused at each field, by role, once, and when stale."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.contrib.messages import get_messages
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.test import APIClient

from tests.conformance.actions import MISSING, Example, examples
from tests.roles.cast import blank_pages
from tests.support.database import kept_for_the_module
from tests.support.import_doors import undone
from tests.support.people import ROLES, person, signed_in, token_of
from tests.support.private_values import mark_private_values, marked, private_values_in_log
from tests.support.release import in_full
from tests.support.slices import in_slice_of_each, number
from tournaments.core.actions import Action, list_actions
from tournaments.core.api.endpoints import PART
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import ALL_ACTIONS, SCOPES, SEASON_ACTIONS, can
from tournaments.core.visibility import may_see_event
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.seasons.permissions import can_in_season
from tournaments.standings.queries.standings import compute_standings, get_standings

pytestmark = pytest.mark.django_db

BY_NAME = {one.__name__: one for one in list_actions()}
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
        hidden = isinstance(self.scope, Tournament) and not may_see_event(person(name), self.scope)
        return 404 if hidden else 403

    def done(self) -> int:
        """Number of log entries or jobs; an event's own log is deleted with it, the site's is not."""
        last = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
        return (last or 0) + Job.objects.count()

    def look_at_standings(self) -> None:
        """The standings that are remembered are those of today."""
        for event in self.events():
            assert get_standings(event) == compute_standings(event)

    def remember_standings(self) -> None:
        for event in self.events():
            get_standings(event)

    def events(self) -> Iterator[Tournament]:
        if isinstance(self.scope, Tournament):
            yield from Tournament.objects.filter(slug=self.scope.slug)

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

    def version(self) -> int:
        self.scope.refresh_from_db()
        return int(self.scope.version)

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
        address = reverse(self.action.make_api_url_name(), kwargs={self.key: self.scope.slug, **self.example.api})
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
            client = signed_in(name)
            token = token_of(name, scopes=tuple(SCOPES), days=1)
            found[name] = Account(client.cookies.output(header=""), {"HTTP_AUTHORIZATION": f"Token {token}"})
        yield found


@pytest.fixture(scope="module", autouse=True)
def mail_server() -> Iterator[None]:
    """A sender for examples whose site has an address, too."""
    with override_settings(MAIL_FROM="Open <open@mahjong.example>"):
        yield


FIRST_OF_ITS_KIND = {(one.endpoint, one.guard, one.method): one for one in reversed(BY_NAME.values())}
"""Unknown fields, stale versions and strangers are refused by endpoint and guard: one action stands for all of them."""


def form_of(action: type[Action]) -> tuple[Any, ...]:
    """Reader of the fields of a request: the form, with the names that the API has for them."""
    return action.form_class, action.method, tuple(sorted(action.api_names.items())), tuple(action.api_fields)


FIRST_OF_ITS_FORM = {form_of(one): one for one in reversed(BY_NAME.values())}
"""Wrong fields are refused by the form: one action stands for all that have it, but for those with wrong values of
their own.
"""

FIRST_ON_ITS_PAGE = {(one.page, one.form_name): one for one in reversed(BY_NAME.values())}
"""A form with errors is shown by the function of the page: one action stands for all that have it."""


def in_this_run(parts: int) -> list[str]:
    """Return the actions of one part of so many of every subject, with the first of each kind."""
    names = in_slice_of_each(sorted(BY_NAME), parts, lambda name: BY_NAME[name].__module__)
    return sorted({*names, *(one.__name__ for one in FIRST_OF_ITS_KIND.values())})


HALF = in_this_run(2)
"""The mistakes of half of the forms are made in a run, of all of them in a release."""


def by_subject(name: str) -> tuple[str, str]:
    """Key that sorts actions: those whose examples begin with the same events come one after the other."""
    return examples()[name].__module__, name


@pytest.fixture
def scene(name: str, accounts: dict[str | None, Account]) -> Scene:
    """The action with its example; every private value of a player or a registration can be told from all others."""
    made = Scene(BY_NAME[name], examples()[name](), accounts)
    mark_private_values()
    if made.action.__module__.startswith("tournaments.entries"):
        private = {name: Entry._meta.get_field(name) for name in Entry.PRIVATE & made.body.keys() - {"answers"}}
        made.body |= {name: marked(column, 9999) for name, column in private.items()}
    return made


def test_every_action_has_an_example_and_a_permission_that_exists() -> None:
    assert sorted(examples()) == sorted(BY_NAME)
    known = ALL_ACTIONS.union(*SEASON_ACTIONS.values())
    assert [name for name, one in BY_NAME.items() if one.permission not in known] == []


@pytest.mark.parametrize("name", sorted(BY_NAME, key=by_subject))
def test_it_is_refused_in_its_order_and_carried_out_once(scene: Scene) -> None:
    before = scene.done()
    permission_is_needed(scene)
    if scene.action.path and (in_full() or scene.action in FIRST_OF_ITS_KIND.values()):
        unknown_field_and_stale_version_are_refused(scene)
    assert scene.done() == before
    if scene.action.__name__ in HALF and (
        in_full() or scene.example.wrong or scene.action in FIRST_OF_ITS_FORM.values()
    ):
        wrong_fields_are_refused(scene)
        assert scene.done() == before
    if scene.action.__module__.startswith(OF_ROUNDS) and isinstance(scene.scope, Tournament):
        closed_event_is_not_played_on(scene)
    if isinstance(scene.scope, Tournament) and scene.action.__name__ not in WHILE_LENT:
        lent_event_stays_as_it_is(scene)
    for by_page in doors_of(scene):
        with undone():
            (page_carries_it_out if by_page else program_carries_it_out_once)(scene)
            assert private_values_in_log() == []


OF_ROUNDS = ("tournaments.rounds", "tournaments.seating", "tournaments.results")


def closed_event_is_not_played_on(scene: Scene) -> None:
    """No round of a closed event is drawn, published, started or opened again, by page or API."""
    for page in doors_of(scene):
        with undone(), blank_pages():
            Tournament.objects.filter(pk=scene.scope.pk).update(state=Tournament.State.FINISHED)
            before = how_far(scene.scope)
            answer = post_by(page, scene)
            assert [number for number, at in how_far(scene.scope).items() if at > before[number]] == [], answer.content


def doors_of(scene: Scene) -> list[bool]:
    """Doors at which an action asks its service: True for the page, False for the API.

    Both for the first of a kind and in a release; else the one in a run and the other in the next.
    """
    doors = [*([True] if scene.action.name else []), *([False] if scene.action.path else [])]
    if in_full() or scene.action in FIRST_OF_ITS_KIND.values():
        return doors
    return [doors[(sorted(BY_NAME).index(scene.action.__name__) + number()) % len(doors)]]


def post_by(page: bool, scene: Scene, name: str | None = "olga") -> Any:
    if page:
        return scene.post_page(name, scene.form(scene.body, **scene.example.form))
    return scene.post_api(name, scene.body)


WHILE_LENT = {
    "TakeBackEvent",
    "CopyEvent",
    "BackUpEvent",
    "PrintDocument",
    "DeleteSealedBackup",
    "RemoveWebhook",
    "MakeMirrorKey",
    "RevokeMirrorKey",
}
"""Actions that end the loan of an event, only read it, change the key of a mirror, which is lent from its start, or
forget the address of a webhook."""
LENT = "This event is played in the hall. Nothing changes here until it is brought back."


def lent_event_stays_as_it_is(scene: Scene) -> None:
    """An event that is played in the hall refuses the action, by API or page, in a release by both."""
    for page in doors_of(scene):
        with undone(), blank_pages():
            Tournament.objects.filter(pk=scene.scope.pk).update(lent_at=timezone.now())
            before = scene.done()
            answer = post_by(page, scene)
            told = answer.content.decode()
            if page:
                told = " ".join(map(str, get_messages(answer.wsgi_request)))
            if page and answer.status_code == 422:
                told += answer.context[scene.action.form_name].errors.as_text()
            assert (LENT in told, scene.done()) == (True, before), (page, answer.status_code, told[:500])


def how_far(event: Tournament) -> Counter[int]:
    """Number of each round that is drafted (1), published (2) or being played (3)."""
    drafts = Seating.objects.filter(round__tournament=event, state=Seating.State.DRAFT)
    found = Counter[int](dict.fromkeys(drafts.values_list("round__number", flat=True), 1))
    states = {Round.State.PUBLISHED: 2, Round.State.PLAYING: 3}
    rounds = event.rounds.filter(state__in=states).values_list("number", "state")
    return found | Counter({number: states[Round.State(state)] for number, state in rounds})


def permission_is_needed(scene: Scene) -> None:
    """The table of roles says it of every route and role; here also with a body that is taken from those who may."""
    assert not scene.may("petra")
    strangers = (name for name in ROLES if not scene.may(name))
    everybody = [*strangers, None] if in_full() else [next(strangers)]
    if scene.action in FIRST_OF_ITS_KIND.values():
        everybody += ["otto", None]
    for name in everybody:
        refused = scene.refusal(name) if name else None
        for by_page in doors_of(scene):
            answer = post_by(by_page, scene, name)
            assert (name, answer.status_code) == (name, refused or (302 if by_page else 401))


def unknown_field_and_stale_version_are_refused(scene: Scene) -> None:
    answer = scene.post_api("olga", {**scene.body, "raeson": "A slip."})
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "unknown_field", "raeson")
    answer = scene.post_api("olga", scene.body, **{"If-Match": f'"{scene.version() + 1}"'})
    assert (answer.status_code, answer.json()["code"]) == (412, "changed_meanwhile")


def program_carries_it_out_once(scene: Scene) -> None:
    """A repeated key brings back the first answer, even though the event has changed since; with another body, none."""
    before, logged = scene.done(), AuditEntry.objects.count()
    headers = {"If-Match": f'"{scene.version()}"', "Idempotency-Key": KEY}
    answer = scene.post_api("olga", scene.body, **headers)
    assert (answer.status_code, scene.done() > before) == (scene.action.status, True), answer.content
    entries = AuditEntry.objects.order_by("pk")[logged:]
    assert {(entry.actor_name, entry.origin) for entry in entries} <= {("olga", "api")}
    done = scene.done()
    again = scene.post_api("olga", scene.body, **headers)
    assert (again.status_code, json.loads(again.content), scene.done()) == (answer.status_code, answer.json(), done)
    assert ("Idempotency-Replayed" in answer, again["Idempotency-Replayed"]) == (False, "true")
    other = scene.post_api("olga", {**scene.body, "another": "value"}, **headers)
    assert (other.status_code, other.json()["code"], scene.done()) == (422, "idempotency_key_reused", done)


def page_carries_it_out(scene: Scene) -> None:
    before, form = scene.done(), scene.form(scene.body, **scene.example.form)
    scene.remember_standings()
    answer = scene.post_page("olga", form, **{"Idempotency-Key": KEY})
    errors = answer.context[scene.action.form_name].errors if answer.status_code == 422 else {}
    messages = [str(message) for message in get_messages(answer.wsgi_request)]
    assert (answer.status_code, errors, scene.done() > before) == (302, {}, True), messages
    scene.look_at_standings()
    if scene.action.sent_once:
        done = scene.done()
        again = scene.post_page("olga", form, **{"Idempotency-Key": KEY})
        assert (again.status_code, again["Location"], scene.done()) == (302, answer["Location"], done)
        other = scene.post_page("olga", {**form, "another": "value"}, **{"Idempotency-Key": KEY})
        assert (other.status_code, bool(other.json()["message"]), scene.done()) == (422, True, done)


def wrong_fields_are_refused(scene: Scene) -> None:
    """Each field at its name, by page and API.

    Both read by the same form: its first mistake is made on the page as well, and all of them in a release. A program
    makes the mistakes of all fields at once, and in a release one by one.
    """
    wrong = list(wrong_values(scene))
    if scene.action.path:
        left = [(field, value) for field, value, _mistake in wrong]
        while left:
            sent = dict(left[:1] if in_full() else reversed(left))
            body = {name: value for name, value in {**scene.body, **sent}.items() if value is not MISSING}
            with undone():
                answer = scene.post_api("olga", body)
            assert answer.status_code == 400, (sent, answer.content)
            found = answer.json()
            refused = {found["field"], *(problem.partition(": ")[0] for problem in found.get("problems", ()))}
            assert found["field"] in sent, (sent, found)
            left = [(field, value) for field, value in left if field not in refused or sent[field] is not value]
    is_shown = in_full() or scene.action in FIRST_ON_ITS_PAGE.values()
    shown: AbstractContextManager[Any] = nullcontext() if is_shown else blank_pages()
    on_page = [(field, mistake) for field, _value, mistake in wrong if scene.action.name and mistake is not None]
    for field, mistake in on_page[: 1 if scene.action.path and not in_full() else None]:
        name = scene.form_name(field)
        rest = {name: value for name, value in scene.example.form.items() if name != scene.form_name(field)}
        body = {name: value for name, value in scene.body.items() if name != field}
        with undone(), shown:
            answer = scene.post_page("olga", scene.form(body, **{**rest, **mistake}))
        # Each page is rendered once with errors; the others are read by their forms.
        shown = blank_pages()
        # A row's button leads back with a message.
        assert answer.status_code in (302, 422), (field, mistake)
        if answer.status_code == 422:
            refused = set(answer.context[scene.action.form_name].errors)
            assert refused & {*mistake, name}, (field, mistake, refused)


def wrong_values(scene: Scene) -> Iterator[tuple[str, Any, dict[str, Any] | None]]:
    """Wrong values by field of the API, with the same mistake on the form, or None if a form cannot make it."""
    for name, field in scene.action.build_serializer_class()().fields.items():
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
