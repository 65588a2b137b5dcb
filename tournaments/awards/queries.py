"""Winners of awards: computed from the released rounds, and published ones."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache
from django.db.models import QuerySet

from engine.errors import EngineError
from engine.scoring.score import ScoredHand
from tournaments.awards.models import LARGEST, PLACE, Award, AwardWinner, PrizeHand
from tournaments.core.audit import changing
from tournaments.core.text.hand_results import HandResult, evaluate
from tournaments.core.visibility import find_hidden_standings_round, open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures.logic.table import FIGURES, rank
from tournaments.figures.queries import Numbers, compute_event_numbers, read_event_numbers
from tournaments.figures.stored import find_family
from tournaments.standings.logic import StandingsRow
from tournaments.standings.queries.standings import (
    get_last_public_round,
    get_last_released_round,
    get_standings,
)

PODIUM: Final = 3
PAYERS: Final = {"discarder": 1, "each": 3, "dealer": 1, "others": 2}


class Winner(NamedTuple):
    """Winner of an award; `sample` is 0 of a place, `hand` the declared one if it is the largest."""

    entry: Entry
    amount: Fraction
    sample: int
    hand: PrizeHand | None = None


@dataclass(frozen=True)
class Outcome:
    """Award with the winners of today, and the published ones."""

    award: Award
    winners: tuple[Winner, ...]
    published: tuple[AwardWinner, ...]

    @property
    def digest(self) -> str:
        return _digest((row.entry.pk, row.amount, row.hand.pk if row.hand else 0) for row in self.winners)

    @property
    def is_changed(self) -> bool:
        """True if the published winners are others than those of today, and were not kept instead of these."""
        if self.award.published_at is None or self.award.kept == self.digest:
            return False
        return self.digest != _digest((row.entry_id, row.amount, row.hand_id or 0) for row in self.published)


def _digest(winners: Iterable[tuple[int, Fraction | None, int]]) -> str:
    return hashlib.sha256(repr(sorted(map(repr, winners))).encode()).hexdigest()


def compute_worth(scored: ScoredHand) -> int:
    """Return the value by which hands are compared; han are compared by what they pay.

    Like `tournaments.figures.logic.sums`, so that declared hands and those of sheets have one measure.
    """
    if "han" in scored.value:
        return sum(PAYERS[payer] * amount for payer, amount in scored.payments.items())
    return int(str(next(iter(scored.value.values()))))


def evaluate_prize_hand(hand: PrizeHand) -> HandResult | None:
    """Return the hand as the checker explains it; None if this program lacks the rules."""
    try:
        return evaluate(hand.question)
    except EngineError:
        return None


def query_prize_hands(tournament: Tournament) -> QuerySet[PrizeHand]:
    """Return the declared hands of the event, the largest first."""
    hands = PrizeHand.objects.filter(table__round__tournament=tournament)
    related = hands.select_related("winner__team", "ruleset", "table__round__tournament", "declared_by")
    return related.order_by("-worth", "table__round__number", "table__number", "number")


def query_counting_hands(tournament: Tournament) -> QuerySet[PrizeHand]:
    """Return the declared hands of released rounds."""
    rounds = {"table__round__released_at__isnull": False, "table__round__annulled_at": None}
    return query_prize_hands(tournament).filter(voided_at=None, **rounds)


def query_public_hands(tournament: Tournament) -> QuerySet[PrizeHand]:
    return query_counting_hands(tournament).filter(open_rounds(tournament, "table__round__"))


def may_win(entry: Entry) -> bool:
    """Return False for players who dropped out or whose data was erased."""
    return not entry.is_erased and entry.status not in (Entry.Status.DROPPED, Entry.Status.WAITING)


def compute_outcomes(tournament: Tournament) -> list[Outcome]:
    """Return all awards with the winners of today, from every released round, in order."""
    awards = list(tournament.awards.select_related("category").prefetch_related("winners__entry", "winners__hand"))
    if not awards:
        return []
    after = get_last_released_round(tournament)
    reader = _Reader(tournament, after) if after else None
    won: set[int] = set()
    outcomes = []
    for award in awards:
        winners = reader.find_winners(award, won) if reader else ()
        won |= {winner.entry.pk for winner in winners}
        outcomes.append(Outcome(award, winners, tuple(award.winners.all())))
    return outcomes


class _Reader:
    def __init__(self, tournament: Tournament, after: int) -> None:
        self.tournament, self.after = tournament, after
        rows = {int(row.key): row for row in get_standings(tournament, after).individual if _is_placed(row)}
        entries = Entry.objects.select_related("team").in_bulk(rows)
        self.entries = {key: entry for key, entry in entries.items() if may_win(entry)}
        self.places = {key: rows[key].place for key in self.entries}
        self.numbers = self._read_numbers()

    def _read_numbers(self) -> Numbers:
        if get_last_public_round(self.tournament) >= self.after:
            return read_event_numbers(self.tournament)[1]
        _row, families = compute_event_numbers(self.tournament, self.after)
        return families[0] if families else Numbers("", (), {}, {}, {})

    def find_winners(self, award: Award, won: Collection[int]) -> tuple[Winner, ...]:
        def is_eligible(key: int) -> bool:
            if award.one_prize and (key in won or self.places[key] <= PODIUM):
                return False
            return award.category is None or award.category.number in self.entries[key].categories

        keys = {key for key in self.entries if is_eligible(key)}
        if award.figure == PLACE:
            winners = self._find_best_placed(keys)
        elif award.figure == LARGEST:
            winners = self._find_largest_hands(keys)
        else:
            winners = self._find_best(award, keys)
        return tuple(sorted(winners, key=lambda winner: winner.entry.number))

    def _find_best_placed(self, keys: Collection[int]) -> list[Winner]:
        best = min((self.places[key] for key in keys), default=0)
        return [Winner(self.entries[key], Fraction(best), 0) for key in keys if self.places[key] == best]

    def _find_best(self, award: Award, keys: Collection[int]) -> list[Winner]:
        figure = FIGURES.get(award.figure)
        if figure is None:
            return []
        sums = {key: self.numbers.sums[key] for key in keys if key in self.numbers.sums}
        # Nobody wins an award for what nobody has done, such as "most kongs" without a kong.
        ranked = [line for line in rank(figure, sums, award.least) if line.measure.amount or figure.low_is_best]
        return [
            Winner(self.entries[line.key], line.measure.amount, line.measure.sample)
            for line in ranked
            if line.place == 1 and line.measure.amount is not None
        ]

    def _find_largest_hands(self, keys: Collection[int]) -> list[Winner]:
        """Return the winners of the largest hands: declared ones, and those of sheets, which have no tiles."""
        best: dict[int, tuple[int, PrizeHand | None]] = {}
        for key in keys:
            written = self.numbers.sums.get(key, {}).get("most_worth")
            if written:
                best[key] = int(written), None
        families = {self.numbers.family, self.tournament.family if not self.numbers.families else self.numbers.family}
        for hand in query_counting_hands(self.tournament):
            worth, tiles = best.get(hand.winner_id, (0, None))
            of_family = find_family(hand.ruleset, self.tournament.family) in families
            if of_family and hand.winner_id in keys and (hand.worth > worth or (hand.worth == worth and tiles is None)):
                best[hand.winner_id] = hand.worth, hand
        largest = max((worth for worth, _hand in best.values()), default=0)
        return [
            Winner(self.entries[key], Fraction(worth), 1, hand)
            for key, (worth, hand) in best.items()
            if worth == largest and worth
        ]


def _is_placed(row: StandingsRow) -> bool:
    return bool(row.place) and row.out is None


def are_winners_public(tournament: Tournament) -> bool:
    """Return False while standings are hidden: winners of all rounds would give them away before the ceremony."""
    return find_hidden_standings_round(tournament) is None


@dataclass(frozen=True)
class PublishedAward:
    award: Award
    winners: tuple[AwardWinner, ...]


def list_published_awards(tournament: Tournament) -> list[PublishedAward]:
    """Return the published awards in order, for the ceremony, papers and pages; without erased players."""
    awards = tournament.awards.filter(published_at__isnull=False).select_related("category")
    related = ("winners__entry__team", "winners__hand__ruleset", "winners__hand__table__round")
    listed = (
        PublishedAward(award, tuple(row for row in award.winners.all() if not row.entry.is_erased))
        for award in awards.prefetch_related(*related)
    )
    return [row for row in listed if row.winners]


def list_public_awards(tournament: Tournament) -> list[PublishedAward]:
    return list_published_awards(tournament) if are_winners_public(tournament) else []


def list_awards_of(entries: Iterable[Entry]) -> list[AwardWinner]:
    """Return the public awards of players, such as those of one person."""
    won = AwardWinner.objects.filter(entry__in=[entry.pk for entry in entries], award__published_at__isnull=False)
    rows = won.select_related("entry", "award__category", "award__tournament", "hand__ruleset")
    return [row for row in rows if not row.entry.is_erased and are_winners_public(row.award.tournament)]


_Remembered = tuple[tuple[int, object], list[Outcome]]
_REMEMBERED: Final[LRUCache[int, _Remembered]] = LRUCache(8)
"""Event -> its state and outcomes, which open items ask on every page."""
_LOCK: Final = Lock()


def list_changed_outcomes(tournament: Tournament) -> list[Outcome]:
    """Return the published awards with other winners today; computed once for each version of the event."""
    if not tournament.awards.filter(published_at__isnull=False).exists():
        return []
    if changing():
        return [outcome for outcome in compute_outcomes(tournament) if outcome.is_changed]
    state = (tournament.version, tournament.updated_at)
    with _LOCK:
        known = _REMEMBERED.get(tournament.pk)
    if known is None or known[0] != state:
        known = state, compute_outcomes(tournament)
        with _LOCK:
            _REMEMBERED[tournament.pk] = known
    return [outcome for outcome in known[1] if outcome.is_changed]
