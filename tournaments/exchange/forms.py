"""Forms of whole events: import, copy, federation report, deletion."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import User
from tournaments.core.errors import UserError
from tournaments.core.forms.columns import MappedTable, map_uploaded_table
from tournaments.core.forms.encodings import EncodingChoice, build_encoding_choice
from tournaments.core.forms.fields import ReasonField
from tournaments.core.tabular.columns import with_columns
from tournaments.core.tabular.reading import RowProblem, is_table, read
from tournaments.events.presets import preset, preset_choices
from tournaments.events.settings import get_setting
from tournaments.exchange.backups.sealing import LONGEST, SHORTEST
from tournaments.exchange.reading import pantheon
from tournaments.exchange.reading import pending_files as event_shelf
from tournaments.exchange.reading.penalty_signs import ADDED, TAKEN_OFF
from tournaments.exchange.reading.results_event import build_event_file
from tournaments.results.reading.result_columns import RESULTS
from tournaments.results.reading.results_layouts import arrange_blocks
from tournaments.standings.federations.forms import FIELDS, Steps, load_federations

MAX_EVENT_BYTES = 100_000_000


class EventUploadForm(forms.Form):
    """Event file of either version: an upload, or the previewed one (`kept`, of this account)."""

    file = forms.FileField(
        label=_("Event file"),
        required=False,
        help_text=_(
            "A whole event (ZIP or JSON, mahjong-event/2), its results (JSON, mahjong-event/1), or a table of results "
            "(CSV, XLSX): round, table, player, points, perhaps penalty; or a row a player with the table and the "
            "points of each round."
        ),
    )
    text = forms.CharField(
        label=_("Or paste the table"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        required=False,
        max_length=2_000_000,
    )
    game = forms.ChoiceField(
        label=_("Rules of a table of results"),
        required=False,
        help_text=_("Needed only for a table of results."),
    )
    name = forms.CharField(
        label=_("Name of an event made from a table"),
        required=False,
        max_length=get_setting("name").longest,
        help_text=_("Leave empty to use the file's."),
    )
    sheet = forms.CharField(label=_("Sheet of the XLSX file"), required=False, max_length=80)
    block = forms.CharField(
        label=_("Cell range"),
        required=False,
        max_length=20,
        help_text=_("For example B3:M40. Leave empty for the whole sheet."),
    )
    slug = forms.SlugField(
        label=_("Short name"),
        required=False,
        max_length=get_setting("slug").longest,
        help_text=_("Leave empty to use the file's."),
    )
    published = forms.BooleanField(label=_("Open public pages as in the file"), required=False, initial=True)
    hall = forms.BooleanField(
        label=_("Play an event on loan here"),
        required=False,
        initial=True,
        help_text=_("With its roles and the codes of its tables; it goes back afterwards. Otherwise a copy is made."),
    )
    signs = forms.ChoiceField(
        label=_("Penalties without a minus sign"),
        choices=[("", _("ask me")), (TAKEN_OFF, _("are taken off")), (ADDED, _("are added"))],
        required=False,
    )
    kept = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    columns = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2000)
    """Meanings of the columns as programs state them; the page has a choice above each column."""
    doubts: list[RowProblem] = []
    table: MappedTable | None = None

    def __init__(
        self,
        *args: Any,
        user: User,
        table: MappedTable | None = None,
        upload: tuple[bytes, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.account, self.table, self.upload = user, user.pk, table, upload
        cast(forms.ChoiceField, self.fields["game"]).choices = [("", "–"), *preset_choices()]

    def clean(self) -> dict[str, Any]:
        """Add `content`, the bytes, and `name`, the file's without its ending."""
        values: dict[str, Any] = super().clean() or {}
        if self.table is not None:
            return self._read_event(values | {"name": values.get("name") or _("Results")})
        upload = values.get("file")
        if upload is not None:
            if upload.size > MAX_EVENT_BYTES:
                raise ValidationError({"file": _("The file is larger than 100 MB; an event is not.")})
            name = values.get("name") or upload.name.rpartition(".")[0]
            self.upload = upload.read(), ""
            return self._convert_table(values | {"content": self.upload[0], "name": name})
        if self.upload is not None:
            return self._convert_table(values | {"content": self.upload[0], "name": values.get("name") or _("Results")})
        if values.get("text", "").strip():
            return self._convert_table(
                values | {"content": values["text"].encode(), "name": values.get("name") or _("Results")}
            )
        content = event_shelf.find(self.account, values.get("kept", ""))
        if content is None:
            raise ValidationError({"file": _("Choose the file.")})
        return values | {"content": content, "name": ""}

    def _convert_table(self, values: dict[str, Any]) -> dict[str, Any]:
        """Convert a table of results to an event file, with its problems in `doubts`."""
        content: bytes = values["content"]
        source = pantheon.find_source(content)
        if source is None and not is_table(content):
            return values
        if not values.get("game"):
            raise ValidationError({"game": _("Choose the rules that were played.")})
        cells = {name: values.get(name, "").strip() for name in ("sheet", "block")}
        source = source or read(content, encoding=self.upload[1] if self.upload else "", **cells)
        try:
            source = with_columns(RESULTS, arrange_blocks(source), values.get("columns", ""))
        except UserError as error:
            raise ValidationError({"columns": [str(error), *error.problems]}) from error
        self.table = map_uploaded_table(RESULTS, self.user, source)
        return self._read_event(values)

    def encodings(self, carried: Mapping[str, str]) -> EncodingChoice | None:
        if self.upload is None or self.table is None:
            return None
        return build_encoding_choice(None, self.upload[0], self.table.source.encoding, carried)

    def _read_event(self, values: dict[str, Any]) -> dict[str, Any]:
        if not values.get("game"):
            raise ValidationError({"game": _("Choose the rules that were played.")})
        content, self.doubts = build_event_file(
            cast(MappedTable, self.table).read, preset(values["game"]), str(values["name"])
        )
        return values | {"content": content}


class BringBackForm(forms.Form):
    file = forms.FileField(label=_("File from the hall"))

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_EVENT_BYTES:
            raise ValidationError(_("The file is larger than 100 MB; an event is not."))
        return upload


class CopyForm(forms.Form):
    name = forms.CharField(label=get_setting("name").label, max_length=get_setting("name").longest, required=False)
    slug = forms.SlugField(
        label=_("Short name"), max_length=get_setting("slug").longest, help_text=_("Used in all addresses.")
    )
    rehearsal = forms.BooleanField(
        label=_("Rehearsal played by robots"),
        required=False,
        help_text=_("Never public, sends no e-mail, counts in no season and goes to no federation. You can delete it."),
    )


MAX_COLUMNS = 40


class LimitsField(forms.CharField):
    """Steps of the weight in one line, `1 = 0, 41 = 0.5`: pairs of texts, parsed by the service."""

    def __init__(self, *, label: Any) -> None:
        help_text = _("Threshold = added weight. Leave empty for the federation's own.")
        super().__init__(label=label, required=False, max_length=300, help_text=help_text)

    def clean(self, value: Any) -> Any:
        return [
            [part.strip() for part in step.split("=")]
            for step in re.split(r"[,;\n]", super().clean(value))
            if step.strip()
        ]


def format_limits(steps: Steps) -> str:
    return ", ".join(f"{least} = {float(value):g}" for least, value in steps)


class FederationChoiceForm(forms.Form):
    federation = forms.ChoiceField(
        label=_("Federation"),
        choices=lambda: [(key, federation.title) for key, federation in load_federations().items()],
    )
    qualification = forms.BooleanField(label=_("The event qualifies for a championship"), required=False)


class FederationForm(FederationChoiceForm):
    columns = forms.CharField(
        label=_("Columns"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        help_text=_("One line per column: heading = field. Leave empty for the federation's own columns."),
    )
    days = LimitsField(label=_("Weight by days"))
    players = LimitsField(label=_("Weight by players"))
    countries = LimitsField(label=_("Weight by countries"))

    field_order = ("federation", "columns", "qualification")

    def clean_columns(self) -> list[tuple[str, str]]:
        lines = [line for line in self.cleaned_data["columns"].splitlines() if line.strip()]
        if len(lines) > MAX_COLUMNS:
            raise ValidationError(_("Too many columns: the maximum is %(most)s.") % {"most": MAX_COLUMNS})
        columns = []
        for line in lines:
            heading, equals, name = (part.strip() for part in line.rpartition("="))
            if not (heading and equals and name in FIELDS):
                fields = ", ".join(FIELDS)
                raise ValidationError(
                    _("“%(line)s” is not of the form: heading = field. Fields are %(known)s.")
                    % {"line": line.strip(), "known": fields}
                )
            columns.append((heading, name))
        return columns


class RemovalForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the event"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    reason = ReasonField(help_text=_("Recorded in the site's log."))


class PublishForm(forms.Form):
    address = forms.CharField(
        label=_("Link of the event on the other site"),
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
        help_text=_("The link or the QR code shown there holds the key too."),
    )
    key = forms.CharField(
        label=_("Key"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Leave empty if the link holds it, or to go on with the key of before."),
    )


class SiteCopyForm(forms.Form):
    languages = forms.MultipleChoiceField(
        label=_("Languages of the copy"),
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
        initial=[code for code, _name in settings.LANGUAGES],
    )


class PassphraseForm(forms.Form):
    passphrase = forms.CharField(
        label=_("Passphrase"),
        min_length=SHORTEST,
        max_length=LONGEST,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("A lost passphrase is lost: nobody can open the backup without it."),
    )
    repeated = forms.CharField(
        label=_("Repeat the passphrase"),
        max_length=LONGEST,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("passphrase") and sent.get("repeated") and sent["passphrase"] != sent["repeated"]:
            self.add_error("repeated", _("The two passphrases differ."))
        return sent
