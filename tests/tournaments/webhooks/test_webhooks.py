"""Messages of an event to a program: what is sent, when, signed, and what never is."""

import hashlib
import hmac
import ipaddress
import json
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.receiver import Receiver, receiving
from tests.support.tables import enter, table_of
from tests.support.whole_events import other_site
from tests.tournaments.exchange.test_loans import in_the_hall, read
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.backups import dumps
from tournaments.exchange.document.archive import pack
from tournaments.exchange.document.writing import build_document, build_visitor_part
from tournaments.exchange.models import Mirror
from tournaments.exchange.services import loans, privacy, removal
from tournaments.previews.views import PICTURE
from tournaments.rounds.services import rounds
from tournaments.seasons import services as seasons
from tournaments.seating.services import drafts as drafting
from tournaments.seating.services import seating
from tournaments.standings.services import publishing
from tournaments.webhooks.models import Webhook, WebhookMessage, WebhookSecret
from tournaments.webhooks.services import hooks, outbox

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ALL = ["seating", "start", "release", "end", "ruling"]
ADDRESS = "https://club.example"


@pytest.fixture
def receiver(settings, monkeypatch):
    settings.WEBHOOK_NETWORKS = (ipaddress.ip_network("127.0.0.1/32"),)
    settings.PUBLIC_ADDRESS = ADDRESS
    monkeypatch.setattr(outbox, "tell_worker", lambda: None)
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def event() -> Tournament:
    event = small_tournament(8)
    people(event)
    return event


def add(event: Tournament, receiver: Receiver, **changed) -> Webhook:
    named = {"address": receiver.address, "style": "json", "kinds": ALL, "language": "en"} | changed
    return hooks.add(acting(), event, **named)


def publish(event: Tournament, number: int = 1):
    return seating.publish(acting(), seat_in_order(event.rounds.get(number=number)))


def play(event: Tournament, number: int = 1) -> None:
    """Play a round and release it."""
    publish(event, number)
    round_ = rounds.start(acting(), event.rounds.get(number=number))
    for table in (1, 2):
        enter(table_of(event, table, number), [30, 10, -10, -30])
    rounds.finish(acting(), round_, reason="in time")
    rounds.release(acting(), event.rounds.get(number=number), continue_anyway="A test.")


def list_states(event: Tournament) -> list[tuple[str, str]]:
    return list(WebhookMessage.objects.filter(tournament=event).order_by("pk").values_list("kind", "state"))


def test_an_event_tells_its_program_what_happens_in_order(event, receiver, client):
    add(event, receiver)
    play(event)
    events.set_state(acting(), Tournament.objects.get(), state="finished", continue_anyway="A test.")
    assert list_states(event) == [(kind, "waiting") for kind in ("seating", "start", "release", "end")]
    assert receiver.requests == []
    outbox.deliver_due()
    assert [request.facts["kind"] for request in receiver.requests] == ["seating", "start", "release", "end"]
    assert {state for _kind, state in list_states(event)} == {"sent"}
    assert receiver.texts == [
        "Spring Open: The seating of round 1 is published.",
        "Spring Open: Round 1 has started.",
        "Spring Open: The results of round 1 are public.",
        "Spring Open: The event is over.",
    ]
    seated, started, released, over = (request.facts for request in receiver.requests)
    assert seated["event"]["slug"] == "spring-open"
    assert seated["link"] == f"{ADDRESS}/t/spring-open/seating/?round=1"
    assert [table["number"] for table in seated["seatings"][0]["tables"]] == [1, 2]
    assert started["clock"]["state"] == "ended"
    assert released["standings"]["after"] == over["standings"]["after"] == 1
    assert over["event"]["state"] == "finished"
    for facts, page in ((seated, "t/spring-open/"), (released, "t/spring-open/standings/")):
        assert facts["picture"].startswith(f"{ADDRESS}/{page}{PICTURE}?lang=en&v=")
        assert client.get(facts["picture"].removeprefix(ADDRESS)).status_code == 200
    outbox.deliver_due()
    assert len(receiver.requests) == 4


def test_parts_are_those_of_the_api(event, receiver, client):
    add(event, receiver)
    play(event)
    outbox.deliver_due()
    api = "/api/v1/tournaments/spring-open"
    seated, started, released = (request.facts for request in receiver.requests)
    assert seated["seatings"] == [client.get(f"{api}/rounds/1/seating/").json()]
    assert started["clock"] == client.get(f"{api}/rounds/1/clock/").json()
    assert released["standings"] == client.get(f"{api}/standings/?after=1").json()
    assert released["event"] == client.get(f"{api}/").json()


def test_the_signature_is_over_time_and_body(event, receiver):
    webhook = add(event, receiver)
    publish(event)
    outbox.deliver_due()
    (request,) = receiver.requests
    parts = dict(part.split("=", 1) for part in request.headers["Mahjong-Signature"].split(","))
    signed = parts["t"].encode() + b"." + request.body
    key = WebhookSecret.objects.get(webhook=webhook).key
    assert parts["v1"] == hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()
    assert abs(time.time() - int(parts["t"])) < 3600
    assert request.headers["Mahjong-Delivery"] == str(WebhookMessage.objects.get().delivery) == request.facts["id"]
    assert request.headers["Mahjong-Kind"] == "seating"


def test_address_and_key_are_neither_in_the_log_nor_in_files_nor_backups(event, receiver):
    webhook = add(event, receiver)
    secret = WebhookSecret.objects.get(webhook=webhook)
    written = [str(entry) + str(entry.__dict__) for entry in AuditEntry.objects.all()]
    written += [json.dumps(build_visitor_part(event), default=str), json.dumps(build_document(event), default=str)]
    for text in written:
        assert "4711" not in text
        assert secret.key not in text
    assert WebhookSecret._meta.db_table in dumps.LEFT_EMPTY


def test_only_what_is_chosen_is_sent(event, receiver):
    add(event, receiver, kinds=["release"])
    play(event)
    assert list_states(event) == [("release", "waiting")]


def test_a_withdrawn_seating_is_not_told(event, receiver):
    add(event, receiver)
    seating.withdraw(acting(), publish(event))
    outbox.deliver_due()
    assert (receiver.requests, list_states(event)) == ([], [("seating", "dropped")])


def test_a_seating_published_twice_before_it_is_sent_is_told_once(event, receiver):
    add(event, receiver)
    draft = seating.withdraw(acting(), publish(event))
    seating.publish(acting(), draft)
    outbox.deliver_due()
    assert len(receiver.requests) == 1
    assert list_states(event) == [("seating", "dropped"), ("seating", "sent")]


def test_seatings_published_together_are_one_message(event, receiver):
    add(event, receiver)
    drafts = drafting.generate(acting(), event, rounds=list(event.rounds.order_by("number")))
    seating.publish_all(acting(), drafts[0])
    outbox.deliver_due()
    assert receiver.texts == ["Spring Open: The seatings of rounds 1 to 3 are published."]
    assert [part["round"] for part in receiver.requests[0].facts["seatings"]] == [1, 2, 3]


def test_hidden_results_are_not_told(event, receiver):
    add(event, receiver, kinds=["release", "end"])
    publishing.hide_standings(acting(), event, hidden=True)
    play(event)
    outbox.deliver_due()
    assert list_states(event) == [("release", "dropped")]
    events.set_state(acting(), Tournament.objects.get(), state="finished", continue_anyway="A test.")
    outbox.deliver_due()
    assert [(request.facts["kind"], request.facts["standings"]) for request in receiver.requests] == [("end", None)]


def test_results_without_the_hidden_standings(event, receiver):
    add(event, receiver, kinds=["release"])
    Tournament.objects.update(standings_hidden=True, hidden_results_open=True, hidden_from_round=2)
    play(event)
    play(event, 2)
    outbox.deliver_due()
    texts = [(request.facts["text"][-9:], request.facts["standings"]) for request in receiver.requests]
    assert texts[0][1]["after"] == 1
    assert texts[1][1] is None


def test_nothing_is_told_of_closed_pages(event, receiver):
    add(event, receiver)
    Tournament.objects.update(published=False)
    play(event)
    outbox.deliver_due()
    assert receiver.requests == []
    assert {state for _kind, state in list_states(event)} == {"dropped"}


def test_a_round_taken_back_or_reopened_before_it_is_told(event, receiver):
    add(event, receiver, kinds=["start", "release"])
    play(event)
    round_ = rounds.withdraw(acting(), event.rounds.get(number=1), reason="a wrong sheet")
    rounds.reopen(acting(), round_, reason="a wrong sheet")
    outbox.deliver_due()
    assert list_states(event) == [("start", "sent"), ("release", "dropped")]
    rounds.finish(acting(), event.rounds.get(number=1), reason="in time")
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="A test.")
    outbox.deliver_due()
    assert [request.facts["kind"] for request in receiver.requests] == ["start", "release"]


def test_a_player_erased_before_the_message_is_sent_is_not_in_it(event, receiver):
    add(event, receiver)
    play(event)
    receiver.statuses = [500]
    outbox.deliver_due()
    assert b"Family03" in receiver.requests[0].body
    privacy.erase(acting(), event.entries.get(number=3), reason="asked for it")
    Webhook.objects.update(due_at=None)
    outbox.deliver_due()
    assert len(receiver.requests) == 4
    assert receiver.requests[0].facts["id"] == receiver.requests[1].facts["id"]
    for request in receiver.requests[1:]:
        assert b"Family03" not in request.body
    assert b"Family04" in receiver.requests[1].body


def test_an_event_removed_before_its_messages_are_sent(event, receiver):
    add(event, receiver)
    publish(event)
    removal.remove(acting("ada"), tournament=event, name=event.name, reason="A test.", demonstration=True)
    outbox.deliver_due()
    assert (receiver.requests, WebhookMessage.objects.count(), WebhookSecret.objects.count()) == ([], 0, 0)


def test_an_event_on_loan_tells_what_happened_before(event, receiver):
    add(event, receiver)
    publish(event)
    loans.lend(acting(), event)
    outbox.deliver_due()
    assert [request.facts["kind"] for request in receiver.requests] == ["seating"]


def test_a_rehearsal_sends_nothing(receiver):
    event = Tournament.objects.create(slug="trial", name="Trial", family="mcr", rehearsal=True)
    webhook = add(event, receiver)
    events.set_state(acting(), event, state="finished", continue_anyway="A test.")
    assert not WebhookMessage.objects.exists()
    with pytest.raises(UserError, match="This event sends no messages"):
        hooks.send_test(acting(), event, webhook)


@pytest.mark.parametrize("reason", ["demonstration", "mirror", "copy"])
def test_demonstrations_mirrors_and_copies_of_a_site_send_nothing(event, receiver, settings, reason):
    webhook = add(event, receiver)
    publish(event)
    if reason == "demonstration":
        Tournament.objects.filter(pk=event.pk).update(slug="lantern-open")
    elif reason == "mirror":
        Mirror.objects.create(tournament=event, digest="0" * 64, received_at=timezone.now())
    else:
        settings.REHEARSAL = "20261130T100000Z"
    event.refresh_from_db()
    rounds.start(acting(), event.rounds.get(number=1))
    assert WebhookMessage.objects.count() == 1
    assert outbox.has_waiting() == (reason != "copy")
    outbox.deliver_due()
    assert receiver.requests == []
    assert webhook.messages.get().state == ("waiting" if reason == "copy" else "dropped")


def test_a_site_from_a_backup_sends_nothing_until_the_address_is_given_again(event, receiver):
    webhook = add(event, receiver)
    publish(event)
    # Backups leave the table empty.
    WebhookSecret.objects.all().delete()
    rounds.start(acting(), event.rounds.get(number=1))
    assert not outbox.has_waiting()
    outbox.deliver_due()
    assert (receiver.requests, list_states(event)) == ([], [("seating", "waiting")])
    hooks.remove(acting(), event, webhook)
    add(event, receiver)
    outbox.deliver_due()
    assert receiver.requests == []


def test_an_old_message_is_no_news(event, receiver):
    add(event, receiver)
    publish(event)
    WebhookMessage.objects.update(happened_at=timezone.now() - timedelta(hours=25))
    outbox.deliver_due()
    assert (receiver.requests, list_states(event)) == ([], [("seating", "dropped")])


def test_a_season_tells_of_its_events(event, receiver):
    season = seasons.create(acting(), name="Spring")
    hooks.add_to_season(acting(), season, address=receiver.address, style="json", kinds=ALL, language="de")
    other = small_tournament(8, slug="other")
    for part in (event, other):
        seasons.add_event(acting(), season, tournament=part)
    publish(event)
    publish(other)
    seasons.remove_event(acting(), season, tournament=other)
    outbox.deliver_due()
    assert [request.facts["event"]["slug"] for request in receiver.requests] == ["spring-open"]
    assert list_states(other) == [("seating", "dropped")]


def test_what_happened_in_the_hall_is_not_told_when_the_event_comes_back(event, receiver, tmp_path):
    add(event, receiver)
    loans.lend(acting(), event)
    content = pack(Tournament.objects.get(), loan=True)
    with other_site(tmp_path):
        for name in ("ada", "olga"):
            person(name)
        back = in_the_hall(content, play)
        assert not WebhookMessage.objects.exists()
        assert not Webhook.objects.exists()
    loans.bring_back(acting(), event, event=read(back))
    assert event.rounds.get(number=1).released_at is not None
    assert not WebhookMessage.objects.exists()
    publish(event, 2)
    outbox.deliver_due()
    assert receiver.texts == ["Spring Open: The seating of round 2 is published."]
