from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Round
from tournaments.standings.logic import Key, Standings
from tournaments.standings.logic.inputs import Name, UsedPlace, compute_line
from tournaments.standings.queries.standings import compute_standings

Competing = Entry | Team
Placed = list[tuple[int, Competing]]
"""(place, player or team), in order."""


def get_name(row: Competing) -> Name:
    return row.code if isinstance(row, Team) else row.number


def map_passed_to_places(stage: Stage) -> dict[Name, int]:
    """Return name -> place then of those who passed the cut."""
    if stage.of_teams:
        return dict(stage.stage_teams.order_by("place", "team__code").values_list("team__code", "place"))
    return dict(stage.stage_entries.order_by("place", "entry__number").values_list("entry__number", "place"))


@dataclass(frozen=True)
class CutLine:
    """Line of a cut; `free` of the `tied` qualify."""

    clear: Placed
    tied: Placed
    free: int
    missed: Placed

    @property
    def shown(self) -> list[Name]:
        return [get_name(row) for _place, row in (*self.clear, *self.tied)]

    def through(self, chosen: Sequence[Competing] = ()) -> Placed:
        """Return those who qualify. Raises `UserError` if `chosen` does not settle a shared place."""
        if not self.tied:
            return self.clear
        names_chosen = set(map(get_name, chosen))
        picked = [(place, row) for place, row in self.tied if get_name(row) in names_chosen]
        if len(picked) != self.free:
            names = ", ".join(str(row) for _place, row in self.tied)
            raise UserError(
                _("Place %(place)s is shared by %(names)s, and %(free)s of them can go through: choose.")
                % {"place": self.tied[0][0], "names": names, "free": self.free},
                field="chosen_teams" if isinstance(self.tied[0][1], Team) else "chosen",
                problems=[str(get_name(row)) for _place, row in self.tied],
            )
        return self.clear + picked


def compute_cut_line(stage: Stage) -> CutLine:
    """Return the line by the present standings. Raises `UserError` while an earlier round is open."""
    unfinished = _query_earlier_rounds(stage).exclude(state=Round.State.FINISHED).first()
    if unfinished is not None:
        raise UserError(_("Finish round %(number)s before the cut.") % {"number": unfinished.number})
    field = _list_field(stage)
    placed = {get_name(row): (place, row) for place, row in field}
    tie_line = compute_line([(place, get_name(row)) for place, row in field], stage.cut_to or 0)
    clear, tied, missed = (
        [placed[number] for number in keys] for keys in (tie_line.clear, tie_line.tied, tie_line.missed)
    )
    return CutLine(clear, tied, tie_line.free, missed)


def find_tie_at_line(stage: Stage) -> tuple[list[Competing], int]:
    """Return those who share the place at the line, and the number that qualifies. Raises `UserError`."""
    tie_line = compute_cut_line(stage)
    return [row for _place, row in tie_line.tied], tie_line.free


def _list_field(stage: Stage) -> Placed:
    """Return everybody who may qualify, with places. Raises `UserError` if no round is before the stage."""
    last = last_before(stage)
    if last is None:
        raise UserError(_("There is no round before “%(stage)s”.") % {"stage": str(stage)})
    rows = stage.tournament.teams.all() if stage.of_teams else stage.tournament.entries.all()
    named: dict[Name, Competing] = {get_name(row): row for row in rows}
    table = compute_standings(stage.tournament, last)
    places = list_places_before(stage, last, table, load_numbered(stage.tournament))
    return [(place, named[name]) for place, name in places]


@dataclass(frozen=True)
class Numbered:
    """Numbers by primary key; keys of those who left or are substitutes (`doubtful`), or who wait or came `late`."""

    numbers: Mapping[Key, int]
    doubtful: Collection[int]
    late: Collection[int]


def load_numbered(tournament: Tournament) -> Numbered:
    columns = "pk", "number", "dropped_from_round", "substitute_for", "from_round", "status"
    rows = list(tournament.entries.order_by().values_list(*columns))
    leavers = {key for key, _number, dropped, *_more in rows if dropped is not None}
    doubtful = leavers | {key for key, _number, _dropped, absent, *_more in rows if absent is not None}
    late = leavers | {key for key, *_more, first, status in rows if first > 1 or status == Entry.Status.WAITING}
    return Numbered({key: number for key, number, *_more in rows}, doubtful, late)


def list_places_before(stage: Stage, last: int, table: Standings, players: Numbered) -> list[tuple[int, Name]]:
    tournament = stage.tournament
    if stage.of_teams:
        playing = {team.pk: team.code for team in list_playing_teams(tournament, last)}
        return [(row.place, playing[int(row.key)]) for row in table.teams if row.place and row.key in playing]
    doubtful = list(Entry.objects.filter(pk__in=players.doubtful)) if players.doubtful else []
    qualify = all(entry.substitute_for_id is None for entry in doubtful) or tournament.ruleset.substitutes.qualify
    leavers = [entry for entry in doubtful if entry.left_after(last) is not None]
    leavers += [entry for entry in doubtful if not qualify and not _is_competing(entry)]
    out: set[Key] = {entry.pk for entry in leavers}
    rows = [row for row in table.individual if row.place and row.out is None and row.key not in out]
    return [(row.place, players.numbers[row.key]) for row in rows]


def list_playing_teams(tournament: Tournament, last: int) -> list[Team]:
    present = Q(members__dropped_from_round__isnull=True) | Q(members__dropped_from_round__gt=last + 1)
    present &= ~Q(members__status=Entry.Status.WAITING)
    return list(tournament.teams.filter(present, members__isnull=False).distinct().order_by("code"))


def last_before(stage: Stage) -> int | None:
    last: int | None = _query_earlier_rounds(stage).aggregate(last=Max("number"))["last"]
    return last


def build_cut_inputs(field: Iterable[tuple[int, Name]]) -> list[UsedPlace]:
    return [
        UsedPlace(place, team=name) if isinstance(name, str) else UsedPlace(place, player=name) for place, name in field
    ]


def _query_earlier_rounds(stage: Stage) -> QuerySet[Round]:
    return stage.tournament.rounds.filter(stage__number__lt=stage.number).order_by("number")


def _is_competing(entry: Entry) -> bool:
    return entry.substitute_for_id is None or entry.in_competition
