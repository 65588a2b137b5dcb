from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.family import families
from engine.records import Problem, Record, detect
from engine.sentences import gettext_noop
from tournaments.accounts.services import limits
from tournaments.core.audit import Change, change, site_change
from tournaments.core.errors import UserError
from tournaments.core.text.folding import fold_search_words
from tournaments.core.text.sentences import in_words
from tournaments.game.logic import replay
from tournaments.results.models.logs import ReplayUpload, TableLog, compute_log_digest
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Round

MAX_LOG_LENGTH = 1_000_000
"""Characters of a log, ten times the longest games of an evening."""

MAX_LINES = 100_000
"""Lines of a log; more take seconds to read, however short they are."""


class UnreadableLogError(UserError):
    """Log that cannot be read completely; `lines` say where and why."""

    def __init__(self, message: str, lines: Sequence[Problem] = ()) -> None:
        super().__init__(message, field="text")
        self.lines = list(lines)


def read_showable_record(text: str) -> Record:
    """Return the hands that the viewer can show. Raises `UnreadableLogError` if there are none."""
    if not text.strip():
        raise UnreadableLogError(_("Paste a log or choose a file."))
    if len(text) > MAX_LOG_LENGTH:
        raise UnreadableLogError(_("The log is longer than one million characters; cut it into single games."))
    if text.count("\n") > MAX_LINES:
        raise UnreadableLogError(_("The log has more than 100,000 lines; cut it into single games."))
    try:
        record = replay.read(text)
    except EngineError as error:
        lines = [Problem(error.at, error.message)] if isinstance(error.at, int) and error.kind == "record" else []
        raise UnreadableLogError(_("The log cannot be read: %(reason)s") % {"reason": in_words(error)}, lines) from None
    if not record.hands:
        raise UnreadableLogError(_("No hand in the log can be read."), record.problems)
    return record


@site_change("replay.keep", gettext_noop("Game log kept for the replay"))
def keep(change: Change, text: str) -> ReplayUpload:
    """Store a checked log, and delete expired ones; the audit log gets neither text nor URL."""
    ReplayUpload.objects.filter(expires_at__lt=timezone.now()).delete()
    upload = ReplayUpload.objects.create(text=text)
    change.note(upload, after={"characters": len(text)})
    return upload


@change("logs.attach", gettext_noop("Game log attached"))
def attach(
    change: Change, table: GameTable, *, text: str, file_name: str = "", first_line: int | None = None
) -> TableLog:
    """Attach a log to the table; a hand that breaks a rule is evidence and is kept.

    `first_line` is the sheet's line of seat 1 in the first hand; None: by names, else the first. Raises
    `UnreadableLogError`, or `UserError` for another family, a duplicate, or names in another order.
    """
    if table.round.state == Round.State.PLANNED:
        raise UserError(_("Round %(number)s has no published seating yet.") % {"number": table.round.number})
    record = read_showable_record(text)
    if record.problems:
        raise UnreadableLogError(_("Not every line of the log can be read."), record.problems)
    family = table.round.tournament.family
    other_families = {hand.setup.ruleset.family.name for hand in record.hands} - {family}
    if other_families and family in families():
        raise UserError(
            _("This is a log of %(log)s, and the tournament plays %(own)s.")
            % {"log": ", ".join(sorted(other_families)), "own": family},
            field="text",
        )
    digest = compute_log_digest(text)
    if earlier := TableLog.objects.filter(table=table, digest=digest, removed_at__isnull=True).first():
        raise UserError(
            _("The table has this log already, as number %(number)s.") % {"number": earlier.number}, field="text"
        )
    if first_line is None:
        first_line = find_line_by_names(record.names, [seat.entry.name for seat in sheets.list_seats(table)])
    limits.check_storage(table.round.tournament, len(text))
    newest = TableLog.objects.filter(table=table).order_by("-number").first()
    log = TableLog.objects.create(
        table=table,
        number=newest.number + 1 if newest else 1,
        text=text,
        form=detect(text),
        digest=digest,
        file_name=file_name[:200],
        hands=len(record.hands),
        first_line=first_line,
        attached_by=change.user,
    )
    facts = {"form": log.form, "hands": log.hands, "characters": len(text), "sha256": digest, "file": log.file_name}
    change.note(log, after=facts | {"first_line": first_line})
    return log


@change("logs.remove", gettext_noop("Game log removed"))
def remove(change: Change, log: TableLog, *, reason: str) -> TableLog:
    """Detach a log from its table; it is kept, but neither shown nor compared."""
    if log.removed_at is not None:
        change.nothing()
        return log
    if not reason.strip():
        raise UserError(_("Say why the log is taken off."), field="reason")
    log.removed_at = timezone.now()
    log.save(update_fields=["removed_at"])
    change.note(log, before={"removed_at": None}, after={"removed_at": log.removed_at})
    return log


def find_line_by_names(names: Sequence[str], players: Sequence[str]) -> int:
    """Return the line of the sheet for the log's first name; 0 if the log names other people than the sheet.

    Raises `UserError` if it names the same people in an order that is not the turn order of the table.

    >>> find_line_by_names(["Bo Li", "Cy Wu", "Di Xu", "Al An"], ["An Al", "Li Bo", "Wu Cy", "Xu Di"])
    1
    """
    wanted, seated = [_split_words(name) for name in names], [_split_words(name) for name in players]
    if len(set(seated)) < len(seated) or set(wanted) != set(seated):
        return 0
    first = seated.index(wanted[0])
    if seated[first:] + seated[:first] != wanted:
        raise UserError(
            _("In the log the players sit in another order than at the table: %(names)s.")
            % {"names": ", ".join(names)},
            field="text",
        )
    return first


def _split_words(name: str) -> frozenset[str]:
    return frozenset(fold_search_words(name).split())
