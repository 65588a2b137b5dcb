"""The pages of a table's logs: who may attach, what comes back unreadable, and when the public sees them."""

import gzip

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.games import game
from tests.support.people import acting, signed_in
from tests.support.play import released
from tests.support.tables import enter, table_of
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.events.models import Tournament
from tournaments.results.models.logs import TableLog
from tournaments.results.services import replays
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

PUBLIC = (("event_table_logs", ()), ("event_table_log", (1,)))


@pytest.fixture
def sam(db):
    return signed_in("sam")


def desk(event, name="manage_table_logs", *more):
    return reverse(name, args=[event.slug, 1, 1, *more])


def test_a_pasted_log_is_attached_compared_and_opened(sam, event):
    text, points = game()
    enter(table_of(event), (points[0] + 8, points[1] - 8, *points[2:]))
    assert sam.post(desk(event, "manage_attach_log"), {"text": text}).status_code == 302
    assert TableLog.objects.get().attached_by.username == "sam"
    page = sam.get(desk(event)).text
    wanted = ["The sheet has 8 points more.", "The sheet has 8 points less."]
    wanted += [f'href="{desk(event, "manage_table_log", 1)}"', f'href="{desk(event)}1/?hand=1"']
    assert [each for each in wanted if each not in page] == []
    viewer = sam.get(desk(event, "manage_table_log", 1), {"hand": 1, "at": 3}).text
    assert [each in viewer for each in ('data-at="3"', f'href="{desk(event)}"')] == [True, True]
    assert f'href="{desk(event)}"' in sam.get(desk(event, "manage_table")).text


def test_a_packed_file_is_attached_under_its_name(sam, event):
    upload = SimpleUploadedFile("table 1.log.gz", gzip.compress(game()[0].encode()))
    assert sam.post(desk(event, "manage_attach_log"), {"file": upload, "text": ""}).status_code == 302
    log = TableLog.objects.get()
    assert (log.file_name, log.text) == ("table 1.log.gz", game()[0])


def test_an_unreadable_log_comes_back_whole_with_its_line(sam, event):
    lines = game()[0].splitlines()
    lines[6] = "deal X <b>"
    text = "\n".join(lines)
    for posted in ({"text": text}, {"file": SimpleUploadedFile("a.txt", text.encode())}):
        answer = sam.post(desk(event, "manage_attach_log"), posted)
        assert answer.status_code == 422
        assert answer.context["form"]["text"].value() == text
        assert answer.context["lines"].first[0] == (7, "expected a seat A, B, C or D, found 'X'", "deal X <b>")
        assert "<code>deal X &lt;b&gt;</code>" in answer.content.decode()
    no_text = SimpleUploadedFile("a.txt", b"hand 1\n\xff\xfe\xfd")
    answer = sam.post(desk(event, "manage_attach_log"), {"file": no_text})
    assert (answer.status_code, answer.context["form"].errors["file"]) == (
        422,
        ["The file cannot be read: the file is not UTF-8 text"],
    )


def test_a_log_is_taken_off_with_a_reason(sam, event):
    replays.attach(acting("sam"), table_of(event), text=game()[0])
    sam.post(desk(event, "manage_remove_log", 1), {"remove-reason": ""})
    assert TableLog.objects.filter(removed_at__isnull=True).count() == 1
    sam.post(desk(event, "manage_remove_log", 1), {"remove-reason": "of table 2"})
    assert TableLog.objects.filter(removed_at__isnull=True).count() == 0
    assert sam.get(desk(event, "manage_table_log", 1)).status_code == 404


def test_the_second_person_of_a_blind_entry_does_not_see_the_sheet_in_the_comparison(sam, event):
    Tournament.objects.update(blind_reentry=True)
    text, points = game()
    enter(table_of(event), points, name="olga")
    replays.attach(acting("sam"), table_of(event), text=text)
    assert [seat.on_sheet for seat in sam.get(desk(event)).context["comparison"].seats] == [None] * 4
    assert [seat.on_sheet for seat in signed_in("olga").get(desk(event)).context["comparison"].seats] == list(points)


def test_everybody_sees_the_log_once_the_results_are_released_and_not_after_they_are_withdrawn(client, event):
    text, points = game()
    log = replays.attach(acting("sam"), table_of(event), text=text)
    addresses = [reverse(name, args=[event.slug, 1, 1, *more]) for name, more in PUBLIC]
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    round_ = released(event, 1, (points, (10, 10, -8, -12)))
    results = client.get(reverse("event_round", args=[event.slug, 1])).content.decode()
    assert f'href="{addresses[0]}"' in results
    assert "They agree" in client.get(addresses[0]).content.decode()
    assert f'href="{addresses[1]}?hand=0"' in client.get(addresses[0]).content.decode()
    assert client.get(addresses[1]).status_code == 200
    assert client.get(reverse("event_table_logs", args=[event.slug, 1, 2])).status_code == 404
    enter(table_of(event), (points[0] + 1, points[1] - 1, *points[2:]), reason="being corrected")
    assert "They agree" in client.get(addresses[0]).content.decode(), "the confirmed sheet only"
    rounds.withdraw(acting(), round_, reason="protest")
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    rounds.release(acting(), round_, continue_anyway="The correction moves nothing.")
    replays.remove(acting(), log, reason="of another table")
    assert [client.get(address).status_code for address in addresses] == [404, 404]


def test_a_log_that_tells_a_secret_board_waits_until_the_board_is_public(client):
    tournament = duplicate_event()
    dealt(tournament, boards=1)
    session_planned(tournament)
    replays.attach(acting("sam"), table_of(tournament), text=game()[0])
    Round.objects.filter(tournament=tournament, number=1).update(released_at=timezone.now())
    public = [reverse(name, args=[tournament.slug, 1, 1, *more]) for name, more in PUBLIC]
    viewer = desk(tournament, "manage_table_log", 1)
    assert [client.get(address).status_code for address in public] == [404, 404]
    assert signed_in("sam").get(viewer, follow=True).redirect_chain == [(desk(tournament), 302)]
    assert signed_in("olga").get(viewer).status_code == 200
    BoardPlay.objects.filter(table=table_of(tournament)).delete()
    assert [client.get(address).status_code for address in public] == [200, 200]
