"""Prepared states of events, from which the machine goes on."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.people import acting, people, seat_in_order, small_tournament
from tests.support.remembered import remembered
from tournaments.entries.services import applications, players, teams
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.fees import services as fees
from tournaments.results.services import open_tables, results, settings
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts, seating
from tournaments.standings.services import stages

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (115, -94, -58, 37))


@remembered
def planned(count: int, slug: str, number_of_rounds: int) -> Tournament:
    """Players, a house substitute and one on the waiting list; a price list; a registration that waits; new rules."""
    event = small_tournament(count, slug=slug, rounds=number_of_rounds)
    people(event)
    players.add(acting(), event, family_name="House", house=True)
    players.add(acting(), event, status="waiting", family_name="Late")
    fees.set_up(acting(), event, currency="EUR")
    fees.add(acting(), event, label="Entry fee", amount=4000)
    applications.set_desk(acting(), event, facts={"is_open": True, "looks_first": True})
    applications.apply(acting("petra"), event, facts={"given_name": "Petra", "family_name": "Quist"}, language="en")
    now = event.ruleset
    scoring = now.match_scoring | {"table_points": [5, 3, 1, 0]}
    RulesetVersion.objects.create(
        tournament=event,
        number=2,
        reason="A slip.",
        preset=now.preset,
        match_scoring=scoring,
        tie_breaks=now.tie_breaks,
    )
    return Tournament.objects.get(pk=event.pk)


def play(event: Tournament, number: int, *, finish: bool = True) -> None:
    """Play a round; unless it is finished, two tables stay open."""
    round_ = event.rounds.get(number=number)
    if round_.current_seating is None:
        seating.publish(acting(), seat_in_order(round_), leave_out=True)
    round_ = rounds.start(acting(), round_)
    for table, points in zip(round_.tables.order_by("number"), itertools.cycle(SHEETS)):
        if finish or table.number > 2:
            results.confirm_sheet(acting("ren"), results.submit_sheet(acting("sam"), table, points=points))
    if finish:
        rounds.finish(acting(), round_)


def playing() -> Tournament:
    """Seventeen players, the first of three rounds under way."""
    event = planned(17, "playing", 3)
    play(event, 1, finish=False)
    return event


def cut() -> Tournament:
    """Eight players, one round played and public, the cut to four made."""
    event = planned(8, "cut", 1)
    play(event, 1)
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="On time.")
    final = stages.add(acting(), event, name="Final", cut_to=4, carry=Fraction(1, 2))
    stages.cut(acting(), final)
    return event


def final() -> Tournament:
    """The same with the final drawn by the standings and public."""
    event = planned(8, "final", 1)
    play(event, 1)
    stage = stages.add(acting(), event, name="Final", cut_to=4, carry=Fraction(1))
    stages.cut(acting(), stage)
    seating.publish(acting(), drafts.draft_by_standings(acting(), event.rounds.get(number=2)))
    return event


def swiss() -> Tournament:
    """Twelve players, a round played, the next one drawn by the Swiss system and not public."""
    event = planned(12, "swiss", 3)
    play(event, 1)
    drafts.draft_swiss(acting(), event.rounds.get(number=2), DrawOptions(seed="lot"))
    return event


def duplicate() -> Tournament:
    """Sixteen players in four teams, the boards of the first of two sessions at the tables."""
    event = duplicate_event(sessions=2)
    Tournament.objects.filter(pk=event.pk).update(slug="duplicate")
    event = Tournament.objects.get(pk=event.pk)
    dealt(event, sessions=2)
    session_planned(event)
    return event


def evening() -> Tournament:
    """An open evening with two tables in play."""
    event = planned(10, "evening", 1)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    everybody = list(event.entries.order_by("number"))
    for four in (everybody[:4], everybody[4:8]):
        open_tables.open_table(acting(), event, sitters=four)
    return event


def in_teams(event: Tournament, number_of_teams: int) -> Tournament:
    """The players in teams, the first player in the first team, the next in the second and so on; the house in none."""
    settings.edit(acting(), event, facts={"team_size": 2})
    made = [teams.add(acting(), event, name=name) for name in "ABCDEFG"[:number_of_teams]]
    for at, entry in enumerate(event.entries.filter(house=False).exclude(status="waiting").order_by("number")):
        teams.assign(acting(), entry, team=made[at % number_of_teams])
    return Tournament.objects.get(pk=event.pk)


def league() -> Tournament:
    """Four teams of two; a week played and public, the next of a second half that keeps half of the points in play."""
    event = in_teams(planned(8, "league", 1), 4)
    event.rounds.update(day="2026-05-02")
    play(event, 1)
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="On time.")
    half = stages.add(acting(), event, name="Second half", carry=Fraction(1, 2), rounds=2)
    for number, day in ((2, "2026-05-09"), (3, "2026-05-16")):
        half.rounds.filter(number=number).update(day=day)
    play(event, 2, finish=False)
    return event


def team_cut(slug: str = "team-cut") -> Tournament:
    """Six teams of two, a round played and public, the cut to four teams made."""
    event = in_teams(planned(12, slug, 1), 6)
    play(event, 1)
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="On time.")
    stage = stages.add(acting(), event, name="Play-off", cut_to=4, cut_by="teams", carry=Fraction(1, 2))
    stages.cut(acting(), stage)
    return event


def play_off() -> Tournament:
    """The same with the play-off in play, and one round of it to come."""
    event = team_cut("play-off")
    rounds.add(acting(), event.stages.get(number=2))
    seating.publish(acting(), drafts.draft_by_standings(acting(), event.rounds.get(number=2)))
    rounds.start(acting(), event.rounds.get(number=2))
    return event


STARTS: tuple[Callable[[], Tournament], ...] = (
    *(playing, cut, final, swiss, duplicate, evening),
    *(league, team_cut, play_off),
)
