"""Answers to an event's own questions, read from forms, programs and rosters by one rule."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.exact import INTEGERS, NumberError, normalize_number, read_integer
from tournaments.core.errors import UserError
from tournaments.core.one_line import describe_line_break_error, is_one_line
from tournaments.core.tabular.columns import TableKind
from tournaments.core.tabular.reading import SourceRow
from tournaments.entries.fields import PLAYER
from tournaments.entries.models.questions import MAX_ANSWER, EntryQuestion
from tournaments.entries.reading.roster_layouts import map_fields, normalize_heading
from tournaments.events.models import Tournament

Answer = str | int

YES: Final = frozenset({"yes", "y", "true", "1", "x", "on", "ja", "oui", "sí", "si", "はい", "是"})
NO: Final = frozenset({"", "no", "n", "false", "0", "nein", "non", "いいえ", "否"})


def is_yes(text: str) -> bool:
    """Return True for a yes. Raises `UserError` for a word that is neither yes nor no."""
    folded = unicodedata.normalize("NFKC", text).strip().casefold()
    if folded not in YES | NO:
        raise UserError(_("“%(text)s” is neither yes nor no.") % {"text": text})
    return folded in YES


def read_answer(question: EntryQuestion, value: object) -> Answer:
    """Return the value as an answer, "" for none. Raises `UserError` if it does not fit the question."""
    text = "" if value is None else str(value).strip()
    if question.kind == EntryQuestion.Kind.CHECKBOX:
        return is_yes(text) or ""
    if len(text) > MAX_ANSWER:
        raise UserError(_("Longer than %(longest)s characters.") % {"longest": MAX_ANSWER})
    if not is_one_line(text):
        raise UserError(describe_line_break_error())
    if text and question.kind == EntryQuestion.Kind.NUMBER:
        try:
            return read_integer(normalize_number(text), INTEGERS)
        except NumberError as error:
            raise UserError(_("“%(found)s” is not a whole number.") % {"found": text}) from error
    if text and question.kind == EntryQuestion.Kind.CHOICE and text not in question.options:
        choices = ", ".join(question.options)
        raise UserError(_("“%(text)s” is none of the choices: %(choices)s.") % {"text": text, "choices": choices})
    return text


def drop_empty_answers(answers: Mapping[str, Answer]) -> dict[str, Answer]:
    return {key: answer for key, answer in answers.items() if answer != ""}


def format_answer(question: EntryQuestion, answers: Mapping[str, Any]) -> str:
    answer = answers.get(question.key, "")
    return _("yes") if answer is True else str(answer)


def list_answered_questions(questions: Iterable[EntryQuestion], rows: Sequence[Any]) -> list[EntryQuestion]:
    return [question for question in questions if any(question.key in row.answers for row in rows)]


def format_answer_cell(answer: Answer) -> str:
    return "yes" if answer is True else str(answer)


CELL: Final = "question "
"""Prefix of a question's cell in a row of a roster."""


def map_question_columns(questions: Iterable[EntryQuestion], heading: Sequence[str]) -> dict[int, str]:
    """Return position -> name of the cell, for headings that are the text of a question; the first one counts."""
    by_label = {normalize_heading(question.label): f"{CELL}{question.key}" for question in questions}
    columns: dict[int, str] = {}
    for index, text in enumerate(heading):
        name = by_label.get(normalize_heading(text), "")
        if name and name not in columns.values():
            columns[index] = name
    return columns


def pop_answers(values: dict[str, Any], questions: Iterable[EntryQuestion]) -> dict[str, Answer]:
    cells = {name: values.pop(name) for name in list(values) if name.startswith(CELL)}
    by_cell = {f"{CELL}{question.key}": question for question in questions}
    return {by_cell[name].key: read_answer(by_cell[name], cell) for name, cell in cells.items() if name in by_cell}


ROSTER = "roster"


def build_roster_table_kind(tournament: Tournament) -> TableKind:
    questions = {f"{CELL}{question.key}": question.label for question in tournament.questions.all()}
    options = [(column.name, column.label) for column in PLAYER if column.headings]
    options += [(label, label) for label in questions.values()]

    def list_meanings(heading: SourceRow) -> list[str]:
        columns = map_question_columns(tournament.questions.all(), heading.cells) | dict(map_fields(heading))
        names = (columns.get(index, "") for index in range(len(heading.cells)))
        return [questions.get(name, name) for name in names]

    return TableKind(ROSTER, list_meanings, lambda _columns: options)
