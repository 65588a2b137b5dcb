"""Draws, cuts, files and papers whose stored inputs (`InputRecord`) differ from today's; swaps by hand do not count."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from threading import Lock
from typing import Final

from cachetools import LRUCache

from tournaments.core.audit import changing
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.queries.comparison import Comparison
from tournaments.seating.queries.differences import Kind, Outdated
from tournaments.seating.queries.draw_inputs import STARTED
from tournaments.standings.logic import Standings, compute
from tournaments.standings.queries.ledger_input import read
from tournaments.standings.queries.standings import get_standings


def list_open_differences(tournament: Tournament) -> list[Outdated]:
    return [outdated_input for outdated_input in _list_remembered_differences(tournament) if outdated_input.open]


def find_difference_of_seating(seating: Seating) -> Outdated | None:
    """Return the difference of a version's draw, also for drafts that are not in force."""
    tournament = seating.round.tournament
    return _find_difference_of_draw(
        list_differences(tournament) if seating.round.state in STARTED else _list_remembered_differences(tournament),
        seating,
    )


def _find_difference_of_draw(outdated_inputs: Iterable[Outdated], seating: Seating) -> Outdated | None:
    drawn = (
        (outdated_input, outdated_input.seating)
        for outdated_input in outdated_inputs
        if outdated_input.kind == Kind.DRAW
    )
    return next(
        (outdated_input for outdated_input, version in drawn if version is not None and version.pk == seating.pk), None
    )


def find_difference_of_stage(stage: Stage) -> Outdated | None:
    return _find_difference_of_cut(_list_remembered_differences(stage.tournament), stage)


def _find_difference_of_cut(outdated_inputs: Iterable[Outdated], stage: Stage) -> Outdated | None:
    return next((outdated_input for outdated_input in outdated_inputs if outdated_input.stage == stage), None)


def find_differences_of_draw_and_cut(seating: Seating) -> tuple[Outdated | None, Outdated | None]:
    outdated_inputs = _list_remembered_differences(seating.round.tournament)
    return _find_difference_of_draw(outdated_inputs, seating), _find_difference_of_cut(
        outdated_inputs, seating.round.stage
    )


def is_known(subject: Seating | Stage) -> bool:
    """Return False for a draw or cut whose inputs an earlier release did not keep."""
    if isinstance(subject, Stage):
        return subject.cut_at is None or subject.input_records.exists()
    first = subject.origin
    return first.source != Seating.Source.STANDINGS or subject.round.number == 1 or first.input_records.exists()


_State = tuple[int, datetime.datetime]
_REMEMBERED: Final[LRUCache[int, tuple[_State, tuple[Outdated, ...]]]] = LRUCache(8)
"""Event -> its state and differences, shared by all pages."""
_LOCK: Final = Lock()


def _list_remembered_differences(tournament: Tournament) -> tuple[Outdated, ...]:
    """Return differences that can be made again, once for each version of the event; fresh in a service."""
    if changing():
        return tuple(Comparison(tournament, _in_transaction(tournament)))
    state = (tournament.version, tournament.updated_at)
    with _LOCK:
        state_then, remembered = _REMEMBERED.get(tournament.pk, (None, ()))
    if state_then != state:
        remembered = tuple(Comparison(tournament, partial(get_standings, tournament)))
        with _LOCK:
            _REMEMBERED[tournament.pk] = (state, remembered)
    return remembered


def list_differences(tournament: Tournament) -> tuple[Outdated, ...]:
    """Return all differences, with the uncommitted writes of this transaction and what cannot be made again."""
    return tuple(Comparison(tournament, _in_transaction(tournament), past=True))


def list_differences_since(tournament: Tournament, moment: datetime.datetime) -> list[Outdated]:
    """Return the differences that the ledger has made since the moment."""
    after = list_differences(tournament)
    if not after:
        return []
    before = Comparison(tournament, _in_transaction(tournament, moment), past=True)
    keys = {outdated_input.item.key for outdated_input in before}
    return [outdated_input for outdated_input in after if outdated_input.item.key not in keys]


def _in_transaction(
    tournament: Tournament, moment: datetime.datetime | None = None
) -> Callable[[int | None], Standings]:
    """Return a lazy function of the standings after a round; `moment`: as of that time."""
    computed: list[Callable[[int | None], Standings]] = []

    def after(number: int | None) -> Standings:
        if not computed:
            computed.append(lru_cache(None)(partial(compute, read(tournament, moment=moment))))
        return computed[0](number)

    return after
