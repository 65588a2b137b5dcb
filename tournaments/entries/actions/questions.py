from __future__ import annotations

from typing import Any, ClassVar

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.entries.api import QuestionList
from tournaments.entries.forms.questions import QuestionForm
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.pages import show_questions
from tournaments.entries.serializers import QuestionSerializer
from tournaments.entries.services import questions
from tournaments.events.models import Tournament

QUESTION = "questions/<number:number>"


class OnQuestions(Action):
    permission = "entries.edit"
    success_page = "manage_questions"
    answer_serializer: ClassVar[Any] = QuestionSerializer

    def page(self, **context: Any) -> HttpResponse | None:
        forms = build_question_forms(self.tournament, context.get("edit_form"))
        return show_questions(self.request, self.tournament, **forms | context)


class OfQuestion(OnQuestions):
    def get_target(self) -> EntryQuestion:
        return get_object_or_404(self.tournament.questions, number=self.parts["number"])


@register
class AddQuestion(OnQuestions):
    """Add a question to registration and to the players' forms."""

    path = "questions"
    page_path = "questions/add"
    name = "manage_question_add"
    audit_codes = ("questions.add",)
    form_class = QuestionForm
    endpoint, endpoint_name, status = QuestionList, "api-questions", 201
    operation_id, request_name = "tournaments_questions_create", "QuestionWrite"
    done = _("The question is added.")

    def perform(self, data: dict[str, Any]) -> EntryQuestion:
        return questions.add(self.by, self.tournament, **data)


@register
class EditQuestion(OfQuestion):
    """Change a question; answers so far must fit."""

    path = QUESTION
    page_path = f"{QUESTION}/edit"
    name = "manage_question_edit"
    audit_codes = ("questions.edit",)
    form_class = QuestionForm
    form_name = "edit_form"
    method, request_name = "patch", "QuestionWrite"
    done = _("Saved.")

    def get_prefix(self) -> str | None:
        return f"q{self.target.number}"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> EntryQuestion:
        return questions.edit(self.by, self.target, **data)


@register
class RemoveQuestion(OfQuestion):
    """Remove a question with its answers."""

    path = f"{QUESTION}/remove"
    name = "manage_question_remove"
    audit_codes = ("questions.remove",)
    done = _("The question and its answers are removed.")

    def perform(self, data: dict[str, Any]) -> EntryQuestion:
        questions.remove(self.by, self.target)
        return self.target


def build_question_forms(tournament: Tournament, sent: BaseForm | None = None) -> dict[str, Any]:
    rows = [(row, EditQuestion.choose_row_form(tournament, row, sent)) for row in tournament.questions.all()]
    return {"form": AddQuestion.make_blank_form(tournament), "rows": rows}
