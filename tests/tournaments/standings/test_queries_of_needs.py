"""A player's requirements in the last round: when they are shown, and the texts."""

from fractions import Fraction

import pytest
from django.db.models import F

from engine.match.declared import DeclaredHand, DeclaredWin, HandStart, settle_table
from engine.match.last_hand import winning_ways
from engine.match.scoring import MatchScoring
from tests.support.people import acting, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tournaments.entries.models.entries import Team
from tournaments.events.models import Stage, Tournament
from tournaments.results.queries import last_hand, sheets
from tournaments.rounds.models import GameTable
from tournaments.rounds.services import rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings.logic.needs import Chances
from tournaments.standings.queries import needs
from tournaments.standings.services import publishing, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(rounds=2)
    released(made, 1)
    published(made.rounds.get(number=2))
    return Tournament.objects.get()


def test_the_last_round_is_told_on_the_players_page_and_the_projector(client, event):
    found = needs.find_player_needs(event, 1)
    assert (found.last.number, found.last.line, found.last.into, found.place) == (2, 3, "", 1)
    # Player 1 leads with 4 and 60; 5 to 8 have 3.5 shared or less and sit at the other table.
    assert (found.needs.best, found.needs.worst) == (1, 6)
    page = client.get("/t/spring-open/players/1/").text
    assert "Places 1 to 6 are still possible." in page
    assert "Place 1 at your table is enough." in page
    assert "in 16 hands nobody wins more than 16,512 points" in page
    screen = client.get("/t/spring-open/screen/needs/").text
    assert ("For the first 3 places" in screen, "1–6" in screen) == (True, True)
    stages.add(acting(), event, name="Final", cut_to=4, kind=Stage.Kind.FINAL)
    last = needs.last_round(Tournament.objects.get())
    assert (last.line, last.into) == (4, "Final"), "a cut asks for its own places"


def test_at_the_table_a_win_is_told_that_is_enough_whatever_others_do(event):
    """Player 2 wins 24 from player 1, who leads the event by 60: last at this table may then be fourth."""
    rounds.start(acting(), event.rounds.get(number=2))
    table = GameTable.objects.get(round__number=2, number=1)
    rules, scoring, seats = (
        sheets.get_sheet_rules(event.ruleset),
        MatchScoring.from_dict(event.ruleset.match_scoring),
        sheets.list_seats(table),
    )
    paid = settle_table(rules.settle, [DeclaredHand((DeclaredWin(1, 0, {"points": 24}),))], HandStart())
    asked = (table, rules, scoring, seats, paid, [-32, 48, -8, -8])
    first, second, nobody = (
        last_hand.find_state_at_the_end(*asked, player) for player in (seats[0].entry.pk, seats[1].entry.pk, 0)
    )
    assert (second.through.already, nobody.through, first.through.already, first.last.line) == (True, None, False, 3)
    keys = [seat.entry.pk for seat in seats]
    chances = Chances(*needs.compute_rows_before(event, first.last), first.last.ahead)
    every = winning_ways(rules, [-32, 48, -8, -8], paid[-1].after, 0)
    for source, told in first.through.wins.items():
        places = [chances.worst_with(keys[0], dict(zip(keys, win.points, strict=True))) for win in every[source]]
        assert told == every[source][[place <= 3 for place in places].index(True)]


def test_nothing_is_told_of_hidden_standings_or_before_the_last_round(event):
    publishing.hide_standings(acting(), event, hidden=True)
    assert needs.find_player_needs(Tournament.objects.get(), 1) is None
    publishing.hide_standings(acting(), Tournament.objects.get(), hidden=False)
    assert needs.find_player_needs(Tournament.objects.get(), 1) is not None
    rounds_services.withdraw(acting(), event.rounds.get(number=1), reason="typed wrong")
    assert needs.find_player_needs(Tournament.objects.get(), 1) is None


def test_between_which_places_a_team_ends_stands_on_the_teams_page(client, event):
    """Members of two teams sit at both tables: 4 table points each way leave both places open."""
    Tournament.objects.update(team_size=4)
    for code, numbers in (("A", (1, 2, 5, 6)), ("B", (3, 4, 7, 8))):
        team = Team.objects.create(tournament=event, code=code, name=f"Team {code}")
        event.entries.filter(number__in=numbers).update(team=team)
    Tournament.objects.update(version=F("version") + 1)
    assert client.get("/t/spring-open/teams/").text.count("Ends between places 1 and 2.") == 2
    assert "Ends between" not in client.get("/t/spring-open/teams/?after=1").text


def test_without_a_limit_of_points_the_distance_is_told(client):
    made = small_tournament(rounds=2, family="riichi")
    sheet = ((45000, 32000, 25000, 18000), (40000, 33000, 27000, 20000))
    released(made, 1, sheet)
    published(made.rounds.get(number=2))
    page = client.get("/t/spring-open/players/2/").text
    assert "Every place is still possible: the rules set no limit to the points of a round." in page
    assert "Now: place 4, 1 behind place 3 (Total score)." in page


def test_the_distance_is_that_of_the_points_carried_over_into_the_last_round(client):
    made = small_tournament(rounds=1, family="riichi")
    stages.add(acting(), made, name="Final", carry=Fraction(1, 2))
    released(made, 1, ((45000, 32000, 25000, 18000), (40000, 33000, 27000, 20000)))
    published(made.rounds.get(number=2))
    assert "Now: place 4, 0.5 behind place 3 (Total score)." in client.get("/t/spring-open/players/2/").text
