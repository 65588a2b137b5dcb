"""Versions of seatings: draft -> published -> playing; plans are table -> four entries, East first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemsError
from tournaments.entries.models.entries import Entry
from tournaments.events.services import require_not_closed
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round, Seat, Seating
from tournaments.rounds.queries.participants import (
    list_absent_players,
    list_players_without_seat,
    list_possible_players,
)
from tournaments.seating.queries.draws import list_drafts_of_same_draw
from tournaments.seating.queries.quality import TablePlan, list_broken_wishes, measure_up_to_round, read_plan
from tournaments.seating.queries.started import describe_started_round, find_obstacle_to_swaps
from tournaments.seating.services.outdated import require_or_keep
from tournaments.seating.services.promises import check_publishing

SHEET_IN = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)

seating_published = Signal()
"""Sent inside the change with `by` and `round_`; receivers wait for its commit."""


@change("seating.draft", gettext_noop("Seating drafted"))
def draft(
    change: Change,
    round_: Round,
    plan: TablePlan,
    *,
    source: str = Seating.Source.MANUAL,
    algorithm: str = "",
    seed: str = "",
    reason: str = "",
    earlier: Mapping[int, TablePlan] | None = None,
    based_on: Seating | None = None,
) -> Seating:
    """Draft a seating with its measures, over other drafts of the same act (`earlier`: round -> plan). `based_on` is a
    version brought back. Raises `UserError` where a table has not four different players, or somebody sits twice or is
    of another tournament.
    """
    if round_.state == Round.State.FINISHED:
        raise UserError(describe_started_round(round_))
    require_not_closed(round_.tournament)
    _check_plan(round_, plan)
    return _store(
        change,
        round_,
        plan,
        state=Seating.State.DRAFT,
        source=source,
        algorithm=algorithm,
        seed=seed,
        based_on=based_on,
        earlier=earlier,
    )


@change("seating.discard", gettext_noop("Draft of the seating discarded"))
def discard(change: Change, seating: Seating, *, reason: str = "") -> None:
    """Discard a draft but keep its version; one drawn under a promise needs a public reason."""
    if seating.state != Seating.State.DRAFT:
        raise UserError(_("Only a draft can be discarded."))
    for draw in seating.draws.exclude(under=None).filter(discarded_at=None):
        if not reason.strip():
            raise UserError(
                _("This was drawn as promised: say why it is discarded; the reason is public."), field="reason"
            )
        with change.edit(draw):
            draw.discarded_at, draw.discarded_reason = timezone.now(), reason.strip()
    with change.edit(seating):
        seating.state = Seating.State.SUPERSEDED


@change("seating.publish", gettext_noop("Seating published"))
def publish(
    change: Change,
    seating: Seating,
    *,
    leave_out: bool = False,
    reason: str = "",
    continue_anyway: str = "",
    again: bool = False,
) -> Seating:
    """Publish the draft; the former public version is superseded, older drafts are discarded. During play it takes
    effect at once, needs a reason and leaves tables with a sheet alone. Raises `UserError` naming seated dropouts and
    (unless `leave_out`) players without a seat; `OpenItemsError` if its draw or cut used other standings, unless
    `continue_anyway` gives a reason. `again` republishes without these questions.
    """
    round_ = _lock_round(seating)
    if seating.state in Seating.LIVE:
        change.nothing()
        return seating
    if seating.state != Seating.State.DRAFT:
        raise UserError(_("This version has been superseded; make a new draft from it."))
    if round_.state == Round.State.FINISHED:
        raise UserError(describe_started_round(round_))
    require_not_closed(round_.tournament)
    if absent := list_absent_players(seating):
        raise UserError(
            _("These players sit in the draft but do not play this round: %(names)s. Replace them or make a new draft.")
            % {"names": _format_names(absent)},
            problems=[str(entry) for entry in absent],
        )
    if not leave_out and (missing := list_players_without_seat(seating)):
        raise UserError(
            _("These players have no seat: %(names)s. Seat them, or say that they sit out.")
            % {"names": _format_names(missing)},
            field="leave_out",
            problems=[str(entry) for entry in missing],
        )
    check_publishing(seating)
    if not again:
        require_or_keep(change.by, seating, reason=continue_anyway)
    live = round_.current_seating
    playing = round_.state == Round.State.PLAYING
    if live is not None:
        if playing and not reason.strip():
            raise UserError(_("The round is being played: say why the seating changes."), field="reason")
        _refuse_touching_sheets(round_, read_plan(live), read_plan(seating))
        with change.edit(live):
            live.state = Seating.State.SUPERSEDED
    with change.edit(seating):
        seating.state = Seating.State.PLAYING if playing else Seating.State.PUBLISHED
        seating.published_at = timezone.now()
        seating.reason = reason or seating.reason
    for older in round_.seatings.filter(state=Seating.State.DRAFT, version__lt=seating.version):
        with change.edit(older):
            older.state = Seating.State.SUPERSEDED
    if round_.state == Round.State.PLANNED:
        with change.edit(round_):
            round_.state = Round.State.PUBLISHED
    _lay_tables(round_, seating)
    seating_published.send(Round, by=change.by, round_=round_)
    return seating


@change("seating.publish_all", gettext_noop("Seatings of several rounds published"))
def publish_all(
    change: Change, seating: Seating, *, leave_out: bool = False, reason: str = "", continue_anyway: str = ""
) -> list[Seating]:
    """Publish the draft and those of the same draw for later rounds: all, or with a `UserError` none."""
    first = publish(change.by, seating, leave_out=leave_out, reason=reason, continue_anyway=continue_anyway)
    published = [first]
    for later in list_drafts_of_same_draw(seating):
        try:
            published.append(publish(change.by, later, leave_out=leave_out, continue_anyway=continue_anyway))
        except OpenItemsError:
            raise
        except UserError as error:
            why = _("Round %(number)s: %(why)s") % {"number": later.round.number, "why": str(error)}
            raise UserError(why, field=error.field, problems=error.problems) from error
    return published


@change("seating.withdraw", gettext_noop("Seating withdrawn"))
def withdraw(change: Change, seating: Seating, *, reason: str = "") -> Seating:
    """Return a published seating to a draft. Raises `UserError` during play."""
    round_ = _lock_round(seating)
    if seating.state != Seating.State.PUBLISHED:
        raise UserError(_("Only a published seating of a round that has not started can be withdrawn."))
    with change.edit(seating):
        seating.state, seating.published_at = Seating.State.DRAFT, None
    with change.edit(round_):
        round_.state = Round.State.PLANNED
    return seating


@change("seating.swap", gettext_noop("Chairs swapped"))
def swap(change: Change, seating: Seating, *, first: Entry, second: Entry, reason: str = "") -> Seating:
    """Swap two players, one of whom may sit out; return the new version. During play a reason is needed and sheets must
    be missing; recorded hands stay with those who played them.
    """
    if first.pk == second.pk:
        raise UserError(_("Choose two different players."), field="second")
    seats = {seat.entry_id: seat for seat in seating.seats.all()}
    if first.pk not in seats and second.pk not in seats:
        raise UserError(_("Neither player sits in this version."), field="first")
    exchanged = {first.pk: second, second.pk: first}
    return revise(change, seating, exchanged, reason)


def replace_player(by: Actor, round_: Round, *, leaves: Entry, comes: Entry, reason: str) -> None:
    """Give `comes` the chair of `leaves` in the live seating and, until the round starts, in its drafts."""
    replaced = [Seating.State.SUPERSEDED, *([Seating.State.DRAFT] if round_.state == Round.State.PLAYING else [])]
    waiting = round_.seatings.exclude(state__in=replaced).filter(seats__entry=leaves).order_by("version")
    for seating in list(waiting):
        if not seating.seats.filter(entry=comes).exists():
            replace(by, seating, leaves=leaves, comes=comes, reason=reason)


@change("seating.replace", gettext_noop("Player replaced at a table"))
def replace(change: Change, seating: Seating, *, leaves: Entry, comes: Entry, reason: str = "") -> Seating:
    """Give `comes`, who has no seat, the chair of `leaves`; return the new version."""
    if seating.seats.filter(entry=comes).exists():
        raise UserError(_("%(name)s has a seat already; swap the two instead.") % {"name": comes}, field="second")
    if not seating.seats.filter(entry=leaves).exists():
        raise UserError(_("%(name)s has no seat in this version.") % {"name": leaves}, field="first")
    return revise(change, seating, {leaves.pk: comes}, reason)


def collect_tables_with_sheet(round_: Round) -> set[int]:
    return set(round_.tables.filter(results__state__in=SHEET_IN).values_list("number", flat=True))


def _lock_round(seating: Seating) -> Round:
    seating.round = Round.objects.select_for_update(of=("self",)).select_related("stage").get(pk=seating.round_id)
    return seating.round


def revise(change: Change, seating: Seating, exchanged: Mapping[int, Entry], reason: str) -> Seating:
    """Store a version with entries `exchanged` (by key). Raises `UserError` if outdated or a sheet is touched."""
    round_ = _lock_round(seating)
    if seating.state == Seating.State.SUPERSEDED:
        raise UserError(_("This seating has changed in the meantime. Open the newest version."))
    if (obstacle := find_obstacle_to_swaps(seating, round_)) is not None:
        raise UserError(obstacle)
    if seating.state == Seating.State.PLAYING and not reason.strip():
        raise UserError(_("The round is being played: say why the seating changes."), field="reason")
    before = read_plan(seating)
    after = {number: tuple(exchanged.get(entry.pk, entry) for entry in entries) for number, entries in before.items()}
    if seating.state in Seating.LIVE:
        _refuse_touching_sheets(round_, before, after)
        playing = {entry.pk for entry in list_possible_players(round_)}
        coming = [entry for entry in exchanged.values() if entry.pk not in playing]
        if coming:
            raise UserError(_("%(names)s does not play this round.") % {"names": _format_names(coming)}, field="second")
    state = Seating.State(seating.state)
    winds = {seat.entry_id: seat.wind for seat in seating.seats.all()}
    with change.edit(seating):
        seating.state = Seating.State.SUPERSEDED
    return _store(
        change,
        round_,
        after,
        state=state,
        source=Seating.Source.MANUAL,
        algorithm=seating.algorithm,
        seed=seating.seed,
        based_on=seating,
        reason=reason,
        winds={now.pk: winds[was.pk] for n in before for was, now in zip(before[n], after[n], strict=True)},
    )


def correct(change: Change, seating: Seating, after: TablePlan, reason: str) -> Seating:
    """Store who really sat at some tables, as a new version in the same state, even after play. The caller corrects the
    sheets. `after`: entries in the order of winds; new tables are laid, empty ones cleared. Raises `UserError` for an
    outdated version, or somebody who sits twice.
    """
    round_ = _lock_round(seating)
    if seating.state == Seating.State.SUPERSEDED:
        raise UserError(_("This seating has changed in the meantime. Open the newest version."))
    before = read_plan(seating)
    plan = {number: people for number, people in {**before, **after}.items() if people}
    _check_plan(round_, plan)
    winds = {seat.entry_id: seat.wind for seat in seating.seats.all()}
    state = Seating.State(seating.state)
    with change.edit(seating):
        seating.state = Seating.State.SUPERSEDED
    stays = [number for number in before if number in plan]
    corrected = _store(
        change,
        round_,
        plan,
        state=state,
        source=Seating.Source.MANUAL,
        algorithm=seating.algorithm,
        seed=seating.seed,
        based_on=seating,
        reason=reason,
        winds={now.pk: winds[was.pk] for n in stays for was, now in zip(before[n], plan[n], strict=True)},
    )
    if state in Seating.LIVE and before.keys() != plan.keys():
        _lay_tables(round_, corrected)
    return corrected


def _store(
    change: Change,
    round_: Round,
    plan: TablePlan,
    *,
    state: str,
    source: str,
    algorithm: str = "",
    seed: str = "",
    based_on: Seating | None = None,
    reason: str = "",
    earlier: Mapping[int, TablePlan] | None = None,
    winds: Mapping[int, int | None] | None = None,
) -> Seating:
    highest = round_.seatings.aggregate(highest=Max("version"))["highest"] or 0
    seating = Seating.objects.create(
        round=round_,
        version=highest + 1,
        state=state,
        source=source,
        algorithm=algorithm,
        seed=seed,
        based_on=based_on,
        reason=reason,
        created_by=change.user,
        published_at=timezone.now() if state in Seating.LIVE else None,
        measures=measure_up_to_round(round_, plan, earlier or {}),
        breaks=list_broken_wishes(round_, plan),
    )
    Seat.objects.bulk_create(
        Seat(seating=seating, table_number=number, wind=(winds or {}).get(entry.pk, wind), entry=entry)
        for number, entries in sorted(plan.items())
        for wind, entry in enumerate(entries)
    )
    change.note(
        seating,
        before=_build_number_facts(read_plan(based_on)) if based_on else {},
        after={"state": state, "source": source, **_build_number_facts(plan)},
    )
    return seating


def _build_number_facts(plan: TablePlan) -> dict[str, object]:
    return {"tables": {str(number): [entry.number for entry in entries] for number, entries in sorted(plan.items())}}


def _check_plan(round_: Round, plan: TablePlan) -> None:
    if not plan:
        raise UserError(_("There is no table in this seating."))
    numbers: set[int] = set()
    for number, entries in plan.items():
        if number < 1 or len(entries) != 4:
            raise UserError(
                _("Table %(table)s has %(count)s players instead of 4.") % {"table": number, "count": len(entries)}
            )
        for entry in entries:
            if entry.tournament_id != round_.tournament_id:
                raise UserError(_("%(name)s plays in another tournament.") % {"name": entry})
            if entry.pk in numbers:
                raise UserError(_("%(name)s sits twice.") % {"name": entry})
            numbers.add(entry.pk)


def _refuse_touching_sheets(round_: Round, before: TablePlan, after: TablePlan) -> None:
    for number in sorted(collect_tables_with_sheet(round_)):
        if _is_same_order(before.get(number, ()), after.get(number, ())):
            continue
        raise UserError(
            _("Table %(table)s has handed in its sheet; correct the sheet, or leave this table as it is.")
            % {"table": number}
        )


def _is_same_order(first: Sequence[Entry], two: Sequence[Entry]) -> bool:
    return [entry.pk for entry in first] == [entry.pk for entry in two]


def _lay_tables(round_: Round, seating: Seating) -> None:
    wanted = set(seating.seats.values_list("table_number", flat=True))
    existing = set(round_.tables.values_list("number", flat=True))
    GameTable.objects.bulk_create(GameTable(round=round_, number=number) for number in sorted(wanted - existing))
    empty = round_.tables.exclude(number__in=wanted).filter(results=None, hands=None, score_lines=None)
    empty.delete()


def _format_names(entries: Iterable[Entry]) -> str:
    return ", ".join(str(entry) for entry in entries)
