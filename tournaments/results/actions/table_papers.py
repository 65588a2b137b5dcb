from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import register
from tournaments.core.forms.fields import ReasonForm
from tournaments.results.actions.results import TABLE, TABLE_PAGE, TableResultAction
from tournaments.results.forms.table_logs import TypedLogForm
from tournaments.results.models.logs import TableLog
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.services import photos, replays
from tournaments.results.services.replays import MAX_LOG_LENGTH
from tournaments.rounds.models import GameTable


@register
class AttachLog(TableResultAction):
    """Attach the log of a game to the table."""

    path = f"{TABLE}/logs/attach"
    permission = "logs.attach"
    audit_codes = ("logs.attach",)
    form_class = TypedLogForm
    api_fields = {
        "text": serializers.CharField(max_length=MAX_LOG_LENGTH),
        "first_line": serializers.IntegerField(min_value=0, max_value=3, required=False, allow_null=True, default=None),
    }

    def perform(self, data: dict[str, Any]) -> TableLog:
        return replays.attach(self.by, self.target, **data)


@register
class RemovePhoto(TableResultAction):
    """Delete a photo of the table's sheet permanently."""

    path = f"{TABLE}/photos/<number:photo>/remove"
    page_path = f"{TABLE_PAGE}/photos/<int:photo>/remove"
    name = "manage_remove_photo"
    permission = "results.enter"
    audit_codes = ("photos.remove",)
    form_class = ReasonForm
    done = _("The photo is deleted.")

    def get_target(self) -> SheetPhoto:
        return get_object_or_404(SheetPhoto, table=self.get_table(), number=self.parts["photo"])

    def perform(self, data: dict[str, Any]) -> GameTable:
        photos.remove(self.by, self.target, **data)
        return self.get_table()


@register
class RemoveLog(TableResultAction):
    """Detach a log that was attached by mistake."""

    path = f"{TABLE}/logs/<number:log>/remove"
    page_path = f"{TABLE_PAGE}/logs/<int:log>/remove"
    name = "manage_remove_log"
    permission = "logs.attach"
    audit_codes = ("logs.remove",)
    form_class = ReasonForm
    prefix = "remove"
    done = _("The log is taken off the table.")
    success_page = "manage_table_logs"

    def get_target(self) -> TableLog:
        return get_object_or_404(TableLog, table=self.get_table(), number=self.parts["log"])

    def perform(self, data: dict[str, Any]) -> TableLog:
        return replays.remove(self.by, self.target, **data)
