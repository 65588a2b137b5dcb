"""Parameters of pages for frames, and the form that makes their code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import WholeField, set_choices
from tournaments.rounds.models import MAX_TABLE

MAX_ROWS: Final = 100
USUAL_ROWS: Final = 20
SWITCH: Final = (("1", _("Yes")), ("0", _("No")))

COLUMNS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standings": {
        "progress": _("Progress"), "flag": _("Flag"), "team": _("Team"), "points": _("Points"),
        "figures": _("Other figures"),
    },
    "seating": {"flag": _("Flag"), "team": _("Team")},
    "clock": {},
    "table": {"flag": _("Flag"), "team": _("Team"), "place": _("Place"), "points": _("Points")},
    "player": {
        "flag": _("Flag"), "team": _("Team"), "place": _("Place"), "points": _("Points"), "next": _("Next table"),
        "rounds": _("Place after each round"),
    },
}  # fmt: skip
"""Kind of page -> its optional columns; a name stands in each row."""
LISTS: Final = ("standings", "seating")
NUMBERED: Final = ("table", "player")
WITHOUT: Final = ("team", "figures")
"""Columns that pages show only where they are named."""


class ColumnsField(forms.CharField):
    """Names of columns, separated by commas; None for the usual ones, "none" for no optional one."""

    def __init__(self, known: Iterable[str]) -> None:
        super().__init__(required=False, max_length=100)
        self.known = list(known)

    def clean(self, value: Any) -> frozenset[str]:
        names = [name.strip() for name in super().clean(value).split(",") if name.strip()]
        if not names:
            return frozenset(self.known).difference(WITHOUT)
        if names == ["none"]:
            return frozenset()
        if set(names) - set(self.known):
            listed = ", ".join([*self.known, "none"])
            raise ValidationError(gettext("Possible are %(known)s.") % {"known": listed})
        return frozenset(names)


class EmbedForm(forms.Form):
    """Parameters of a page's address; every one may be left out. `LanguageMiddleware` has followed `lang` before."""

    rows = WholeField(required=False, min_value=1, max_value=MAX_ROWS)
    lang = forms.ChoiceField(choices=settings.LANGUAGES, required=False)
    dark = forms.ChoiceField(choices=SWITCH, required=False)
    transparent = forms.ChoiceField(choices=SWITCH, required=False)

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["columns"] = ColumnsField(COLUMNS[kind])

    @property
    def fault(self) -> str:
        """First wrong parameter in one sentence."""
        name, messages = next(iter(self.errors.items()))
        return gettext("“%(name)s” in the address: %(fault)s") % {"name": name, "fault": messages[0]}


class EmbedCodeForm(forms.Form):
    """Choices of which the organiser's page makes the address of a page for frames."""

    page = forms.CharField(widget=forms.HiddenInput)
    number = WholeField(label=_("Number"), min_value=1, max_value=MAX_TABLE)
    rows = WholeField(label=_("Rows"), required=False, min_value=1, max_value=MAX_ROWS)
    columns = forms.MultipleChoiceField(label=_("Columns"), required=False, widget=forms.CheckboxSelectMultiple)
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("As the visitor's browser")), *settings.LANGUAGES]
    )
    dark = forms.ChoiceField(label=_("Dark"), required=False, choices=[("", _("As the visitor's device")), *SWITCH])
    transparent = forms.BooleanField(
        label=_("Transparent ground"),
        required=False,
        help_text=_("For a stream: put the address into a browser source."),
    )

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        usual = [name for name in COLUMNS[kind] if name not in WITHOUT]
        kwargs["initial"] = {"page": kind, "number": 1, "columns": usual}
        super().__init__(*args, **kwargs)
        self.kind, self.usual = kind, usual
        set_choices(self, "columns", COLUMNS[kind].items())
        unused = {"number": kind not in NUMBERED, "rows": kind not in LISTS, "columns": not COLUMNS[kind]}
        for name in [name for name, is_unused in unused.items() if is_unused]:
            del self.fields[name]

    def build_address(self, slug: str) -> str:
        """Return the page's address with the parameters that differ from the usual ones."""
        chosen = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        numbers = [chosen["number"]] if self.kind in NUMBERED else []
        columns = chosen["columns"] if COLUMNS[self.kind] else []
        query = {"rows": chosen.get("rows"), "lang": chosen.get("language"), "dark": chosen.get("dark")}
        query["columns"] = "" if list(columns) == self.usual else ",".join(columns) or "none"
        query["transparent"] = "1" if chosen.get("transparent") else ""
        text = urlencode({name: part for name, part in query.items() if part}, safe=",")
        address = reverse(f"embed_{self.kind}", args=[slug, *numbers])
        return f"{address}?{text}" if text else address
