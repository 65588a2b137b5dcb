from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.events.models import Tournament

MAX_QUESTIONS = 40
MAX_ANSWER = 500


def check_answers(value: Any) -> None:
    fits = isinstance(value, dict) and all(
        str(key).isdecimal() and isinstance(answer, str | int) and len(str(answer)) <= MAX_ANSWER
        for key, answer in value.items()
    )
    if not fits:
        raise ValidationError(gettext("Give the answers by the numbers of their questions."))


class EntryQuestion(models.Model):
    """Question about each player; `answers` name its `number`, which never changes."""

    class Kind(models.TextChoices):
        TEXT = "text", _("Line of text")
        NUMBER = "number", _("Whole number")
        CHOICE = "choice", _("One of several choices")
        CHECKBOX = "checkbox", _("Checkbox")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="questions")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    label = models.CharField(_("question"), max_length=80, help_text=_("Also the heading in lists and rosters."))
    kind = models.CharField(_("answer"), max_length=8, choices=Kind.choices, default=Kind.TEXT)
    choices = models.TextField(_("choices"), max_length=2000, blank=True, help_text=_("One per line."))
    required = models.BooleanField(
        _("required"), default=False, help_text=_("Players must answer to register; the organiser may leave it empty.")
    )
    public = models.BooleanField(
        _("public"),
        default=False,
        help_text=_("The public list of players shows the answers; otherwise only organisers see them."),
    )
    position = models.PositiveSmallIntegerField(
        _("position"), default=1, validators=[MinValueValidator(1)], help_text=_("Order on forms and in lists.")
    )

    class Meta:
        ordering = ["tournament", "position", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="question_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["tournament", "label"],
                name="question_label_once",
                violation_error_message=_("Another question has this text. Choose another one."),
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def key(self) -> str:
        return str(self.number)

    @property
    def options(self) -> list[str]:
        return [line.strip() for line in self.choices.splitlines() if line.strip()]
