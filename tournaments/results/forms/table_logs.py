from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.records import RecordError, decode
from tournaments.core.text.names import format_person, map_marks
from tournaments.core.text.sentences import in_words
from tournaments.results.queries.sheets import SheetSeat
from tournaments.results.services.replays import MAX_LOG_LENGTH

ACCEPTED = ".txt,.log,.json,.jsonl,.xml,.mjlog,.mjson,.gz"
BYTES = 4 * MAX_LOG_LENGTH


class TypedLogForm(forms.Form):
    text = forms.CharField(
        label=_("Log"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "mono", "spellcheck": "false", "autocapitalize": "none"}),
        help_text=_("Our own text or JSON, mjai, Tenhou XML or JSON; detected automatically."),
    )
    file_name = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    first_line = forms.TypedChoiceField(
        label=_("Player at seat 1 of the log"),
        choices=[(str(seat), str(seat)) for seat in range(4)],
        coerce=int,
        empty_value=None,
        required=False,
    )


class LogForm(TypedLogForm):
    """Log on the page: `log` is the text, from the file if one is chosen."""

    field_order = ("text", "file", "first_line")

    file_name = None  # type: ignore[assignment]
    file = forms.FileField(
        label=_("Or a file"), required=False, widget=forms.FileInput(attrs={"accept": ACCEPTED}), allow_empty_file=True
    )

    def __init__(self, *args: Any, seats: Sequence[SheetSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log = ""
        self.fields["text"].required = False
        told_apart = map_marks(seat.entry for seat in seats)
        choices = [(str(seat.order), format_person(seat.entry, told_apart)) for seat in seats]
        field = self.fields["first_line"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("as the log names them, else the first line of the sheet")), *choices]

    @property
    def name_of_file(self) -> str:
        upload = self.cleaned_data.get("file")
        return upload.name or "" if upload else ""

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload and (upload.size or 0) > BYTES:
            raise ValidationError(_("The file is larger than a log can be; cut it into single games."))
        return upload

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if upload := values.get("file"):
            values["text"] = read_log_text(upload.read(), self)
        self.log = str(values.get("text") or "")
        return values


def read_log_text(data: bytes, form: forms.Form) -> str:
    """Return the text of a chosen file; add an error to the form's `file` for other content."""
    try:
        return decode(data, BYTES)
    except RecordError as error:
        form.add_error("file", _("The file cannot be read: %(reason)s") % {"reason": in_words(error)})
        return ""
