"""A finalist falls ill: another player takes the place in the final, or plays for the finalist."""

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from tests.support.database import kept_for_the_module
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import released
from tests.support.tables import enter
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry, StageEntry
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.repairs.services import repairs
from tournaments.results.services import results
from tournaments.rounds.models import Round, StandIn
from tournaments.rounds.services import rounds
from tournaments.seating.queries.quality import map_numbers_by_table, read_plan
from tournaments.seating.services import drafts, seating, substitutes
from tournaments.standings.queries.standings import get_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

ILL = {"round": 2, "leaves": 8, "comes": 2, "reason": "Eight is ill."}


@pytest.fixture(scope="module")
def final_under_way(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Players 1, 3, 5 and 8 are in the final, which is being played; 2 is the first who missed it."""
    with kept_for_the_module(django_db_blocker):
        event = small_tournament(rounds=1)
        people(event)
        released(event, 1, ((60, -30, 20, -50), (40, -31, -39, 30)))
        final = stages.add(acting(), event, name="Final", cut_to=4, rounds=1)
        through = [1, 3, 5, 8]
        stages.cut(acting(), final)
        assert sorted(final.stage_entries.values_list("entry__number", flat=True)) == through
        last = event.rounds.get(number=2)
        seating.publish(acting(), drafts.draft_by_standings(acting(), last))
        rounds.start(acting(), event.rounds.get(number=2))
        yield event


@pytest.fixture
def event(final_under_way: Tournament) -> Tournament:
    return Tournament.objects.get(pk=final_under_way.pk)


def preview(event: Tournament, **values: Any) -> Any:
    answer = signed_in("olga").post(f"/t/{event.slug}/manage/fix/replaced/preview/", ILL | values)
    assert answer.status_code == 200, answer.context["form"].errors
    return answer


def apply(event: Tournament, **values: Any) -> None:
    answer = signed_in("olga").post(f"/t/{event.slug}/manage/fix/replaced/", ILL | values)
    assert answer.status_code == 302, answer.context["form"].errors


def win(event: Tournament, number: int) -> None:
    """The player wins the final by far."""
    (table,) = event.rounds.get(number=2).tables.all()
    (plan,) = map_numbers_by_table(read_plan(event.rounds.get(number=2).current_seating)).values()
    points = [90 if player == number else -30 for player in plan]
    results.confirm_sheet(acting("olga"), enter(table, points))


def order(event: Tournament) -> list[tuple[int, int]]:
    event.refresh_from_db()
    numbers = dict(event.entries.values_list("pk", "number"))
    return [(row.place, numbers[int(row.key)]) for row in get_standings(event).individual]


def test_the_preview_asks_and_proposes_the_place_before_the_first_game(event: Tournament) -> None:
    answer = preview(event)
    field = answer.context["form"]["place"]
    assert field.value() == "takes_place"
    assert [str(text) for _key, text in field.field.choices] == [
        "takes the place in the final",
        "plays for 8 Given08 Family08",
    ]
    assert "carried over stays" in answer.content.decode()
    win(event, 8)
    assert preview(event).context["form"]["place"].value() == "plays_for"


def effects_in_words(event: Tournament, **values: Any) -> str:
    return " ".join(unescape(preview(event, **values).content.decode()).split())


def test_the_preview_names_the_people_and_what_follows(event: Tournament) -> None:
    takes = (
        "“Final”: 2 Given02 Family02 takes the place of 8 Given08 Family08 and is ranked in it, 8 Given08 Family08 "
        "below it; what each has carried over stays their own."
    )
    plays = "Round 2: 2 Given02 Family02 plays for 8 Given08 Family08; the game counts for 8 Given08 Family08 alone."
    text = effects_in_words(event)
    assert (takes in text, plays in text) == (True, False)
    text = effects_in_words(event, place="plays_for")
    assert (takes in text, plays in text) == (False, True)


def test_the_preview_names_later_rounds_where_the_finalist_keeps_the_seat(event: Tournament) -> None:
    rounds.add(acting(), event.stages.get(number=2))
    seating.publish(acting(), drafts.generate(acting(), event, rounds=[event.rounds.get(number=3)])[0])
    assert preview(event).context["effects"].absent == (("8 Given08 Family08", (3,)),)
    assert preview(event, place="plays_for").context["effects"].absent == ()


def test_the_finalists_page_has_the_game_of_who_plays_for_them(event: Tournament) -> None:
    apply(event, place="plays_for")
    win(event, 2)
    rounds.release(acting(), rounds.finish(acting(), event.rounds.get(number=2)))
    browser = signed_in(None)
    eight, two = (browser.get(f"/t/{event.slug}/players/{number}/") for number in (8, 2))

    def shown(answer: Any) -> list[tuple[int, int, int]]:
        return [(one.round.number, one.seat.entry.number, own.points) for one, own in answer.context["tables"]]

    assert (shown(eight), shown(two)) == ([(1, 8, 30), (2, 2, 90)], [(1, 2, -30), (2, 2, 90)])
    assert [[meeting.round for meeting in meetings] for _opponent, meetings in eight.context["met"]] == [[1]] * 3
    assert ("Played by" in eight.content.decode(), "Played by" in two.content.decode()) == (True, False)
    assert "Plays as a substitute for" in two.content.decode()
    beside = browser.get(f"/t/{event.slug}/standings/?player=8").context["selected"]
    assert sum(played[1].points for played, _carried in beside.lines if played is not None) == 120


def test_it_does_not_ask_outside_of_a_final(event: Tournament) -> None:
    assert (
        "place"
        not in preview(event, round=1, leaves=3, comes=event.entries.create(number=9, family_name="Nine").number)
        .context["form"]
        .fields
    )


def test_who_takes_the_place_wins_the_final_with_the_own_points(event: Tournament) -> None:
    apply(event)
    win(event, 2)
    assert order(event)[:1] == [(1, 2)]
    assert {number for place, number in order(event) if place <= 4} == {1, 2, 3, 5}
    (two,) = (row for row in get_standings(event).individual if event.entries.get(pk=row.key).number == 2)
    assert [game.round for game in two.games] == [1, 2]


def test_who_plays_for_the_finalist_keeps_the_own_place(event: Tournament) -> None:
    before = order(event)
    apply(event, place="plays_for")
    win(event, 2)
    assert order(event)[0] == (1, 8)
    assert [row for row in order(event) if row[0] > 4] == [row for row in before if row[0] > 4]
    assert StandIn.objects.get().plays_for.number == 8


@pytest.mark.parametrize("place", ["takes_place", "plays_for"])
def test_the_undo_takes_it_back(event: Tournament, place: str) -> None:
    before = order(event)
    apply(event, place=place)
    made = AuditEntry.objects.get(tournament=event, action=repairs.MAKE, after__has_key="undo")
    repairs.undo(acting(), event, entry=made, reason="It was another.")
    assert order(event) == before
    assert not StandIn.objects.exists()
    through = StageEntry.objects.filter(stage__number=2).values_list("entry__number", flat=True)
    assert sorted(through) == [1, 3, 5, 8]


@pytest.mark.parametrize("place", ["takes_place", "plays_for"])
def test_a_final_not_started_yet_starts(event: Tournament, place: str) -> None:
    Round.objects.filter(tournament=event, number=2).update(state=Round.State.PUBLISHED)
    event.rounds.get(number=2).seatings.update(state="published")
    apply(event, place=place)
    rounds.start(acting(), event.rounds.get(number=2))
    win(event, 2)
    assert order(event)[0] == (1, 2 if place == "takes_place" else 8)


def test_the_public_part_says_who_played_for_whom(event: Tournament) -> None:
    apply(event, place="plays_for")
    win(event, 2)
    rounds.release(acting(), rounds.finish(acting(), event.rounds.get(number=2)))
    event.refresh_from_db()
    claims = build_public_bundle(event)["claims"]
    assert claims["stand_ins"] == [{"player": 2, "round": 2, "plays_for": 8}]
    assert claims["standings"][-1]["individual"][0]["key"] == 8
    page = signed_in(None).get(f"/t/{event.slug}/results/2/").content.decode()
    assert "Plays as a substitute for" in page


def test_programs_choose_too(event: Tournament) -> None:
    answer = program("olga").post(
        f"/api/v1/tournaments/{event.slug}/repairs/replaced/", ILL | {"place": "plays_for"}, format="json"
    )
    assert answer.status_code == 200, answer.content
    assert StandIn.objects.get().entry.number == 2


def test_a_substitute_of_the_final_is_ranked_in_it(event: Tournament) -> None:
    eight = event.entries.get(number=8)
    nine = substitutes.substitute(acting(), eight, from_round=2, reason="Eight is ill.", family_name="Nine")
    assert nine.status == Entry.Status.SUBSTITUTE
    win(event, nine.number)
    assert {number for place, number in order(event) if place <= 5} == {1, 3, 5, 8, nine.number}
