"""A whole tournament by the services: Madrid 2018 seated, entered, confirmed and released round by round."""

import json

import pytest
from django.conf import settings

from tests.support.people import acting, people, small_tournament
from tournaments.core import audit
from tournaments.entries.models.entries import Entry, Team
from tournaments.exchange.document.event_1 import build_standings_rows
from tournaments.results.queries import sheets
from tournaments.results.services import results
from tournaments.rounds.models import GameTable, Seating
from tournaments.rounds.services import rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.seating.services import seating
from tournaments.standings.queries.standings import compute_standings, find_public_standings

DATA = json.loads((settings.BASE_DIR / "tournaments/exchange/demo/madrid-2018.json").read_text(encoding="utf-8"))

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(in_a_release=True)]


def expected(after):
    """(place, player, table points, total) by the event's own rule: table points, then points, equals share."""
    sums = {player["id"]: [0.0, 0] for player in DATA["players"]}
    for one in DATA["rounds"][:after]:
        for seat in (seat for table in one["tables"] for seat in table["seats"]):
            sums[seat["player"]][0] += seat["table_points"]
            sums[seat["player"]][1] += seat["points"]
    return sorted((1 + sum(other > own for other in sums.values()), player, *own) for player, own in sums.items())


def test_madrid_played_round_by_round():
    tournament = small_tournament(48, slug="madrid", rounds=7)
    people(tournament)
    tournament.team_size = 4
    tournament.save(update_fields=["team_size"])
    for team in DATA["teams"]:
        made = Team.objects.create(tournament=tournament, code=team["id"], name=team["name"])
        Entry.objects.filter(tournament=tournament, number__in=team["members"]).update(team=made)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    for one in DATA["rounds"]:
        number = one["round"]
        round_ = tournament.rounds.get(number=number)
        plan = {table["table"]: tuple(entries[seat["player"]] for seat in table["seats"]) for table in one["tables"]}
        seating.publish(acting("sue"), seating.draft(acting("sue"), round_, plan, source=Seating.Source.SCHEDULE))
        round_.refresh_from_db()
        rounds.start(acting("olga"), round_)
        for sheet in one["tables"]:
            table = GameTable.objects.get(round=round_, number=sheet["table"])
            own = {entries[seat["player"]].pk: seat["points"] for seat in sheet["seats"]}
            points = [own[seat.entry.pk] for seat in sheets.list_seats(table)]
            reason = "signed so by the table" if "points_sum" in sheet else ""
            if reason:
                with pytest.raises(results.DoubtfulSheetError):
                    results.submit_sheet(acting("sam"), table, points=points)
            results.confirm_sheet(
                acting("olga"), results.submit_sheet(acting("sam"), table, points=points, reason=reason)
            )
        rounds.finish(acting("olga"), round_)
        rounds_services.release(acting("olga"), round_)
        tournament.refresh_from_db()
        rows = build_standings_rows(tournament, compute_standings(tournament))["individual"]
        assert sorted((r["place"], r["player"], r["table_points"], r["total"]) for r in rows) == expected(number)
        shown = find_public_standings(tournament)
        assert shown is not None
        assert shown.after == number
    final = build_standings_rows(tournament, compute_standings(tournament))
    assert sorted(final["individual"], key=lambda r: r["player"]) == sorted(
        DATA["standings"]["individual"], key=lambda r: r["player"]
    )
    assert sorted(final["teams"], key=lambda r: r["team"]) == sorted(
        DATA["standings"]["teams"], key=lambda r: r["team"]
    )
    assert audit.broken_at(tournament) is None
