"""The log's changes in words, and what a program asks that missed some of them."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.sentences import sentence
from tests.support.people import acting
from tests.support.tables import enter, table_of
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.sentences import as_json
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.events.text.changes import FieldChange, list_changes
from tournaments.events.views.log_entries import describe_entries
from tournaments.results.services import results
from tournaments.seating.services import substitutes

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(event: Tournament) -> Tournament:
    """Player 1 joins a team and drops out; the sheet of table 1 is confirmed."""
    tournament = event
    entry = tournament.entries.get(number=1)
    team = teams.add(acting("olga"), tournament, name="Winds")
    teams.assign(acting("olga"), entry, team=team)
    results.confirm_sheet(acting("olga"), enter(table_of(tournament), (10, 40, -20, -30)))
    registration.drop(acting("olga"), entry, from_round=2)
    return tournament


def told(tournament: Tournament, action: str) -> tuple[str, list[FieldChange]]:
    (line,) = describe_entries([AuditEntry.objects.filter(tournament=tournament, action=action).latest("sequence")])
    return line[1:]


def test_rows_bear_their_names_and_choices_their_labels(event: Tournament) -> None:
    about, changed = told(event, "teams.assign")
    assert (about, changed) == ("1 Given01 Family01", [FieldChange("Team", "", "Winds")])
    fields = {one.field: one.after for one in told(event, "entries.drop")[1]}
    assert fields["Status"] == "Dropped out"


def test_a_new_player_has_no_lines_about_what_the_program_sets_later(event: Tournament) -> None:
    registration.add(acting("olga"), event, family_name="Quist", given_name="Petra")
    usual = [one.field for one in told(event, "entries.add")[1]]
    # The databases keep the keys of JSON in different orders.
    assert sorted(usual) == [
        *("Family name", "Given name", "House substitute", "Initials only", "Number", "Plays from round", "Status"),
    ]
    absent = event.entries.get(number=2)
    names = {"family_name": "Lee", "given_name": "Otto"}
    substitutes.substitute(acting("olga"), absent, from_round=2, in_competition=True, reason="Ill.", **names)
    assert FieldChange("Competes from now on", "", "yes") in told(event, "entries.substitute")[1]


def test_a_sheet_is_called_by_its_round_and_table_in_the_readers_language(event: Tournament) -> None:
    assert told(event, "results.confirm")[0] == "Round 1, table 1, sheet, version 1"
    with translation.override("ja"):
        assert told(event, "results.confirm")[0] == "1回戦 1卓 記録用紙 第1版"


def test_notes_of_services_are_said_in_words() -> None:
    sheet = {"points": {"1": 10}, "leftover": 0}
    said = as_json({"sheet": sheet, "doubts": [sentence("Equal.")], "measures": {"a": 1}})
    assert list_changes("tableresult", {}, said, {}) == [
        FieldChange("Sheet", "", "Points: 1: 10; Points in sticks left: 0"),
        FieldChange("Doubts", "", "Equal."),
    ]


def test_the_file_of_the_log_has_the_words_beside_what_is_stored(event: Tournament, olga: Client) -> None:
    page = olga.get(reverse("manage_audit_csv", args=[event.slug]), {"action": "teams.assign"})
    (row,) = csv.DictReader(io.StringIO(page.content.decode("utf-8-sig")))
    assert (row["about"], row["changes"]) == ("1 Given01 Family01", "Team: – → Winds")
    assert '"team_id"' in row["after"]


CHANGES = "/api/v1/tournaments/spring-open/changes/"


def test_a_program_goes_on_behind_the_last_number_it_knows(event):
    last = Client().get(CHANGES).json()["last"]
    teams.add(acting(), event, name="Bamboos")
    teams.add(acting(), event, name="Dragons")
    found = Client().get(f"{CHANGES}?after={last}").json()
    assert (found["last"], [one["sequence"] for one in found["changes"]]) == (last + 2, [last + 1, last + 2])
    nothing = Client().get(f"{CHANGES}?after={last + 2}")
    assert nothing.json() == {"last": last + 2, "changes": []}
    etag = {"If-None-Match": nothing["ETag"]}
    assert Client().get(f"{CHANGES}?after={last + 2}", headers=etag).status_code == 304
    event.refresh_from_db()
    teams.add(acting(), event, name="Flowers")
    assert Client().get(f"{CHANGES}?after={last + 2}", headers=etag).status_code == 200


def test_what_was_done_is_for_those_who_read_the_log(event, olga):
    last = Client().get(CHANGES).json()["last"]
    teams.add(acting(), event, name="Bamboos")
    address, visitor = f"{CHANGES}?after={last}", Client()
    assert [sorted(one) for one in visitor.get(address).json()["changes"]] == [["at", "sequence", "topic"]]
    (seen,) = olga.get(address).json()["changes"]
    assert (seen["topic"], seen["action"], seen["name"]) == ("teams", "teams.add", "Bamboos")
    assert visitor.get(f"{address}x").status_code == 400
    event_services.publish(acting(), event, published=False)
    assert [browser.get(CHANGES).status_code for browser in (visitor, olga)] == [404, 200]
