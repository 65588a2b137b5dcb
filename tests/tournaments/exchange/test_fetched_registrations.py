"""Registrations of the mirror, fetched by the computer in the hall: sequences of what happens on both sides."""

import json
import re
from http import HTTPStatus

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import published
from tests.tournaments.exchange.test_mirrors import LINK, TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.fields import REGISTRATION
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.entries.services import applications, players, questions
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.models import FetchedRegistration, Publication, PublicationKey
from tournaments.exchange.services import event_files, fetched_registrations, mirror_registrations, mirroring, privacy
from tournaments.exchange.services import publishing as mirror_publishing
from tournaments.exchange.site_requests import SiteAnswer

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ADDRESS = re.compile(r"[\w.]+@example")


@pytest.fixture
def hall(sites, monkeypatch) -> Tournament:  # noqa: F811
    """An event without players, whose site for the public takes registrations."""
    event = small_tournament(0, slug="hall")
    people(event)
    monkeypatch.setattr(fetched_registrations.fetch, "__kwdefaults__", {"key": "", "send": sites.send})
    with sites.there():
        RegistrationDesk.objects.create(tournament=there(), is_open=True)
    return event


def there() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def register(sites: TwoSites, given_name: str, *, admit: bool = True, **facts: str) -> None:  # noqa: F811
    values = {"family_name": "Berg", "email": f"{given_name.lower()}@example.org", "country": "Sweden"} | facts
    with sites.there():
        application = applications.apply(acting("ada"), there(), facts={"given_name": given_name, **values})
        Application.objects.filter(pk=application.pk).update(state="pending")
        application.refresh_from_db()
        if admit:
            applications.admit(acting("ada"), application)


def registered(given_name: str) -> Application:
    """The registration of that given name at the present site."""
    return Application.objects.get(given_name=given_name)


def fetch(hall: Tournament, sites: TwoSites, **more: str):  # noqa: F811
    """Press the button; the preview, or the page with the error."""
    data = {"address": f"{LINK}#mirror={sites.key}", **more}
    return signed_in("olga").post(reverse("manage_fetch_registrations", args=[hall.slug]), data)


def counts(answer) -> tuple[int, int, int]:
    offer = answer.context["offer"]
    return offer.new, offer.changed, len(offer.withdrawn)


def confirm(hall: Tournament, answer, **more: str) -> str:
    """Save what the preview shows; the message."""
    saved = signed_in("olga").post(
        reverse("manage_fetch_registrations", args=[hall.slug]),
        {"confirmed": answer.context["token"], **more},
        follow=True,
    )
    return " ".join(str(message) for message in saved.context["messages"])


def take_all(hall: Tournament, sites: TwoSites) -> None:  # noqa: F811
    assert confirm(hall, fetch(hall, sites)) == "The registrations are imported."


def listed(hall: Tournament) -> list[tuple[int, str, str, str]]:
    rows = hall.entries.order_by("number")
    return [(row.number, row.given_name, row.country, row.status) for row in rows]


def test_new_ones_are_offered_and_imported_once(hall, sites):  # noqa: F811
    register(sites, "Anna", club="Harbour", message="I come late")
    register(sites, "Bo", admit=False)
    answer = fetch(hall, sites)
    assert counts(answer) == (2, 0, 0)
    assert (list(hall.entries.all()), hall.fetched_registrations.count()) == ([], 0)
    confirm(hall, answer)
    assert listed(hall) == [(1, "Anna", "Sweden", "registered"), (2, "Bo", "Sweden", "waiting")]
    anna = registered("Anna")
    assert (anna.entry.number, anna.entry.club, anna.email, anna.message) == (
        1,
        "Harbour",
        "anna@example.org",
        "I come late",
    )
    with sites.there():
        consented_at, created_at = registered("Anna").consented_at, registered("Anna").created_at
    assert (anna.consented_at, anna.created_at) == (consented_at, created_at)
    answer = fetch(hall, sites)
    assert (counts(answer), "There is nothing to import." in answer.content.decode()) == ((0, 0, 0), True)
    register(sites, "Cy")
    assert counts(fetch(hall, sites)) == (1, 0, 0)


def test_what_changed_or_was_withdrawn_there_is_offered_again(hall, sites):  # noqa: F811
    for name in ("Anna", "Bo", "Cy"):
        register(sites, name)
    take_all(hall, sites)
    # What the hall has changed stays, where the site has not changed the same.
    players.edit(acting(), hall.entries.get(number=1), club="Shore")
    with sites.there():
        own = {"family_name": "Berg", "email": "new@example.org", "country": "Norway", "club": ""}
        applications.change_own(acting("ada"), registered("Anna"), facts={"given_name": "Anna", **own})
        applications.withdraw(acting("ada"), registered("Bo"))
    answer = fetch(hall, sites)
    assert counts(answer) == (0, 1, 1)
    assert "Take out those who have withdrawn: 2 Bo Berg" in " ".join(answer.content.decode().split())
    confirm(hall, answer)
    assert listed(hall) == [
        (1, "Anna", "Norway", "registered"),
        (2, "Bo", "Sweden", "registered"),
        (3, "Cy", "Sweden", "registered"),
    ]
    assert (hall.entries.get(number=1).club, registered("Anna").email) == ("Shore", "new@example.org")
    answer = fetch(hall, sites)
    assert counts(answer) == (0, 0, 1)
    confirm(hall, answer, withdraw="yes")
    assert [row[1] for row in listed(hall)] == ["Anna", "Cy"]
    assert registered("Bo").state == "withdrawn"
    assert counts(fetch(hall, sites)) == (0, 0, 0)


def test_another_address_alone_counts_as_changed(hall, sites):  # noqa: F811
    register(sites, "Anna")
    take_all(hall, sites)
    with sites.there():
        own = {"family_name": "Berg", "given_name": "Anna", "country": "Sweden", "email": "new@example.org"}
        applications.change_own(acting("ada"), registered("Anna"), facts=own)
    answer = fetch(hall, sites)
    assert (counts(answer), answer.context["offer"].beside_names) == ((0, 1, 0), "Anna Berg")
    confirm(hall, answer)
    assert registered("Anna").email == "new@example.org"
    assert counts(fetch(hall, sites)) == (0, 0, 0)


def test_who_withdrew_before_the_first_fetch_or_has_not_confirmed_is_not_offered(hall, sites):  # noqa: F811
    register(sites, "Anna")
    register(sites, "Bo", admit=False)
    with sites.there():
        applications.withdraw(acting("ada"), registered("Anna"))
        Application.objects.filter(given_name="Bo").update(state="unconfirmed")
    answer = fetch(hall, sites)
    assert (counts(answer), answer.context["offer"].unconfirmed) == ((0, 0, 0), 1)
    with sites.there():
        applications.admit(acting("ada"), registered("Bo"))
    assert counts(fetch(hall, sites)) == (1, 0, 0)


def test_a_place_that_was_approved_since_is_a_change(hall, sites):  # noqa: F811
    register(sites, "Anna", admit=False)
    take_all(hall, sites)
    with sites.there():
        applications.admit(acting("ada"), registered("Anna"))
    take_all(hall, sites)
    assert listed(hall) == [(1, "Anna", "Sweden", "registered")]
    assert counts(fetch(hall, sites)) == (0, 0, 0)


def test_two_people_who_press_the_button_import_once(hall, sites):  # noqa: F811
    register(sites, "Anna")
    first, second = fetch(hall, sites), fetch(hall, sites)
    confirm(hall, first)
    assert confirm(hall, second) == "Somebody else has imported these registrations meanwhile. Fetch them again."
    assert [row[1] for row in listed(hall)] == ["Anna"]


def test_an_import_that_was_undone_by_hand_is_offered_on_request(hall, sites):  # noqa: F811
    register(sites, "Anna")
    take_all(hall, sites)
    players.remove(acting(), hall.entries.get())
    answer = fetch(hall, sites)
    assert (counts(answer), answer.context["offer"].removed_names) == ((0, 0, 0), "Anna Berg")
    answer = fetch(hall, sites, again="yes")
    assert counts(answer) == (1, 0, 0)
    confirm(hall, answer)
    # Numbers of removed players are not given again.
    assert listed(hall) == [(2, "Anna", "Sweden", "registered")]
    assert (Application.objects.get().state, counts(fetch(hall, sites))) == ("entered", (0, 0, 0))


def test_an_erased_person_does_not_come_back(hall, sites):  # noqa: F811
    register(sites, "Anna")
    take_all(hall, sites)
    privacy.erase(acting(), hall.entries.get(), reason="asked")
    assert list(hall.fetched_registrations.values_list("cells", flat=True)) == [{}]
    for again in ({}, {"again": "yes"}):
        answer = fetch(hall, sites, **again)
        assert (counts(answer), answer.context["offer"].removed) == ((0, 0, 0), [])


def test_who_was_erased_at_the_site_is_named_by_what_the_hall_has(hall, sites):  # noqa: F811
    for name in ("Anna", "Bo", "Cy", "Dee"):
        register(sites, name)
    take_all(hall, sites)
    players.remove(acting(), hall.entries.get(given_name="Cy"))
    with sites.there():
        privacy.erase(acting("ada"), registered("Anna").entry, reason="asked")
        privacy.erase(acting("ada"), registered("Cy").entry, reason="asked")
        sent = json.dumps(mirror_registrations.list_registrations(there()))
    assert [name for name in ("Anna", "anna@", "Cy", "cy@") if name in sent] == []
    answer = fetch(hall, sites)
    assert (counts(answer), answer.context["offer"].erased) == ((0, 0, 0), ["1 Anna Berg", "Cy Berg"])
    assert "erased at the site: 1 Anna Berg, Cy Berg. Erase it here" in " ".join(answer.content.decode().split())
    privacy.erase(acting(), hall.entries.get(given_name="Anna"), reason="asked")
    privacy.erase_registration(acting(), registered("Cy"), reason="asked")
    assert fetch(hall, sites).context["offer"].erased == []
    # Another event, or an event made anew, has erased nobody.
    with sites.there():
        Application.objects.all().delete()
    register(sites, "Eve")
    assert fetch(hall, sites).context["offer"].erased == []


def test_deliveries_leave_registrations_and_those_of_before_can_still_be_fetched(hall, sites):  # noqa: F811
    for name in ("Anna", "Bo", "Cy"):
        register(sites, name, ema_number="" if name != "Anna" else "04010001")
    take_all(hall, sites)
    register(sites, "Dee")
    register(sites, "Eve")
    with sites.there():
        # The organiser of the site has corrected a player, and moved another to the waiting list.
        players.edit(acting("ada"), registered("Anna").entry, club="Corrected")
        players.set_waiting(acting("ada"), registered("Eve").entry, waiting=True)
    take_all(hall, sites)
    assert hall.entries.get(number=1).club == "Corrected"
    register(sites, "Fay")
    register(sites, "Gil")
    with sites.there():
        players.set_waiting(acting("ada"), registered("Gil").entry, waiting=True)
    start(hall, sites)
    assert deliver(hall, sites).problem == ""
    with sites.there():
        assert there().applications.count() == 7
        assert sorted(there().entries.values_list("given_name", flat=True)) == ["Anna", "Bo", "Cy", "Dee"]
    answer = fetch(hall, sites)
    assert counts(answer) == (2, 0, 0)
    confirm(hall, answer)
    assert [(row[1], row[3]) for row in listed(hall)[4:]] == [
        ("Eve", "waiting"), ("Fay", "registered"), ("Gil", "waiting"),
    ]  # fmt: skip
    assert counts(fetch(hall, sites)) == (0, 0, 0)


def test_a_computer_with_the_file_of_the_event_is_not_told_of_them_as_new(hall, sites):  # noqa: F811
    register(sites, "Anna")
    take_all(hall, sites)
    register(sites, "Bo")
    FetchedRegistration.objects.all().delete()
    raw = pack_as_json(hall)
    assert "fetched_registrations" not in json.loads(raw)
    event, problems = unpack(raw)
    assert problems == []
    other = event_files.restore(acting("ada"), event=event, slug="other")
    people(other)
    assert counts(fetch(other, sites)) == (1, 0, 0)
    assert [row.cells["columns"]["given_name"] for row in other.fetched_registrations.all()] == ["Anna"]


def test_answers_and_categories_find_the_questions_here_by_their_text(hall, sites):  # noqa: F811
    with sites.there():
        questions.add(acting("ada"), there(), label="Hotel", kind="text")
        question = questions.add(acting("ada"), there(), label="Lunch", kind="checkbox")
    mine = questions.add(acting(), hall, label="Lunch", kind="checkbox")
    assert question.number != mine.number
    register(sites, "Anna", answers={question.key: True})
    take_all(hall, sites)
    assert hall.entries.get().answers == {mine.key: True}


def test_neither_payments_nor_secrets_are_sent(hall, sites):  # noqa: F811
    register(sites, "Anna")
    with sites.there():
        applications.mark_paid(acting("ada"), registered("Anna"), paid=True)
        secret = [registered("Anna").token, registered("Anna").mail_token, "fee_paid_at"]
        sent = json.dumps(mirror_registrations.list_registrations(there()))
    assert [word for word in secret if word in sent] == []
    columns = {column.name for column in REGISTRATION}
    beyond = {"id", "tournament", "token", "mail_token", "country_code"} | mirror_registrations.STAY
    assert columns == {*mirror_registrations.SENT} | beyond
    assert "anna@example.org" in sent


def test_the_log_names_no_address(hall, sites):  # noqa: F811
    register(sites, "Anna")
    take_all(hall, sites)
    entries = AuditEntry.objects.filter(tournament=hall)
    codes = set(entries.values_list("action", flat=True))
    assert {"registrations.fetch", "registrations.take", "entries.import"} <= codes
    assert [entry for entry in entries if ADDRESS.search(json.dumps([entry.before, entry.after]))] == []


def test_the_link_is_remembered_and_nothing_is_published_by_a_fetch(hall, sites):  # noqa: F811
    register(sites, "Anna")
    fetch(hall, sites)
    assert not mirror_publishing.has_active()
    page = signed_in("olga").get(reverse("manage_publishing", args=[hall.slug])).content.decode()
    assert (LINK in page, sites.key in page, "Start again" in page) == (True, False, False)
    assert counts(fetch(hall, sites, address=LINK)) == (1, 0, 0)
    mirror_publishing.start(acting(), hall, address=LINK, send=sites.send)
    assert mirror_publishing.has_active()
    assert counts(fetch(hall, sites, address=LINK)) == (1, 0, 0)
    assert mirror_publishing.has_active()


def refusal(hall: Tournament, sites: TwoSites, **more: str) -> list[str]:  # noqa: F811
    answer = fetch(hall, sites, **more)
    assert answer.status_code == 422
    return [str(error) for errors in answer.context["form"].errors.values() for error in errors]


def test_each_failure_is_one_sentence_at_the_field(hall, sites, monkeypatch):  # noqa: F811
    assert refusal(hall, sites, address="nonsense")[0].startswith("Paste the link")
    assert refusal(hall, sites, address=LINK) == ["Paste the key that the other site showed."]
    assert refusal(hall, sites, address=f"{LINK}#mirror=nobody")[0].startswith("The other site refuses the key")
    assert refusal(hall, sites, address=f"https://club.example/t/nowhere/#mirror={sites.key}")[0].startswith(
        "The other site has no event with a key"
    )
    answers = {
        HTTPStatus.NOT_FOUND: "The two sites have different versions",
        HTTPStatus.TOO_MANY_REQUESTS: "The other site gets too many requests. Wait",
        HTTPStatus.BAD_GATEWAY: "The other site has refused the request",
        HTTPStatus.OK: "The two sites have different versions",
    }
    for status, sentence in answers.items():
        answer = SiteAnswer(status, b"<html>")
        monkeypatch.setattr(
            fetched_registrations.fetch, "__kwdefaults__", {"key": "", "send": lambda *_a, answer=answer, **_b: answer}
        )
        assert refusal(hall, sites)[0].startswith(sentence)
    assert not Publication.objects.exists()
    assert not PublicationKey.objects.exists()


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("state", "unheard"), ("facts", {}), ("columns", []), ("facts.created_at", "yesterday"), ("facts.email", 7)],
)
def test_an_answer_of_another_form_is_refused(part, wrong):
    facts = dict.fromkeys(mirror_registrations.SENT, "") | dict.fromkeys(
        fetched_registrations.MOMENTS, timezone.now().isoformat()
    )
    raw = {"key": "1", "state": "entered", "of_player": True, "columns": {}, "answers": {}, "facts": facts}
    assert fetched_registrations.read_registration(raw).key == "1"
    name, _dot, column = part.partition(".")
    raw[name] = {**facts, column: wrong} if column else wrong
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
        fetched_registrations.read_registration(raw)


def test_only_the_holder_of_the_key_reads_registrations(hall, sites):  # noqa: F811
    register(sites, "Anna")
    with sites.there():
        client = signed_in("ada")
        address = reverse("mirror_registrations", args=["spring-open"])
        assert client.get(address).status_code == 400
        assert client.get(address, headers={"Authorization": "Mirror nobody"}).status_code == 401
        answer = client.get(address, headers={"Authorization": f"Mirror {sites.key}"})
        assert [row["facts"]["given_name"] for row in answer.json()["registrations"]] == ["Anna"]
        assert answer.headers["Cache-Control"].find("no-store") >= 0
        mirroring.revoke_key(acting("ada"), there())
        assert client.get(address, headers={"Authorization": f"Mirror {sites.key}"}).status_code == 401


def test_an_event_that_is_lent_or_begun_keeps_its_rules(hall, sites):  # noqa: F811
    register(sites, "Anna")
    answer = fetch(hall, sites)
    Tournament.objects.filter(pk=hall.pk).update(lent_at=timezone.now())
    assert "played in the hall" in confirm(hall, answer)
    assert "played in the hall" in refusal(hall, sites)[0]
    assert (Entry.objects.filter(tournament=hall).count(), hall.fetched_registrations.count()) == (0, 0)
    with pytest.raises(UserError):
        fetched_registrations.fetch(hall, address="nonsense")


def test_who_is_seated_drops_out_when_withdrawn_there(hall, sites):  # noqa: F811
    for name in ("Anna", "Bo", "Cy", "Dee"):
        register(sites, name)
    take_all(hall, sites)
    published(hall.rounds.get(number=1))
    with sites.there():
        applications.withdraw(acting("ada"), registered("Bo"))
    answer = fetch(hall, sites)
    assert counts(answer) == (0, 0, 1)
    confirm(hall, answer, withdraw="yes")
    assert [row[3] for row in listed(hall)] == ["registered", "dropped", "registered", "registered"]
    assert (registered("Bo").state, counts(fetch(hall, sites))) == ("withdrawn", (0, 0, 0))


def test_names_stay_as_short_as_their_owners_and_the_organiser_want(hall, sites):  # noqa: F811
    register(sites, "Anna", shown="short")
    register(sites, "Bo")
    with sites.there():
        players.edit(acting("ada"), registered("Bo").entry, initials_only=True)
    take_all(hall, sites)
    names = hall.entries.order_by("number").values_list("given_name", "family_name", "initials_only")
    assert list(names) == [("Anna", "B.", False), ("Bo", "Berg", True)]
    assert registered("Anna").family_name == "Berg"
    assert counts(fetch(hall, sites)) == (0, 0, 0)
