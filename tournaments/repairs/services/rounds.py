"""Steps that revert the start of a round, or annul a played round, and their undo."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.events.models import Stage, Tournament
from tournaments.repairs.queries.rows import find_current_sheet, require_round
from tournaments.repairs.services.sheets import Step, put_back, take_out_all
from tournaments.results.models.results import HandRecord
from tournaments.results.services import forfeits, ledger
from tournaments.rounds.models import Round, RoundClock, Seating
from tournaments.rounds.services import rounds
from tournaments.standings.models import Forfeit, ScoreLine

_CLOCK = ("started_at", "ends_at", "paused_at", "remaining_seconds", "warning_seconds", "ended_at")
_TIMES = ("started_at", "ends_at", "paused_at", "ended_at")


def unstart(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Take the start of the `round` back to its public seating; refuse once anything was recorded at a table."""
    round_ = require_round(tournament, step["round"])
    number = {"number": round_.number}
    if round_.state != Round.State.PLAYING:
        raise UserError(_("Round %(number)s is not being played.") % number, field="round")
    if has_records(round_):
        raise UserError(
            _("Sheets, hands or boards of round %(number)s are entered. Annul the round instead.") % number,
            field="round",
        )
    seating = round_.current_seating
    if seating is None:
        raise UserError(_("Round %(number)s is not seated.") % number, field="round")
    ticking = RoundClock.objects.filter(round=round_).first()
    was = {name: _format_if_time(getattr(ticking, name)) for name in _CLOCK} if ticking is not None else None
    seated = {str(table.number): _format_if_time(table.seated_at) for table in round_.tables.order_by("number")}
    rules = round_.ruleset.number if round_.ruleset is not None else None
    if ticking is not None:
        change.delete(ticking)
    round_.tables.update(seated_at=None)
    with change.edit(seating):
        seating.state = Seating.State.PUBLISHED
    with change.edit(round_):
        round_.state, round_.ruleset = Round.State.PUBLISHED, None
    return {
        "do": "start_again", "round": round_.number, "seating": seating.version, "rules": rules, "clock": was,
        "seated": seated,
    }  # fmt: skip


def start_again(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Undo `unstart` with the former clock."""
    round_ = require_round(tournament, step["round"])
    seating = round_.current_seating
    if round_.state != Round.State.PUBLISHED or seating is None or seating.version != step["seating"]:
        raise UserError(
            _("Round %(number)s has been started or seated again since.") % {"number": round_.number}, field="round"
        )
    running = round_.stage.rounds.filter(state=Round.State.PLAYING).first()
    if running is not None and not round_.alone:
        raise UserError(_("Round %(number)s is still being played; finish it first.") % {"number": running.number})
    with change.edit(seating):
        seating.state = Seating.State.PLAYING
    with change.edit(round_):
        round_.state = Round.State.PLAYING
        round_.ruleset = tournament.rulesets.filter(number=step["rules"]).first()
    for table in round_.tables.order_by("number"):
        table.seated_at = _parse_if_time(step["seated"].get(str(table.number)))
        table.save(update_fields=["seated_at"])
    if step["clock"] is not None:
        values = {name: _parse_if_time(value) if name in _TIMES else value for name, value in step["clock"].items()}
        change.create(RoundClock(round=round_, **values))
    return {"do": "unstart", "round": round_.number}


def has_records(round_: Round) -> bool:
    tables = list(round_.tables.all())
    return (
        any(find_current_sheet(table) is not None for table in tables)
        or HandRecord.objects.filter(table__in=tables, result=None).exists()
        or any(table.plays.exclude(entered_at=None).exists() for table in tables)
    )


def annul(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Annul the `round`, with its penalties and lost sessions (`fines`); with `repeat` add a round to the stage."""
    round_ = require_round(tournament, step["round"])
    number = {"number": round_.number}
    if round_.annulled_at is not None:
        raise UserError(_("Round %(number)s is annulled already.") % number, field="round")
    if round_.state not in (Round.State.PLAYING, Round.State.FINISHED):
        raise UserError(_("Round %(number)s has not started.") % number, field="round")
    back: Step = {"do": "count_again", "round": round_.number, "state": round_.state, "sheets": {}}
    back["released"] = round_.released_at is not None
    if round_.released_at is not None:
        rounds.withdraw(change.by, round_, reason=reason)
        round_.refresh_from_db()
    for table in round_.tables.order_by("number"):
        table.round = round_
        if versions := take_out_all(change, table, reason):
            back["sheets"][str(table.number)] = versions
    back["lines"], back["forfeits"] = _void_fines(change, round_, reason) if step["fines"] else ([], [])
    if round_.state == Round.State.PLAYING:
        rounds.finish(change.by, round_, reason=reason)
        round_.refresh_from_db()
    with change.edit(round_):
        round_.annulled_at = timezone.now()
    back["repetition"] = _add_repetition(change, round_) if step["repeat"] else None
    return back


def count_again(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Undo `annul`: restore sheets, penalties and release; remove the added round, unless it is seated."""
    round_ = require_round(tournament, step["round"])
    if round_.annulled_at is None:
        raise UserError(_("Round %(number)s is not annulled.") % {"number": round_.number}, field="round")
    if step["repetition"] is not None:
        _remove_repetition(change, tournament, step["repetition"])
    with change.edit(round_):
        round_.annulled_at, round_.state = None, step["state"]
    # Penalties and forfeits must count before the sheets are computed.
    for model, keys in ((Forfeit, step["forfeits"]), (ScoreLine, step["lines"])):
        for row in model._default_manager.filter(tournament=tournament, pk__in=keys).order_by("pk"):
            with change.edit(row):
                row.voided_at, row.voided_by, row.void_reason = None, None, ""
    for table, sheet in step["sheets"].items():
        versions = sheet if isinstance(sheet, list) else [sheet]
        address = [round_.number, int(table)]
        sheets = {"version": versions[0], "versions": versions}
        put_back(change, tournament, {"do": "put_back", "at": address, **sheets, "finish": False}, reason)
    round_.refresh_from_db()
    if round_.state != step["state"]:
        # The last sheet of an open table finishes its round.
        with change.edit(round_):
            round_.state = step["state"]
    if step["released"] and round_.released_at is None:
        rounds.release(change.by, round_, continue_anyway=reason)
    fines = bool(step["lines"] or step["forfeits"])
    return {"do": "annul", "round": round_.number, "fines": fines, "repeat": step["repetition"] is not None}


def get_fines_and_forfeits(round_: Round) -> tuple[list[ScoreLine], list[Forfeit]]:
    """Return the counting lines of the round that are no results, and its lost sessions."""
    lines = ScoreLine.objects.filter(round=round_, voided_at=None).exclude(kind=ScoreLine.Kind.RESULT)
    lost = Forfeit.objects.filter(round=round_, voided_at=None, kind__in=Forfeit.SESSION)
    return list(lines.order_by("pk")), list(lost.order_by("pk"))


def _void_fines(change: Change, round_: Round, reason: str) -> tuple[list[int], list[int]]:
    lines, lost = get_fines_and_forfeits(round_)
    for line in lines:
        ledger.void(change.by, line, reason=reason)
    for forfeit in lost:
        forfeits.void(change.by, forfeit, reason=reason)
    return [line.pk for line in lines], [forfeit.pk for forfeit in lost]


def _add_repetition(change: Change, round_: Round) -> int:
    """Add a last round; each later stage's first one moves to the stage before. Return the number of the repetition."""
    tournament = round_.tournament
    later = list(Stage.objects.filter(tournament=tournament, number__gt=round_.stage.number).order_by("number"))
    later = [stage for stage in later if stage.rounds.exists()]
    _check_not_seated(later)
    last = later[-1] if later else round_.stage
    added = rounds.add(change.by, last, minutes=round_.minutes)
    repetition, before = added, round_.stage
    for index, stage in enumerate(later):
        first = stage.rounds.order_by("number").first()
        if first is None:
            continue
        with change.edit(first):
            first.stage = before
        repetition = first if index == 0 else repetition
        before = stage
    return repetition.number


def _remove_repetition(change: Change, tournament: Tournament, number: int) -> None:
    repetition, later = check_repetition(tournament, number)
    before = repetition.stage
    for stage in later:
        moves = before.rounds.order_by("number").last()
        if moves is not None:
            with change.edit(moves):
                moves.stage = stage
        before = stage
    last = tournament.rounds.order_by("number").last()
    if last is not None:
        rounds.remove(change.by, last)


def check_repetition(tournament: Tournament, number: int) -> tuple[Round, list[Stage]]:
    """Return the round that repeats an annulled one, and the later stages. Raises `UserError` once one is seated."""
    repetition = require_round(tournament, number)
    if repetition.state != Round.State.PLANNED or repetition.seatings.exists():
        raise UserError(_("Round %(number)s repeats it and has been seated; it counts instead.") % {"number": number})
    later = list(Stage.objects.filter(tournament=tournament, number__gt=repetition.stage.number).order_by("number"))
    later = [stage for stage in later if stage.rounds.exists()]
    _check_not_seated(later)
    return repetition, later


def _check_not_seated(stages: list[Stage]) -> None:
    for stage in stages:
        if stage.rounds.exclude(state=Round.State.PLANNED).exists() or stage.rounds.exclude(seatings=None).exists():
            raise UserError(
                _("“%(stage)s” is seated already: annul the round without a repetition.") % {"stage": str(stage)},
                field="repeat",
            )


def _format_if_time(value: Any) -> Any:
    """Return a time with its microseconds, which the log's own form cuts; other values unchanged."""
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def _parse_if_time(value: Any) -> Any:
    return parse_datetime(value) if isinstance(value, str) else value
