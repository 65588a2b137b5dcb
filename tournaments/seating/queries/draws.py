from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic.amendments import SeatingChange, list_links, list_moves
from tournaments.seating.logic.promises import DISCARDED, PUBLIC, REPLACED, WAITS
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries.numbers import Numbers
from tournaments.seating.queries.quality import map_plans_by_seating
from tournaments.seating.text import promises as words


@dataclass(frozen=True)
class ListedDraw:
    """Draw in the public list; `fate` tells why it is not played."""

    draw: SeatingDraw
    state: str
    fate: str

    @property
    def state_words(self) -> str:
        return words.describe_state(self.state)

    @property
    def why(self) -> str:
        return in_words(self.draw.why)


@dataclass(frozen=True)
class ListedPromise:
    promise: SeedCommitment
    draws: Sequence[ListedDraw]

    @property
    def terms(self) -> list[tuple[str, str]]:
        return words.list_terms(self.promise)


def list_promises(tournament: Tournament) -> list[ListedPromise]:
    """Return all promises, withdrawn ones too, oldest first."""
    commitments = tournament.seed_commitments.prefetch_related("draws")
    return [ListedPromise(commitment, _list_draws(commitment.draws.all())) for commitment in commitments]


def list_draws_without_promise(tournament: Tournament) -> list[ListedDraw]:
    """Return public draws without a promise, whose seed may have been chosen."""
    return [draw for draw in _list_draws(tournament.draws.filter(under=None)) if draw.state == PUBLIC]


def _list_draws(draws: Iterable[SeatingDraw]) -> list[ListedDraw]:
    numbered, listed = [], list(draws)
    for number, draw in enumerate(listed, 1):
        later = next(iter(listed[number:]), None)
        if _was_public(draw):
            state, fate = PUBLIC, ""
        elif draw.discarded_at is not None:
            state, fate = DISCARDED, draw.discarded_reason
        elif later is not None and draw.under_id is not None:
            state, fate = REPLACED, in_words(later.why)
        else:
            state, fate = WAITS, ""
        numbered.append(ListedDraw(draw, state, fate))
    return numbered


def _was_public(draw: SeatingDraw) -> bool:
    return any(version.published_at is not None for version in _list_descendants(draw))


def _list_descendants(draw: SeatingDraw) -> list[Seating]:
    draw_seatings = {seating.pk for seating in draw.seatings.all()}
    rounds = {seating.round_id for seating in draw.seatings.all()}
    changes = []
    for version in Seating.objects.filter(round__in=rounds).select_related("round").order_by("round", "version"):
        if version.pk in draw_seatings or version.based_on_id in draw_seatings:
            draw_seatings.add(version.pk)
            changes.append(version)
    return sorted(changes, key=lambda version: (version.round.number, version.version))


@dataclass(frozen=True)
class DrawChain:
    changes: Sequence[tuple[SeatingChange, datetime.datetime, list[str]]]
    """Public changes with their time and moves, in the reader's language."""
    links: Sequence[str]
    in_force: Sequence[int]
    otherwise: Sequence[int]

    @property
    def head(self) -> str:
        return self.links[-1]


def list_changes(draw: SeatingDraw) -> list[tuple[SeatingChange, datetime.datetime]]:
    """Return the public changes of drawn tables by time, in the numbers that players had then."""
    changes = []
    versions = _list_descendants(draw)
    tables, numbers = map_plans_by_seating(versions), Numbers(draw.tournament)
    before = {seating.round_id: seating for seating in draw.seatings.all()}
    for version in versions:
        if version.published_at is None:
            continue
        both = before[version.round_id], version
        if changed := list_moves(*(tables[version.pk] for version in both)):
            if numbers.changes:
                changed = list_moves(*(numbers.map_former_tables(seating, version.published_at) for seating in both))
            moment = version.published_at.astimezone(datetime.UTC).isoformat(timespec="seconds")
            change = SeatingChange(version.round.number, version.version, moment, changed)
            changes.append((change, version.published_at))
        before[version.round_id] = version
    return sorted(changes, key=lambda change: (change[1], change[0].round, change[0].version))


def build_chain(draw: SeatingDraw) -> DrawChain:
    changes = list_changes(draw)
    descendants = {version.pk for version in _list_descendants(draw)}
    live = Seating.objects.filter(round__in=draw.seatings.values("round"), state__in=Seating.LIVE)
    rounds = sorted((number, key in descendants) for key, number in live.values_list("pk", "round__number"))
    entries = {entry.number: entry for entry in draw.tournament.entries.all()}
    numbers = Numbers(draw.tournament)

    def people(change: SeatingChange, moment: datetime.datetime) -> dict[int, Entry]:
        named = {number for move in change.moves for number in (move.was, move.now) if number is not None}
        today = {number: numbers.compute_current_number(number, moment) for number in named}
        return {number: entries[current] for number, current in today.items() if current in entries}

    return DrawChain(
        [
            (change, moment, [words.describe_move(move, people(change, moment)) for move in change.moves])
            for change, moment in changes
        ],
        list_links(draw.certificate, [change for change, _at in changes]),
        [number for number, same in rounds if same],
        [number for number, same in rounds if not same],
    )


def list_drafts_of_same_draw(seating: Seating) -> list[Seating]:
    """Return the newest draft of each later round that came of the same draw or schedule file."""
    origin = _collect_origins(seating)
    if not origin:
        return []
    waiting = Seating.objects.filter(
        round__stage=seating.round.stage_id,
        round__number__gt=seating.round.number,
        round__state=Round.State.PLANNED,
        state=Seating.State.DRAFT,
    ).order_by("round__number", "version")
    newest = {draft.round_id: draft for draft in waiting.select_related("round__tournament").prefetch_related("draws")}
    return [draft for draft in newest.values() if origin & _collect_origins(draft)]


def _collect_origins(seating: Seating) -> set[int | str]:
    first = seating.origin
    draws: set[int | str] = {draw.pk for draw in first.draws.all()}
    return draws or ({first.source} if first.source == Seating.Source.SCHEDULE else set())
