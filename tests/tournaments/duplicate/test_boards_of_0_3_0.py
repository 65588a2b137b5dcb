"""Boards of release 0.3.0, with a shared seed, looks by two people and a requested reserve, go on to their end."""

import gzip
import json
from pathlib import Path
from unittest import mock

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from engine.commitments import combine_shares, share_commitment
from tests.support.duplicate import HOUR, SEED, VALUE, committed, duplicate_event, enter_board, session_planned
from tests.support.people import acting, signed_in
from tests.support.releases import SECRET_KEY
from tests.support.verifier import lines_of, sealed
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.duplicate.models.deals import BoardSet, BoardShare
from tournaments.duplicate.queries.board_openings import boards_known, openings
from tournaments.duplicate.queries.deals import commitment_fits, dealing_seed
from tournaments.duplicate.services import board_plays, board_shares, deals
from tournaments.entries.services import players
from tournaments.events.text.changes import action_in_words
from tournaments.exchange.bundle_parts import part_checks
from tournaments.exchange.document.archive import one_value, unpack
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.exchange.services import event_files
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import CHECKED, FAILED
from tournaments.results.services import results
from tournaments.rounds.services import rounds

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
    assert [(each.kind, each.by, each.boards, each.reason) for each in openings(event)] == [
        ("printed", "olga", SEEN, "sheets of session 1"),
        ("replaced", "omar", ((1, 4, 0),), "a tray fell over"),
    ]
    assert [share.holder for share in event.board_sets.get().shares.order_by("number")] == ["petra", "otto"]
    again, problems = unpack(one_value(event))
    assert problems == []
    assert "board_looks" not in json.loads(one_value(event))
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
    assert [share["holder"] for share in shown["shares"]] == ["petra", "otto"]


def test_the_log_keeps_the_words_of_actions_that_are_gone(event):
    gone = {"deals.share", "deals.ask", "deals.approve", "deals.look", "deals.ask_replacement"}
    assert gone <= set(event.audit_entries.values_list("action", flat=True))
    for language in ("en", "ja", "zh-hans", "zh-hant"):
        with translation.override(language):
            words = {action: action_in_words(action) for action in gone}
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
    assert boards_known(event, 1) == {(player.pk, 1), (player.pk, 2), (player.pk, 3)}


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
    assert commitment_fits(made)
    assert dealing_seed(made) == combine_shares(bytes.fromhex(made.seed), [PETRA])
    assert [share.share for share in made.shares.order_by("number")] == [PETRA.hex(), ""]
    bundle = json.loads(json.dumps(public_bundle(event)))
    lines = check_bundle(bundle, parts=part_checks())
    assert [line for line in lines if line.outcome == FAILED] == []
    told = {line.text for line in lines if line.outcome == CHECKED}
    assert {"18 of 18 deals follow from seed and public value", "it is the one committed to"} <= told
    assert "2 boards gave way to their reserves, each with the reason in the log" in told
    assert lines_of(bundle) == []
    committed_to = "the share of petra is the one committed to"
    assert any(committed_to in line for line in lines_of(bundle, outcome="in order"))
    bundle["board_shares"][0]["share"] = "ad" * 32
    mismatch, other_deals = lines_of(sealed(bundle))
    assert (committed_to in mismatch, "other deals" in other_deals) == (True, True)


def shared(event: object) -> tuple[BoardSet, list[BoardShare]]:
    """Boards whose seed two people share, as release 0.3.0 left them: committed to, none of them handed in."""
    made = committed(event)  # type: ignore[arg-type]
    return made, [
        BoardShare.objects.create(
            board_set=made,
            number=number,
            holder=name,
            commitment=share_commitment(made.event, name, bytes([number]) * 32),
        )
        for number, name in enumerate(("petra", "otto"), 1)
    ]


def test_pending_shares_are_handed_in_or_left_out_before_the_boards_are_dealt():
    event = duplicate_event()
    made, (petra, otto) = shared(event)
    with pytest.raises(UserError, match="after entries have closed"):
        board_shares.hand_in(acting(), petra, text=PETRA.hex())
    with transaction.atomic():
        BoardShare.objects.filter(pk=petra.pk).update(sealed_share="sealed", handed_in_at=timezone.now())
        with pytest.raises(UserError, match="handed in, or left out"):
            board_shares.leave_out(acting(), petra, reason="I like it better without")
        transaction.set_rollback(True)
    petra.refresh_from_db()
    board_shares.leave_out(acting(), otto, reason="otto is ill")
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        with pytest.raises(UserError, match="would choose between deals"):
            board_shares.leave_out(acting(), petra, reason="I like it better without")
        with pytest.raises(UserError, match="not the share that was committed to"):
            board_shares.hand_in(acting(), petra, text="ff" * 32)
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
        with pytest.raises(UserError, match="shares of the seed are missing: petra"):
            deals.make(acting(), made)
        board_shares.hand_in(acting(), petra, text=PETRA.hex())
    assert PETRA.hex() not in json.dumps(list(event.audit_entries.values_list("after", flat=True)))
    deals.make(acting(), made)
    event.state = event.State.FINISHED
    event.save(update_fields=["state"])
    deals.publish_seed(acting(), made)
    assert commitment_fits(made)
    assert dealing_seed(made) == combine_shares(SEED, [PETRA])


def test_olga_hands_a_pending_share_in_on_the_page_and_nobody_adds_one():
    event = duplicate_event()
    client = signed_in("olga")
    page = reverse("manage_deals", args=[event.slug])
    committed_to = committed(event)
    assert "Shares of the seed" not in client.get(page).content.decode()
    assert json.loads(committed_to.promise)["shares"] == "none"
    BoardSet.objects.all().delete()
    made, (petra, otto) = shared(event)
    assert "petra" in client.get(page).content.decode()
    left = client.post(reverse("manage_deals_share_out", args=[event.slug, otto.number]), {"reason": "ill"})
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        handed = client.post(
            reverse("manage_deals_share_in", args=[event.slug, petra.number]), {"open-share-share": PETRA.hex()}
        )
    assert (left.status_code, handed.status_code) == (302, 302)
    assert list(made.shares.values_list("handed_in_at", "dropped_reason").order_by("number"))[1] == (None, "ill")
    assert "Shares of the seed" not in client.get(page).content.decode()
