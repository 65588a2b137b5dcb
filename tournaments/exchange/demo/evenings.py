"""Club evenings with open tables, and the season that ranks them by days."""

from __future__ import annotations

import datetime
from typing import Any, Final

from tournaments.accounts.models import User
from tournaments.core.audit import Actor
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.demo.people import PLAYERS, staff
from tournaments.results.services import open_tables, results
from tournaments.rounds.services import rounds
from tournaments.seasons import services as season_services
from tournaments.seasons.logic import load_presets
from tournaments.seasons.models import Season, SeasonRole

EVENINGS: Final = "club-evenings"
LEAGUE: Final = "club-league"
CLUB: Final = "Lantern Mahjong Club"

TABLES: Final = (
    (datetime.date(2026, 10, 16), (1, 2, 3, 4), (142, 18, -61, -99)),
    (datetime.date(2026, 10, 16), (5, 6, 7, 1), (77, 35, -24, -88)),
    (datetime.date(2026, 10, 30), (2, 4, 6, 8), (-12, 96, 40, -124)),
    (datetime.date(2026, 10, 30), (7, 3, 5, 1), (51, 20, -30, -41)),
    (datetime.date(2026, 11, 13), (4, 1, 7, 2), (-80, 120, 8, -48)),
    (datetime.date(2026, 11, 13), (6, 5, 3, 2), (64, -64, 33, -33)),
)
"""Day, numbers of the players in the order of their seats, and their points."""


def make() -> Season:
    by = Actor.of_command("demo")
    facts: dict[str, Any] = {
        "place": "Ghent",
        "time_zone": "Europe/Brussels",
        "confirmations": Tournament.Confirmations.NONE,
    }
    facts |= {"starts_on": TABLES[0][0], "ends_on": TABLES[-1][0]}
    event = event_services.create(
        by, preset_key="mcr-ema", name="Club evenings (demonstration)", slug=EVENINGS, rounds=1, facts=facts
    )
    for given_name, family, country in PLAYERS[:8]:
        person: dict[str, Any] = {"given_name": given_name, "family_name": family, "country": country, "club": CLUB}
        registration.add(by, event, status=Entry.Status.CHECKED_IN, **person)
    staff(by, event)
    event_services.publish(by, event, published=True)
    open_tables.set_up(by, event, is_open=True, newcomers=True)
    entries = {entry.number: entry for entry in event.entries.all()}
    for day, numbers, points in TABLES:
        table = open_tables.open_table(by, event, sitters=[entries[number] for number in numbers])
        results.submit_sheet(by, table, points=points)
        round_ = event.rounds.get(pk=table.round_id)
        rounds.edit(by, round_, minutes=round_.minutes, starts_at=None, day=day)
    season = season_services.create(
        by, name="Club league (demonstration)", slug=LEAGUE, published=True, rule=load_presets()["evenings"].to_dict()
    )
    director = User.objects.get(username="demo-director")
    season_services.grant(by, season, user=director, kind=SeasonRole.Kind.ORGANISER)
    season_services.add_event(by, season, tournament=event)
    return season
