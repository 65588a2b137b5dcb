"""Page of an event's own questions about its players."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.models.questions import EntryQuestion
from tournaments.events.models import Tournament


@requires("entries.edit")
@require_safe
def questions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the questions with their forms, and a form for a new one."""
    return show_questions(request, tournament)


def show_questions(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    edit_form: forms.BaseModelForm[EntryQuestion] | None = None,
    **bound: forms.BaseForm,
) -> HttpResponse:
    """Show the page; `edit_form`, `bound`: forms with their errors."""
    given = list(tournament.entries.values_list("answers", flat=True))
    changing = edit_form.instance.pk if edit_form else None
    rows = [
        (
            question,
            edit_form if question.pk == changing else blank_form("manage_question_edit", tournament, question),
            sum(question.key in answers for answers in given),
        )
        for question in tournament.questions.all()
    ]
    context: dict[str, object] = {"form": blank_form("manage_question_add", tournament), "rows": rows}
    # The context has the names of the actions' forms, which tests of actions read.
    shown = context | bound | ({"edit_form": edit_form} if edit_form else {})
    return page(request, tournament, "entries/manage/questions.html", "entries", status=status, **shown)


urlpatterns = [path("t/<slug:slug>/manage/questions/", questions, name="manage_questions")]
