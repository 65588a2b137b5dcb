"""Rounds, their clock, stages with cuts, and the tournament around them."""

import datetime
from fractions import Fraction
from unittest import mock

import pytest
from django.utils import timezone

from tests.support.people import acting, person, seat_in_order, small_tournament
from tests.support.remembered import remembered
from tournaments.accounts.services import roles
from tournaments.core.errors import UserError
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.events.presets import list_presets
from tournaments.rounds.models import Round, RoundClock
from tournaments.rounds.queries.participants import list_round_players
from tournaments.rounds.services import clock, rounds
from tournaments.seating.services import seating
from tournaments.standings.models import ScoreLine
from tournaments.standings.services import stages

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@remembered
def published(players: int = 8) -> tuple[Tournament, Round]:
    event = small_tournament(players)
    first = event.rounds.get(number=1)
    seating.publish(acting("sue"), seat_in_order(first))
    first.refresh_from_db()
    return event, first


def test_starting_sets_the_clock_and_freezes_the_rules_which_change_as_a_new_version_with_a_reason():
    event, first = published()
    for wrong in ({"match_scoring": {"divisor": 0}}, {"match_scoring": {"umma": []}}, {"tie_breaks": []}):
        with pytest.raises(UserError):
            event_services.change_rules(acting(), event, rules=wrong)
    assert event.ruleset.tie_breaks == ["table_points", "total"]
    assert event_services.change_rules(acting(), event, rules={"tie_breaks": ["table_points"]}).number == 1
    rounds.start(acting(), first)
    event.refresh_from_db()
    assert (event.state, event.ruleset.frozen_at is not None) == (Tournament.State.RUNNING, True)
    assert first.ruleset == event.ruleset
    assert first.clock.ends_at == first.clock.started_at + datetime.timedelta(minutes=90)
    assert not first.tables.filter(seated_at=None).exists()
    with pytest.raises(UserError, match="say why"):
        event_services.change_rules(acting(), event, rules={"tie_breaks": ["total"]})
    newer = event_services.change_rules(acting(), event, rules={"tie_breaks": ["total"]}, reason="vote of the players")
    first.refresh_from_db()
    assert (newer.number, newer.tie_breaks, newer.reason) == (2, ["total"], "vote of the players")
    assert event.rulesets.filter(rounds=first).get().number == 1
    written = event.audit_entries.latest("sequence")
    assert (written.action, written.reason) == ("rules.change", "vote of the players")


def test_a_round_starts_only_when_seated_without_an_empty_chair_and_alone():
    event, first = published()
    second = event.rounds.get(number=2)
    with pytest.raises(UserError, match="Publish a seating of round 2 first"):
        rounds.start(acting(), second)
    registration.drop(acting(), event.entries.get(number=3), from_round=1)
    with pytest.raises(UserError, match="3 Given03 Family03"):
        rounds.start(acting(), first)
    event.entries.filter(number=3).update(status="checked_in", dropped_from_round=None)
    rounds.start(acting(), first)
    seating.publish(acting("sue"), seat_in_order(second))
    second.refresh_from_db()
    with pytest.raises(UserError, match="Round 1 is still being played"):
        rounds.start(acting(), second)


def test_finishing_names_the_open_tables_or_takes_a_reason():
    _event, first = published()
    rounds.start(acting(), first)
    with pytest.raises(UserError, match="1, 2"):
        rounds.finish(acting(), first)
    rounds.finish(acting(), first, reason="fire alarm")
    assert first.state == Round.State.FINISHED
    assert first.clock.ended_at is not None
    with pytest.raises(UserError, match="why"):
        rounds.reopen(acting(), first, reason=" ")
    assert rounds.reopen(acting(), first, reason="sheets found").state == Round.State.PLAYING


def test_pausing_keeps_what_is_left_and_a_table_gets_its_own_extra_time():
    event, first = published()
    rounds.start(acting(), first)
    now = timezone.now()
    RoundClock.objects.update(ends_at=now + datetime.timedelta(seconds=600))
    with mock.patch("django.utils.timezone.now", return_value=now):
        paused = clock.pause(acting(), first)
    assert paused.ends_at is None
    assert paused.remaining_seconds == 600
    assert clock.pause(acting(), first).remaining_seconds == paused.remaining_seconds
    clock.adjust(acting(), first, seconds=60)
    with mock.patch("django.utils.timezone.now", return_value=now):
        resumed = clock.resume(acting(), first)
    assert resumed.remaining_seconds is None
    assert resumed.ends_at == now + datetime.timedelta(seconds=660)
    table = first.tables.get(number=2)
    clock.add_extra_time(acting("ren"), table, seconds=300, reason="long ruling")
    clock.add_extra_time(acting("ren"), table, seconds=-60)
    assert list(first.tables.values_list("extra_seconds", flat=True)) == [0, 240]
    assert clock.add_extra_time(acting("ren"), table, seconds=-9_000).extra_seconds == 0
    with pytest.raises(UserError, match="typing error"):
        clock.add_extra_time(acting("ren"), table, seconds=90_000)
    with pytest.raises(UserError, match="has not started"):
        clock.pause(acting(), event.rounds.get(number=2))


def played_out(event: Tournament, totals: dict[int, int]) -> None:
    """Every round is over, and the ledger says this."""
    event.rounds.update(state=Round.State.FINISHED)
    line = {"scope": "overall", "unit": "table_points", "kind": "result", "reason": "the rounds before"}
    for number, amount in totals.items():
        entry = event.entries.get(number=number)
        ScoreLine.objects.create(tournament=event, entry=entry, amount_numerator=amount, **line)
    Tournament.objects.filter(pk=event.pk).update(version=event.version + 1)


def test_a_cut_lets_the_first_n_through_and_passes_over_who_has_left():
    event = small_tournament(12)
    played_out(event, {number: 100 - number for number in range(1, 13)})
    final = stages.add(acting(), event, name="Final", cut_to=8, carry=Fraction(1, 2), rounds=2)
    assert [(r.number, r.stage) for r in final.rounds.all()] == [(4, final), (5, final)]
    registration.drop(acting(), event.entries.get(number=2), from_round=4)
    through = stages.cut(acting(), final)
    assert [entry.number for entry in through] == [1, 3, 4, 5, 6, 7, 8, 9]
    assert [entry.number for entry in list_round_players(event.rounds.get(number=4))] == [1, 3, 4, 5, 6, 7, 8, 9]
    assert final.carry == Fraction(1, 2)


def test_a_shared_place_at_the_line_is_for_people_to_decide():
    event = small_tournament(8)
    played_out(event, {1: 40, 2: 30, 3: 20, 4: 10, 5: 10, 6: 5, 7: 4, 8: 3})
    final = stages.add(acting(), event, name="Final", cut_to=4)
    with pytest.raises(UserError, match="Place 4 is shared") as refused:
        stages.cut(acting(), final)
    assert refused.value.problems == ["4", "5"]
    assert not final.stage_entries.exists()
    through = stages.cut(acting(), final, chosen=[event.entries.get(number=5)])
    assert [entry.number for entry in through] == [1, 2, 3, 5]


def test_no_cut_while_a_round_is_open_and_none_after_play_went_on():
    event = small_tournament(8)
    final = stages.add(acting(), event, name="Final", cut_to=4)
    with pytest.raises(UserError, match="Finish round 1"):
        stages.cut(acting(), final)
    event.rounds.filter(number__lte=3).update(state=Round.State.FINISHED)
    event.rounds.filter(number=4).update(state=Round.State.PLAYING)
    for late in (
        lambda: stages.cut(acting(), final),
        lambda: stages.edit(acting(), final, name="Final", cut_to=8, carry=Fraction(0)),
    ):
        with pytest.raises(UserError, match="has begun"):
            late()


def test_only_the_last_round_and_stage_can_go():
    event = small_tournament(8)
    final = stages.add(acting(), event, name="Final", rounds=2)
    with pytest.raises(UserError, match="Only the last round"):
        rounds.remove(acting(), event.rounds.get(number=1))
    stages.remove(acting(), final)
    event.refresh_from_db()
    assert [round_.number for round_ in event.rounds.all()] == [1, 2, 3]
    assert event.rounds_planned == 3
    with pytest.raises(UserError, match="never the first"):
        stages.remove(acting(), event.stages.get())


def test_teams_hold_their_members_and_their_names():
    event = small_tournament(4)
    dragons, winds = (teams.add(acting(), event, name=name) for name in ("Dragons", "Winds"))
    assert (dragons.code, winds.code) == ("T01", "T02")
    teams.assign(acting(), event.entries.get(number=1), team=dragons)
    stranger = small_tournament(4, slug="other").entries.get(number=1)
    for refused, why in (
        (lambda: teams.remove(acting(), dragons), "has members"),
        (lambda: teams.edit(acting(), winds, name="Dragons", code="T02"), "already"),
        (lambda: teams.assign(acting(), stranger, team=dragons), "another tournament"),
    ):
        with pytest.raises(UserError, match=why):
            refused()
    teams.remove(acting(), winds)
    assert [team.name for team in event.teams.all()] == ["Dragons"]


def test_every_preset_makes_a_tournament_with_a_short_name_and_a_director_of_its_own():
    for row in list_presets():
        event = event_services.create(acting(), preset_key=row.key, name=f"Cup {row.key}", rounds=4)
        assert (event.family, event.ruleset.preset, event.rounds.count()) == (row.family, row.rules, 4)
        assert event.minutes_per_round == row.minutes
        assert [m.role for m in event.memberships.filter(user=person("olga"))] == ["director"]
        assert event.audit_entries.earliest("sequence").action == "tournament.create"
    with pytest.raises(UserError) as refused:
        event_services.create(acting(), preset_key=row.key, name=event.name)
    assert (refused.value.field, Tournament.objects.count()) == ("slug", len(list_presets()))
    with pytest.raises(UserError, match="only director"):
        roles.revoke(acting(), event.memberships.get())
    roles.grant(acting(), event, user=person("ren"), role="director")
    roles.revoke(acting(), event.memberships.get(user=person("olga")))
    assert [membership.user.username for membership in event.memberships.all()] == ["ren"]
