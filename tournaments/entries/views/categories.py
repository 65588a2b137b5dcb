"""Page of an event's categories and their members."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.models.categories import Category
from tournaments.events.models import Tournament


@requires("entries.edit")
@require_safe
def categories(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the categories with their forms, and a form for a new one."""
    return show_categories(request, tournament)


def show_categories(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    edit_form: forms.BaseModelForm[Category] | None = None,
    **bound: forms.BaseForm,
) -> HttpResponse:
    """Show the page; `edit_form`, `bound`: forms with their errors."""
    held = list(tournament.entries.values_list("categories", flat=True))
    changing = edit_form.instance.pk if edit_form else None
    rows = [
        (
            category,
            edit_form if category.pk == changing else blank_form("manage_category_edit", tournament, category),
            blank_form("manage_category_members", tournament, category),
            sum(category.number in numbers for numbers in held),
        )
        for category in tournament.categories.all()
    ]
    context: dict[str, object] = {"form": blank_form("manage_category_add", tournament), "rows": rows}
    shown = context | bound | ({"edit_form": edit_form} if edit_form else {})
    return page(request, tournament, "entries/manage/categories.html", "categories", status=status, **shown)


urlpatterns = [path("t/<slug:slug>/manage/categories/", categories, name="manage_categories")]
