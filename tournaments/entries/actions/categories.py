from __future__ import annotations

from typing import Any, ClassVar

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.entries.api import CategoryList
from tournaments.entries.forms.categories import CategoryForm, MembersForm
from tournaments.entries.models.categories import Category
from tournaments.entries.pages import show_categories
from tournaments.entries.serializers import CategorySerializer
from tournaments.entries.services import categories
from tournaments.events.models import Tournament

CATEGORY = "categories/<number:number>"


class OnCategories(Action):
    permission = "entries.edit"
    success_page = "manage_categories"
    answer_serializer: ClassVar[Any] = CategorySerializer
    done = _("Saved.")

    def page(self, **context: Any) -> HttpResponse | None:
        forms = build_category_forms(self.tournament, context.get("edit_form"))
        return show_categories(self.request, self.tournament, **forms | context)


class OfCategory(OnCategories):
    def get_target(self) -> Category:
        return get_object_or_404(self.tournament.categories, number=self.parts["number"])


@register
class AddCategory(OnCategories):
    """Add a category with places of its own."""

    path, page_path, name = "categories", "categories/add", "manage_category_add"
    audit_codes = ("categories.add",)
    form_class = CategoryForm
    endpoint, endpoint_name, status = CategoryList, "api-categories", 201
    operation_id, request_name = "tournaments_categories_create", "CategoryWrite"

    def perform(self, data: dict[str, Any]) -> Category:
        return categories.add(self.by, self.tournament, **data)


@register
class EditCategory(OfCategory):
    """Change a category."""

    path, page_path, name = CATEGORY, f"{CATEGORY}/edit", "manage_category_edit"
    audit_codes = ("categories.edit",)
    form_class = CategoryForm
    form_name = "edit_form"
    method, request_name = "patch", "CategoryWrite"

    def get_prefix(self) -> str | None:
        return f"c{self.target.number}"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> Category:
        return categories.edit(self.by, self.target, **data)


@register
class SetCategoryMembers(OfCategory):
    """Put exactly these players into the category, by their numbers."""

    path = f"{CATEGORY}/members"
    name = "manage_category_members"
    audit_codes = ("categories.members",)
    form_class = MembersForm
    stored_fields = {"players": None}
    form_name = "members_form"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def get_initial(self) -> dict[str, Any]:
        members = self.tournament.entries.values_list("number", "categories")
        return {"players": [number for number, held in members if self.target and self.target.number in held]}

    def perform(self, data: dict[str, Any]) -> Category:
        return categories.set_members(self.by, self.target, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        # The list offers players only, so the field could not show an unknown number; a message does.
        return None


@register
class RemoveCategory(OfCategory):
    """Remove a category; its players stay."""

    path = f"{CATEGORY}/remove"
    name = "manage_category_remove"
    audit_codes = ("categories.remove",)
    done = _("Removed.")

    def perform(self, data: dict[str, Any]) -> Category:
        categories.remove(self.by, self.target)
        return self.target


def build_category_forms(tournament: Tournament, sent: BaseForm | None = None) -> dict[str, Any]:
    rows = [
        (
            category,
            EditCategory.choose_row_form(tournament, category, sent),
            SetCategoryMembers.make_blank_form(tournament, category),
        )
        for category in tournament.categories.all()
    ]
    return {"form": AddCategory.make_blank_form(tournament), "rows": rows}
