"""Roster import from CSV or XLSX: a row whose number is known changes that player, any other adds one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from functools import partial

from django.utils.translation import gettext as _

from engine.exact import integer_or
from tournaments.core.errors import UserError
from tournaments.core.one_line import describe_line_break_error, is_one_line
from tournaments.core.tabular.reading import RowProblem, SourceFile, SourceRow, has_errors, read
from tournaments.core.text import places
from tournaments.core.text.folding import fold_name, fold_to_name_key
from tournaments.entries.fields import NAMES, PLAYER, TEAM, ModelColumn
from tournaments.entries.known_people import Register
from tournaments.entries.models.categories import (
    MAX_CATEGORIES,
    Category,
    list_category_names,
    parse_category_numbers,
    split_names,
)
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.queries import query_members_with_place
from tournaments.entries.reading.answers import (
    CELL,
    Answer,
    format_answer_cell,
    is_yes,
    map_question_columns,
    read_answer,
)
from tournaments.entries.reading.roster_layouts import arrange_roster, map_fields
from tournaments.entries.reading.roster_rows import STATUSES, Preview, RosterRow
from tournaments.entries.services.rosters import save
from tournaments.events.models import Tournament

__all__ = ["COLUMNS", "SHOWN", "STATUSES", "Preview", "RosterRow", "compare", "preview", "save"]

COLUMNS = tuple(column.name for column in PLAYER if column.exported)
TEXTS: dict[str, ModelColumn] = {
    column.name: column
    for column in PLAYER
    if column.typed and column.name not in ("ema_number", "house", "initials_only")
} | {"team": next(column for column in TEAM if column.name == "name")}
"""Cell of a row -> column that bounds its text."""

RegisterOf = Callable[[Collection[str], Collection[str]], Register]

LABELLED = frozenset({"ema_number", "house", "status", "number", "categories", "team"})
SHOWN = frozenset({"number", "country", "team", *NAMES})


def preview(
    tournament: Tournament, content: bytes, *, encoding: str = "", register: RegisterOf | None = None
) -> Preview:
    """Compare a file with the tournament without saving; `register`: people who fill in missing values."""
    return compare(tournament, read(content, encoding=encoding), register=register)


def compare(tournament: Tournament, source: SourceFile, *, register: RegisterOf | None = None) -> Preview:
    result = Preview(problems=list(source.problems), encoding=source.encoding)
    if not source.rows:
        if not result.errors:
            result.problems.append(RowProblem(0, "", _("The file is empty.")))
        return result
    source = arrange_roster(source)
    result.problems = list(source.problems)
    heading, *lines = source.rows
    questions = {f"{CELL}{question.key}": question for question in tournament.questions.all()}
    columns = _map_columns(heading, map_question_columns(questions.values(), heading.cells), result)
    if not columns:
        return result
    _Comparison(tournament, heading, columns, questions, register, result).run(
        lines, from_xlsx=source.encoding == "xlsx"
    )
    result.problems.sort(key=lambda problem: problem.line)
    labels = {column.name: str(column.label) for column in PLAYER if column.headings and column.name not in SHOWN}
    result.add_more(labels | {name: question.label for name, question in questions.items()})
    return result


def _map_columns(heading: SourceRow, chosen: dict[int, str], result: Preview) -> dict[int, str]:
    columns = chosen | dict(map_fields(heading))
    for position, cell in enumerate(heading.cells):
        if cell and position not in columns:
            message = _("The column “%(name)s” is not known and was left out.") % {"name": cell}
            result.problems.append(RowProblem(heading.line, cell, message, warning=True))
            result.left_out.append(cell)
    if not set(columns.values()) & set(NAMES):
        message = _("The first line must name the columns, among them the name or the family name.")
        result.problems.append(RowProblem(heading.line, "", message))
        return {}
    return columns


def _format_ema_number(text: str) -> str:
    """Return the digits of a typed EMA number, with the zeros that a spreadsheet drops; empty without any."""
    digits = "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isdecimal())
    return digits.zfill(8) if digits else ""


class _Comparison:
    def __init__(
        self,
        tournament: Tournament,
        heading: SourceRow,
        columns: dict[int, str],
        questions: dict[str, EntryQuestion],
        register: RegisterOf | None,
        result: Preview,
    ) -> None:
        entries = list(tournament.entries.select_related("team"))
        self.columns, self.questions, self.result = columns, questions, result
        self.register_of = register
        self.register: Register | None = None
        self.headings = {name: heading.cells[index] for index, name in columns.items()}
        self.categories = list(tournament.categories.all())
        self.by_number = {entry.number: entry for entry in entries}
        self.by_ema = {entry.ema_number: entry for entry in entries if entry.ema_number}
        self.by_name = {fold_name(entry.full_name): entry for entry in entries}
        self.tournament = tournament
        self.teams: dict[str, str] = {}
        self.members: dict[str, set[int]] = {}
        """Team -> numbers of its members, below 0 the lines of new players."""
        for team in tournament.teams.all():
            self.members[team.name] = set(query_members_with_place(team).values_list("number", flat=True))
            self.teams[fold_to_name_key(team.name)] = self.teams[fold_to_name_key(team.code)] = team.name
        self.seen: dict[tuple[str, object], int] = {}

    def run(self, lines: Sequence[SourceRow], *, from_xlsx: bool) -> None:
        if "team" in self.columns.values():
            # Players of the file leave their present teams first, so that its order does not matter.
            numbered = [index for index, name in self.columns.items() if name == "number"]
            texts = [line.cells[index] for line in lines for index in numbered if index < len(line.cells)]
            listed = {integer_or(unicodedata.normalize("NFKC", text)) for text in texts}
            self.members = {name: numbers - listed for name, numbers in self.members.items()}
        cells_of = [
            {name: line.cells[index] if index < len(line.cells) else "" for index, name in self.columns.items()}
            for line in lines
        ]
        if self.register_of is not None:
            names = {fold_name(RosterRow(0, "", None, cells).name) for cells in cells_of}
            numbers = {number for cells in cells_of if (number := _format_ema_number(cells.get("ema_number", "")))}
            self.register = self.register_of(names - {""}, numbers)
        for line, cells in zip(lines, cells_of, strict=True):
            problems_before = len(self.result.problems)
            row = self._compare_row(line.line, cells, from_xlsx)
            if has_errors(self.result.problems[problems_before:]):
                row = RosterRow(row.line, "skip", row.number, row.values, row.status)
                self._forget_team(row.values.get("team", ""))
            self.result.rows.append(row)

    def _compare_row(self, line: int, cells: dict[str, str], from_xlsx: bool) -> RosterRow:
        number = self._number(line, cells.get("number", ""))
        values = {name: cells[name] for name in cells if name not in ("number", "status")}
        for name, column in TEXTS.items():
            text = values.get(name, "")
            if column.longest and len(text) > column.longest:
                self._add_error(line, name, _("Longer than %(longest)s characters.") % {"longest": column.longest})
            if column.one_line and not is_one_line(text):
                self._add_error(line, name, describe_line_break_error())
        if "ema_number" in values and self._read_ema_number(line, values, from_xlsx) is None:
            # A wrong number does not replace the stored one.
            del values["ema_number"]
        if values.get("team"):
            values["team"] = self._seat_in_team(line, self._read_team(values["team"]), number)
        if values.get("country") and not places.find_country_code(values["country"]):
            self._warn_of_unknown_country(line, values["country"])
        status = self._read_status(line, cells["status"], number) if "status" in cells else None
        if "house" in values:
            house = self._read(line, "house", partial(is_yes, values["house"]))
            values["house"] = "yes" if house else ""
        if "categories" in values:
            values["categories"] = self._read_categories(line, values["categories"])
        for name, question in self.questions.items():
            if cell := values.get(name):
                answer = self._read(line, question.label, partial(read_answer, question, cell))
                values[name] = "" if answer is None else format_answer_cell(answer)
        entry = self.by_number.get(number) if number is not None else None
        if entry is None and not any(values.get(name) for name in NAMES):
            self._add_error(line, "", _("The row has no name."))
        self._report_doubles(line, number, values, entry)
        if entry is None and self.register is not None:
            self._fill_from_earlier_events(self.register, line, values)
        same = entry is not None and not _has_differences(entry, values, status, self.categories)
        action = "add" if entry is None else "same" if same else "change"
        return RosterRow(line, action, number, values, status)

    def _number(self, line: int, text: str) -> int | None:
        if not text:
            return None
        folded = unicodedata.normalize("NFKC", text)
        if not re.fullmatch(r"[0-9]{1,6}", folded) or int(folded) == 0:
            message = _("“%(text)s” is not a player's number (1 to 999999).") % {"text": text}
            self._add_error(line, "number", message)
            return None
        return int(folded)

    def _read_ema_number(self, line: int, values: dict[str, str], from_xlsx: bool) -> str | None:
        """Set and return the number of the row; None, with a question, if it is none: the player is imported."""
        text = values["ema_number"]
        folded = unicodedata.normalize("NFKC", text).replace(" ", "")
        if from_xlsx and re.fullmatch(r"[1-9][0-9]{6}", folded):
            message = _("The spreadsheet dropped a leading zero: read as 0%(text)s.") % {"text": folded}
            self._warn(line, "ema_number", message)
            folded = f"0{folded}"
        if folded and not re.fullmatch(r"[0-9]{8}", folded):
            message = _(
                "“%(text)s” is not an EMA number, which has eight digits. The player is imported without it: ask for "
                "the number and enter it on the player's page."
            )
            self._warn(line, "ema_number", message % {"text": text})
            return None
        values["ema_number"] = folded
        return folded

    def _read_categories(self, line: int, text: str) -> str:
        present = {fold_to_name_key(category.name): category.name for category in self.categories}
        names = {fold_to_name_key(name): name for name in split_names(text)}
        new = {key: name for key, name in names.items() if key not in present}
        room = MAX_CATEGORIES - len(self.categories) - len(set(self.result.new_categories) - set(new.values()))
        if len(new) > room:
            message = _("An event has at most %(most)s categories.") % {"most": MAX_CATEGORIES}
            self._add_error(line, "categories", message)
            return text
        too_long = [name for name in new.values() if len(name) > 60]
        if too_long:
            self._add_error(line, "categories", _("Longer than %(longest)s characters.") % {"longest": 60})
            return text
        written = {fold_to_name_key(name): name for name in self.result.new_categories}
        for key, name in new.items():
            counted = written.setdefault(key, name)
            self.result.new_categories[counted] = self.result.new_categories.get(counted, 0) + 1
        numbers = parse_category_numbers(", ".join(present[key] for key in names if key in present), self.categories)
        return ", ".join([*list_category_names(numbers, self.categories), *(written[key] for key in new)])

    def _read(self, line: int, column: str, reading: Callable[[], Answer]) -> Answer | None:
        try:
            return reading()
        except UserError as error:
            self._add_error(line, column, str(error))
            return None

    def _read_team(self, text: str) -> str:
        team = self.teams.get(fold_to_name_key(text))
        if team is not None and team not in self.result.new_teams:
            return team
        if team is not None:
            self.result.new_teams[team] += 1
            return team
        self.result.new_teams[text] = 1
        self.teams[fold_to_name_key(text)] = text
        return text

    def _seat_in_team(self, line: int, name: str, number: int | None) -> str:
        """Return the team; empty, with a warning, if it has no place for the player of the row."""
        members = self.members.setdefault(name, set())
        member = number if number in self.by_number else -line
        size = self.tournament.team_size
        if size is None or member in members or len(members) < size:
            members.add(member)
            return name
        self._forget_team(name)
        message = _("Team “%(name)s” has its %(count)s players; this one is imported without a team.")
        self._warn(line, "team", message % {"name": name, "count": size})
        return ""

    def _forget_team(self, name: str) -> None:
        if name in self.result.new_teams:
            self.result.new_teams[name] -= 1
            if not self.result.new_teams[name]:
                del self.result.new_teams[name]
                del self.teams[fold_to_name_key(name)]

    def _read_status(self, line: int, text: str, number: int | None) -> str | None:
        key = text.casefold()
        if key in STATUSES:
            return STATUSES[key]
        if key in ("dropped", "substitute"):
            entry = self.by_number.get(number) if number is not None else None
            if entry is None or entry.status != key:
                message = _("Drop-outs and substitutes are entered on the player's page; imported as registered.")
                self._warn(line, "status", message)
            return None
        self._add_error(line, "status", _("“%(text)s” is not a status.") % {"text": text})
        return None

    def _report_doubles(self, line: int, number: int | None, values: dict[str, str], entry: Entry | None) -> None:
        if number is not None and (first := self._note_line(line, "number", number)):
            message = _("Number %(number)s stands in line %(line)s already.")
            self._add_error(line, "number", message % {"number": number, "line": first})
        ema = values.get("ema_number")
        if ema:
            owner = self.by_ema.get(ema)
            if first := self._note_line(line, "ema", ema):
                message = _("EMA number %(number)s stands in line %(line)s already.")
                self._add_error(line, "ema_number", message % {"number": ema, "line": first})
            elif owner is not None and owner != entry:
                message = _("EMA number %(number)s belongs to %(name)s.")
                self._add_error(line, "ema_number", message % {"number": ema, "name": owner})
        name = fold_name(RosterRow(line, "", number, values).name)
        if not name:
            return
        if first := self._note_line(line, "name", name):
            message = _("The same name stands in line %(line)s.") % {"line": first}
            self._warn(line, "", message)
        elif entry is None and name in self.by_name:
            self._warn(line, "", _("A player of this name is there already: %(name)s.") % {"name": self.by_name[name]})

    def _warn_of_unknown_country(self, line: int, text: str) -> None:
        message = _("Unknown country “%(text)s”; it is kept as written.")
        if near := places.find_nearest_country(text):
            message = _("Unknown country “%(text)s”. Is it %(near)s? It is kept as written.")
        self._warn(line, "country", message % {"text": text, "near": places.format_country_name(near)})

    def _fill_from_earlier_events(self, register: Register, line: int, values: dict[str, str]) -> None:
        name = RosterRow(line, "", None, values).name
        person = register.find(name, values.get("ema_number", ""))
        if person is None:
            known_person = register.find(name)
            if known_person is not None and known_person.entry.ema_number:
                message = _("%(name)s had EMA number %(number)s at “%(event)s”.")
                words = {"name": name, "number": known_person.entry.ema_number, "event": known_person.events[0]}
                self._warn(line, "ema_number", message % words)
            return
        used = self.by_ema.keys() | {number for kind, number in self.seen if kind == "ema"}
        filled = {
            field: value
            for field, value in person.values.items()
            if field not in NAMES and value and not values.get(field) and not (field == "ema_number" and value in used)
        }
        if not filled:
            return
        values |= filled
        if "ema_number" in filled:
            self._note_line(line, "ema", filled["ema_number"])
        message = _("Known from “%(event)s”: filled in %(facts)s.")
        facts = ", ".join(f"{_label(field)} {value}" for field, value in filled.items())
        self._warn(line, "", message % {"event": person.events[0], "facts": facts})

    def _note_line(self, line: int, kind: str, value: object) -> int | None:
        first = self.seen.setdefault((kind, value), line)
        return first if first != line else None

    def _add_error(self, line: int, column: str, message: str) -> None:
        self.result.problems.append(RowProblem(line, self._name_column(column), message))

    def _warn(self, line: int, column: str, message: str) -> None:
        self.result.problems.append(RowProblem(line, self._name_column(column), message, warning=True))

    def _name_column(self, column: str) -> str:
        return self.headings.get(column) or (_label(column) if column in TEXTS or column in LABELLED else column)


def _label(name: str) -> str:
    return str(Entry._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _has_differences(entry: Entry, values: dict[str, str], status: str | None, categories: Sequence[Category]) -> bool:
    for name, value in values.items():
        if name == "team":
            if (entry.team.name if entry.team else "") != value:
                return True
        elif name == "categories":
            if ", ".join(list_category_names(entry.categories, categories)) != value:
                return True
        elif name == "house":
            if entry.house != bool(value):
                return True
        elif name.startswith(CELL):
            if format_answer_cell(entry.answers.get(name.removeprefix(CELL), "")) != value:
                return True
        elif (getattr(entry, name) or "") != value:
            return True
    return status is not None and entry.status in STATUSES.values() and entry.status != status
