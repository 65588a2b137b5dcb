"""Boards of release 0.3.0, with a shared seed, looks by two people and a requested reserve, go on to their end."""

import gzip
import json
from pathlib import Path
from unittest import mock

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.commitments import combine_shares, share_commitment
from tests.support.duplicate import HOUR, SEED, VALUE, committed, duplicate_event, enter_board, session_planned
from tests.support.people import acting, signed_in
from tests.support.releases import SECRET_KEY
from tests.support.verifier import lines_of, sealed
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.duplicate.logic.seed_shares import SeedShare
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries.board_openings import collect_boards_known, list_openings
from tournaments.duplicate.queries.deals import compute_dealing_seed, is_promise_kept
from tournaments.duplicate.services import board_plays, deals
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.events.text.changes import describe_action
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import event_files
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import CHECKED, FAILED
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services.sealed import seal

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[2] / "data"
PETRA = bytes([1]) * 32
SEEN = ((1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0))


def stored(name):
    """A file that the last release with these features wrote."""
    return gzip.decompress((DATA / name).read_bytes())


@pytest.fixture
def event(settings):
    """The event as its file brings it in: session 1 is on, its first board played."""
    settings.SECRET_KEY = SECRET_KEY
    found, problems = unpack(stored("event-0.3.0-boards.json.gz"))
    assert problems == []
    return event_files.restore(acting("olga"), event=found)


def test_its_file_comes_in_and_goes_out_again(event):
    assert broken_at(event) is None
    assert [(each.kind, each.by, each.boards, each.reason) for each in list_openings(event)] == [
        ("printed", "olga", SEEN, "sheets of session 1"),
        ("replaced", "omar", ((1, 4, 0),), "a tray fell over"),
    ]
    assert [share["holder"] for share in event.board_sets.get().seed_shares] == ["petra", "otto"]
    again, problems = unpack(pack_as_json(event))
    assert problems == []
    assert {"board_looks", "board_shares"}.isdisjoint(json.loads(pack_as_json(event)))
    assert broken_at(event_files.restore(acting("olga"), event=again, slug="again")) is None


def test_everybody_reads_who_opened_which_boards(event):
    page = Client().get(reverse("event_deals", args=[event.slug])).content.decode()
    assert "olga opened Session 1, board 1; Session 1, board 2" in page
    assert "Reason: sheets of session 1" in page
    assert "omar replaced Session 1, board 4 by its reserve. Reason: a tray fell over" in page
    shown = Client().get(f"/api/v1/tournaments/{event.slug}/deals/").json()
    assert [(each["by"], each["boards"]) for each in shown["openings"]] == [
        ("olga", [list(board) for board in SEEN]),
        ("omar", [[1, 4, 0]]),
    ]


def test_the_log_keeps_the_words_of_actions_that_are_gone(event):
    gone = {"deals.share", "deals.share_in", "deals.share_out"}
    gone |= {"deals.ask", "deals.approve", "deals.look", "deals.ask_replacement"}
    assert gone <= set(event.audit_entries.values_list("action", flat=True))
    for language in ("en", "ja", "zh-hans", "zh-hant"):
        with translation.override(language):
            words = {action: describe_action(action) for action in gone}
        assert [action for action, word in words.items() if word == action] == []
    client = signed_in("olga")
    page = client.get(reverse("manage_audit", args=[event.slug]) + "?action=deals.approve")
    assert (page.status_code, "Look at the deals approved" in page.content.decode()) == (200, True)
    # Keys of rows that are gone tell nobody anything.
    assert "Approved by" not in page.content.decode()


def test_whoever_looked_at_a_board_then_may_not_play_it_now(event):
    olga = event.audit_entries.filter(action="deals.look").get().actor
    player = event.entries.get(number=5)
    players.link_account(acting("ren"), player, user=olga)
    assert collect_boards_known(event, 1) == {(player.pk, 1), (player.pk, 2), (player.pk, 3)}


def test_it_is_played_to_its_end_and_verifies(event):
    made = event.board_sets.get()
    # Both requests that were pending: a look at session 2, and a reserve for its first board.
    reserve = deals.replace_board(acting(), made.all_boards.get(session=2, number=1), reason="a sheet lay open")
    assert reserve.reserve == 1
    opened = deals.print_boards(acting(), made, session=2, reason="sheets of session 2")
    assert [(board.number, board.reserve) for board, _deal in opened] == [(1, 1), (2, 0), (3, 0), (4, 0)]
    for round_ in event.rounds.order_by("number"):
        if round_.number > 1:
            session_planned(event, round_.number)
        for board in made.all_boards.filter(session=round_.number, retired_at=None, released_at=None):
            enter_board(board)
        for result in board_plays.hand_in(acting(), round_):
            results.confirm_sheet(acting("sam"), result)
        rounds.finish(acting(), round_)
    deals.publish_seed(acting(), made)
    assert is_promise_kept(made)
    assert compute_dealing_seed(made) == combine_shares(bytes.fromhex(made.seed), [PETRA])
    assert [share["share"] for share in made.seed_shares] == [PETRA.hex(), ""]
    with pytest.raises(DatabaseError), transaction.atomic():
        BoardSet.objects.update(seed_shares=[])
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    lines = check_bundle(bundle, parts=map_part_checks())
    assert [line for line in lines if line.outcome == FAILED] == []
    told = {line.text for line in lines if line.outcome == CHECKED}
    assert {"18 of 18 deals follow from seed and public value", "it is the one committed to"} <= told
    assert "2 boards gave way to their reserves, each with the reason in the log" in told
    assert lines_of(bundle) == []
    committed_to = "the share of petra is the one committed to"
    assert any(committed_to in line for line in lines_of(bundle, outcome="in order"))
    (public,) = bundle["board_sets"]
    assert [sorted(share) for share in public["seed_shares"]] == [
        ["commitment", "dropped_reason", "holder", "number", "share"]
    ] * 2
    before = bundle | {"board_sets": [public | {"seed_shares": []}]}
    before["board_shares"] = [share | {"board_set": public["number"]} for share in public["seed_shares"]]
    assert lines_of(sealed(before)) == [], "as a section of its own, which the public part had before"
    assert [line for line in check_bundle(sealed(before), parts=map_part_checks()) if line.outcome == FAILED] == []
    public["seed_shares"][0]["share"] = "ad" * 32
    mismatch, other_deals = lines_of(sealed(bundle))
    assert (committed_to in mismatch, "other deals" in other_deals) == (True, True)


def shared(event: Tournament, *, handed_in: bool) -> BoardSet:
    """Return boards of release 0.3.0 whose seed petra shares, committed to."""
    made = committed(event)
    made.seed_shares = [
        SeedShare(
            1,
            "petra",
            share_commitment(made.event, "petra", PETRA),
            sealed_share=seal(PETRA.hex()) if handed_in else "",
        )._asdict()
    ]
    made.save(update_fields=["seed_shares"])
    return made


def test_boards_are_dealt_from_the_seed_and_the_shares_that_were_handed_in():
    event = duplicate_event()
    made = shared(event, handed_in=True)
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
        deals.make(acting(), made)
    event.state = event.State.FINISHED
    event.save(update_fields=["state"])
    deals.publish_seed(acting(), made)
    assert is_promise_kept(made)
    assert compute_dealing_seed(made) == combine_shares(SEED, [PETRA])
    assert PETRA.hex() not in json.dumps([(entry.before, entry.after) for entry in event.audit_entries.all()])


def test_boards_that_lack_a_share_are_not_dealt():
    event = duplicate_event()
    made = shared(event, handed_in=False)
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
        with pytest.raises(UserError, match="shares of the seed are missing: petra"):
            deals.make(acting(), made)


@pytest.mark.parametrize("shares", [[[]], [{"number": 1}], [{"number": 1, "holder": 5, "commitment": ""}], "x"])
def test_shares_of_another_form_are_a_problem_of_the_file(shares):
    file = json.loads(stored("event-0.3.0-boards.json.gz"))
    file["board_sets"][0]["seed_shares"] = shares
    found, problems = unpack(json.dumps(file).encode())
    assert (found, problems[0].column) == (None, "board_sets 1, seed_shares")
