from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.text.folding import fold_to_name_key
from tournaments.events.models import Tournament

MAX_CATEGORIES = 20


def check_numbers(value: Any) -> None:
    if not isinstance(value, list) or not all(type(number) is int and number >= 1 for number in value):
        raise ValidationError(gettext("Enter the numbers of categories."))


class Category(models.Model):
    """Group of players with places of its own; `categories` of players name its `number`, which never changes."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    name = models.CharField(_("category"), max_length=60, help_text=_("For example: Juniors."))
    asked = models.BooleanField(
        _("offered at registration"),
        default=False,
        help_text=_("Players choose it themselves; otherwise only the organiser assigns it."),
    )

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="category_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["tournament", "name"],
                name="category_name_once",
                violation_error_message=_("Another category has this name. Choose another one."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


def split_names(text: str) -> list[str]:
    return [name for part in re.split("[,;、，；]", text) if (name := " ".join(part.split()))]


def parse_category_numbers(text: str, categories: Iterable[Category]) -> list[int]:
    """Return the numbers of the categories in the text, with commas between. Raises KeyError for another name."""
    numbers = {fold_to_name_key(category.name): category.number for category in categories}
    return sorted({numbers[fold_to_name_key(name)] for name in split_names(text)})


def list_category_names(numbers: Iterable[int], categories: Iterable[Category]) -> list[str]:
    wanted = set(numbers)
    return [category.name for category in categories if category.number in wanted]
