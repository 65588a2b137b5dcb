from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from tournaments.core.printing.registry import PODIUM, find_paper
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.participants import NAMES_AND_PRESENCE, is_present, query_unconfirmed_tables
from tournaments.seating.logic.seeding import NO_RATINGS, SEEDED, Ratings, get_ratings
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.differences import Kind, Outdated
from tournaments.seating.queries.draw_inputs import STARTED, group_brackets, sort_players
from tournaments.seating.queries.numbers import Numbers, query_changes_of_numbers
from tournaments.seating.queries.quality import map_plans_by_seating
from tournaments.standings.logic import Standings
from tournaments.standings.logic.inputs import MovedPlace, Name, UsedPlace, compare_cut, list_moved, list_reordered
from tournaments.standings.models import InputPlace, InputRecord
from tournaments.standings.queries import cuts
from tournaments.standings.queries.inputs import HONOURED, list_federation_places, list_used_places

STANDINGS: Final = "standings"
"""Key of the list of the standings, which the list after the next round replaces."""


class Comparison(Iterable[Outdated]):
    """Comparison of stored inputs with today's; `past` includes what cannot be made again."""

    def __init__(self, tournament: Tournament, after: Callable[[int | None], Standings], *, past: bool = False) -> None:
        self.tournament, self.after, self.past = tournament, after, past
        records = InputRecord.objects.filter(tournament=tournament).select_related("stage").order_by("-number")
        if not past:
            records = records.exclude(kind=Kind.DRAW, seating__round__state__in=STARTED)
        rows = list(records)
        for record in rows:
            record.tournament = tournament
        self.records = rows
        self.numbers = Numbers(tournament, changed=bool(rows) and query_changes_of_numbers(tournament).exists())

    def __iter__(self) -> Iterator[Outdated]:
        yield from self.cuts()
        yield from self.draws()
        yield from self.iterate_papers_of_seats()
        yield from self.iterate_uses_of_places()

    @cached_property
    def versions(self) -> dict[int, Seating]:
        rounds = {round_.pk: round_ for round_ in self.rounds}
        seatings = {seating.pk: seating for seating in Seating.objects.filter(round__in=rounds).order_by("version")}
        for seating in seatings.values():
            seating.round = rounds[seating.round_id]
        return seatings

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.tournament.entries.only(*NAMES_AND_PRESENCE)}

    @cached_property
    def numbered(self) -> cuts.Numbered:
        return cuts.load_numbered(self.tournament)

    @cached_property
    def teams(self) -> dict[str, Team]:
        return {team.code: team for team in self.tournament.teams.all()}

    @cached_property
    def rounds(self) -> list[Round]:
        return list(self.tournament.rounds.select_related("stage").order_by("number"))

    def cuts(self) -> Iterator[Outdated]:
        newest = {record.stage_id: record for record in reversed(self.records) if record.kind == Kind.CUT}
        cuts_made = [(record.stage, record) for record in newest.values() if record.stage is not None]
        cuts_made = [(stage, record) for stage, record in cuts_made if stage.cut_at is not None]
        rows = group_rows(record for _stage, record in cuts_made)
        for stage, record in cuts_made:
            rounds = [round_ for round_ in self.rounds if round_.stage_id == stage.pk]
            is_open = all(round_.state not in STARTED for round_ in rounds)
            if not (is_open or self.past):
                continue
            stage.tournament = self.tournament
            last = max((round_.number for round_ in self.rounds if round_.stage.number < stage.number), default=None)
            if last is None:
                continue
            field = cuts.list_places_before(stage, last, self.after(last), self.numbered)
            used = [(place, team or player) for place, player, team, *_more in rows[record.pk]]
            if not self.numbers.changes and used == field:
                continue
            today = cuts.build_cut_inputs(field)
            then = self._list_used_places(record, rows)
            unfinished = self._find_unfinished_before(stage)
            if unfinished is not None:
                if set(today) != set(then):
                    yield Outdated(
                        record, tuple(rounds), in_force=True, open=is_open, today=tuple(today), waits_for=unfinished
                    )
                continue
            difference = compare_cut(then, today, stage.cut_to or 0, cuts.map_passed_to_places(stage))
            if difference is None:
                continue
            yield Outdated(
                record,
                tuple(rounds),
                in_force=True,
                open=is_open,
                today=tuple(today),
                moved=self._list_moved(difference.moved),
                comes=self._list_named(difference.comes),
                goes=self._list_named(difference.goes),
                tied=self._list_named(difference.tied),
                free=difference.free,
            )

    def _find_unfinished_before(self, stage: Stage) -> int | None:
        before = (round_ for round_ in self.rounds if round_.stage.number < stage.number)
        return next((round_.number for round_ in before if round_.state != Round.State.FINISHED), None)

    def draws(self) -> Iterator[Outdated]:
        newest = {record.seating_id: record for record in reversed(self.records) if record.kind == Kind.DRAW}
        if not newest:
            return
        drawn = self._list_drawn(newest)
        rows = group_rows(record for _seating, record, _round, _in_force in drawn)
        for seating, record, round_, in_force in drawn:
            if not round_.stage.of_teams and self._has_same_order(rows[record.pk], record, round_.number):
                continue
            then = self._list_used_places(record, rows)
            people = [entry for used in then if (entry := self.entries.get(used.player or 0)) is not None]
            by_teams, grouped = round_.stage.of_teams, any(used.group for used in then)
            if not by_teams:
                people = [entry for entry in people if is_present(entry, round_.number)]
            today = self._order(people, record, grouped=grouped, by_teams=by_teams)
            if by_teams:  # Players who left stood between the others.
                present = {entry.number for entry in people if is_present(entry, round_.number)}
                today = [used for used in today if used.player in present]
            if moves := list_reordered(then, today):
                missing = self._find_incomplete_round(record.after or 0)
                yield Outdated(
                    record,
                    (round_,),
                    in_force=in_force,
                    open=in_force and round_.state not in STARTED,
                    today=tuple(today),
                    moved=self._list_moved(moves) if missing is None else (),
                    seating=seating,
                    waits_for=missing,
                )

    def _has_same_order(self, then: Sequence[Row], record: InputRecord, number: int) -> bool:
        """Compare the order of a draw with the table without reading players, which is enough for most draws."""
        table, numbers = self.after(record.after or 0), self.numbered.numbers
        # Players without a place or with a shared one are compared one by one.
        if self.numbers.changes or {row[GROUP] for row in then} != {None}:
            return False
        if not any(row.games for row in table.individual):
            return False
        drawn = {row[PLAYER] for row in then} - self._collect_absent(number)
        order = [numbers[row.key] for row in table.individual if numbers[row.key] in drawn]
        return order == [row[PLAYER] for row in then if row[PLAYER] in drawn]

    def _collect_absent(self, number: int) -> set[int]:
        late = Entry.objects.filter(pk__in=self.numbered.late).only(*NAMES_AND_PRESENCE) if self.numbered.late else ()
        return {entry.number for entry in late if not is_present(entry, number)}

    def _list_used_places(self, record: InputRecord, rows: Mapping[int, Sequence[Row]]) -> list[UsedPlace]:
        return self.numbers.list_places_by_current_number(record, [UsedPlace(*row) for row in rows[record.pk]])

    def _find_incomplete_round(self, number: int) -> int | None:
        return next((round_ for round_ in self._incomplete if round_ <= number), None)

    @cached_property
    def _incomplete(self) -> list[int]:
        return sorted(
            {table.round.number for table in query_unconfirmed_tables(self.tournament).filter(postponed_to=None)}
        )

    def _list_drawn(self, newest: dict[int | None, InputRecord]) -> list[tuple[Seating, InputRecord, Round, bool]]:
        """Return (version, record, round, in force) of each drawn version that is not superseded."""
        versions = self.versions
        waiting: dict[int, list[Seating]] = defaultdict(list)
        for version in versions.values():
            if version.state != Seating.State.SUPERSEDED and (self.past or version.round.state not in STARTED):
                waiting[version.round_id].append(version)
        draws = []
        for seatings in waiting.values():
            live = next((seating for seating in seatings if seating.state in Seating.LIVE), seatings[-1])
            for version in seatings:
                first = version
                while first.based_on_id is not None:
                    first = versions[first.based_on_id]
                if first.pk in newest:
                    draws.append((version, newest[first.pk], version.round, version is live))
        return draws

    def iterate_papers_of_seats(self) -> Iterator[Outdated]:
        """Compare the newest paper of each table in unfinished rounds with who sits there."""
        printed: dict[tuple[str, int], list[InputRecord]] = defaultdict(list)
        for record in self.records:
            if record.kind == Kind.PAPER and record.seating_id is not None:
                round_ = self.versions[record.seating_id].round
                if round_.state != Round.State.FINISHED:
                    printed[record.paper, round_.pk].append(record)
        if not printed:
            return
        live = {version.round_id: version for version in self.versions.values() if version.state in Seating.LIVE}
        used = {record.seating_id for records in printed.values() for record in records}
        plans = map_plans_by_seating(
            self.versions[key] for key in {*used, *(version.pk for version in live.values())} if key is not None
        )
        for (_paper, key), records in printed.items():
            if key not in live:
                continue
            now = plans[live[key].pk]
            printed_tables: dict[int, tuple[int, ...]] = {}
            for record in records:  # the newest comes first
                then = plans[record.seating_id or 0]
                tables = then if record.tables is None else record.tables
                printed_tables |= {table: then.get(table, ()) for table in tables if table not in printed_tables}
                if record.tables is None:
                    break
            changed = sorted(table for table in {*now, *printed_tables} if now.get(table) != printed_tables.get(table))
            if changed:
                yield Outdated(
                    records[0], (live[key].round,), in_force=True, open=True, seating=live[key], tables=tuple(changed)
                )

    def iterate_uses_of_places(self) -> Iterator[Outdated]:
        """Compare ceremony, federation list and papers with the standings after the same round."""
        papers = [
            record for record in self.records if record.seating_id is None and record.kind not in (Kind.CUT, Kind.DRAW)
        ]
        newest = list({(record.kind, record.paper): record for record in reversed(papers)}.values())
        rows = group_rows(newest)
        over = (
            max((round_.number for round_ in self.rounds if round_.state == Round.State.FINISHED), default=0)
            if newest
            else 0
        )
        for record in newest:
            replaced = record.paper == STANDINGS and (record.after or 0) < over
            is_open = record.ended_at is None and self.tournament.archived_at is None and not replaced
            if not (is_open or self.past):
                continue
            today = self._list_places_today(record)
            if moves := list_moved(self._list_used_places(record, rows), today):
                changed = self._list_moved(moves)
                yield Outdated(record, (), in_force=True, open=is_open, today=tuple(today), moved=changed)

    def _list_places_today(self, record: InputRecord) -> list[UsedPlace]:
        if record.kind == Kind.FEDERATION:
            return list_federation_places(self.tournament, self.after(None))
        paper = find_paper(record.paper)
        last = HONOURED if paper is not None and paper.made_from == PODIUM else None
        return list_used_places(self.tournament, self.after(record.after), last)

    def _order(self, people: Sequence[Entry], record: InputRecord, *, grouped: bool, by_teams: bool) -> list[UsedPlace]:
        table = self.after(record.after or 0)
        changed = people if any(renumbering.at > record.made_at for renumbering in self.numbers.changes) else ()
        then = {entry.number: self.numbers.compute_former_number(entry.number, record.made_at) for entry in changed}
        order = sort_players(people, table, record.lot, then, by_teams=by_teams, ratings=self._read_ratings(record))
        brackets = enumerate(group_brackets(order, table), 1) if grouped else ()
        group = {number: index for index, bracket in brackets for number in bracket}
        return [UsedPlace(place, entry.number, group=group.get(entry.number)) for place, entry in enumerate(order, 1)]

    def _read_ratings(self, record: InputRecord) -> Ratings:
        draws = SeatingDraw.objects.filter(seatings=record.seating_id, kind=SeatingDraw.Kind.SWISS)
        draw = draws.filter(certificate__contains=SEEDED).last() if record.seating_id and not record.lot else None
        return get_ratings(draw.value.inputs.seeding) if draw is not None else NO_RATINGS

    def _list_named(self, names: Iterable[Name]) -> tuple[Entry | Team, ...]:
        rows = (self.teams.get(name) if isinstance(name, str) else self.entries.get(name) for name in names)
        return tuple(row for row in rows if row is not None)

    def _list_moved(self, moves: Iterable[MovedPlace]) -> tuple[tuple[Entry | Team, int | None, int | None], ...]:
        rows: list[tuple[Entry | Team, int | None, int | None]] = []
        for move in moves:
            number, code, category = move.whose
            who = self.teams.get(code) if code else self.entries.get(number or 0)
            if who is not None and category is None and move.then != move.today:
                rows.append((who, move.then, move.today))
        return tuple(rows)


Row = tuple[Any, ...]
PLAYER, GROUP = (UsedPlace._fields.index(name) for name in ("player", "group"))


def group_rows(records: Iterable[InputRecord]) -> dict[int, list[Row]]:
    rows_of: dict[int, list[Row]] = {record.pk: [] for record in records}
    if not rows_of:
        return rows_of
    rows = InputPlace.objects.filter(record__in=rows_of).order_by("record_id", "category", "place", "player", "team")
    read = rows.values_list("record_id", *UsedPlace._fields)
    return rows_of | {key: [row[1:] for row in group] for key, group in groupby(read, itemgetter(0))}


def group_places(records: Iterable[InputRecord]) -> dict[int, list[UsedPlace]]:
    return {key: [UsedPlace(*row) for row in rows] for key, rows in group_rows(records).items()}
