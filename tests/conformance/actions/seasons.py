from __future__ import annotations

from tests.conformance.actions import Example, example, rows
from tests.support.people import acting, person
from tests.support.seasons import played
from tournaments.entries.models.entries import Team
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season, SeasonMerge, SeasonRole, SeasonTeamMerge

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
SPRING, AUTUMN = {"tournament": "spring"}, {"tournament": "autumn"}


def _season(*, both: bool = True) -> Season:
    """Public season of olga's with one or two events."""
    season = season_services.create(acting(), name="Club league", published=True)
    spring = played("spring", [(30, 10, -10, -30)], NAMES)
    autumn = played("autumn", [(-40, 20, 40, -20)], (*NAMES[:3], "Uve Sand"), day="2026-10-03")
    for event in (spring, autumn) if both else (spring,):
        season_services.add_event(acting(), season, tournament=event)
    season.refresh_from_db()
    return season


@example("SplitSeasonPeople")
def split() -> Example:
    season = _season()
    uwe, uve = (event.tournament.entries.get(number=4) for event in season.events.order_by("position"))
    merge: SeasonMerge = season_services.merge_people(acting(), season, entry=uwe, same_as=uve)
    return Example(season, {"entry": "spring/4"}, page={"pk": merge.pk})


def _teams() -> Season:
    season = _season()
    for event in season.events.order_by("position"):
        Team.objects.create(tournament=event.tournament, code="T01", name=f"Dragons of {event.tournament.slug}")
    return season


@example("MergeSeasonTeams")
def merge_teams() -> Example:
    return Example(_teams(), {"team": "spring/T01", "same_as": "autumn/T01"})


@example("SplitSeasonTeams")
def split_teams() -> Example:
    season = _teams()
    one, other = (event.tournament.teams.get() for event in season.events.order_by("position"))
    merge: SeasonTeamMerge = season_services.merge_teams(acting(), season, team=one, same_as=other)
    return Example(season, {"team": "spring/T01"}, page={"pk": merge.pk})


@example("GrantSeasonRole")
def grant() -> Example:
    season = _season()
    return Example(season, {"user": person("ren").username, "kind": "helper"})


@example("RevokeSeasonRole")
def revoke() -> Example:
    season = _season()
    held = season_services.grant(acting(), season, user=person("ren"), kind=SeasonRole.Kind.HELPER)
    return Example(season, {"user": "ren"}, page={"pk": held.pk})


rows(
    EditSeason=lambda: Example(_season(), {"name": "League", "published": True}),
    SetSeasonRule=lambda: Example(_season(), {"rule": {"drop": 1}, "reason": "Agreed."}),
    RemoveSeason=lambda: Example(_season(), {"reason": "Made twice."}),
    AddSeasonEvent=lambda: Example(_season(both=False), {**AUTUMN, "factor": "3/2"}, form=AUTUMN),
    RemoveSeasonEvent=lambda: Example(_season(), SPRING, page={"event": "spring"}),
    MoveSeasonEvent=lambda: Example(_season(), {**SPRING, "position": 2}, page={"event": "spring"}),
    WeighSeasonEvent=lambda: Example(_season(), {**SPRING, "factor": "3/2"}, page={"event": "spring"}),
    MergeSeasonPeople=lambda: Example(_season(), {"entry": "spring/4", "same_as": "autumn/4"}),
)
