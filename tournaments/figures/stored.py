"""Stored sums of play of events, made by the worker for each public version or by the first request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from engine.errors import EngineError
from engine.family import ruleset_names
from engine.match.declared import HandStart, settle_table
from engine.match.sheet_rules import SheetLineError
from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.isolation import isolate_failure
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.figures.logic.sums import (
    LEAST,
    MOST,
    Opponent,
    PlayedGame,
    Sums,
    add_sums,
    sum_games,
    sum_hands,
    sum_payments,
)
from tournaments.figures.models import FigureSums, StoredFigures
from tournaments.results.logic.hand_lines import make_line
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries.sheets import get_sheet_rules, make_hand_lines
from tournaments.rounds.models import Round
from tournaments.standings.logic import Game
from tournaments.standings.queries.ledger_input import load_games
from tournaments.standings.queries.standings import get_last_public_round, get_standings

BATCH: Final = 500
AT_ONCE: Final = 20
FIRST: Final = 8
"""Players whose places are drawn round by round."""

Owner = tuple[int, str]
"""Key of the player, and the family."""


@dataclass
class _Play:
    games: list[PlayedGame] = field(default_factory=list)
    hands: list[Mapping[str, Fraction]] = field(default_factory=list)
    opponents: dict[int, Opponent] = field(default_factory=lambda: defaultdict(Opponent))


def get_stored_figures(event: Tournament) -> StoredFigures:
    """Return the mark of the event's sums; make outdated ones."""
    row = StoredFigures.objects.filter(tournament=event).first()
    return row if row is not None and _is_fresh(row, event) else store(event)


def get_stored_figures_of(events: Iterable[Tournament]) -> list[StoredFigures]:
    """Return the marks of several events by one query; make outdated ones."""
    wanted = {event.pk: event for event in events}
    rows = {row.tournament_id: row for row in StoredFigures.objects.filter(tournament__in=wanted)}
    return [
        row if (row := rows.get(key)) is not None and _is_fresh(row, event) else store(event)
        for key, event in wanted.items()
    ]


def _is_fresh(row: StoredFigures, event: Tournament) -> bool:
    return row.made_at is not None and (row.version, row.changed_at) == (event.version, event.updated_at)


def store(event: Tournament) -> StoredFigures:
    """Make the sums, unless they are up to date or the event's public version is the same."""
    # Read first: later changes make the rows newer than their mark, so that they are made once more.
    mark = get_public_version(build_event_state(event))
    with transaction.atomic():
        row, _new = StoredFigures.objects.select_for_update().get_or_create(tournament=event)
        if _is_fresh(row, event):
            return row
        row.version, row.changed_at = event.version, event.updated_at
        if row.made_at is None or row.mark != mark:
            row.mark = mark
            _fill(row, event)
            row.made_at = timezone.now()
        row.save()
    return row


def _fill(row: StoredFigures, event: Tournament) -> None:
    row.sums.all().delete()
    row.after = get_last_public_round(event)
    sums = build_sums(row, event)
    _take_hand_sums(row, event, sums)
    FigureSums.objects.bulk_create(sums, batch_size=BATCH)


def build_sums(row: StoredFigures, event: Tournament) -> list[FigureSums]:
    """Return the sums of the released rounds up to `row.after`, and complete the row; stores nothing."""
    reader = _EventReader(event, row.after)
    plays = reader.read()
    row.games, row.games_with_hands, row.hands = reader.games, reader.games_with_hands, reader.hands
    gone = {entry.pk for entry in event.entries.all() if entry.is_erased}
    row.progress = _list_progress(event, row.after, gone)
    return [
        FigureSums(
            stored=row,
            entry_id=entry,
            family=family,
            amounts=_dump(add_sums([sum_games(play.games), *play.hands])),
            games=[[*game[:4], *map(str, game[4:])] for game in play.games],
            opponents=[[key, *met] for key, met in play.opponents.items() if key not in gone],
        )
        for (entry, family), play in plays.items()
        if entry not in gone
    ]


def write_hand_sums(event: Tournament) -> dict[str, Any]:
    """Return the sums for a mirror, which has no hands, by the players' numbers; empty if no table has written any."""
    stored = get_stored_figures(event)
    if not stored.games_with_hands:
        return {}
    numbers = dict(event.entries.values_list("pk", "number"))
    rows = stored.sums.order_by("pk").values_list("entry_id", "family", "amounts", "opponents")
    return {
        "games_with_hands": stored.games_with_hands,
        "hands": stored.hands,
        "sums": [
            [numbers[entry], family, amounts, [[numbers[key], *met] for key, *met in opponents]]
            for entry, family, amounts, opponents in rows
        ],
    }


def _take_hand_sums(row: StoredFigures, event: Tournament, sums: Iterable[FigureSums]) -> None:
    """Complete the sums of a mirror by what the hall has sent of hands."""
    mirror = getattr(event, "mirror", None) if event.lent_at is not None else None
    hands = mirror.extra.get("hands") if mirror is not None else None
    if not hands:
        return
    row.games_with_hands, row.hands = hands["games_with_hands"], hands["hands"]
    keys = dict(event.entries.values_list("number", "pk"))
    sent = {(keys.get(number), family): facts for number, family, *facts in hands["sums"]}
    for entry_sums in sums:
        if facts := sent.get((entry_sums.entry_id, entry_sums.family)):
            entry_sums.amounts = facts[0]
            entry_sums.opponents = [[keys[number], *met] for number, *met in facts[1] if number in keys]


def _list_progress(event: Tournament, after: int, gone: Collection[int]) -> list[list[int]]:
    rounds = [get_standings(event, number).individual for number in range(1, after + 1)]
    places = [{line.key: line.place for line in lines} for lines in rounds]
    first = [line.key for line in rounds[-1] if line.place and line.key not in gone][:FIRST] if rounds else []
    return [[int(key), *(of_round.get(key, 0) for of_round in places)] for key in first]


class _EventReader:
    """Reader of the public games and hands of an event."""

    def __init__(self, event: Tournament, after: int) -> None:
        self.event = event
        self.games = self.games_with_hands = self.hands = 0
        # Released rounds alone count, and tables of an open evening one by one.
        public = Round.objects.filter(tournament=event, released_at__isnull=False, annulled_at=None, number__lte=after)
        confirmed = TableResult.objects.filter(table__round__in=public, state=TableResult.State.CONFIRMED)
        self.results = list(
            confirmed.select_related("table__round__ruleset", "ruleset").order_by(
                "table__round__number", "table__number"
            )
        )
        self.plays: dict[Owner, _Play] = defaultdict(_Play)

    def read(self) -> dict[Owner, _Play]:
        chairs: dict[int, dict[int, ResultSeat]] = defaultdict(dict)
        for seat in ResultSeat.objects.filter(result__in=self.results).order_by("order"):
            chairs[seat.result_id][seat.entry_id] = seat
        games: dict[tuple[int, int], list[Game]] = defaultdict(list)
        for game in load_games(self.event):
            games[game.round, game.table].append(game)
        written: dict[int, list[HandRecord]] = defaultdict(list)
        for hand in HandRecord.objects.filter(result__in=self.results).order_by("number"):
            written[hand.result_id or 0].append(hand)
        for result in self.results:
            version = result.ruleset or result.table.round.ruleset or self.event.ruleset
            family = find_family(version, self.event.family)
            seats = chairs[result.pk]
            self._add_games(family, games[result.table.round.number, result.table.number], seats)
            if hands := written.get(result.pk):
                self._add_hands(family, version, hands, seats)
        return self.plays

    def _add_games(self, family: str, games: list[Game], seats: Mapping[int, ResultSeat]) -> None:
        self.games += bool(games)
        for game in games:
            key = int(game.player)
            place = game.place or 1 + sum(rival.score > game.score for rival in games)
            sharing = sum((rival.place == game.place) if game.place else (rival.score == game.score) for rival in games)
            play = self.plays[key, family]
            play.games.append(
                PlayedGame(
                    game.round,
                    game.table,
                    seats[key].wind if key in seats else None,
                    place,
                    place + Fraction(sharing - 1, 2),
                    game.score,
                    game.table_points,
                )
            )
            for rival in games:
                if rival is not game:
                    above = game.place < rival.place if game.place else game.score > rival.score
                    met = play.opponents[int(rival.player)]
                    play.opponents[int(rival.player)] = met.add(Opponent(1, int(above)))

    def _add_hands(
        self, family: str, version: RulesetVersion, hands: list[HandRecord], seats: Mapping[int, ResultSeat]
    ) -> None:
        rules = get_sheet_rules(version)
        if not rules.win_values and not any(field.label == "state" for field in rules.fields):
            return  # no family settles them
        order = {key: seat.order for key, seat in seats.items()}
        try:
            declared = [rules.read_line(make_line(rules, line)) for line in make_hand_lines(hands, order, rules)]
            settled = settle_table(rules.settle, declared, HandStart())
        except (SheetLineError, EngineError):
            return  # impossible under the rules of today: such a table counts as one without hands
        self.games_with_hands += 1
        self.hands += sum(not hand.void for hand in declared)
        sums, flows = sum_hands(declared, settled), sum_payments(settled)
        for key, seat in order.items():
            play = self.plays[key, family]
            play.hands.append(sums[seat] | {"games_with_hands": Fraction(1)})
            for rival, chair in order.items():
                if rival != key:
                    paid = Opponent(0, 0, flows.get((seat, chair), 0), flows.get((chair, seat), 0))
                    play.opponents[rival] = play.opponents[rival].add(paid)


def find_family(version: RulesetVersion, family: str) -> str:
    return version.rules.family.name if version.preset in ruleset_names() else family


def _dump(sums: Sums) -> dict[str, int | str]:
    return {
        name: amount.numerator if amount.denominator == 1 else str(amount)
        for name, amount in sums.items()
        # A best or worst of 0 is one, a total of 0 says nothing.
        if amount or name.startswith((MOST, LEAST))
    }


@lru_cache(20_000)
def parse_amount(stored: int | str) -> Fraction:
    return Fraction(stored)


def parse_sums(stored: Mapping[str, int | str]) -> Sums:
    return {name: parse_amount(amount) for name, amount in stored.items()}


def parse_games(stored: Iterable[list[Any]]) -> list[PlayedGame]:
    return [
        PlayedGame(number, table, wind, place, *map(parse_amount, amounts))
        for number, table, wind, place, *amounts in stored
    ]


def query_stale_events() -> QuerySet[Tournament]:
    """Return the published events with released rounds whose sums are outdated."""
    fresh = StoredFigures.objects.filter(
        tournament=OuterRef("pk"), version=OuterRef("version"), changed_at=OuterRef("updated_at")
    )
    released = Round.objects.filter(tournament=OuterRef("pk"), released_at__isnull=False)
    events = Tournament.objects.filter(Exists(released), published=True)
    return events.filter(~Exists(fresh.exclude(made_at=None))).order_by("pk")


def has_stale_events() -> bool:
    return query_stale_events().exists()


def store_stale() -> int:
    """Store outdated sums, so that no visitor waits for them; return the number of events."""
    events = list(query_stale_events()[:AT_ONCE])
    for event in events:
        with isolate_failure("figures of an event", event=event.slug):
            store(event)
    return len(events)
