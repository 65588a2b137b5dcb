"""The line of a cut by the present standings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.entries.models.entries import IN_COMPETITION, Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Round
from tournaments.standings.logic import Key, Standings
from tournaments.standings.logic.inputs import UsedPlace, line
from tournaments.standings.queries.standings import compute_standings

PlacedEntries = list[tuple[int, Entry]]
"""Places of the standings with who has them, in their order."""


@dataclass(frozen=True)
class CutLine:
    """Line of a cut: players clear of it, players sharing its place, how many of these qualify, and who misses."""

    clear: PlacedEntries
    tied: PlacedEntries
    free: int
    missed: PlacedEntries

    def through(self, chosen: Sequence[Entry] = ()) -> PlacedEntries:
        """Return the qualified players. Raises `UserError` if `chosen` does not settle a shared place."""
        if not self.tied:
            return self.clear
        keys = {entry.pk for entry in chosen}
        picked = [row for row in self.tied if row[1].pk in keys]
        if len(picked) != self.free:
            names = ", ".join(str(entry) for _place, entry in self.tied)
            raise UserError(
                _("Place %(place)s is shared by %(names)s, and %(free)s of them can go through: choose.")
                % {"place": self.tied[0][0], "names": names, "free": self.free},
                field="chosen",
                problems=[str(entry.number) for _place, entry in self.tied],
            )
        return self.clear + picked


def line_of(stage: Stage) -> CutLine:
    """Return the line by the present standings. Raises `UserError` while an earlier round is open."""
    unfinished = _earlier(stage).exclude(state=Round.State.FINISHED).first()
    if unfinished is not None:
        raise UserError(_("Finish round %(number)s before the cut.") % {"number": unfinished.number})
    field = _field_of(stage)
    placed = {entry.number: (place, entry) for place, entry in field}
    found = line([(place, entry.number) for place, entry in field], stage.cut_to or 0)
    clear, tied, missed = ([placed[number] for number in keys] for keys in (found.clear, found.tied, found.missed))
    return CutLine(clear, tied, found.free, missed)


def sharing_the_line(stage: Stage) -> tuple[list[Entry], int]:
    """Return the players who share the place over the line of the cut, and how many of them qualify; nobody if it is
    clear.

    Raises `UserError` while an earlier round is open.
    """
    found = line_of(stage)
    return [entry for _place, entry in found.tied], found.free


def _field_of(stage: Stage) -> PlacedEntries:
    """Return everybody who may qualify, by the present standings before the stage.

    Raises `UserError` if no round is before the stage.
    """
    last = last_before(stage)
    if last is None:
        raise UserError(_("There is no round before “%(stage)s”.") % {"stage": str(stage)})
    entries = {entry.number: entry for entry in stage.tournament.entries.all()}
    table = compute_standings(stage.tournament, last)
    places = places_before(stage.tournament, last, table, numbered(stage.tournament))
    return [(place, entries[number]) for place, number in places]


@dataclass(frozen=True)
class Numbered:
    """The numbers of all players by primary key, and the keys of those who left or are substitutes (`doubtful`), who
    wait, came later or left (`late`).
    """

    numbers: Mapping[Key, int]
    doubtful: Collection[int]
    late: Collection[int]


def numbered(tournament: Tournament) -> Numbered:
    columns = "pk", "number", "dropped_from_round", "substitute_for", "from_round", "status"
    rows = list(tournament.entries.values_list(*columns))
    left = {key for key, _number, dropped, *_more in rows if dropped is not None}
    doubtful = left | {key for key, _number, _dropped, absent, *_more in rows if absent is not None}
    late = left | {key for key, *_more, first, status in rows if first > 1 or status == Entry.Status.WAITING}
    return Numbered({key: number for key, number, *_more in rows}, doubtful, late)


def places_before(tournament: Tournament, last: int, table: Standings, players: Numbered) -> list[tuple[int, int]]:
    """Return place and number of everybody who may qualify for a stage after round `last`, by these standings."""
    doubtful = list(Entry.objects.filter(pk__in=players.doubtful)) if players.doubtful else []
    policy = tournament.ruleset.substitute_policy if any(entry.substitute_for_id for entry in doubtful) else {}
    left = [entry for entry in doubtful if entry.left_after(last) is not None]
    left += [entry for entry in doubtful if not policy.get("qualify", True) and not _competes(entry)]
    out: set[Key] = {entry.pk for entry in left}
    rows = [row for row in table.individual if row.place and row.out is None and row.key not in out]
    return [(row.place, players.numbers[row.key]) for row in rows]


def last_before(stage: Stage) -> int | None:
    """Return the number of the last round before the stage."""
    last: int | None = _earlier(stage).aggregate(last=Max("number"))["last"]
    return last


def cut_inputs(field: PlacedEntries) -> list[UsedPlace]:
    """Return the field of a cut as the inputs that are stored."""
    return [UsedPlace(place, entry.number) for place, entry in field]


def _earlier(stage: Stage) -> QuerySet[Round]:
    return stage.tournament.rounds.filter(stage__number__lt=stage.number).order_by("number")


def _competes(entry: Entry) -> bool:
    """Return True for everybody but a substitute who plays outside the competition."""
    return entry.substitute_for_id is None or bool(entry.extra.get(IN_COMPETITION))
