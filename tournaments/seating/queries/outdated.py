"""Everything that was made from inputs which have changed since: draws and cuts.

A record keeps the inputs of each (`standings.models.InputRecord`). `differences` compares the newest records with the
event of today; what has no record was made by an earlier release, and nothing is known of it. Swaps by hand are no
difference: a seating is compared by the inputs of its draw.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from threading import Lock
from typing import Final

from cachetools import LRUCache
from django.urls import reverse

from engine.bounded_json import digest
from tournaments.core.audit import changing
from tournaments.core.open_items import ItemKind, OpenItem, OpenItemStep
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.field import is_present
from tournaments.seating.queries.draw_inputs import STARTED, brackets_of, ordered
from tournaments.seating.text import outdated as words
from tournaments.standings.logic import Standings, compute
from tournaments.standings.logic.inputs import Moved, UsedPlace, cut_difference, reordered
from tournaments.standings.models import InputPlace, InputRecord
from tournaments.standings.queries import cuts
from tournaments.standings.queries.standings import read, standings

Kind = InputRecord.Kind


@dataclass(frozen=True)
class Outdated:
    """Something that was made from other inputs than today's.

    `rounds`: the drawn round, or those of the stage that was cut. `seating`: the version that came of the draw.
    `in_force`: False for a draft beside another seating. `open`: True while it can be made again. `moved`: whose place
    differs, with the place then and now.
    """

    record: InputRecord
    rounds: tuple[Round, ...]
    in_force: bool
    open: bool
    today: tuple[UsedPlace, ...]
    """Inputs of the same thing if it were made now."""
    moved: tuple[tuple[Entry, int | None, int | None], ...]
    comes: tuple[Entry, ...] = ()
    goes: tuple[Entry, ...] = ()
    seating: Seating | None = None

    @property
    def kind(self) -> str:
        return str(self.record.kind)

    @property
    def stage(self) -> Stage | None:
        return self.record.stage

    @property
    def round(self) -> Round | None:
        """The first round that is concerned."""
        return self.rounds[0] if self.rounds else None

    @property
    def item(self) -> OpenItem:
        """The open item, with the page where it is settled."""
        tournament = self.record.tournament
        rounds = [round_.number for round_ in self.rounds]
        stops = {OpenItemStep.PUBLISH, OpenItemStep.START, OpenItemStep.FEDERATION, OpenItemStep.CERTIFICATES}
        if self.stage is not None:
            text = words.of_cut(str(self.stage), list(map(str, self.comes)), list(map(str, self.goes)))
            link, action = reverse("manage_stages", args=[tournament.slug]), "stages.edit"
        else:
            text = words.of_draw(rounds[0])
            link, action = reverse("manage_seating", args=[tournament.slug, rounds[0]]), "seating.view"
        if self.seating is None or self.seating.state in Seating.LIVE:
            stops |= {OpenItemStep.RELEASE, OpenItemStep.CEREMONY}
        return OpenItem(
            ItemKind.OUTDATED,
            f"outdated {self.record.number} {self.digest}",
            text,
            link,
            action,
            rounds[0] if rounds else None,
            frozenset(stops),
            frozenset(rounds),
            self.record.after,
        )

    @property
    def digest(self) -> str:
        """Digest of the difference: another correction makes another item."""
        changed = [[entry.number, then, now] for entry, then, now in self.moved]
        return digest([changed, *([entry.number for entry in found] for found in (self.comes, self.goes))])[:12]


def outdated(tournament: Tournament) -> list[Outdated]:
    """Return what is in force and should be made again, while that is possible."""
    return [found for found in differences(tournament) if found.open]


def of_seating(seating: Seating) -> Outdated | None:
    """Return the difference of the draw that a version came from, drafts that are not in force included."""
    found = differences(seating.round.tournament)
    return next((one for one in found if one.seating is not None and one.seating.pk == seating.pk), None)


def of_stage(stage: Stage) -> Outdated | None:
    """Return the difference of the stage's cut."""
    return next((one for one in differences(stage.tournament) if one.stage == stage), None)


def is_known(made: Seating | Stage) -> bool:
    """Return False for a draw from standings or a cut whose inputs an earlier release did not keep."""
    if isinstance(made, Stage):
        return made.cut_at is None or made.input_records.exists()
    first = made.origin
    return first.source != Seating.Source.STANDINGS or made.round.number == 1 or first.input_records.exists()


_State = tuple[int, datetime.datetime]
_REMEMBERED: Final[LRUCache[int, tuple[_State, tuple[Outdated, ...]]]] = LRUCache(8)
"""By event: its state, and the differences then. All pages of an event share them."""
_LOCK: Final = Lock()


def differences(tournament: Tournament) -> tuple[Outdated, ...]:
    """Return everything made from other inputs than today's, also where it cannot be made again; computed once for each
    version of the event. Inside a service they are computed from what it has written.
    """
    if changing():
        return differences_now(tournament)
    state = (tournament.version, tournament.updated_at)
    with _LOCK:
        known, found = _REMEMBERED.get(tournament.pk, (None, ()))
    if known != state:
        found = tuple(_Comparison(tournament, partial(standings, tournament)))
        with _LOCK:
            _REMEMBERED[tournament.pk] = (state, found)
    return found


def differences_now(tournament: Tournament) -> tuple[Outdated, ...]:
    """Return the differences in the present transaction, which others may not see."""
    ranking: list[Callable[[int], Standings]] = []

    def after(number: int) -> Standings:
        if not ranking:
            ranking.append(lru_cache(None)(partial(compute, read(tournament))))
        return ranking[0](number)

    return tuple(_Comparison(tournament, after))


class _Comparison(Iterable[Outdated]):
    """Comparison of an event's records with today; `after` returns the standings after a round."""

    def __init__(self, tournament: Tournament, after: Callable[[int], Standings]) -> None:
        self.tournament, self.after = tournament, after
        records = InputRecord.objects.filter(tournament=tournament).select_related("stage")
        self.records = list(records.order_by("-number"))
        for record in self.records:
            record.tournament = tournament

    def __iter__(self) -> Iterator[Outdated]:
        yield from self.cuts()
        yield from self.draws()

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.tournament.entries.all()}

    @cached_property
    def rounds(self) -> list[Round]:
        return list(self.tournament.rounds.select_related("stage").order_by("number"))

    def cuts(self) -> Iterator[Outdated]:
        newest = {record.stage_id: record for record in reversed(self.records) if record.kind == Kind.CUT}
        made = [(record.stage, record) for record in newest.values() if record.stage is not None]
        made = [(stage, record) for stage, record in made if stage.cut_at is not None]
        places = _places(record for _stage, record in made)
        for stage, record in made:
            stage.tournament = self.tournament
            today = cuts.cut_inputs(cuts.field_of(stage, lambda _event, last: self.after(last)))
            rows = stage.stage_entries.select_related("entry").order_by("place", "entry__number")
            through = {row.entry.number: row.place for row in rows}
            found = cut_difference(places[record.pk], today, stage.cut_to or 0, through)
            if found is None:
                continue
            rounds = [round_ for round_ in self.rounds if round_.stage_id == stage.pk]
            yield Outdated(
                record,
                tuple(rounds),
                in_force=True,
                open=all(round_.state not in STARTED for round_ in rounds),
                today=tuple(today),
                moved=self._moved(found.moved),
                comes=self._named(found.comes),
                goes=self._named(found.goes),
            )

    def draws(self) -> Iterator[Outdated]:
        newest = {record.seating_id: record for record in reversed(self.records) if record.kind == Kind.DRAW}
        if not newest:
            return
        drawn = self._drawn(newest)
        places = _places(record for _seating, record, _round, _in_force in drawn)
        for seating, record, round_, in_force in drawn:
            then = places[record.pk]
            people = [entry for used in then if (entry := self.entries.get(used.player or 0)) is not None]
            people = [entry for entry in people if is_present(entry, round_.number)]
            today = self._order(people, record, grouped=any(used.group for used in then))
            if moved := reordered(then, today):
                yield Outdated(
                    record,
                    (round_,),
                    in_force=in_force,
                    open=in_force and round_.state not in STARTED,
                    today=tuple(today),
                    moved=self._moved(moved),
                    seating=seating,
                )

    def _drawn(self, newest: dict[int | None, InputRecord]) -> list[tuple[Seating, InputRecord, Round, bool]]:
        """Return each version that is not superseded and came of a draw with a record, and whether it is in force."""
        rounds = {round_.pk: round_ for round_ in self.rounds}
        versions = {one.pk: one for one in Seating.objects.filter(round__in=rounds).order_by("version")}
        waiting: dict[int, list[Seating]] = defaultdict(list)
        for one in versions.values():
            if one.state != Seating.State.SUPERSEDED:
                waiting[one.round_id].append(one)
        found = []
        for key, seatings in waiting.items():
            live = next((one for one in seatings if one.state in Seating.LIVE), seatings[-1])
            for one in seatings:
                first = one
                while first.based_on_id is not None:
                    first = versions[first.based_on_id]
                if first.pk in newest:
                    one.round = rounds[key]
                    found.append((one, newest[first.pk], rounds[key], one is live))
        return found

    def _order(self, people: Sequence[Entry], record: InputRecord, *, grouped: bool) -> list[UsedPlace]:
        table = self.after(record.after or 0)
        order = ordered(people, table, record.lot)
        brackets = enumerate(brackets_of(order, table), 1) if grouped else ()
        group = {number: at for at, bracket in brackets for number in bracket}
        return [UsedPlace(at, entry.number, group=group.get(entry.number)) for at, entry in enumerate(order, 1)]

    def _named(self, numbers: Iterable[int]) -> tuple[Entry, ...]:
        return tuple(self.entries[number] for number in numbers if number in self.entries)

    def _moved(self, moved: Iterable[Moved]) -> tuple[tuple[Entry, int | None, int | None], ...]:
        found = ((self.entries.get(one.whose[0] or 0), one.then, one.today) for one in moved)
        return tuple((entry, then, today) for entry, then, today in found if entry is not None)


def _places(records: Iterable[InputRecord]) -> dict[int, list[UsedPlace]]:
    """Return the places of the records, in one query."""
    found: dict[int, list[UsedPlace]] = {record.pk: [] for record in records}
    rows = InputPlace.objects.filter(record__in=found).order_by("record", "category", "place", "player", "team")
    columns = ("record_id", "place", "player", "team", "category", "group", "facts")
    for key, *used in rows.values_list(*columns) if found else ():
        found[key].append(UsedPlace(*used))
    return found
