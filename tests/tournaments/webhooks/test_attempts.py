"""Attempts of messages: growing pauses, order, one worker at a time, tests, and what the owner is told."""

import ipaddress
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests.support import patience
from tests.support.people import acting, signed_in, small_tournament
from tests.tournaments.webhooks.test_webhooks import add, event, list_states, publish, receiver  # noqa: F401 - fixtures
from tournaments import tasks
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange import site_requests
from tournaments.rounds.services import rounds
from tournaments.seasons import services as seasons
from tournaments.webhooks.models import Webhook, WebhookMessage, WebhookSecret
from tournaments.webhooks.queries import list_failing
from tournaments.webhooks.services import hooks, outbox
from tournaments.webhooks.services.outbox import FIRST_PAUSE, LONGEST_PAUSE, MAX_ATTEMPTS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def pause_of(webhook: Webhook) -> float:
    """Seconds from this attempt, made now, to the next."""
    Webhook.objects.update(due_at=None)
    outbox.deliver_due()
    webhook.refresh_from_db()
    attempt = webhook.messages.exclude(attempted_at=None).latest("attempted_at").attempted_at
    return (webhook.due_at - attempt).total_seconds() if webhook.due_at else 0.0


def test_pauses_grow_and_the_webhook_is_paused_at_last(event, receiver, monkeypatch):  # noqa: F811
    webhook = add(event, receiver)
    publish(event)
    rounds.start(acting(), event.rounds.get(number=1))
    receiver.statuses = [500] * MAX_ATTEMPTS
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    pauses = [pause_of(webhook) for _attempt in range(MAX_ATTEMPTS)]
    expected = [min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE) for attempt in range(MAX_ATTEMPTS - 1)]
    assert pauses == [*expected, 0]
    assert sum(expected) > 3 * 3600
    assert webhook.paused_at is not None
    assert {request.facts["kind"] for request in receiver.requests} == {"seating"}
    assert len({request.headers["Mahjong-Delivery"] for request in receiver.requests}) == 1
    outbox.deliver_due()
    assert len(receiver.requests) == MAX_ATTEMPTS
    assert list_failing(event) == ["Messages to 127.0.0.1 are paused: It has a fault."]
    hooks.resume(acting(), event, webhook)
    outbox.deliver_due()
    assert [request.facts["kind"] for request in receiver.requests[MAX_ATTEMPTS:]] == ["seating", "start"]
    assert (list_states(event), list_failing(event)) == ([("seating", "sent"), ("start", "sent")], [])


@pytest.mark.parametrize(
    ("status", "problem", "sentence"),
    [
        (302, "redirect", "It sends on to another address. Give that one."),
        (404, "refused", "It refuses the messages. Its address may have changed."),
        (429, "busy", "It gets too many messages."),
        (503, "fault", "It has a fault."),
    ],
)
def test_the_overview_says_what_is_wrong(event, receiver, status, problem, sentence):  # noqa: F811
    add(event, receiver)
    publish(event)
    receiver.statuses = [status]
    receiver.headers = {"Location": receiver.address, "Retry-After": "600"}
    outbox.deliver_due()
    webhook = Webhook.objects.get()
    assert (webhook.problem, webhook.failures, webhook.messages.get().status) == (problem, 1, status)
    pause = (webhook.due_at - timezone.now()).total_seconds()
    assert (590 < pause <= 600) == (problem == "busy")
    text = f"Messages to 127.0.0.1 wait: {sentence} They are tried again."
    assert list_failing(event) == [text]
    page = signed_in("olga").get(reverse("manage_home", args=[event.slug])).content.decode()
    assert text in page
    assert len(receiver.requests) == 1
    receiver.headers = {}
    Webhook.objects.update(due_at=None)
    outbox.deliver_due()
    assert list_states(event) == [("seating", "sent")]
    assert list_failing(event) == []


def test_a_target_in_a_private_network_waits_for_the_administrator(event, receiver, settings):  # noqa: F811
    add(event, receiver)
    publish(event)
    settings.WEBHOOK_NETWORKS = (ipaddress.ip_network("192.168.0.0/16"),)
    outbox.deliver_due()
    assert (receiver.requests, Webhook.objects.get().problem) == ([], "private")
    settings.WEBHOOK_NETWORKS = (ipaddress.ip_network("127.0.0.0/8"),)
    Webhook.objects.update(due_at=None)
    outbox.deliver_due()
    assert list_states(event) == [("seating", "sent")]


def test_a_failing_webhook_holds_up_no_other(event, receiver):  # noqa: F811
    add(event, receiver, address="http://127.0.0.1:9/")
    add(event, receiver)
    publish(event)
    outbox.deliver_due()
    states = WebhookMessage.objects.order_by("webhook__number").values_list("state", flat=True)
    assert list(states) == ["waiting", "sent"]


def test_a_rolled_back_change_tells_nothing(event, receiver, monkeypatch):  # noqa: F811
    add(event, receiver)
    monkeypatch.setattr("tournaments.rounds.services.rounds.clock.start", lambda *_args: 1 / 0)
    publish(event)
    with pytest.raises(ZeroDivisionError):
        rounds.start(acting(), event.rounds.get(number=1))
    assert list_states(event) == [("seating", "waiting")]


def test_a_worker_that_was_killed_leaves_its_messages_to_the_next(event, receiver, monkeypatch):  # noqa: F811
    add(event, receiver)
    publish(event)

    def die(*_args: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(outbox, "request_target", die)
    with pytest.raises(KeyboardInterrupt):
        outbox.deliver_due()
    # A process that is gone does not release its claim.
    Webhook.objects.update(claimed_until=timezone.now() + outbox.LEASE)
    monkeypatch.setattr(outbox, "request_target", site_requests.request_target)
    outbox.deliver_due()
    assert receiver.requests == []
    Webhook.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    outbox.deliver_due()
    assert (len(receiver.requests), list_states(event)) == (1, [("seating", "sent")])


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_each_message_once(receiver, monkeypatch):  # noqa: F811
    """The second worker looks while the first one's request is under way."""
    tournament = small_tournament(8)
    add(tournament, receiver)
    publish(tournament)
    rounds.start(acting(), tournament.rounds.get(number=1))
    under_way, over = threading.Event(), threading.Event()
    real = site_requests.request_target

    def wait(*args: object, **named: object) -> site_requests.SiteAnswer:
        under_way.set()
        assert over.wait(patience.SECONDS)
        return real(*args, **named)

    def work() -> None:
        try:
            outbox.deliver_due()
        finally:
            connection.close()

    monkeypatch.setattr(outbox, "request_target", wait)
    first = threading.Thread(target=work)
    first.start()
    assert under_way.wait(patience.SECONDS)
    outbox.deliver_due()
    assert receiver.requests == []
    over.set()
    first.join(patience.SECONDS)
    assert [request.facts["kind"] for request in receiver.requests] == ["seating", "start"]


def test_a_test_overtakes_what_waits_and_is_never_repeated(event, receiver):  # noqa: F811
    webhook = add(event, receiver)
    publish(event)
    receiver.statuses = [500]
    outbox.deliver_due()
    hooks.send_test(acting(), event, webhook)
    hooks.send_test(acting(), event, webhook)
    receiver.statuses = [404]
    outbox.deliver_due()
    assert [request.facts["kind"] for request in receiver.requests] == ["seating", "test", "seating"]
    assert receiver.requests[1].facts["text"] == "Spring Open: This is a test. Messages arrive here."
    states = WebhookMessage.objects.order_by("pk").values_list("kind", "state", "status")
    assert list(states) == [("seating", "sent", 200), ("test", "failed", 404)]
    hooks.pause(acting(), event, webhook)
    with pytest.raises(UserError, match="Resume it first"):
        hooks.send_test(acting(), event, webhook)


def test_a_paused_webhook_gets_nothing_of_what_happens_meanwhile(event, receiver):  # noqa: F811
    webhook = add(event, receiver)
    hooks.pause(acting(), event, webhook)
    publish(event)
    hooks.resume(acting(), event, webhook)
    outbox.deliver_due()
    assert (receiver.requests, WebhookMessage.objects.count()) == ([], 0)


TELEGRAM = "/bot1:abc/sendMessage"
PICTURE = "https://club.example/t/spring-open/preview.png?lang=de&v="


@pytest.mark.parametrize("style", ["discord", "slack", "telegram"])
def test_chats_get_a_text_with_the_link(event, receiver, style):  # noqa: F811
    Tournament.objects.update(name="Ö <b>@everyone</b> & *friends*")
    address = (
        receiver.address.replace("/hooks/4711", f"{TELEGRAM}?chat_id=-42") if style == "telegram" else receiver.address
    )
    add(event, receiver, style=style, address=address, language="de")
    publish(event)
    outbox.deliver_due()
    (request,) = receiver.requests
    link = "https://club.example/t/spring-open/seating/?round=1"
    assert "Mahjong-Signature" not in request.headers
    if style == "discord":
        assert request.facts["allowed_mentions"] == {"parse": []}
        assert request.facts["content"].startswith(r"Ö \<b\>\@everyone\</b\> & \*friends\*\: ")
        assert request.facts["content"].endswith(f"\n{link}")
        assert request.facts["embeds"][0]["image"]["url"].startswith(PICTURE)
    elif style == "slack":
        assert request.facts["text"].startswith("Ö &lt;b&gt;@everyone&lt;/b&gt; &amp; *friends*: ")
        assert request.facts["text"].endswith(f"\n{link}")
        assert request.facts["blocks"][0]["text"]["text"] == request.facts["text"]
        assert request.facts["blocks"][1]["image_url"].startswith(PICTURE)
    else:
        assert (request.path, request.facts["chat_id"]) == (TELEGRAM, "-42")
        assert request.facts["text"].startswith("Ö <b>@everyone</b> & *friends*: ")
        assert request.facts["link_preview_options"]["url"] == link
        assert request.facts["text"].endswith(f"\n{link}")


@pytest.mark.parametrize(
    ("style", "address", "sentence"),
    [
        ("json", "club.example/hooks", "Paste the whole address"),
        ("json", "ftp://club.example/", "Paste the whole address"),
        ("json", "https://olga:secret@club.example/", "Paste the whole address"),
        ("json", "https://club.example/#part", "Paste the whole address"),
        ("json", "https://club.example:99999/", "Paste the whole address"),
        ("json", "https://clüb.example/", "Paste the whole address"),
        ("json", "http://club.example/", "The address must begin with https://."),
        ("telegram", "https://api.telegram.org/bot1:abc/sendMessage", "Add the chat"),
    ],
)
def test_what_cannot_be_an_address_is_said_at_the_field(style, address, sentence):
    with pytest.raises(UserError, match=sentence.split("…")[0].replace("(", r"\(")) as caught:
        hooks.check_address(address, style)
    assert caught.value.field == "address"


def test_the_pages_show_a_key_once_and_never_the_address(event, receiver, settings):  # noqa: F811
    season = seasons.create(acting(), name="Spring")
    for base in (reverse("manage_webhooks", args=[event.slug]), reverse("manage_season_webhooks", args=[season.slug])):
        browser = signed_in("olga")
        form = {"style": "json", "address": receiver.address, "kinds": ["seating", "end"], "language": "en"}
        assert browser.post(f"{base}add/", form).status_code == 302
        secret = WebhookSecret.objects.latest("pk")
        first, second = (browser.get(base).content.decode() for _visit in range(2))
        assert (secret.key in first, secret.key in second) == (True, False)
        assert "4711" not in first + second
        assert "Seating published · Event closed · English" in first
        assert browser.post(f"{base}1/test/").status_code == 302
        outbox.deliver_due()
        assert receiver.requests.pop().facts["kind"] == "test"
        assert (
            browser.post(f"{base}1/edit/", {"webhook-1-kinds": "start", "webhook-1-language": "fr"}).status_code == 302
        )
        assert "Round started · French" in browser.get(base).content.decode()
        refused = browser.post(f"{base}1/edit/", {"webhook-1-language": "fr"})
        assert refused.status_code == 422
        for step in ("pause", "resume", "remove"):
            assert browser.post(f"{base}1/{step}/").status_code == 302
        assert not Webhook.objects.exists()
    assert mail.outbox == []


def test_no_more_webhooks_than_the_limit(event, receiver):  # noqa: F811
    for _number in range(hooks.MOST):
        add(event, receiver)
    with pytest.raises(UserError, match="Remove one"):
        add(event, receiver)


def test_the_commit_tells_the_worker(event, receiver, monkeypatch, django_capture_on_commit_callbacks):  # noqa: F811
    sent: list[str] = []
    monkeypatch.setattr(outbox, "tell_worker", lambda: sent.append(outbox.SEND))
    add(event, receiver)
    with django_capture_on_commit_callbacks(execute=True):
        publish(event)
        assert sent == []
    assert sent == [tasks.send_webhook_messages.name]
    tasks.send_webhook_messages()
    assert list_states(event) == [("seating", "sent")]


def test_the_timer_sends_what_waits_and_the_night_forgets_what_is_old(event, receiver):  # noqa: F811
    add(event, receiver)
    assert not outbox.has_waiting()
    publish(event)
    assert outbox.has_waiting()
    tasks.send_waiting_webhook_messages()
    assert (list_states(event), outbox.has_waiting()) == ([("seating", "sent")], False)
    WebhookMessage.objects.update(happened_at=timezone.now() - timedelta(days=31))
    outbox.discard_old()
    assert list_states(event) == []


def test_an_archived_event_tells_what_happened_before(event, receiver):  # noqa: F811
    add(event, receiver)
    publish(event)
    Tournament.objects.filter(pk=event.pk).update(archived_at=timezone.now())
    outbox.deliver_due()
    assert list_states(event) == [("seating", "sent")]


def test_the_season_says_what_is_wrong(receiver):  # noqa: F811
    season = seasons.create(acting(), name="Spring")
    webhook = hooks.add_to_season(
        acting(), season, address=receiver.address, style="json", kinds=["end"], language="en"
    )
    Webhook.objects.update(problem="fault", paused_at=timezone.now())
    page = signed_in("olga").get(reverse("manage_season", args=[season.slug])).content.decode()
    assert "Messages to 127.0.0.1 are paused: It has a fault." in page
    hooks.resume_of_season(acting(), season, webhook)
    page = signed_in("olga").get(reverse("manage_season", args=[season.slug])).content.decode()
    assert "127.0.0.1" not in page
