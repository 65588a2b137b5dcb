"""A token of the API: less than its account, for as long as it was made, and gone with the password."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import PASSWORD, acting, people, person, signed_in, small_tournament, token_of
from tournaments.accounts.models import ApiToken
from tournaments.accounts.services import accounts, last_seen, tokens
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("kept_event")]

V1 = "/api/v1/tournaments/"


def ask(key: str, path: str, body: dict[str, Any] | None = None) -> int:
    """The status of a read, or of a write where there is a body."""
    headers = {"Authorization": f"Token {key}"}
    if body is None:
        return Client().get(path, headers=headers).status_code
    return Client().post(path, body, content_type="application/json", headers=headers).status_code


SHEET = {"points": [30, -10, -10, -10]}
FINE = {"entry": 1, "unit": "points", "amount": -10, "reason": "late"}


def reach(key: str, slug: str) -> list[int]:
    """Of a token: reading a sheet, entering one, the ledger, giving a penalty."""
    table, ledger = f"{V1}{slug}/rounds/1/tables/1/", f"{V1}{slug}/ledger/"
    return [ask(key, table), ask(key, table, SHEET), ask(key, ledger), ask(key, ledger, FINE)]


def test_a_token_does_what_it_was_made_for_and_no_more(event: Tournament) -> None:
    assert reach(token_of("olga", scopes=["read"]), event.slug) == [200, 403, 200, 403]
    assert reach(token_of("olga", scopes=["results"]), event.slug) == [200, 201, 403, 403]
    assert reach(token_of("olga", scopes=["ledger"]), event.slug) == [403, 403, 200, 201]
    assert reach(token_of("sam", scopes=["results", "ledger"]), event.slug) == [200, 201, 403, 403], "less is his role"
    key = token_of("olga")
    ApiToken.objects.update(scopes=["of another version"])
    assert reach(key, event.slug) == [403, 403, 403, 403]


def test_a_token_of_one_event_opens_no_other(event: Tournament) -> None:
    other = small_tournament(slug="autumn-cup")
    people(other)
    key = token_of("olga", tournament=event)
    assert ask(key, f"{V1}{event.slug}/ledger/") == 200
    assert ask(key, f"{V1}autumn-cup/ledger/") == 403
    Tournament.objects.update(published=False)
    assert [ask(key, f"{V1}{slug}/") for slug in (event.slug, "autumn-cup")] == [200, 404]
    listed = Client().get(V1, headers={"Authorization": f"Token {key}"}).json()["results"]
    assert [row["slug"] for row in listed] == [event.slug]


def test_only_a_token_for_all_events_makes_new_ones(event: Tournament) -> None:
    ada = person("ada")
    body = {"preset": "mcr-ema", "name": "Autumn Cup", "rounds": 4}
    keys = [
        tokens.make(acting("ada"), user=ada, name="x", scopes=["tournaments"], tournament=event)[0],
        tokens.make(acting("ada"), user=ada, name="x", scopes=["read"])[0],
        tokens.make(acting("ada"), user=ada, name="x", scopes=["tournaments"])[0],
    ]
    assert [ask(key, V1, body) for key in keys] == [403, 403, 201]


def test_a_token_ends(event: Tournament) -> None:
    key = token_of("olga", days=7)
    ledger = f"{V1}{event.slug}/ledger/"
    assert ask(key, ledger) == 200
    ApiToken.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    assert ask(key, ledger) == 401
    key = token_of("olga")
    person("olga").__class__.objects.filter(username="olga").update(is_active=False)
    assert ask(key, ledger) == 401


def test_the_last_use_is_known_to_some_minutes(event: Tournament) -> None:
    key = token_of("olga")
    assert ApiToken.objects.get().last_used_at is None
    before = timezone.now()
    ask(key, V1)
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    assert first >= before
    ask(key, V1)
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=before - last_seen.USE_KNOWN)
    ask(key, V1)
    assert ApiToken.objects.get().last_used_at >= first


@pytest.mark.parametrize("way", ["the page", "manage.py changepassword"])
def test_a_new_password_takes_all_tokens_back(event: Tournament, way: str) -> None:
    keys = [token_of("olga"), token_of("olga", scopes=["read"])]
    others = token_of("ren")
    olga, new = person("olga"), "a wall of seventeen stacks"
    if way == "the page":
        accounts.set_password(acting(), user=olga, password=new)
        assert AuditEntry.objects.latest("pk").after == {"api_tokens_revoked": 2}
    else:
        olga.set_password(new)
        olga.save()
    assert [ask(key, f"{V1}{event.slug}/ledger/") for key in (*keys, others)] == [401, 401, 200]


def test_signing_in_does_not_take_tokens_back(event: Tournament) -> None:
    """Also where the hash of the password is renewed by it."""
    key = token_of("olga")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.support.people.QuickHasher.iterations", 2)
        Client().post(reverse("login"), {"username": "olga", "password": PASSWORD})
    assert ask(key, f"{V1}{event.slug}/ledger/") == 200


def test_a_program_gets_a_token_for_name_and_password(event: Tournament) -> None:
    address, signed = reverse("api-token"), {"username": "olga", "password": PASSWORD}
    made = Client().post(address, signed, content_type="application/json")
    assert (made.status_code, {"backups", "deletion"} & set(made.json()["scopes"])) == (201, set())
    assert reach(made.json()["token"], event.slug) == [200, 201, 200, 201]
    wanted = {"name": "score board", "tournament": event.slug, "scopes": ["read"], "days": 1}
    less = Client().post(address, signed | wanted, content_type="application/json").json()
    assert (less["name"], less["tournament"], less["scopes"]) == ("score board", event.slug, ["read"])
    assert reach(less["token"], event.slug) == [200, 403, 200, 403]
    for wrong, field in (
        ({"password": "wrong"}, None),
        ({"scopes": ["everything"]}, "scopes"),
        ({"tournament": "elsewhere"}, "tournament"),
        ({"days": 4000}, "days"),
    ):
        refused = Client().post(address, signed | wrong, content_type="application/json")
        assert (refused.status_code, refused.json()["field"]) == (400, field)


def test_tokens_do_not_pile_up(event: Tournament) -> None:
    kept = token_of("olga")
    keys = [token_of("olga", by_sign_in=True) for _ in range(tokens.MAX_TOKENS)]
    ApiToken.objects.exclude(digest=tokens.compute_token_digest(keys[0])).update(last_used_at=timezone.now())
    newest = token_of("olga", by_sign_in=True)
    assert [tokens.find_token(key) is not None for key in (keys[0], keys[1], newest, kept)] == [False, True, True, True]
    for _ in range(tokens.MAX_TOKENS - 1):
        token_of("olga")
    with pytest.raises(UserError, match="20 tokens already"):
        token_of("olga")


def test_no_key_is_kept_or_logged(event: Tournament) -> None:
    with pytest.raises(UserError, match="do not work at"):
        token_of("otto", tournament=event)
    with pytest.raises(UserError, match="Choose what the token may be used for"):
        token_of("olga", scopes=["sealed"])
    key = token_of("olga")
    entry = AuditEntry.objects.latest("pk")
    assert entry.action == "token.create"
    assert key not in f"{entry.after}{ApiToken.objects.values()}"
    assert tokens.compute_token_digest(key) not in str(entry.after)


def test_olga_makes_uses_and_takes_back_a_token_on_her_page(event: Tournament, olga: Client) -> None:
    client, making = olga, reverse("account_token_make")
    refused = client.post(making, {"name": "", "tournament": "", "days": "5000"})
    assert (refused.status_code, set(refused.context["token_form"].errors)) == (422, {"name", "scopes", "days"})
    assert not ApiToken.objects.exists()
    facts = {"name": "score board", "tournament": event.slug, "scopes": ["results"], "days": "30"}
    made = client.post(making, facts)
    key = made.context["key"]
    assert key in made.text
    assert reach(key, event.slug) == [200, 201, 403, 403]
    page = client.get(reverse("account"))
    assert key not in page.text
    ((token, names),) = page.context["tokens"]
    assert (token.name, token.tournament, names) == ("score board", event, ["enter and confirm results"])
    assert token.expires_at - token.created_at == datetime.timedelta(days=30)
    take_back = reverse("account_token_revoke", args=[token.pk])
    assert signed_in("ren").post(take_back).status_code == 404
    assert client.post(take_back).status_code == 302
    assert ask(key, f"{V1}{event.slug}/rounds/1/tables/1/") == 401
