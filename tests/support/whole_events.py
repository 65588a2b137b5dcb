"""Events with everything in them, by a seed: teams, substitutes, fines, corrections, a final, rulings, logs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from judging.cases.services import cases as case_services
from judging.desk import services as desk_services
from tests.support.cases import facts, ruled
from tests.support.games import game
from tests.support.people import acting, people, small_tournament
from tests.support.photos import photo_of_a_sheet
from tests.support.play import published
from tests.support.schema import install_guards
from tests.support.tables import table_of
from tournaments.core import pictures
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.events.presets import get_default_preset
from tournaments.results.queries import sheets
from tournaments.results.services import forfeits, ledger, photos, replays, results, settings
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.services import clock, rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.services import substitutes, wishes
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.services import stages

LOGGED = {"mcr": "mcr-2006", "riichi": "riichi-ema-2016", "taiwan": "taiwan-aono", "sichuan": "sichuan-xueliu"}


def eventful(family: str, seed: int) -> Tournament:
    """An event of two stages in the midst of its final, everything chosen by the seed."""
    chance = random.Random(seed)
    event = small_tournament(8, slug=f"{family}-{seed}", family=family, rounds=2)
    people(event)
    preset = get_default_preset(family)
    RulesetVersion.objects.filter(tournament=event).update(
        preset=preset.rules, match_scoring=preset.match.scoring.to_dict(), tie_breaks=list(preset.tie_breaks)
    )
    facts_of = {"team_size": 2, "team_best": chance.choice([1, 2]), "place": "Åbo", "separate": ["team"]}
    settings.edit(acting(), event, facts=facts_of)
    _fill_list(event, chance)
    final = stages.add(acting(), event, name="Final", kind="final", rounds=1, cut_to=4, carry=Fraction(1, 2))
    for number in (1, 2):
        published(event.rounds.get(number=number))
    for number in (1, 2):
        _play(event.rounds.get(number=number), chance)
        if number == 1:
            _change_the_list(event, chance)
    _fine(event, chance)
    rounds_services.release(acting(), event.rounds.get(number=1), continue_anyway="The case is about a fine.")
    _judge(event)
    everybody = list(event.entries.order_by("number"))
    stages.cut(acting(), final, chosen=everybody, reason="the line", continue_anyway="The appeal moves no place.")
    event.refresh_from_db()
    return event


def _fill_list(event: Tournament, chance: random.Random) -> None:
    entries = list(event.entries.order_by("number"))
    for index, pair in enumerate(zip(entries[::2], entries[1::2], strict=True)):
        team = teams.add(acting(), event, name=f"Team {index} „{chance.randrange(99)}“", country="FRA")
        for entry in pair:
            teams.assign(acting(), entry, team=team)
    registration.edit(
        acting(),
        entries[0],
        native_name="山田 花子",
        club="Ikkan & Söhne",
        country="JPN",
        ema_number=f"{chance.randrange(10**8):08}",
        note="tabs are not, “quotes” are allowed",
    )
    wishes.add_constraint(
        acting(), event, kind=SeatingConstraint.Kind.WISHED_PAIR, entry=entries[1], other=entries[6], reason="friends"
    )


def _points(table: GameTable, chance: random.Random) -> list[int]:
    start = int(table.round.tournament.ruleset.match_scoring.get("start_points", 0))
    unit = 100 if start else 1
    three = [chance.randrange(-200, 200) * unit for _seat in range(3)]
    return [start + one for one in (*three, -sum(three))]


def _play(round_: Round, chance: random.Random) -> None:
    rounds.start(acting(), round_)
    clock.start(acting(), round_)
    clock.adjust(acting(), round_, seconds=chance.randrange(60, 600), reason="a fire alarm")
    for table in round_.tables.order_by("number"):
        clock.add_extra_time(acting("ren"), table, seconds=60, reason="a long ruling")
        entered = results.submit_sheet(acting("sam"), table, points=_points(table, chance), reason="as written")
        results.confirm_sheet(acting("olga"), entered)
    _correct(round_.tables.order_by("number").last(), chance)
    rounds.finish(acting(), round_)


def _correct(table: GameTable | None, chance: random.Random) -> None:
    if table is None:
        raise AssertionError("a round has tables")
    again = results.submit_sheet(acting("sam"), table, points=_points(table, chance), reason="two digits swapped")
    results.confirm_sheet(acting("olga"), again)


def _change_the_list(event: Tournament, chance: random.Random) -> None:
    leaves = event.entries.get(number=chance.randrange(1, 9))
    registration.drop(acting(), leaves, from_round=2, reason="ill")
    absent = event.entries.exclude(pk=leaves.pk).order_by("number")[chance.randrange(7)]
    for one in (leaves, absent):
        substitutes.substitute(acting(), one, from_round=2, family_name=f"Stand-in {one.number}")
    waiting = registration.add(acting(), event, family_name="Late", given_name="Anna")
    registration.set_waiting(acting(), waiting, waiting=True)


def _fine(event: Tournament, chance: random.Random) -> None:
    table = table_of(event, 1, 1)
    seated = [seat.entry.pk for seat in sheets.list_seats(table)]
    player = Entry.objects.get(pk=seated[chance.randrange(4)])
    for unit, amount in (("points", -20), ("score", Fraction(-1, 3)), ("table_points", Fraction(-1, 2))):
        ledger.add(
            acting("ren"), event, amount=amount, unit=unit, reason=f"late, {unit}", entry=player, round_=table.round
        )
    line = ledger.add(
        acting("ren"),
        event,
        amount=-4,
        unit="points",
        reason="phone",
        scope=ScoreLine.Scope.TABLE,
        entry=player,
        table=table,
    )
    ledger.void(acting("olga"), line, reason="it was another’s")
    ledger.add(
        acting("olga"), event, amount=1, unit="score", kind="bonus", reason="found a tile", team=event.teams.first()
    )
    other = Entry.objects.get(pk=seated[0])
    forfeits.add(acting("ren"), other, kind=Forfeit.Kind.SESSION_LOST, round_=table.round, points=-30, reason="asleep")


def _judge(event: Tournament) -> None:
    family = str(event.family)
    table = table_of(event, 2, 2)
    text, _points_of = game(LOGGED[family], hands=1)
    photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet((40, 30))))
    replays.attach(acting("ren"), table, text=text, file_name="table two.txt")
    case = case_services.open_case(acting("ren"), event, kind="win", table=table, hand=1, note="a claim")
    ruled(case, facts(case))
    desk_services.set_desk(acting(), event, head_referee=None, appeal_minutes=45)


@contextmanager
def other_site(folder: Path) -> Iterator[None]:
    """Inside, Django's connection leads to another, empty site: an SQLite file with the schema of the models."""
    usual_site = connections[DEFAULT_DB_ALIAS]
    settings = {**usual_site.settings_dict, "ENGINE": "django.db.backends.sqlite3"}
    settings |= {
        "NAME": str(folder / "other.sqlite3"),
        "OPTIONS": {},
        "USER": "",
        "PASSWORD": "",
        "HOST": "",
        "PORT": "",
    }
    site = DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = site
    try:
        _make_schema(site)
        yield
    finally:
        site.close()
        connections[DEFAULT_DB_ALIAS] = usual_site


_schema: list[str] = []
"""The statements that make the tables and triggers, once a process."""


def _make_schema(site: DatabaseWrapper) -> None:
    if not _schema:
        call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)
        install_guards()
        with site.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
            _schema.extend(row[0] for row in cursor.fetchall())
        return
    site.ensure_connection()
    site.connection.executescript(
        ";\n".join(statement + (";" if "BEGIN" in statement else "") for statement in _schema)
    )
