"""The swap board: trying stores nothing, saving stores one version, taking back brings the tables back."""

import re
from itertools import permutations

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.support.people import acting, seat_in_order
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Seating
from tournaments.rounds.services import rounds
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.queries.swaps import MAX_SWAPS, apply_swaps, describe_problem, read_swaps, write_swaps
from tournaments.seating.services import seating, swaps, wishes

pytestmark = pytest.mark.django_db


@pytest.fixture
def first(event):
    return event.rounds.get(number=1)


@pytest.fixture
def draft(first):
    return seat_in_order(first)


def address(version, **query):
    return reverse("manage_swaps", args=["spring-open", version.round.number, version.version], query=query)


def tables(version):
    return {t: [entry.number for entry in entries] for t, entries in seating.read_plan(version).items()}


def shown(answer):
    return {
        card.number: [entry.number for _wind, entry, _moved in card.chairs] for card in answer.context["board"].cards
    }


def figures(answer):
    return {figure.key: (figure.before, figure.after) for figure in answer.context["board"].figures}


def save(client, version, made, *, state="draft", reason=""):
    return client.post(address(version), {"swaps": made, "seen_state": state, "reason": reason})


def newest(round_):
    return round_.seatings.order_by("-version").first()


def test_trying_swaps_shows_the_change_and_stores_nothing(event, draft, sue):
    second = seat_in_order(event.rounds.get(number=2))
    before = (Seating.objects.count(), AuditEntry.objects.count())
    same = sue.get(address(second))
    assert figures(same)["repeats"] == (24, 24)
    tried = sue.get(address(second, swaps="1-5.2-9", part="1"))
    assert shown(tried) == {1: [5, 9, 3, 4], 2: [1, 6, 7, 8], 3: [2, 10, 11, 12], 4: [13, 14, 15, 16]}
    # At each of the three tables three still sit together, at the first only two.
    assert figures(tried)["repeats"] == (24, 13)
    assert figures(tried)["wind_excess"] == (16, 14)
    board = tried.context["board"]
    assert [figure.key for figure in board.changed] == ["repeats", "without_common", "repeated_tables", "wind_excess"]
    assert [(a.number, b.number) for a, b in board.cards[0].again] == [(3, 4)]
    assert "<html" not in tried.text
    # Of the first swap alone: three pairs lost and three won at each of two tables, each pair in two squares.
    drawn = sue.get(address(draft, swaps="1-5")).context["board"].map
    assert (drawn.size, drawn.more.count("M"), drawn.fewer.count("M")) == (16, 12, 12)
    assert (Seating.objects.count(), AuditEntry.objects.count()) == before
    swaps.store(acting("sue"), second, swaps=[(1, 5), (2, 9), (3, 13)], seen_state="draft")
    assert sue.get(address(draft)).context["board"].rounds == (1, 2), "later rounds count too"
    assert figures(sue.get(address(draft, swaps="1-5.2-9.3-13")))["repeats"] == (9, 24)


def test_without_scripts_two_presses_make_a_swap_and_links_undo_and_redo_it(draft, sue):
    picked = sue.get(address(draft, pick=3))
    assert picked.context["picked"].number == 3
    done = sue.get(address(draft, picked=3, pick=8))
    assert shown(done)[1] == [1, 2, 8, 4]
    assert done.context["picked"] is None
    undone = sue.get(reverse("manage_swaps", args=["spring-open", 1, 1]) + done.context["undo"])
    assert shown(undone)[1] == [1, 2, 3, 4]
    again = sue.get(reverse("manage_swaps", args=["spring-open", 1, 1]) + undone.context["redo"])
    assert shown(again)[1] == [1, 2, 8, 4]
    assert sue.get(address(draft, picked=3, pick=3)).context["desk"].swaps == ()
    lists = sue.get(address(draft, swaps="3-8", first=1, second=16))
    assert lists.context["desk"].swaps == ((3, 8), (1, 16))


def test_several_swaps_are_saved_as_one_version_with_its_record(first, draft, sue):
    answer = save(sue, draft, "1-5.2-9.5-16")
    made = newest(first)
    assert answer.headers["Location"] == address(made) + "?saved=1"
    assert (made.version, made.state, made.based_on) == (2, "draft", draft)
    assert tables(made) == {1: [16, 9, 3, 4], 2: [1, 6, 7, 8], 3: [2, 10, 11, 12], 4: [13, 14, 15, 5]}
    draft.refresh_from_db()
    assert draft.state == "superseded"
    entry = AuditEntry.objects.filter(action="seating.swaps").latest("sequence")
    assert (entry.actor_name, entry.after) == ("sue", {"swaps": [[1, 5], [2, 9], [5, 16]], "broken": []})


def test_the_second_phone_is_told_and_keeps_its_swaps(first, draft, sue):
    save(sue, draft, "1-5")
    refused = save(sue, draft, "2-9")
    assert refused.status_code == 409
    assert refused.context["save_form"].non_field_errors() == [
        "This seating has changed in the meantime. Your swaps are kept: try them on the newest version."
    ]
    assert refused.context["desk"].swaps == ((2, 9),)
    link = re.search(r'href="([^"]*)"\s*>\s*Try the swaps on version 2', refused.text)
    assert link is not None
    assert shown(sue.get(link[1]))[1] == [5, 9, 3, 4]
    assert first.seatings.count() == 2
    second = newest(first)
    seating.publish(acting("olga"), second)
    refused = save(sue, second, "3-16", state="draft")
    assert refused.status_code == 409
    assert refused.context["save_form"].non_field_errors() == [
        "This version is Published now; your swaps are kept, look at them again before you save."
    ]
    assert first.seatings.count() == 2
    # The page has the new state by now: the same button saves.
    assert save(sue, second, "3-16", state=refused.context["shown"].state).status_code == 302


def test_what_must_be_kept_is_broken_only_with_a_reason(event, first, draft, sue):
    one, six = (event.entries.get(number=number) for number in (1, 6))
    wishes.add_constraint(acting(), event, kind=SeatingConstraint.Kind.FORBIDDEN_PAIR, entry=one, other=six)
    tried = sue.get(address(draft, swaps="1-5"))
    assert tried.context["board"].broken == ("forbidden pair 1 Given01 Family01 and 6 Given06 Family06",)
    assert figures(tried)["forbidden"] == (0, 1)
    refused = save(sue, draft, "1-5")
    assert refused.status_code == 422
    assert list(refused.context["save_form"].errors) == ["reason"]
    assert refused.context["desk"].swaps == ((1, 5),)
    assert save(sue, draft, "1-5", reason="they agreed").status_code == 302
    assert newest(first).reason == "they agreed"
    # What was broken before needs no second reason.
    assert save(sue, newest(first), "3-16").status_code == 302


def test_a_swap_that_cannot_be_made_is_said_and_the_ones_before_it_stay(draft, sue):
    for query, sentence, stay in (
        ("1-99", "Player 99 does not exist.", []),
        ("3-3", "Choose two different players.", []),
        ("1-5.1-99", "Player 99 does not exist.", [(1, 5)]),
    ):
        answer = sue.get(address(draft, swaps=query))
        assert (answer.context["board"].problem, list(answer.context["desk"].swaps)) == (sentence, stay)
        refused = save(sue, draft, query)
        assert (refused.status_code, refused.context["board"].problem) == (422, sentence)
    answer = sue.get(address(draft, swaps="1;drop"))
    assert "These swaps are not valid. Start again." in answer.text
    assert (answer.context["desk"].swaps, save(sue, draft, "1;drop").status_code) == ((), 422)
    with pytest.raises(UserError, match="leave everybody"):
        swaps.store(acting("sue"), draft, swaps=[(1, 5), (5, 1)], seen_state="draft")
    assert Seating.objects.count() == 1


def test_saved_swaps_are_taken_back_and_brought_back(first, draft, sue):
    save(sue, draft, "1-5")
    page = sue.get(address(newest(first)) + "?saved=1")
    assert "Undo swaps" in page.text
    sue.post(reverse("manage_swaps_back", args=["spring-open", 1, 2]))
    assert tables(newest(first)) == tables(draft)
    sue.post(reverse("manage_swaps_back", args=["spring-open", 1, 3]))
    assert tables(newest(first))[1] == [5, 2, 3, 4]
    assert [version.state for version in first.seatings.order_by("version")] == [*["superseded"] * 3, "draft"]
    with pytest.raises(UserError, match="Nothing was changed by hand"):
        swaps.undo(acting("sue"), draft)


def test_swaps_are_taken_back_after_publishing_and_the_public_page_follows(client, first, draft, sue):
    save(sue, draft, "1-5")
    sue.post(reverse("manage_seating_publish", args=["spring-open", 1, 2]))
    public = reverse("event_round_seating", args=["spring-open", 1])
    table = re.compile(r'id="by-table".*?players/(\d+)/', re.DOTALL)
    assert table.search(client.get(public).text)[1] == "5"
    sue.post(reverse("manage_swaps_back", args=["spring-open", 1, 2]))
    live = first.current_seating
    assert (live.version, live.state, tables(live)) == (3, "published", tables(draft))
    assert table.search(client.get(public).text)[1] == "1"


def test_taking_back_during_play_needs_a_reason_and_leaves_sheets_alone(first, draft, sue):
    made = swaps.store(acting("sue"), draft, swaps=[(1, 5)], seen_state="draft")
    seating.publish(acting("sue"), made)
    rounds.start(acting(), first)
    made.refresh_from_db()
    with pytest.raises(UserError, match="say why"):
        swaps.undo(acting("ren"), made)
    again = swaps.undo(acting("ren"), made, reason="wrong chairs")
    assert (again.state, tables(again)) == ("playing", tables(draft))
    TableResult.objects.create(table=first.tables.get(number=2), version=1)
    with pytest.raises(UserError, match="Table 2 has handed in its sheet"):
        swaps.undo(acting("ren"), again, reason="wrong chairs")
    assert [card.locked for card in sue.get(address(again)).context["board"].cards] == [False, True, False, False]
    refused = save(sue, again, "1-5", state="playing", reason="late")
    assert "Table 2 has handed in its sheet" in refused.context["save_form"].non_field_errors()[0]


def test_nobody_who_dropped_out_comes_back_by_an_undo(event, first, draft):
    four = event.entries.get(number=4)
    late = registration.add(acting("ida"), event, family_name="Late")
    registration.drop(acting(), four, from_round=1)
    made = seating.replace(acting("sue"), draft, leaves=four, comes=late)
    with pytest.raises(UserError, match="4 Given04 Family04 does not play"):
        swaps.undo(acting("sue"), made)


PEOPLE = {number: Entry(pk=number, number=number, family_name=f"Player{number}") for number in range(1, 15)}
# Twelve sit, two sit out.
PLAN = {table: tuple(PEOPLE[4 * table - 3 + seat] for seat in range(4)) for table in (1, 2, 3)}

many_swaps = st.lists(st.sampled_from(list(permutations(PEOPLE, 2))), max_size=12)


def possible(wanted):
    """The swaps that can be made, one after another."""
    done = []
    for swap in wanted:
        if not describe_problem(swap, apply_swaps(PLAN, done, PEOPLE), PEOPLE, PEOPLE):
            done.append(swap)
    return done


@given(many_swaps)
def test_addresses_hold_swaps_exactly(wanted):
    assert read_swaps(write_swaps(wanted)) == wanted
    assert len(read_swaps(write_swaps([(1, 2)] * MAX_SWAPS))) == MAX_SWAPS
    for text in ("1", "1-", "-2", "1-2.", "1-2,3-4", "a-b", "1-2-3", "١-٢", write_swaps([(1, 2)] * (MAX_SWAPS + 1))):
        with pytest.raises(ValueError):
            read_swaps(text)


@given(many_swaps)
def test_everybody_keeps_one_chair_or_none_and_no_chair_is_empty(wanted):
    after = apply_swaps(PLAN, possible(wanted), PEOPLE)
    seated = [entry.number for entries in after.values() for entry in entries]
    assert len(seated) == len(set(seated)) == 12
    assert {table: len(entries) for table, entries in after.items()} == {1: 4, 2: 4, 3: 4}
    there = possible(wanted)
    assert apply_swaps(PLAN, [*there, *reversed(there)], PEOPLE) == PLAN, "the same backwards bring everybody home"
    assert apply_swaps(PLAN, [(b, a) for a, b in there], PEOPLE) == after


def test_a_player_without_a_chair_takes_the_others():
    after = apply_swaps(PLAN, [(13, 2), (2, 5)], PEOPLE)
    numbers = [[entry.number for entry in entries] for entries in after.values()]
    assert numbers == [[1, 13, 3, 4], [2, 6, 7, 8], [9, 10, 11, 12]]
    assert describe_problem((13, 14), PLAN, PEOPLE, PEOPLE) == "Neither 13 Player13 nor 14 Player14 has a seat."
    assert describe_problem((13, 1), PLAN, PEOPLE, range(1, 13)) == "13 Player13 does not play this round."
