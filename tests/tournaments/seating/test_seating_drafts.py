"""Draws: each keeps a certificate that stands; wishes, earlier events, substitutes and score groups count."""

import hashlib

import pytest
from django.utils import translation

from engine.sentences import Sentence
from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.play import played
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.logic.certificate import loads
from tournaments.seating.logic.draws import read
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.queries.draw_inputs import pairs_met
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, wishes
from tournaments.seating.text.draws import how
from tournaments.standings.services import stages

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


def _round(event: Tournament, number: int) -> Round:
    return event.rounds.get(number=number)


def _value(draft):
    value = loads(draft.draws.get().certificate)
    assert [check.name for check in verify(value) if not check.passed] == []
    return value


def _tables(draft):
    return [{entry.number for entry in people} for people in seating.plan_of(draft).values()]


@pytest.mark.parametrize("mode", ["standings", "interval", "snake"])
def test_a_round_by_the_standings_keeps_a_certificate(mode):
    event = small_tournament(16)
    draft = seating_drafts.by_standings(acting("sue"), _round(event, 1), mode=mode, block=2)
    value = _value(draft)
    assert (value["kind"], value["inputs"]["mode"], value["inputs"]["block"]) == ("standings", mode, 2)
    assert [set(table) for table in value["rounds"][0]] == _tables(draft)


def test_rounds_added_later_are_one_draw_with_one_certificate():
    event = small_tournament(16, rounds=5)
    seating.publish(acting("sue"), seat_in_order(_round(event, 1)))
    drafts = seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.filter(number__gt=1)), seed="later")
    value = _value(drafts[0])
    assert (value["kind"], value["price"]) == ("added", {"repeats": 0, "repeat_bound": 0})
    assert [draft.draws.get().pk for draft in drafts] == [drafts[0].draws.get().pk] * 4
    assert drafts[-1].measures["pairs_met_again"] == 0


def test_nine_players_by_the_standings_sit_out_only_when_allowed():
    event = small_tournament(9)
    with pytest.raises(UserError, match="1 too many"):
        seating_drafts.by_standings(acting("sue"), _round(event, 1))
    draft = seating_drafts.by_standings(acting("sue"), _round(event, 1), sit_out=True)
    assert _value(draft)["byes"] == [[9]]


def test_substitutes_from_the_waiting_list_fill_the_last_table_and_play_from_then_on():
    event = small_tournament(10)
    event.entries.filter(number__in=[9, 10]).update(status=Entry.Status.WAITING)
    nine, ten = event.entries.filter(number__gt=8).order_by("number")
    event.entries.filter(number=8).delete()
    first = _round(event, 1)
    draft = seating_drafts.generate(acting("sue"), event, rounds=[first], substitutes=[nine, ten], seed="join")[0]
    assert set().union(*_tables(draft)) == {1, 2, 3, 4, 5, 6, 7, 9}
    nine.refresh_from_db()
    ten.refresh_from_db()
    assert (nine.status, ten.status) == ("registered", "waiting")
    assert _value(draft)["inputs"]["substitutes"] == [9]


def test_a_swiss_choice_that_was_looked_at_is_the_one_that_is_stored():
    event = small_tournament(16, rounds=3)
    played(event, 1, SHEETS)
    second = _round(event, 2)
    looked = {choice.inputs.mode: choice for choice in seating_drafts.swiss_choices(second, seed="look")}
    assert list(looked) == ["fresh", "balanced", "close"]
    assert looked["close"].details["price"]["spread"] <= looked["fresh"].details["price"]["spread"]
    draft = seating_drafts.swiss(acting("sue"), second, setting="close", seed="look")
    assert _tables(draft) == [set(table) for table in looked["close"].rounds[0]]


def test_players_of_equal_points_are_drawn_among_themselves():
    event = small_tournament(16, rounds=3)
    played(event, 1, SHEETS)
    draft = seating_drafts.swiss(acting("sue"), _round(event, 2), in_brackets=True, seed="groups")
    brackets = _value(draft)["inputs"]["brackets"]
    points = {number: place for place, group in enumerate(brackets) for number in group}
    # The second table's first two share the points of the first place and of the second.
    assert [len(group) for group in brackets] == [3, 2, 3, 4, 4]
    assert max(points[a] - points[b] for table in _tables(draft) for a in table for b in table) <= 2


def test_playing_referees_are_kept_apart():
    event = small_tournament(16, rounds=3)
    for number in (1, 2, 3):
        wishes.add_constraint(
            acting(), event, kind=SeatingConstraint.Kind.REFEREE, entry=event.entries.get(number=number)
        )
    drafts = seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.all()), seed="desk")
    assert all(len(table & {1, 2, 3}) < 2 for draft in drafts for table in _tables(draft))
    assert _value(drafts[0])["inputs"]["constraints"]["referees"] == [1, 2, 3]
    with pytest.raises(UserError, match="one player for a referee"):
        wishes.add_constraint(acting(), event, kind=SeatingConstraint.Kind.REFEREE, entry=event.entries.get(number=1))


def test_pairs_of_the_event_before_are_known_by_number_or_name_and_kept_apart():
    before, now = small_tournament(8, slug="autumn"), small_tournament(16, slug="spring")
    before.entries.filter(number=1).update(ema_number="10000001", family_name="Maiden")
    now.entries.filter(number=5).update(ema_number="10000001", family_name="Married")
    now.entries.filter(number=2).update(family_name="GIVEN02", given_name="Fámily02")
    seating.publish(acting("sue"), seat_in_order(_round(before, 1)))
    # Players 1-4 sat together; number 1 is number 5 now, and number 5 of old is nobody's name any more.
    assert pairs_met(now, before) == {(2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)}
    draft = seating_drafts.generate(acting("sue"), now, rounds=[_round(now, 1)], seed="again", earlier=before)[0]
    lines = {line["kind"]: line["breaks"] for line in _value(draft)["measures"]["constraints"]}
    assert lines == {"met before": 0}


def test_what_the_generator_refuses_is_said_in_the_readers_language():
    why = SeatingError("%(count)d players do not fill a table of four.", count=3)
    outer = Sentence("The tables cannot be read: %(why)s", {"why": why.message})
    with translation.override("en"):
        assert in_words(outer) == "The tables cannot be read: 3 players do not fill a table of four."
    with translation.override("ja"):
        assert in_words(Sentence("Nobody meets the same opponent twice.")) != "Nobody meets the same opponent twice."
    event = small_tournament(3)
    with pytest.raises(UserError, match="No seating could be made: 3 players do not fill a table of four"):
        seating_drafts.generate(acting("sue"), event, rounds=[_round(event, 1)])


def test_score_groups_are_named_in_the_words_of_the_draw():
    event = small_tournament(16, rounds=3)
    played(event, 1, SHEETS)
    grouped = _value(seating_drafts.swiss(acting("sue"), _round(event, 2), in_brackets=True))
    plain = _value(seating_drafts.swiss(acting("sue"), _round(event, 2)))
    sentence = "Players of equal points were drawn among themselves."
    assert (sentence in how(read(grouped)), sentence in how(read(plain))) == (True, False)


def test_a_stage_with_a_cut_is_seated_only_after_the_cut():
    event = small_tournament(16, rounds=1)
    final = stages.add(acting(), event, name="Final", cut_to=8).rounds.get()
    for attempt in (
        lambda: seating_drafts.generate(acting(), event, rounds=[_round(event, 1), final]),
        lambda: seating_drafts.swiss(acting(), final),
        lambda: seating_drafts.swiss_choices(final, seed="s"),
        lambda: seating_drafts.by_standings(acting(), final),
    ):
        with pytest.raises(UserError, match="Make the cut for “Final”"):
            attempt()
    assert not event.draws.exists()


def test_a_first_swiss_round_is_a_lottery_unless_the_numbers_are_a_seeding_list():
    def order(seed, **how):
        round_ = small_tournament(16, slug=f"{seed}-{len(how)}").rounds.get(number=1)
        draft = seating_drafts.swiss(acting(), round_, setting="close", seed=seed, **how)
        return _value(draft)["inputs"]["order"]

    numbers = list(range(1, 17))
    assert order("east", seeded=True) == numbers
    lots = [order("east"), order("south")]
    assert [sorted(lot) for lot in lots] == [numbers, numbers]
    assert numbers not in lots
    assert lots[0] == sorted(numbers, key=lambda number: hashlib.sha256(f"east|{number}".encode()).digest())
    assert lots[0] != lots[1]
