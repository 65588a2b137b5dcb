"""Logs of tables: attached and taken off with their audit records, compared with the sheet line by line, and shown."""

import gzip

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from engine.play.table import replay, start
from engine.records import dumps
from engine.tiles.seats import Wind
from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.games import game, hand_of
from tests.support.people import acting, signed_in
from tests.support.play import released
from tests.support.tables import enter, playing, table_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.events.models import Tournament
from tournaments.results.models.logs import TableLog
from tournaments.results.queries import sheets
from tournaments.results.queries.table_logs import LogComparison, compare, list_logs
from tournaments.results.services import replays
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


def compared(table: GameTable) -> LogComparison:
    return compare(table, list_logs(table), sheets.find_latest_result(table))


def test_attaching_is_written_down_without_the_text_and_a_log_that_agrees_says_so_for_every_seat():
    table = table_of(playing())
    text, points = game()
    log = replays.attach(acting("sam"), table, text=text, file_name="table1.txt")
    assert (log.number, log.form, log.hands, log.first_line, log.attached_by.username) == (1, "text", 2, 0, "sam")
    entry = AuditEntry.objects.get(action="logs.attach")
    assert entry.actor_name == "sam"
    kept = {"form": "text", "hands": 2, "characters": len(text), "sha256": log.digest, "first_line": 0}
    assert entry.after == kept | {"file": "table1.txt"}
    enter(table, points)
    found = compared(table)
    assert (found.agrees, found.notes) == (True, ())
    assert [(seat.logged, seat.on_sheet, seat.sentence) for seat in found.seats] == [
        (own, own, "Equal.") for own in points
    ]
    assert [(hand.number, hand.complete) for hand in found.hands] == [(1, True), (2, True)]
    # The first seat may be any line of the sheet.
    second = table_of(table.round.tournament, 2)
    enter(second, (*points[2:], *points[:2]))
    replays.attach(acting(), second, text=text, first_line=2)
    assert compared(second).agrees is True


def test_logs_of_single_hands_make_the_game_in_their_order():
    table = table_of(playing())
    text, points = game()
    enter(table, points)
    for part in text.split("hand 2\n"):
        replays.attach(acting("sam"), table, text=part)
    found = compared(table)
    assert (found.agrees, found.notes, [hand.log.number for hand in found.hands]) == (True, (), [1, 2])


def test_a_difference_is_told_in_words():
    table = table_of(playing())
    text, points = game()
    wrong = [points[0] + 1200, points[1] - 1201, points[2] + 1, points[3]]
    enter(table, wrong)
    replays.attach(acting("ren"), table, text=text)
    found = compared(table)
    assert found.agrees is False
    assert [seat.sentence for seat in found.seats] == [
        "The sheet has 1,200 points more.",
        "The sheet has 1,201 points less.",
        "The sheet has 1 point more.",
        "Equal.",
    ]


def test_names_in_the_log_find_the_line():
    players = ["An Al", "Li Bo", "Wu Cy", "Xu Di"]
    assert replays.find_line_by_names(["WU Cy", "Di Xu", "an al", "Bo Li"], players) == 2
    assert replays.find_line_by_names(["stranger", "Di Xu", "an al", "Bo Li"], players) == 0
    assert replays.find_line_by_names([], players) == 0
    with pytest.raises(UserError, match="another order"):
        replays.find_line_by_names(["Al An", "Wu Cy", "Li Bo", "Xu Di"], players)


def test_a_missing_hand_is_noticed():
    table = table_of(playing())
    first, rest = game(hands=3)[0].split("hand 2\n")
    replays.attach(acting(), table, text=first + "hand 3\n" + rest.split("hand 3\n")[1])
    assert tuple(map(str, compared(table).notes)) == (
        "Hand 2 does not follow from the hand before it: one is missing or out of order.",
        "Hand 2 begins with other points than the hand before it ended with.",
    )


def test_players_are_followed_through_the_seat_changes_of_mcr():
    """In the second round the players of the East and South seats, and of West and North, have changed places."""
    table = table_of(playing())
    text, (east, south, west, north) = game(hands=4)
    fifth = hand_of("mcr-2006", 0)
    setup = fifth.setup._replace(prevalent_wind=Wind.SOUTH, start_scores=(south, east, north, west))
    replays.attach(acting(), table, text=f"{text}hand 5\n{dumps(setup, fifth.events)}")
    found = compared(table)
    gains = replay(start(setup), fifth.events).final.deltas
    assert tuple(map(str, found.notes)) == ()
    after = [east + gains[1], south + gains[0], west + gains[3], north + gains[2]]
    assert [seat.logged for seat in found.seats] == after


def test_a_hand_that_breaks_a_rule_is_kept_and_told_and_nothing_is_guessed():
    table = table_of(playing())
    text, points = game()
    enter(table, points)
    lines = text.splitlines()
    last = max(number for number, line in enumerate(lines) if " win" in line)
    replays.attach(acting(), table, text="\n".join([*lines[:last], "A draw 1m", "B draw 1m", *lines[last:]]))
    found = compared(table)
    assert [hand.complete for hand in found.hands] == [True, False]
    assert found.hands[1].problem.startswith("Refused at event ")
    assert found.hands[1].clause.startswith("MCR-")
    assert {seat.sentence for seat in found.seats} == {"The log does not say."}
    assert found.agrees is None
    assert str(found.notes[-1]).startswith("The final points cannot be compared")


def test_another_start_is_told_and_the_gains_are_compared():
    table = table_of(playing(family="riichi"))
    text, points = game("riichi-ema-2016", 1, 25_000)
    final = hand_of("riichi-ema-2016", 0).states[-1]
    deposits = final.ruleset.procedure.deposits(final)
    enter(table, [own + 5_000 for own in points], leftover=deposits * 1000, reason="uneven")
    replays.attach(acting(), table, text=text)
    found = compared(table)
    assert found.agrees is True
    assert tuple(map(str, found.notes)) == (
        "The log begins with 25,000 points, the sheet with 30,000; the gains and losses are compared.",
    )


def test_sticks_left_and_other_rules_are_told():
    table = table_of(playing(family="riichi"))
    text, points = game("riichi-tenhou", 1, 30_000)
    enter(table, points, leftover=3000, reason="three sticks")
    replays.attach(acting(), table, text=text)
    final = hand_of("riichi-tenhou", 0).states[-1]
    deposits = final.ruleset.procedure.deposits(final)
    assert tuple(map(str, compared(table).notes)) == (
        "The log is played by the rules Riichi, Tenhou, the round by Riichi, EMA rules 2016.",
        f"Sticks left on the table: the log has {deposits * 1000:,} points, the sheet 3,000.",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  \n", "Paste a log or choose a file."),
        ("ruleset nowhere\nE draw 1m\n", "No hand in the log can be read."),
        ('<mjloggm>\n<INIT seed="', "The log cannot be read: invalid XML: "),
        (game("riichi-ema-2016", 1)[0], "This is a log of riichi, and the tournament plays mcr."),
    ],
)
def test_what_cannot_be_attached_is_said_and_nothing_is_stored(text, message):
    table = table_of(playing())
    with pytest.raises(UserError, match=message):
        replays.attach(acting("sam"), table, text=text)
    unseated = GameTable.objects.create(round=table.round.tournament.rounds.get(number=2), number=1)
    with pytest.raises(UserError, match="no published seating"):
        replays.attach(acting(), unseated, text=game()[0])
    broken = game()[0].replace("deal B", "deal X", 1)
    with pytest.raises(replays.UnreadableLogError) as caught:
        replays.attach(acting("sam"), table, text=broken)
    assert broken.split("deal X")[0].count("\n") + 1 in [problem.line for problem in caught.value.lines]
    assert TableLog.objects.count() == 0


def test_the_same_log_is_attached_once_until_it_is_taken_off():
    table = table_of(playing())
    text, _points = game()
    log = replays.attach(acting("sam"), table, text=text)
    with pytest.raises(UserError, match="already, as number 1"):
        replays.attach(acting("ren"), table, text=text)
    with pytest.raises(UserError, match="Say why"):
        replays.remove(acting("sam"), log, reason=" ")
    replays.remove(acting("sam"), log, reason="of another table")
    assert list_logs(table) == []
    assert AuditEntry.objects.get(action="logs.remove").reason == "of another table"
    assert replays.attach(acting("sam"), table, text=text).number == 2


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
