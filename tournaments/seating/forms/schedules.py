from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.forms.encodings import EncodingChoice, build_encoding_choice
from tournaments.core.tabular.encodings import guess_encoding
from tournaments.core.tabular.reading import RowProblem, SourceRow, has_errors, upload_too_large
from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import describe_problem
from tournaments.seating.reading.schedule import read_content


class ScheduleFileForm(forms.Form):
    """Schedule as a file, or in the `text` field that a derived form adds."""

    file = forms.FileField(label=_("or a file (CSV, XLSX, JSON)"), required=False)
    sheet = forms.CharField(label=_("Sheet of the XLSX file"), required=False, max_length=80)
    block = forms.CharField(
        label=_("Cell range"),
        required=False,
        max_length=20,
        help_text=_("For example B3:M40. Leave empty for the whole sheet."),
    )
    leave_out = forms.BooleanField(label=_("Unnamed players sit out"), required=False)

    def __init__(self, *args: Any, kept: tuple[bytes, str] | None = None, **kwargs: Any) -> None:
        """Accept `kept`: an earlier upload and the encoding chosen for it."""
        super().__init__(*args, **kwargs)
        self.kept = kept

    def source(self) -> tuple[str | list[SourceRow], list[RowProblem]]:
        values = self.cleaned_data
        if values["file"]:
            self.kept = values["file"].read(), ""
        if self.kept:
            content, encoding = self.kept
            return read_content(
                content, encoding=encoding, sheet=values["sheet"].strip(), block=values["block"].strip()
            )
        return values["text"], []

    def encodings(self, tournament: Tournament) -> EncodingChoice | None:
        if self.kept is None:
            return None
        content, chosen = self.kept
        names = [self.add_prefix(name) for name in ("name", "leave_out", "teams") if name in self.fields]
        carried = {name: self.data[name] for name in names if self.data.get(name)}
        return build_encoding_choice(tournament, content, chosen or guess_encoding(content)[0], carried)


class ScheduleForm(ScheduleFileForm):
    field_order = ("text",)

    text = forms.CharField(
        label=_("Lines"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        required=False,
        help_text=_(
            "Players by number or full name, in the order East, South, West, North: four a line with an empty line "
            "between rounds, a table with headings, or JSON; the guide shows each format."
        ),
    )

    teams = forms.BooleanField(
        label=_("The lines name teams"),
        required=False,
        help_text=_(
            "Fixtures: each line has round, date (if known), group and four teams by number, code or name, below these "
            "headings. Every group gets tables with one member of each team."
        ),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not tournament.has_teams:
            del self.fields["teams"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("text") and not values.get("file") and not self.kept:
            raise ValidationError(_("Paste the lines, or choose a file."))
        if values.get("file") and (why := upload_too_large(values["file"])):
            raise ValidationError(why)
        return values


class TypedScheduleForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    text = forms.CharField(
        label=_("Schedule"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        # Problems are named by the lines as they stand in the field, blank ones before the first as well.
        strip=False,
        help_text=_(
            "Four numbers a line with an empty line between rounds, a table with headings, or JSON; the guide shows "
            "each format."
        ),
    )
    leave_out = forms.BooleanField(label=_("Unnamed players sit out"), required=False)


class StoreForm(TypedScheduleForm, ScheduleFileForm):
    field_order = ("name", "text", "file", "sheet", "block", "leave_out")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].required = False

    def content(self) -> tuple[str | list[SourceRow], list[str]]:
        """Return the schedule of the file, else of the text, and warnings. Raises `UserError`."""
        content, problems = self.source()
        sentences = [describe_problem(problem) for problem in problems]
        if has_errors(problems):
            raise UserError(sentences[0], field="file", problems=sentences)
        return content, sentences


class UseScheduleForm(forms.Form):
    first_rounds = forms.BooleanField(required=False)
    seed = forms.CharField(label=_("Seed"), required=False, max_length=64)
