"""Pages of duplicate boards: the protocol by buttons, no tile before its time, and what a stranger can check."""

import json
import re
from itertools import chain

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.play.events import event_from_list
from engine.play.table import replay, start
from engine.records import RecordedHand
from engine.records.cases import read_setup
from engine.tiles.tile import format_tile, parse_tile
from engine.walls.deal import find_differences, read_deal
from tests.support.duplicate import SEED, committed, dealt, duplicate_event, enter_board, session_planned
from tests.support.moments import noon_in
from tests.support.people import acting, person, signed_in
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing import pdf
from tournaments.duplicate.logic import robots
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries.board_results import compute_board_standings
from tournaments.duplicate.queries.deals import is_promise_kept
from tournaments.duplicate.services import board_plays, deals
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.results.services import forfeits
from tournaments.rounds.services import rounds
from tournaments.seating.services.sealed import unseal
from tournaments.site.api_urls import v1
from tournaments.site.urls import pages
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

EVERYBODY = (None, "olga", "omar", "ren", "sam", "sue", "ida", "dina", "petra", "otto")


@pytest.fixture
@remembered
def event():
    return duplicate_event()


def at(event, name, *args):
    return reverse(name, args=[event.slug, *args])


def shown(event, name, *args):
    return Client().get(at(event, name, *args)).content.decode()


def steps(event):
    return [state for _key, _label, state, _at in signed_in("olga").get(at(event, "manage_deals")).context["steps"]]


def secrets_of(made):
    """Every text whose appearance would betray a sealed board or the seed."""
    found = [made.sealed_seed, unseal(made.sealed_seed)]
    for board in made.all_boards.filter(released_at=None):
        found.append(board.sealed_deal)
        walls = re.findall(r"[ESWNA]:([^;\"]+)", unseal(board.sealed_deal))
        found += [wall[at : at + 12] for wall in walls for at in range(0, len(wall) - 12, 12)]
    return found


def addresses_of_boards(event, made):
    board = made.all_boards.get(session=1, number=1)
    play = BoardPlay.objects.filter(board=board).first()
    yield reverse("event", args=[event.slug])
    yield reverse("event_bundle", args=[event.slug])
    known = {"slug": event.slug, "session": 1, "number": 1, "reserve": 0, "scale": "difference"}
    known |= {"pk": play.pk, "table": 1}
    yield f"/api/v1/tournaments/{event.slug}/rounds/1/boards/"
    for pattern in chain(pages, v1):
        name = getattr(pattern, "name", "") or ""
        if name.startswith(("event_deals", "manage_deals", "api-deal")):
            yield reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters})
    yield reverse("table_boards", args=[play.table.token])
    yield reverse("table_board", args=[play.table.token, play.pk])
    yield f"/api/v1/tournaments/{event.slug}/deals/"
    yield reverse("manage_audit", args=[event.slug])


def test_no_page_shows_anybody_a_board_early(event):
    made = dealt(event)
    session_planned(event)
    person("olga")
    players.link_account(acting("omar"), event.entries.get(number=7), user=person("olga"))
    players.link_account(acting("olga"), event.entries.get(number=8), user=person("omar"))
    form = {"print-session": 1, "print-number": 0, "print-reason": "curious", "print-paper": "a4"}
    secrets = secrets_of(made)
    addresses = list(addresses_of_boards(event, made))
    for name in EVERYBODY if in_full() else (None, "olga", "ren"):
        client = signed_in(name)
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code in (200, 302, 401, 403, 404, 405), (name, address)
            text = answer.getvalue().decode("latin-1")
            assert [secret for secret in secrets if secret in text] == [], (name, address)
        refused = client.post(at(event, "manage_deals_sheets"), form)
        assert refused.status_code == {None: 302, "olga": 422, "omar": 422}.get(name, 403)
    assert not AuditEntry.objects.filter(action="deals.print").exists()


def test_olga_commits_deals_and_opens_by_buttons(event):
    for name in ("event_deals", "event_deals_verify", "event_deals_standings"):
        assert Client().get(at(event, name)).status_code == 404, "an event without boards has no such pages"
    assert "Boards" not in shown(event, "event")
    client = signed_in("olga")
    assert steps(event) == ["next", "later", "later", "later", "later"]
    form = {"sessions": 1, "boards": 4, "model": "seat34", "kind": "other", "source": "lottery"}
    form |= {"value_known_at": noon_in(2)}
    after = {"entries_close_at": noon_in(3)}
    backwards = client.post(at(event, "manage_deals_commit"), form | after)
    assert (backwards.status_code, list(backwards.context["commit_form"].errors)) == (422, ["entries_close_at"])
    assert client.post(at(event, "manage_deals_commit"), form).status_code == 302
    made = BoardSet.objects.get(tournament=event)
    assert made.value_name == "lottery"
    early = client.post(at(event, "manage_deals_value"), {"value": "3141592653", "again": "3141592653"})
    assert (early.status_code, "The value is not known yet" in early.content.decode()) == (422, True)
    client.post(at(event, "manage_deals_make"))
    made.refresh_from_db()
    assert made.made_at is None


def test_behind_closed_pages_a_digest_is_not_called_public(event):
    event.published = False
    event.save()
    form = {"sessions": 1, "boards": 4, "model": "seat34", "kind": "other", "source": "lottery"}
    form |= {"value_known_at": noon_in(2)}
    sent = signed_in("olga").post(at(event, "manage_deals_commit"), form, follow=True).content.decode()
    assert ("The digest is public" in sent, "Open the public pages now" in sent) == (False, True)
    assert "The public pages are closed: nobody can note" in sent


def test_the_seed_may_open_only_after_the_last_session_or_when_the_event_is_closed(event):
    def too_early(words):
        with pytest.raises(UserError, match=f"Still to be played: {words}"):
            deals.publish_seed(acting(), made)

    made = dealt(event, sessions=2)
    session_planned(event)
    first = list(made.all_boards.filter(session=1).order_by("number"))
    for board in first[:3]:
        enter_board(board)
    too_early("session 2 has no tables yet; session 1, table 1, board 4; ")
    enter_board(first[3])
    too_early(r"session 2 has no tables yet\.")
    assert steps(event) == ["done", "done", "done", "next", "later"]
    rounds.finish(acting(), event.rounds.get(number=1), reason="boards only")
    session_planned(event, number=2)
    boards = list(made.all_boards.filter(session=2))
    for board in boards[:3]:
        enter_board(board)
    olga, button = signed_in("olga"), at(event, "manage_deals_open")
    assert button not in olga.get(at(event, "manage_deals")).content.decode()
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.FINISHED)
    assert button in olga.get(at(event, "manage_deals")).content.decode()
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.RUNNING)
    enter_board(boards[3])
    assert steps(event) == ["done", "done", "done", "done", "next"]
    olga.post(button)
    made.refresh_from_db()
    assert (made.seed, is_promise_kept(made)) == (SEED.hex(), True)
    assert [find_differences(read_deal(board.text), SEED) for board in made.all_boards.all()] == [[]] * 8


def test_sheets_that_a_busy_machine_cannot_print_leave_what_olga_typed(event, monkeypatch):
    dealt(event)

    def busy(*_arguments, **_options):
        raise pdf.PrintingError("Other papers are being printed; try again in a moment.")

    monkeypatch.setattr(pdf, "render_run", busy)
    form = {"print-session": 1, "print-number": 1, "print-paper": "a4", "print-reason": "sheets for the builders"}
    answer = signed_in("olga").post(at(event, "manage_deals_sheets"), form)
    assert answer.status_code == 422
    bound = answer.context["print_form"]
    assert bound.non_field_errors() == [
        "Other papers are being printed; try again in a moment.",
        "The opening is recorded; pressing again records another.",
    ]
    assert bound["reason"].value() == "sheets for the builders"
    assert AuditEntry.objects.get(action="deals.print").after["boards"] == ["1/1"]


def test_olga_prints_sheets_and_takes_a_reserve_with_reasons_and_the_public_page_names_her(event):
    made = dealt(event)
    olga = signed_in("olga")
    assert "No boards opened or replaced." in shown(event, "event_deals")
    form = {"print-session": 1, "print-number": 1, "print-paper": "a4"}
    without = olga.post(at(event, "manage_deals_sheets"), form)
    assert (without.status_code, list(without.context["print_form"].errors)) == (422, ["reason"])
    answer = olga.post(at(event, "manage_deals_sheets"), form | {"print-reason": "sheets for the builders"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert "no-store" in answer["Cache-Control"]
    entry = AuditEntry.objects.get(action="deals.print")
    assert (entry.actor_name, entry.after["boards"]) == ("olga", ["1/1"])
    board = made.all_boards.get(session=1, number=2)
    refused = olga.post(at(event, "manage_deals_replace", board.pk), {"reason": ""}, follow=True)
    assert [str(message) for message in refused.context["messages"]] == ["Reason (public): This field is required."]
    olga.post(at(event, "manage_deals_replace", board.pk), {"reason": "a tray fell over"})
    assert made.all_boards.get(session=1, number=2, retired_at=None).reserve == 1
    told = shown(event, "event_deals")
    assert "olga opened Session 1, board 1. Reason: sheets for the builders" in told
    assert "olga replaced Session 1, board 2 by its reserve. Reason: a tray fell over" in told


def listed_play(client, event, play):
    """The play in the list of the API."""
    rows = client.get(at(event, "api-boards", 1)).json()["results"]
    return next(row for row in rows if (row["table"], row["board"]) == (play.table.number, play.board.number))


def test_sam_enters_ren_rules_and_the_traveller_is_public(event):
    dealt(event)
    plays = session_planned(event)
    board = plays[0].board
    sam, ren = signed_in("sam"), signed_in("ren")
    for play in board.plays.all():
        form = {"based_on": 0} | {f"points_{seat}": (24, -8, -8, -8)[seat] for seat in range(4)}
        form |= {f"left_{seat}": 5 for seat in range(4)} | {f"ticked_{seat}": "on" for seat in range(4)}
        if play == plays[0]:
            form |= {"tail_0": "11111m"}
        entered = sam.post(at(event, "manage_deals_enter", play.pk), form, follow=True)
        assert ("A referee has to rule on this board." in entered.content.decode()) is (play == plays[0])
        if play == plays[0]:
            row = listed_play(sam, event, play)
            assert (row["flag"], row["flag_reason"], row["version"], row["verified"]) == ("mismatch", "", 1, False)
            assert [seat["points"] for seat in row["seats"]] == [24, -8, -8, -8]
    plays[0].refresh_from_db()
    assert plays[0].flag == "mismatch"
    assert "is not 1m in the deal" in listed_play(ren, event, plays[0])["flag_reason"]
    assert "Waiting for a ruling" in ren.get(at(event, "manage_deals")).content.decode()
    ruled = ren.post(
        at(event, "manage_deals_rule", plays[0].pk),
        {"ruling-ruling": "stands", "ruling-reason": "typed at the wrong seat"},
    )
    assert ruled.status_code == 302
    page = Client().get(at(event, "event_deals_board", 1, board.number))
    assert page.status_code == 200
    assert len(page.context["results"]) == 4 * board.plays.count()
    assert Client().get(at(event, "event_deals_board", 1, board.number % 4 + 1)).status_code == 404
    player = plays[0].seats.first().entry
    assert Client().get(at(event, "event_deals_player", player.number)).status_code == 200
    play = next(one for one in plays if one.board != board)
    board_plays.flag(acting("sam"), play, kind="unplayable", reason="East saw the tray of South")
    form = {"ruling-ruling": "unplayable", "ruling-reason": "one at fault"}
    shares = {"ruling-award_0": "40", "ruling-award_1": "60", "ruling-award_2": "60"}
    assert ren.post(at(event, "manage_deals_rule", play.pk), form | shares).status_code == 302
    assert list(play.seats.order_by("seat").values_list("award", flat=True)) == [40, 60, 60, None]


def played_to_the_end(event, made=None):
    made = made or dealt(event, sessions=1)
    session_planned(event)
    for board in made.all_boards.all():
        enter_board(board)
    deals.publish_seed(acting(), made)
    return made


def test_a_stranger_checks_a_board_and_every_swapped_tile_is_named(event):
    def checked(text):
        return Client().post(at(event, "event_deals_verify"), {"text": text}).context["check"]

    made = dealt(event, sessions=1)
    sealed = unseal(made.all_boards.get(session=1, number=2).sealed_deal)
    # Before the seed is open, by its digest.
    assert [checked(text).stands for text in (sealed, sealed.replace('[Session "1"]', '[Session "2"]'))] == [
        True,
        False,
    ]
    played_to_the_end(event, made)
    sheet = shown(event, "event_deals_sheet", 1, 2)
    good = Client().post(at(event, "event_deals_verify"), {"text": sheet})
    assert ("The sheet is valid." in good.content.decode(), made.seed) == (True, SEED.hex())
    start = sheet.index("E:") + 2
    first = sheet[start]
    suit = re.match(r"\d+([mpsz])", sheet[start:])[1]
    other = "2" if first != "2" else "3"
    bad = checked(sheet[:start] + other + sheet[start + 1 :])
    told = f"East, tile 1: {format_tile(parse_tile(other + suit))} on the sheet, {first}{suit} in the deal"
    assert (bad.differences, bad.stands) == ([told], False)
    turned = checked(sheet.replace('[Prevalent "E"]', '[Prevalent "S"]'))
    assert (turned.differences, turned.same_digest, turned.stands) == ([], False, False)
    assert Client().post(at(event, "event_deals_verify"), {"text": "nonsense"}).status_code == 422


def published(event):
    """Return the facts embedded in the event's copy of the verifier."""
    page = Client().get(at(event, "event_deals_offline")).content.decode()
    (found,) = re.findall(r'<script id="published" type="application/json">(.*?)</script>', page)
    return json.loads(found)


def test_the_checker_to_keep_has_all_that_is_public_and_nothing_else(event):
    made = dealt(event, sessions=1)
    session_planned(event)
    enter_board(made.all_boards.get(number=2))
    known, board = published(event), made.all_boards.get(number=2)
    sheets = f"{board.text}digest {board.digest}\n"
    facts = {"commitment": made.commitment, "event": event.slug, "sessions": 1, "boards": 4}
    assert known["fields"] == facts | {"seed": "", "sheets": sheets}
    assert known["digests"] == {f"1/{board.number}/0": board.digest for board in made.all_boards.all()}
    for board in made.all_boards.exclude(number=2):
        enter_board(board)
    deals.publish_seed(acting(), made)
    assert published(event)["fields"]["seed"] == SEED.hex()


def test_a_public_boards_log_is_a_case_that_the_engine_replays(event):
    made = dealt(event, sessions=1)
    session_planned(event)
    board, tab = made.all_boards.get(number=1), f'href="{at(event, "event_deals")}"'
    for address in (reverse("event", args=[event.slug]), at(event, "event_deals_verify")):
        assert tab in Client().get(address).content.decode(), "public pages of the event lead to its boards"
    hand = robots.play_hand(deals.read_deal_of_board(board).setup(), "robots")
    for found in board.plays.order_by("table__number"):
        seats = [board_plays.SeatEntry(delta) for delta in hand.final.deltas]
        assert Client().get(at(event, "event_deals_log", 1, 1, 1)).status_code == 404
        board_plays.enter(acting("sam"), found, seats=seats, log=RecordedHand(hand.final.setup, hand.events))
    case = Client().get(at(event, "event_deals_log", 1, 1, 1)).json()
    replayed = replay(start(read_setup(case)), map(event_from_list, case["events"]))
    assert replayed.stopped_at is None
    assert replayed.final.deltas == hand.final.deltas
    assert shown(event, "event_deals_board", 1, 1).count(f'href="{at(event, "event_deals_replay", 1, 1, 1)}"') == 1
    seen = Client().get(at(event, "event_deals_replay", 1, 1, 1), {"at": 5})
    assert (seen.status_code, seen.context["at"]) == (200, 5)
    assert seen.context["back"] == (at(event, "event_deals_board", 1, 1), "Session 1, board 1")
    assert Client().get(at(event, "event_deals_replay", 1, 2, 1)).status_code == 404


def test_standings_in_each_scale_and_hidden_when_the_organiser_says_so(event):
    made = played_to_the_end(event)
    scales = ("difference", "cross_imp", "butler", "matchpoints")
    pages = {scale: shown(event, "event_deals_scale", scale) for scale in scales}
    assert [page.count("<caption>Players</caption>") for page in pages.values()] == [1] * 4
    with_victory_points = [scale for scale, page in pages.items() if "Teams by victory points" in page]
    assert with_victory_points == ["cross_imp", "butler"]
    who_left_is_marked(event, made)
    who_is_disqualified_stands_behind_the_others(event, made)
    event.refresh_from_db()
    publishing.hide_standings(acting(), event, hidden=True)
    hidden = [shown(event, "event_deals_scale", scale) for scale in scales]
    assert [page.count("<caption>Players</caption>") for page in hidden] == [0] * 4


def who_left_is_marked(event, made):
    """Not before the boards of the round are public, after which they left."""
    for entry, last in zip([row.key for row in compute_board_standings(made, "difference")[0]], (1, 2), strict=False):
        players.drop(acting("olga"), entry, from_round=last + 1)
    page = shown(event, "event_deals_scale", "difference")
    assert (page.count("Left after round 1"), page.count("Left after")) == (1, 1)


def who_is_disqualified_stands_behind_the_others(event, made):
    """Others are still compared with their results; an unreleased round keeps the secret."""
    best = compute_board_standings(made, "difference")[0][0].key
    before = {row.key: row.total for row in compute_board_standings(made, "difference")[0]}
    first = event.rounds.get(number=1)
    forfeits.add(acting("ren"), best, round_=first, kind="disqualified", clause="MCR-8.9", reason="Signals")
    assert compute_board_standings(made, "difference")[0][0].key == best
    event.rounds.filter(number=1).update(released_at=timezone.now())
    found = compute_board_standings(made, "difference")[0]
    assert (found[-1].key, found[-1].out, found[0].place) == (best, True, 1)
    assert {row.key: row.total for row in found} == before
    assert shown(event, "event_deals_scale", "difference").count("Disqualified") == 1


def test_a_public_board_and_standings_in_each_scale_and_none_while_they_are_hidden(event):
    made = dealt(event)
    session_planned(event)
    board = made.all_boards.get(session=1, number=1)
    enter_board(board)
    board.refresh_from_db()
    answer = client().get(f"{V1}{event.slug}/deals/1/1/").json()
    assert answer["board"]["text"] == board.text
    east = [(row["points"], row["difference"], row["matchpoints"]) for row in answer["results"] if row["seat"] == 0]
    assert east == [(24, 24, 100), (-8, -8, "100/3"), (0, 0, "200/3"), (-16, -16, 0)]
    for scale in ("difference", "cross_imp", "butler", "matchpoints"):
        rows = client().get(f"{V1}{event.slug}/deals/standings/{scale}/").json()
        assert (len(rows), rows[0]["place"]) == (16, 1)
    assert client().get(f"{V1}{event.slug}/deals/standings/elo/").status_code == 404
    event.refresh_from_db()
    publishing.hide_standings(acting(), event, hidden=True)
    assert client().get(f"{V1}{event.slug}/deals/standings/difference/").status_code == 404


def test_who_opened_boards_and_what_was_given_up_is_public(event):
    deals.withdraw(acting(), committed(event), reason="one session more")
    made = dealt(event)
    deals.print_boards(acting(), made, session=1, number=2, reason="sheets")
    deals.replace_board(acting("omar"), made.all_boards.get(session=1, number=2), reason="seen")
    answer = client().get(f"{V1}{event.slug}/deals/").json()
    assert [(each["kind"], each["by"], each["boards"], each["reason"]) for each in answer["openings"]] == [
        ("printed", "olga", [[1, 2, 0]], "sheets"),
        ("replaced", "omar", [[1, 2, 0]], "seen"),
    ]
    (gone,) = client().get(f"{V1}{event.slug}/deals/withdrawn/").json()
    assert gone["withdrawn_reason"] == "one session more"
    assert gone["commitment"] in Client().get(reverse("event_deals", args=[event.slug])).content.decode()
