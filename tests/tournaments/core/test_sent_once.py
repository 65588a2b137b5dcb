"""A form that a device sends again does what it asks for once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError
from django.http import HttpResponse, QueryDict
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from benchmarks.hostile_requests import url_patterns
from judging.cases.models import Case
from judging.cases.services import cases
from tests.support.people import people, person, program, signed_in
from tests.support.tables import enter, playing, table_of
from tests.support.together import together
from tournaments.core.api.base import IdempotentView
from tournaments.core.http.idempotency import compute_digest, discard_old_keys, respond_once
from tournaments.core.models.site import IdempotencyKey
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult

KEY = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}


def case_form(event) -> tuple[str, dict[str, object]]:
    return reverse("manage_case_new", args=[event.slug]), {"round_number": 1, "table_number": 1, "kind": "win"}


@pytest.mark.django_db
def test_a_case_that_arrives_three_times_is_one_case(event):
    page, form = case_form(event)
    late = Client().post(page, form, headers=KEY)
    assert (late.status_code, late.headers["Location"]) == (302, f"{reverse('login')}?next={page}")
    ren = signed_in("ren")
    assert ren.post(page, form | {"table_number": 99}, headers=KEY).status_code == 422
    assert IdempotencyKey.objects.count() == 0, "neither is the last word"
    answers = [ren.post(page, form, headers=KEY) for _time in range(3)]
    facts = reverse("manage_case_facts", args=[event.slug, 1])
    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(302, facts)] * 3
    assert Case.objects.count() == 1


@pytest.mark.django_db
def test_a_key_belongs_to_who_sent_it_and_what_it_was_for(event):
    page, form = case_form(event)
    assert signed_in("ren").post(page, form, headers=KEY).status_code == 302
    assert signed_in("olga").post(page, form, headers=KEY).status_code == 422
    assert signed_in("ren").post(page, form, headers={"Idempotency-Key": "short"}).status_code == 400


@pytest.mark.django_db
def test_a_key_with_another_body_says_that_nothing_was_saved(event: Tournament) -> None:
    """The device keeps what was typed, with the reason; a program reads the code. The first answer stands."""
    page, form = case_form(event)
    ren = signed_in("ren")
    assert ren.post(page, form, headers=KEY).status_code == 302
    refused = ren.post(page, form | {"table_number": 2}, headers=KEY)
    assert (refused.status_code, list(refused.json())) == (422, ["message"])
    assert "Nothing of this one was saved" in refused.json()["message"]
    again = ren.post(page, form | {"csrfmiddlewaretoken": "of another page"}, headers=KEY)
    assert (again.status_code, again["Idempotency-Replayed"], Case.objects.count()) == (302, "true", 1)

    olga, address = program("olga"), f"/api/v1/tournaments/{event.slug}/entries/"

    def enter(name: str) -> Any:
        sent = {"family_name": name, "given_name": "Ana"}
        return olga.post(address, sent, format="json", headers={"Idempotency-Key": "f" * 16})

    made, lost, same = enter("Alba"), enter("Ruiz"), enter("Alba")
    assert (made.status_code, "Idempotency-Replayed" in made) == (201, False)
    assert (lost.status_code, lost.json()["code"], lost["Content-Type"]) == (
        422, "idempotency_key_reused", "application/problem+json",
    )  # fmt: skip
    assert (same.status_code, same.json(), same["Idempotency-Replayed"]) == (201, made.json(), "true")
    assert Entry.objects.filter(family_name="Ruiz").count() == 0


def test_the_same_values_are_the_same_body_however_they_are_written() -> None:
    def photo(content: bytes, name: str = "a.jpg") -> MultiValueDict[str, Any]:
        return MultiValueDict({"photo": [SimpleUploadedFile(name, content)]})

    assert compute_digest({"a": 1, "b": [2]}) == compute_digest({"b": [2], "a": 1})
    bodies = [
        {"a": 1}, {"a": "1"}, {"a": [1]}, {}, [], None, QueryDict("a=1"), QueryDict("a=1&a=2"), QueryDict("a=2&a=1"),
        photo(b"x"), photo(b"y"), photo(b"x", "b.jpg"),
    ]  # fmt: skip
    assert len({compute_digest(body) for body in bodies}) == len(bodies)
    form = photo(b"x")
    assert (compute_digest(form), form["photo"].read()) == (compute_digest(photo(b"x")), b"x")


@pytest.mark.django_db
def test_a_key_of_a_server_that_stored_no_digest_brings_its_answer_back(event: Tournament) -> None:
    page, form = case_form(event)
    assert signed_in("ren").post(page, form, headers=KEY).status_code == 302
    IdempotencyKey.objects.update(digest="")
    answer = signed_in("ren").post(page, form, headers=KEY)
    assert (answer.status_code, answer["Idempotency-Replayed"], Case.objects.count()) == (302, "true", 1)


@pytest.mark.django_db
def test_a_tab_of_one_account_does_nothing_in_the_name_of_another(event):
    page, form = case_form(event)
    typed_by_ren = KEY | {"Typed-By": str(person("ren").pk)}
    answers = [client.post(page, form, headers=typed_by_ren).status_code for client in (signed_in("olga"), Client())]
    assert (answers, Case.objects.count()) == ([401, 401], 0)
    assert signed_in("ren").post(page, form, headers=typed_by_ren).status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_only_the_key_makes_a_repetition(event, monkeypatch: pytest.MonkeyPatch) -> None:
    page, form = case_form(event)
    opened = cases.open_case

    def astray(*given: Any, **named: Any) -> Case:
        """Open a case that points to no tournament, which the database notices at the commit."""
        made = opened(*given, **named)
        Case.objects.filter(pk=made.pk).update(tournament=10**6)
        return made

    monkeypatch.setattr(cases, "open_case", astray)
    with pytest.raises(IntegrityError):
        signed_in("ren").post(page, form, headers=KEY)
    assert (Case.objects.count(), IdempotencyKey.objects.count()) == (0, 0)
    monkeypatch.setattr(cases, "open_case", opened)
    assert signed_in("ren").post(page, form, headers=KEY).status_code == 302


@pytest.mark.django_db
def test_other_pages_take_no_notice_of_a_key():
    answers = [Client().post("/hand/", {"hand": "123m"}, headers=KEY).status_code for _time in range(2)]
    short = Client().post("/hand/", {"hand": "123m"}, headers={"Idempotency-Key": "short"})
    assert (answers, short.status_code, IdempotencyKey.objects.count()) == ([200, 200], 200, 0)


def test_every_write_of_the_api_can_have_a_key():
    listed = url_patterns(get_resolver().url_patterns)
    patterns = [one for prefix, one in listed if f"{prefix}{one.pattern}".startswith("api/v1/")]
    views = [one.callback.cls for one in patterns if hasattr(one.callback, "cls")]
    writing = [view for view in views if hasattr(view, "post") or hasattr(view, "patch")]
    assert len(writing) > 50
    assert [view.__name__ for view in writing if not issubclass(view, IdempotentView)] == []
    assert sorted(view.__name__ for view in writing if not view.keyed) == [
        "AccountList",
        "Examine",
        "RequestApprove",
        "Reset",
        "Token",
    ]


@pytest.mark.django_db
def test_a_key_takes_back_no_failed_sign_in_and_keeps_no_token():
    people(playing())
    sent = {"username": "olga", "password": "wrong"}
    failed = Client().post("/api/v1/token/", sent, content_type="application/json", headers=KEY)
    assert (failed.status_code, AccessAttempt.objects.count()) == (400, 1)
    olga = person("olga")
    olga.set_password("tsumo and ron")
    olga.save(update_fields=["password"])
    right = sent | {"password": "tsumo and ron"}
    made = Client().post("/api/v1/token/", right, content_type="application/json", headers=KEY)
    assert (made.status_code, IdempotencyKey.objects.count()) == (201, 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_twice_at_the_same_moment_is_once(event):
    page, form = case_form(event)
    clients = [signed_in("ren"), signed_in("ren")]
    answers = together(*(lambda client=client: client.post(page, form, headers=KEY) for client in clients))
    assert {answer.headers["Location"] for answer in answers} == {reverse("manage_case_facts", args=[event.slug, 1])}
    assert Case.objects.count() == 1


@pytest.mark.django_db
def test_a_sheet_that_comes_late_finds_the_other_one_beside_it(event):
    enter(table_of(event), (24, 8, -8, -24), name="olga")
    page = reverse("manage_table", args=[event.slug, 1, 1])

    def sent(*sheet: int) -> Any:
        form = {f"points_{seat}": points for seat, points in enumerate(sheet)} | {"based_on": 0}
        return signed_in("sam").post(page, form, headers=KEY | {"Accept": "application/json"})

    late = sent(30, 2, -8, -24)
    theirs = {"version": 1, "points": [24, 8, -8, -24]}
    assert (late.status_code, late.json()["stale"], late.json()["page"]) == (409, theirs, page)
    again = sent(24, 8, -8, -24)
    assert (again.status_code, again.json()["version"], TableResult.objects.count()) == (200, 1, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "ren"])
def test_long_answers_and_old_keys_of_requests_without_an_account_are_not_kept(name: str) -> None:
    """An `Authorization` header that nobody checks makes no account."""
    request = RequestFactory().post("/e/x/", headers=KEY | {"Authorization": "Token of-nobody"})
    request.user = person(name) if name else AnonymousUser()
    respond_once(request, lambda: HttpResponse("x" * 3_000), "")
    row = IdempotencyKey.objects.get()
    assert (bool(row.who), len(row.body)) == (bool(name), 3_000 if name else 0)
    assert respond_once(request, lambda: HttpResponse("another"), "").content.decode() == row.body
    IdempotencyKey.objects.update(at=timezone.now() - timedelta(days=3))
    discard_old_keys()
    assert IdempotencyKey.objects.count() == bool(name)
