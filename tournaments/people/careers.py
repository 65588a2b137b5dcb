"""People across the public events of the site: only with their consent, only what each event shows by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet

from tournaments.core.text.folding import fold_search_words
from tournaments.core.visibility import exclude_waiting
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.events.models import Tournament
from tournaments.people.models import Person, PersonMerge
from tournaments.seasons import stored
from tournaments.seasons.models import StoredResult, StoredStandings
from tournaments.standings.queries.standings import build_columns, find_public_round, find_public_standings

MAX_OPPONENTS = 100


@dataclass(frozen=True)
class CareerEvent:
    """Public result of one entry. `place`: 0 without one; `of`: players with a place; `after`: last public round of an
    event under way, else 0.
    """

    entry: Entry
    tournament: Tournament
    place: int
    of: int
    after: int
    points: tuple[tuple[str, Fraction], ...] = ()
    """Name and amount of the table points and the score, in the order in which the event's ranking asks them."""
    moved: int | None = None
    """Places gained by the last round, negative if lost; of the newest event with a result, under way."""

    @property
    def is_final(self) -> bool:
        return self.tournament.state == Tournament.State.FINISHED

    @property
    def is_title(self) -> bool:
        return self.is_final and self.place == 1

    @property
    def moved_by(self) -> int:
        return abs(self.moved or 0)


@dataclass(frozen=True)
class OpponentRecord:
    """Games against one person at the same table: finished before, behind, or level with them."""

    person: Person
    entry: Entry
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


@dataclass(frozen=True)
class Career:
    """Public events of a person, newest first; `entry` names the person."""

    person: Person
    entry: Entry
    events: tuple[CareerEvent, ...]
    opponents: tuple[OpponentRecord, ...]

    @property
    def results(self) -> list[CareerEvent]:
        return [event for event in self.events if event.place]

    @property
    def titles(self) -> list[CareerEvent]:
        return [event for event in self.events if event.is_title]

    @property
    def newest(self) -> CareerEvent | None:
        return next(iter(self.results), None)


def query_public_entries() -> QuerySet[Entry]:
    """Return the entries that everybody sees in their events; no rehearsals, no waiting list."""
    public = Entry.objects.filter(tournament__published=True, tournament__rehearsal=False, filler=False)
    return exclude_waiting(public)


def query_visible_people() -> QuerySet[Person]:
    """Return the people who consent and have a public entry. A later withdrawal counts for merged persons too."""
    entries = query_public_entries().filter(person_link__person=OuterRef("pk"))
    withdrawn = PersonMerge.objects.filter(stays=OuterRef("pk"), goes__withdrawn_on__gte=OuterRef("consent_on"))
    return Person.objects.filter(Exists(entries), ~Exists(withdrawn), consent=Person.Consent.GIVEN)


def find_remaining_person(key: str) -> Person | None:
    """Return the visible person into whom the one with this key was merged; None unless all of them consented."""
    merge = PersonMerge.objects.select_related("goes", "stays").filter(goes__key=key).first()
    while merge is not None and merge.goes.consent == Person.Consent.GIVEN:
        remaining = query_visible_people().filter(pk=merge.stays_id).first()
        if remaining is not None:
            return remaining
        merge = PersonMerge.objects.select_related("goes", "stays").filter(goes=merge.stays).first()
    return None


def search_people(words: str) -> QuerySet[Person]:
    """Return the visible people, one of whose public entries contains every word, by family name."""
    entries = query_public_entries().filter(person_link__person=OuterRef("pk"))
    folded = fold_search_words(words).split()
    for word in folded:
        entries = entries.filter(shown_key__contains=word)
    people = query_visible_people().filter(Exists(entries)) if folded or not words.strip() else Person.objects.none()
    public = Q(links__entry__in=query_public_entries())
    return people.annotate(first_key=Min("links__entry__shown_key", filter=public)).order_by("first_key", "pk")


def find_visible_person_of(entry: Entry) -> Person | None:
    """Return the entry's person if their page may be linked to."""
    return query_visible_people().filter(links__entry=entry).first()


def load_newest_entries(people: Iterable[Person]) -> dict[int, Entry]:
    """Return the entry that names each person, by the person's key."""
    by_person: dict[int, list[Entry]] = defaultdict(list)
    for entry in _list_entries(people):
        by_person[entry.person].append(entry)  # type: ignore[attr-defined]
    return {key: _choose_naming_entry(entries) for key, entries in by_person.items()}


def _choose_naming_entry(entries: list[Entry]) -> Entry:
    """Return the newest entry, before it one whose event hides the name: no other event gives it away."""
    return next((entry for entry in entries if entry.is_hidden_from_public), entries[0])


def find_photo(person: Person) -> Portrait | None:
    """Return the newest photo that the person lets everybody see."""
    if not person.shows_photo:
        return None
    photos = Portrait.objects.filter(entry__in=query_public_entries().filter(person_link__person=person))
    return photos.order_by("-entry__tournament__starts_on", "-entry__tournament__pk").first()


def build_career(person: Person) -> Career:
    """Return the person's public events with places, and the record against opponents who consent too."""
    entries = _list_entries([person])
    events, results = list_results(entries)
    return Career(person, _choose_naming_entry(entries), tuple(events), _build_records(person, results))


def list_results(entries: Sequence[Entry]) -> tuple[list[CareerEvent], list[StoredResult]]:
    """Return the public result of each entry, of `query_public_entries`, in their order, and the stored ones."""
    events = [entry.tournament for entry in entries]
    standings = {
        key: row
        for key, row in stored.get_current_standings(events, StoredStandings.Audience.PUBLIC).items()
        if row.shown
    }
    shown = [row.pk for row in standings.values()]
    results = StoredResult.objects.filter(standings__in=shown, entry__in=entries)
    by_entry = {row.entry_id: row for row in results}
    placed = StoredResult.objects.filter(standings__in=shown, place__gt=0, entry__isnull=False).order_by()
    fields = dict(placed.values_list("standings").annotate(Count("pk")))
    lines: list[CareerEvent] = []
    for entry in entries:
        row, event = by_entry.get(entry.pk), standings.get(entry.tournament_id)
        place, of = (row.place, fields.get(event.pk, 0)) if row is not None and event is not None else (0, 0)
        under_way = place > 0 and entry.tournament.state != Tournament.State.FINISHED
        after = (find_public_round(entry.tournament) or 0) if under_way else 0
        newest = not any(line.place for line in lines)
        moved = _find_move(entry) if under_way and newest else None
        points = _list_points(event, row) if row is not None and event is not None and place else ()
        lines.append(CareerEvent(entry, entry.tournament, place, of, after, points, moved))
    return lines, list(by_entry.values())


def _list_points(standings: StoredStandings, row: StoredResult) -> tuple[tuple[str, Fraction], ...]:
    amounts = {"table_points": row.table_points, "total": row.total}
    keys = [key for key in standings.metrics if key in amounts] or ["total"]
    return tuple((column.short, Fraction(amounts[column.key])) for column in build_columns(keys))


def _list_entries(people: Iterable[Person]) -> list[Entry]:
    rows = query_public_entries().filter(person_link__person__in=list(people)).select_related("tournament")
    rows = rows.annotate(person=F("person_link__person"))
    return list(rows.order_by(F("tournament__starts_on").desc(nulls_last=True), "-tournament__pk", "number"))


def _find_move(entry: Entry) -> int | None:
    table = find_public_standings(entry.tournament)
    line = next((row for row in table.individual if row.player.pk == entry.pk), None) if table else None
    return line.progress.moved if line is not None and line.progress is not None else None


def _build_records(person: Person, results: Iterable[StoredResult]) -> tuple[OpponentRecord, ...]:
    own = {(row.standings_id, round_, table): place for row in results for round_, table, place, *_points in row.games}
    shared = Q(standings__in={key for key, _round, _table in own}, entry__in=query_public_entries())
    consenting = Q(entry__person_link__person__in=query_visible_people().exclude(pk=person.pk))
    others = StoredResult.objects.filter(shared & consenting).annotate(person=F("entry__person_link__person"))
    games: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in others:
        games[row.person] += [
            (own[key], place)
            for round_, table, place, *_points in row.games
            if (key := (row.standings_id, round_, table)) in own
        ]
    most = sorted((key for key in games if games[key]), key=lambda key: (-len(games[key]), key))[:MAX_OPPONENTS]
    people = Person.objects.in_bulk(most)
    newest = load_newest_entries(people.values())
    return tuple(
        OpponentRecord(
            people[key],
            newest[key],
            len(games[key]),
            sum(mine < theirs for mine, theirs in games[key]),
            sum(mine > theirs for mine, theirs in games[key]),
        )
        for key in most
        if key in newest
    )
