"""Files sent by API clients: a roster, results, a schedule; previewed, then saved by the services of the pages."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.tabular.columns import require_known, with_headings
from tournaments.core.tabular.reading import RowProblem, SourceFile, has_errors, read, read_lines, read_text
from tournaments.entries.reading import roster as entries
from tournaments.entries.reading.answers import build_roster_table_kind
from tournaments.events.models import Tournament
from tournaments.results.reading import into_running_event
from tournaments.results.reading.result_columns import RESULTS
from tournaments.results.reading.results_layouts import arrange_blocks
from tournaments.results.reading.results_table import read_results
from tournaments.rounds.models import Round
from tournaments.seating.reading import schedule
from tournaments.seating.reading.fixtures import parse_fixtures
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import fixtures


@dataclass(frozen=True)
class Upload:
    """Lines or bytes of a file; `block` of cells and `sheet` (name, or number from 1) of a spreadsheet; `columns`:
    meanings of columns, as `core.tabular.columns.with_columns` reads them.
    """

    text: str = ""
    content: bytes = b""
    sheet: str = ""
    block: str = ""
    encoding: str = ""
    columns: str = ""

    def source(self, lines: Callable[[str], SourceFile]) -> SourceFile:
        if self.content:
            return read(self.content, encoding=self.encoding, sheet=self.sheet, block=self.block)
        return lines(self.text)


def make_upload(*, text: str, file: str, **about: str) -> Upload:
    """Return the lines, or the file in base64. Raises UserError for both, neither, and invalid base64."""
    if bool(text.strip()) == bool(file.strip()):
        raise UserError(_("Send the lines as text, or a file in base64."), field="text")
    try:
        return Upload(text, base64.b64decode(file, validate=True), **about)
    except (binascii.Error, ValueError):
        raise UserError(_("Send the lines as text, or a file in base64."), field="file") from None


@dataclass(frozen=True)
class UploadPreview:
    """Preview of an import. `counts` by action; `rows` as JSON values; `save` performs it and returns a number."""

    counts: dict[str, int]
    rows: list[dict[str, Any]]
    problems: list[RowProblem]
    stays_out: bool
    """True if a row or column would not be saved."""
    save: Callable[[Actor], int]

    def confirmed(self, by: Actor, *, leave_out: bool) -> int:
        """Save and return the number. Raises UserError with all problems if `leave_out` is missing."""
        if self.stays_out and not leave_out:
            message = _("Some rows or columns would stay out. Mend them, or say that they are left out.")
            raise UserError(
                message, field="leave_out", problems=[describe_problem(problem) for problem in self.problems]
            )
        return self.save(by)


def describe_problem(problem: RowProblem) -> str:
    if not problem.line:
        return problem.message
    return _("Line %(line)s: %(message)s") % {"line": problem.line, "message": problem.message}


def preview_roster(
    tournament: Tournament, upload: Upload, *, register: entries.RegisterOf | None = None
) -> UploadPreview:
    source = with_headings(build_roster_table_kind(tournament), upload.source(read_lines), upload.columns)
    comparison = entries.compare(tournament, source, register=register)
    rows = [
        {"line": row.line, "action": row.action, "number": row.number, "name": row.name, "values": row.values}
        for row in comparison.rows
    ]
    out = has_errors(comparison.problems) or bool(comparison.left_out)
    return UploadPreview(
        comparison.counts, rows, comparison.problems, out, lambda by: entries.save(by, tournament, rows=comparison.rows)
    )  # fmt: skip


def preview_results(tournament: Tournament, upload: Upload, *, reason: str = "") -> UploadPreview:
    source = with_headings(RESULTS, arrange_blocks(upload.source(read_text)), upload.columns)
    require_known(RESULTS, source)
    comparison = into_running_event.preview(tournament, read_results(source))
    rows = [
        {
            "line": table.line,
            "action": table.action,
            "round": table.round,
            "table": table.table,
            "names": list(table.names),
            "points": list(table.points),
            "doubtful": table.doubtful,
        }
        for table in comparison.tables
    ]

    def save(by: Actor) -> int:
        return into_running_event.save(by, tournament, tables=comparison.tables, reason=reason)

    return UploadPreview(comparison.counts, rows, comparison.problems, has_errors(comparison.problems), save)


def preview_schedule(round_: Round, upload: Upload, *, sit_out: bool = False) -> UploadPreview:
    """Preview external seatings as drafts; rounds without numbers count from this one."""
    tournament = round_.tournament
    content, source_problems = (
        schedule.read_content(upload.content, sheet=upload.sheet, block=upload.block)
        if upload.content
        else (upload.text, [])
    )
    parsed = schedule.parse(tournament, content, problems=source_problems, round_number=round_.number)
    problems = list(parsed.problems)
    if not parsed.refused:
        problems += [
            RowProblem(0, "", why)
            for why in seating_drafts.list_misfits(tournament, parsed.tables, byes=parsed.byes, leave_out=sit_out)
        ]
    rows = [
        {"round": number, "table": table, "players": list(players)}
        for number, tables in sorted(parsed.tables.items())
        for table, players in sorted(tables.items())
    ]

    def save(by: Actor) -> int:
        if parsed.refused:
            first = next(problem for problem in parsed.problems if not problem.warning)
            raise UserError(
                describe_problem(first),
                field="text",
                problems=[describe_problem(problem) for problem in parsed.problems],
            )
        drafts = seating_drafts.draft_schedule(
            by, tournament, schedule=parsed.tables, byes=parsed.byes, leave_out=sit_out
        )
        return len(drafts)

    return UploadPreview({"rounds": len(parsed.tables), "tables": len(rows)}, rows, problems, False, save)


def preview_fixtures(round_: Round, upload: Upload) -> UploadPreview:
    tournament = round_.tournament
    content, source_problems = (
        schedule.read_content(upload.content, sheet=upload.sheet, block=upload.block)
        if upload.content
        else (upload.text, [])
    )
    parsed = parse_fixtures(tournament, content, problems=source_problems, first=round_.number)
    problems = list(parsed.problems)
    refused = has_errors(problems)
    if not refused:
        problems += [RowProblem(0, "", why) for why in fixtures.list_misfits(tournament, parsed.meetings)]
    rows = [{"round": number, "teams": teams} for number, groups in sorted(parsed.meetings.items()) for teams in groups]

    def save(by: Actor) -> int:
        if refused:
            first = next(problem for problem in problems if not problem.warning)
            raise UserError(
                describe_problem(first), field="text", problems=[describe_problem(problem) for problem in problems]
            )
        return len(fixtures.draft_listed_fixtures(by, tournament, meetings=parsed.meetings, starts=parsed.starts))

    return UploadPreview({"rounds": len(parsed.meetings), "groups": len(rows)}, rows, problems, False, save)
