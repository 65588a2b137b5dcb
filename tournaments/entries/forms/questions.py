from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.errors import UserError
from tournaments.core.forms.fields import WholeField
from tournaments.entries.models.questions import MAX_ANSWER, MAX_QUESTIONS, EntryQuestion
from tournaments.entries.reading.answers import drop_empty_answers, read_answer
from tournaments.events.models import Tournament

PREFIX = "question_"


class AnswerField(forms.Field):
    """Answer to a question; `binding`: a required question must be answered."""

    def __init__(self, question: EntryQuestion, *, binding: bool) -> None:
        kind = question.kind
        self.question, required = question, binding and question.required
        widget: forms.Widget = forms.TextInput({"maxlength": MAX_ANSWER})
        if kind == EntryQuestion.Kind.NUMBER:
            widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
        elif kind == EntryQuestion.Kind.CHOICE:
            widget = forms.Select(choices=[("", "---------"), *((option, option) for option in question.options)])
        elif kind == EntryQuestion.Kind.CHECKBOX:
            widget = forms.CheckboxInput()
        audience = (
            gettext("Shown in the list of players.") if question.public else gettext("Only the organiser sees it.")
        )
        super().__init__(required=required, label=question.label, help_text=audience, widget=widget)

    def clean(self, value: Any) -> Any:
        try:
            answer = read_answer(self.question, value)
        except UserError as error:
            raise forms.ValidationError(str(error)) from error
        if self.required and answer == "":
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return answer


def make_question_fields(
    tournament: Tournament, answers: Mapping[str, Any], *, binding: bool
) -> dict[str, AnswerField]:
    fields = {
        f"{PREFIX}{question.number}": AnswerField(question, binding=binding) for question in tournament.questions.all()
    }
    for field in fields.values():
        field.initial = answers.get(field.question.key, "")
    return fields


def with_answers(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cleaned data with the values of `make_question_fields` as `answers`; unchanged without any."""
    answers = {name.removeprefix(PREFIX): value for name, value in cleaned.items() if name.startswith(PREFIX)}
    others = {name: value for name, value in cleaned.items() if not name.startswith(PREFIX)}
    return others | {"answers": drop_empty_answers(answers)} if answers else others


class AnswersField(serializers.DictField):
    """Answers of a request, by the number of the question."""

    default_error_messages = {"answer": _("An answer is a text, a whole number, or true or false.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        values: dict[str, Any] = super().to_internal_value(data)
        if len(values) > MAX_QUESTIONS or not all(isinstance(answer, str | int | None) for answer in values.values()):
            self.fail("answer")
        return values


def make_answers_api_field() -> AnswersField:
    description = "Number of a question of the event -> answer; other answers stay as they are."
    return AnswersField(required=False, default=dict, help_text=description)


def map_answers_to_fields(form: forms.BaseForm, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers of a request as values of `make_question_fields`. Raises `UserError` for an unknown question."""
    for number in answers:
        if f"{PREFIX}{number}" not in form.fields:
            raise UserError(gettext("No question %(number)s in this event.") % {"number": number}, field="answers")
    return {f"{PREFIX}{number}": answer for number, answer in answers.items()}


class QuestionForm(forms.ModelForm):
    position = WholeField(
        label=_("Position"), required=False, min_value=1, max_value=999, help_text=_("Order on forms and in lists.")
    )

    class Meta:
        model = EntryQuestion
        fields = ("label", "kind", "choices", "required", "public", "position")
        widgets = {"choices": forms.Textarea(attrs={"rows": 3})}

    def _post_clean(self) -> None:
        """Skip the model's validation: the service explains an invalid question in one sentence."""
