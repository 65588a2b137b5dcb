from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError, clean_fields
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import MAX_QUESTIONS, EntryQuestion
from tournaments.entries.models.registration import Application
from tournaments.entries.reading.answers import Answer, drop_empty_answers, read_answer
from tournaments.entries.reading.roster_layouts import find_field, normalize_heading
from tournaments.events.models import Tournament


@change("questions.add", gettext_noop("Question added"))
def add(change: Change, tournament: Tournament, *, position: int | None = None, **values: Any) -> EntryQuestion:
    """Add a question, the last by default. Raises `UserError` for a taken text, or a choice without choices."""
    rows = EntryQuestion.objects.filter(tournament=tournament)
    if rows.count() >= MAX_QUESTIONS:
        raise UserError(_("An event has at most %(most)s questions.") % {"most": MAX_QUESTIONS})
    last = rows.aggregate(number=Max("number"), position=Max("position"))
    question = EntryQuestion(
        tournament=tournament,
        number=(last["number"] or 0) + 1,
        position=position or (last["position"] or 0) + 1,
        **values,
    )
    _check(question)
    return change.create(question)


@change("questions.edit", gettext_noop("Question changed"))
def edit(change: Change, question: EntryQuestion, *, position: int | None = None, **values: Any) -> EntryQuestion:
    """Change a question. Raises `UserError` if answers do not fit any more, or were given in private."""
    was_public, rows = question.public, list(_iterate_answering_rows(question))
    with change.edit(question):
        for name, value in values.items():
            setattr(question, name, value)
        question.position = position or question.position
        _check(question)
    if question.public and not was_public and rows:
        raise UserError(_("Players answered in private. Add a public question instead."), field="public")
    _rewrite(change, question, rows, lambda answer: _read_again(question, answer))
    return question


@change("questions.remove", gettext_noop("Question removed"))
def remove(change: Change, question: EntryQuestion) -> None:
    """Remove a question with its answers. Raises `UserError` while a fee depends on it."""
    if question.fees.exists():
        raise UserError(_("A fee depends on this question. Remove the fee first."))
    _rewrite(change, question, list(_iterate_answering_rows(question)), lambda _answer: "")
    change.delete(question)


def _check(question: EntryQuestion) -> None:
    question.label = question.label.strip()
    question.choices = "\n".join(question.options) if question.kind == EntryQuestion.Kind.CHOICE else ""
    if find_field(question.label):
        raise UserError(_("Players have this field already. Choose another text."), field="label")
    others = EntryQuestion.objects.filter(tournament=question.tournament_id).exclude(pk=question.pk)
    if normalize_heading(question.label) in {normalize_heading(question_row.label) for question_row in others}:
        raise UserError(_("Another question has this text. Choose another one."), field="label")
    if question.kind == EntryQuestion.Kind.CHOICE and len(question.options) < 2:
        raise UserError(_("Enter at least two choices."), field="choices")
    clean_fields(question, "tournament")


def _iterate_answering_rows(question: EntryQuestion) -> Iterator[Entry | Application]:
    for model in (Entry, Application):
        for row in model.objects.filter(tournament=question.tournament_id):
            if question.key in row.answers:
                yield row


def _read_again(question: EntryQuestion, answer: Answer) -> Answer:
    try:
        return read_answer(question, answer)
    except UserError as error:
        field = "choices" if question.kind == EntryQuestion.Kind.CHOICE else "kind"
        raise UserError(_("An answer does not fit: %(problem)s") % {"problem": error}, field=field) from error


def _rewrite(
    change: Change, question: EntryQuestion, rows: list[Entry | Application], new_answer: Callable[[Answer], Answer]
) -> None:
    for row in rows:
        with change.edit(row):
            row.answers = drop_empty_answers(row.answers | {question.key: new_answer(row.answers[question.key])})
