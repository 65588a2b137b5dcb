from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemsError, OpenItemStep
from tournaments.core.printing.registry import find_paper
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.queries.comparison import group_places
from tournaments.seating.queries.differences import Outdated
from tournaments.seating.queries.draw_inputs import STARTED
from tournaments.seating.queries.handed_out import PaperInputs
from tournaments.seating.queries.outdated import (
    find_difference_of_seating,
    find_difference_of_stage,
    find_differences_of_draw_and_cut,
    list_differences,
)
from tournaments.standings.models import InputRecord
from tournaments.standings.queries.inputs import list_federation_places
from tournaments.standings.services import inputs


@change("inputs.keep_draw", gettext_noop("Draw kept although the standings changed"))
def keep_draw(change: Change, seating: Seating, *, reason: str) -> Seating:
    """Keep the draw that this version came from. Raises `UserError` without a reason, or if nothing has changed."""
    _keep(change, find_difference_of_seating(seating), seating, reason)
    return seating


@change("inputs.keep_cut", gettext_noop("Cut kept although the standings changed"))
def keep_cut(change: Change, stage: Stage, *, reason: str) -> Stage:
    """Keep the cut of the stage. Raises `UserError` without a reason, or if nothing has changed."""
    _keep(change, find_difference_of_stage(stage), stage, reason)
    return stage


def _keep(change: Change, outdated_input: Outdated | None, subject: Seating | Stage | Tournament, reason: str) -> None:
    if outdated_input is None:
        raise UserError(_("Nothing has changed since. Reload the page."))
    if not reason.strip():
        raise UserError(_("Give the reason. It appears in the log."), field="reason")
    record = outdated_input.record
    inputs.store(
        change,
        record.tournament,
        record.kind,
        outdated_input.today,
        stage=record.stage,
        seating=record.seating,
        after=record.after,
        lot=record.lot,
        kept_reason=reason.strip(),
    )
    change.note(subject, after={"outdated": outdated_input.item.text})


@change("papers.hand_out", gettext_noop("Paper printed"))
def hand_out(change: Change, tournament: Tournament, *, paper: str, papers: Sequence[PaperInputs]) -> None:
    """Record that a paper was printed, with its inputs, unless the same was printed before."""
    stored = [_store_paper(change, tournament, paper, inputs_) for inputs_ in papers]
    if not any(stored):
        change.nothing()
        return
    rounds = [inputs_.seating.round.number for inputs_ in papers if inputs_.seating is not None]
    title = find_paper(paper)
    with translation.override("en"):
        named = Sentence(str(title.title) if title is not None else paper)
    change.note(tournament, after={"paper": named, "rounds": rounds})


def _store_paper(change: Change, tournament: Tournament, paper: str, printed: PaperInputs) -> InputRecord | None:
    tables = None if printed.tables is None else list(printed.tables)
    before = tournament.input_records.filter(kind=InputRecord.Kind.PAPER, paper=paper)
    if printed.seating is not None:
        newest = before.filter(seating__round=printed.seating.round_id).last()
        if newest is not None and newest.seating_id == printed.seating.pk and newest.tables in (None, tables):
            return None
    else:
        newest = before.filter(seating=None, after=printed.after).last()
        if newest is not None and set(group_places([newest])[newest.pk]) == set(printed.places):
            return None
    return inputs.store(
        change,
        tournament,
        InputRecord.Kind.PAPER,
        printed.places,
        paper=paper,
        seating=printed.seating,
        tables=tables,
        after=printed.after,
    )


def take_list(by: Actor, tournament: Tournament) -> None:
    """Record that the list for the federation was taken; a read-only event changes nothing."""
    if not tournament.is_read_only:
        _take_list(by, tournament)


@change("federation.take", gettext_noop("List for the federation taken"))
def _take_list(change: Change, tournament: Tournament) -> None:
    places = list_federation_places(tournament)
    newest = tournament.input_records.filter(kind=InputRecord.Kind.FEDERATION).last()
    if newest is not None and set(group_places([newest])[newest.pk]) == set(places):
        change.nothing()
        return
    inputs.store(change, tournament, InputRecord.Kind.FEDERATION, places)
    change.note(tournament, after={"players": len(places)})


@change("inputs.keep_list", gettext_noop("List for the federation kept although results changed"))
def keep_list(change: Change, tournament: Tournament, *, reason: str) -> Tournament:
    """Keep the federation's list as it is. Raises `UserError` without a reason, or if nothing has changed."""
    of_federation = (
        difference for difference in list_differences(tournament) if difference.kind == InputRecord.Kind.FEDERATION
    )
    _keep(change, next(of_federation, None), tournament, reason)
    return tournament


@change("papers.dismiss", gettext_noop("Outdated paper dismissed"))
def dismiss_paper(change: Change, record: InputRecord, *, reason: str = "") -> InputRecord:
    """Use a paper as it is. Raises `UserError` if nothing has changed since it was printed."""
    difference = next(
        (candidate for candidate in list_differences(record.tournament) if candidate.record.pk == record.pk), None
    )
    if difference is None:
        raise UserError(_("Nothing has changed since. Reload the page."))
    inputs.store(
        change,
        record.tournament,
        record.kind,
        difference.today,
        paper=record.paper,
        seating=difference.seating,
        after=record.after,
        kept_reason=reason.strip(),
    )
    change.note(record.tournament, after={"outdated": difference.item.text})
    return record


def require_or_keep(by: Actor, seating: Seating, *, reason: str) -> None:
    """Raise `OpenItemsError` if the draw or cut used former standings; with a `reason` keep them."""
    round_ = seating.round
    if round_.state in STARTED or round_.alone:
        return
    draw, cut = find_differences_of_draw_and_cut(seating)
    outdated_inputs = [outdated_input for outdated_input in (draw, cut) if outdated_input is not None]
    if outdated_inputs and not reason.strip():
        raise OpenItemsError(
            round_.tournament, OpenItemStep.PUBLISH, [outdated_input.item for outdated_input in outdated_inputs]
        )
    if draw is not None:
        keep_draw(by, seating, reason=reason)
    if cut is not None:
        keep_cut(by, round_.stage, reason=reason)
