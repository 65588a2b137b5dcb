"""Draws, cuts, files and papers in use, made by an earlier release that kept no inputs (`inputs_kept_since`)."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from engine.sentences import Sentence
from tournaments.core.open_items import ItemKind, OpenItem
from tournaments.core.printing.registry import PLACES, PODIUM, find_paper
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.seating.queries.differences import PAGES, Kind
from tournaments.seating.queries.draw_inputs import STARTED, find_newest_seating
from tournaments.seating.queries.outdated import is_known
from tournaments.seating.text import outdated as words


@dataclass(frozen=True)
class Unknown:
    """Something in use whose inputs are unknown."""

    tournament: Tournament
    kind: Kind
    round: Round | None = None
    stage: Stage | None = None

    @property
    def text(self) -> Sentence:
        match self.kind:
            case Kind.CUT:
                return words.UNKNOWN_CUT
            case Kind.DRAW:
                return words.UNKNOWN_DRAW
            case Kind.CEREMONY:
                return words.UNKNOWN_CEREMONY
            case Kind.FEDERATION:
                return words.UNKNOWN_LIST
        return words.describe_unknown_papers(self.round.number if self.round is not None else None)

    @property
    def item(self) -> OpenItem:
        number = self.round.number if self.round is not None else None
        parts: list[object] = [self.tournament.slug]
        if self.kind == Kind.DRAW:
            page, action, parts = "manage_seating", "seating.view", [*parts, number]
        else:
            page, action = PAGES[self.kind]
        key = f"unknown {self.kind} {self.stage.number if self.stage else ''} {number or ''}"
        return OpenItem(ItemKind.UNKNOWN, key, self.text, reverse(page, args=parts), action, number)


def in_doubt(subject: Seating | Stage) -> Sentence | None:
    """Return the sentence about a draw or cut without stored inputs; None for others."""
    if is_known(subject):
        return None
    return words.UNKNOWN_CUT if isinstance(subject, Stage) else words.UNKNOWN_DRAW


def list_unknown(tournament: Tournament) -> list[Unknown]:
    since = tournament.inputs_kept_since
    if since is None or tournament.archived_at is not None:
        return []
    return list(_iterate_unknown(tournament, since))


def _iterate_unknown(tournament: Tournament, since: datetime.datetime) -> Iterator[Unknown]:
    rounds = list(tournament.rounds.select_related("stage").order_by("number"))
    for stage in tournament.stages.exclude(cut_at=None).order_by("number"):
        begun = any(round_.stage_id == stage.pk and round_.state in STARTED for round_ in rounds)
        if not begun and not is_known(stage):
            yield Unknown(tournament, Kind.CUT, stage=stage)
    for round_ in rounds:
        round_.tournament = tournament
        if round_.state in STARTED or (version := find_newest_seating(round_)) is None:
            continue
        version.round = round_
        if not is_known(version):
            yield Unknown(tournament, Kind.DRAW, round_)
    if tournament.standings_hidden and tournament.ceremony_at is not None and tournament.ceremony_at < since:
        yield Unknown(tournament, Kind.CEREMONY)
    over = [round_ for round_ in rounds if round_.state == Round.State.FINISHED and round_.annulled_at is None]
    played = GameTable.objects.filter(round__in=over[-1:], confirmed_at__lt=since).exists()
    records = tournament.input_records
    sends_lists = Tournament.Feature.FEDERATION in tournament.enabled
    if played and sends_lists and not records.filter(kind=Kind.FEDERATION).exists():
        yield Unknown(tournament, Kind.FEDERATION)
    yield from _iterate_unknown_papers(tournament, rounds, since)
    printed = records.filter(kind=Kind.PAPER).values_list("paper", flat=True)
    if played and not any(map(_has_places, printed)):
        yield Unknown(tournament, Kind.PAPER)


def _iterate_unknown_papers(tournament: Tournament, rounds: list[Round], since: datetime.datetime) -> Iterator[Unknown]:
    """Yield coming rounds whose former public seats lists and sheets may show."""
    published = Seating.objects.filter(round__tournament=tournament, published_at__lt=since)
    superseded = set(published.exclude(state__in=Seating.LIVE).values_list("round_id", flat=True))
    for round_ in rounds:
        if round_.state != Round.State.FINISHED and round_.pk in superseded:
            yield Unknown(tournament, Kind.PAPER, round_)


def _has_places(key: str) -> bool:
    paper = find_paper(key)
    return paper is not None and paper.made_from in (PLACES, PODIUM)
