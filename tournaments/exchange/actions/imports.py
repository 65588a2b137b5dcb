"""Imports of rosters, results and schedules by API clients: preview by default, saved with `save`."""

from __future__ import annotations

from functools import partial
from typing import Any

from rest_framework import serializers

from tournaments.core.actions import Action, register
from tournaments.core.api.fields import ImportedSerializer
from tournaments.core.form_serializers import build_api_field
from tournaments.core.forms.fields import ReasonField
from tournaments.core.tabular.encodings import ENCODINGS
from tournaments.core.views.manage import round_numbered
from tournaments.entries.known_people import register_of
from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import (
    Upload,
    UploadPreview,
    make_upload,
    preview_fixtures,
    preview_results,
    preview_roster,
    preview_schedule,
)
from tournaments.rounds.models import Round

SENT = {
    "text": serializers.CharField(required=False, allow_blank=True, default="", trim_whitespace=False),
    "file": serializers.CharField(required=False, allow_blank=True, default="", help_text="CSV or XLSX in base64."),
    "sheet": serializers.CharField(max_length=80, required=False, allow_blank=True, default=""),
    "block": serializers.CharField(max_length=20, required=False, allow_blank=True, default=""),
}
COLUMNS = {
    "columns": serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=2000,
        help_text="Meanings of columns: `heading=meaning`, divided by semicolons; `-` leaves a column out.",
    )
}
SAVE = {
    "save": serializers.BooleanField(required=False, default=False),
    "leave_out": serializers.BooleanField(required=False, default=False),
}


class Import(Action):
    api_fields = {**SENT, **SAVE}
    answer_serializer = ImportedSerializer

    def look(self, upload: Upload, values: dict[str, Any]) -> UploadPreview:
        raise NotImplementedError

    def answer(self, values: dict[str, Any]) -> Any:
        upload = make_upload(**{name: values[name] for name in (*SENT, "columns", "encoding") if name in values})
        look = self.look(upload, values)
        saved = look.confirmed(self.by, leave_out=values["leave_out"]) if values["save"] else None
        version = Tournament.objects.values_list("version", flat=True).get(pk=self.tournament.pk)
        outcome = {"version": version, "saved": saved, "counts": look.counts, "rows": look.rows}
        return dict(ImportedSerializer(outcome | {"problems": look.problems}).data)


@register
class ImportRoster(Import):
    """Import players from a table in any layout that the page reads; nothing is saved without `save`. With `leave_out`
    unreadable rows and unknown columns are skipped.
    """

    path = "entries/import"
    permission = "entries.import"
    audit_codes = ("entries.import",)
    api_fields = {"encoding": serializers.ChoiceField(["", *ENCODINGS], default=""), **SENT, **COLUMNS, **SAVE}

    def look(self, upload: Upload, values: dict[str, Any]) -> UploadPreview:
        register = partial(register_of, self.request.user, self.tournament)
        return preview_roster(self.tournament, upload, register=register)


@register
class ImportResults(Import):
    """Import sheets from a table of results; nothing is saved without `save`. A correction and a doubtful sheet need a
    reason, and each sheet waits for its confirmation.
    """

    path = "results/import"
    permission = "results.enter"
    audit_codes = ("results.import",)
    api_fields = {
        "reason": build_api_field(ReasonField(required=False)),
        **SENT,
        **COLUMNS,
        **SAVE,
    }

    def look(self, upload: Upload, values: dict[str, Any]) -> UploadPreview:
        return preview_results(self.tournament, upload, reason=values["reason"])


@register
class ImportSchedule(Import):
    """Import drafts from an external schedule, from this round on; nothing is saved without `save`. With `leave_out`
    players who are not named sit out.
    """

    path = "rounds/<number:number>/schedule"
    permission = "seating.draft"
    audit_codes = ("seating.schedule",)

    def get_target(self) -> Round:
        return round_numbered(self.tournament, self.parts["number"])

    def look(self, upload: Upload, values: dict[str, Any]) -> UploadPreview:
        return preview_schedule(self.target, upload, sit_out=values["leave_out"])


@register
class ImportFixtures(Import):
    """Import fixtures of teams made elsewhere, from this round on, with dates; nothing is saved without `save`."""

    path = "rounds/<number:number>/fixtures"
    permission = "seating.draft"
    audit_codes = ("seating.list_fixtures",)

    def get_target(self) -> Round:
        return round_numbered(self.tournament, self.parts["number"])

    def look(self, upload: Upload, values: dict[str, Any]) -> UploadPreview:
        return preview_fixtures(self.target, upload)
