"""Choice of an event: a list, or a text field where a list would be too long."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.core.event_search import filter_events
from tournaments.events.models import Tournament

LISTED: Final = 30
NAMED: Final = 5


class EventInput(forms.TextInput):
    def __init__(self, proposed: list[Tournament], attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", **(attrs or {})})
        self.proposed = proposed

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        list_id = f"{(attrs or {}).get('id', name)}_events"
        field = super().render(name, value, {**(attrs or {}), "list": list_id}, renderer)
        rows = ((row.slug, row.name) for row in self.proposed)
        options = format_html_join("", '<option value="{}">{}</option>', rows)
        return format_html('{}<datalist id="{}">{}</datalist>', field, list_id, options)


class EventChoiceField(forms.ModelChoiceField):
    """Event by its short name, or by words that match only it; the form calls `offer_events`."""

    default_error_messages = {
        "invalid_choice": _("No event matches. Enter a part of its name or its short name."),
        "several": _("Several events match: %(events)s. Enter the short name of one of them."),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"queryset": Tournament.objects.none(), "to_field_name": "slug", **options})

    def to_python(self, value: Any) -> Tournament | None:
        try:
            return cast("Tournament | None", super().to_python(value))
        except ValidationError:
            if not isinstance(self.widget, EventInput):
                raise
            events = list(filter_events(cast("QuerySet[Tournament]", self.queryset), str(value))[: NAMED + 1])
            if len(events) == 1:
                return events[0]
            if not events:
                raise
            named = [f"{row.name} ({row.slug})" for row in events[:NAMED]]
            more = ["…"] if len(events) > NAMED else []
            raise ValidationError(
                self.error_messages["several"], code="several", params={"events": ", ".join(named + more)}
            ) from None


def offer_events(form: forms.BaseForm, name: str, rows: QuerySet[Tournament]) -> None:
    """Limit the choices of a field to these events; of many, propose the first."""
    field = cast(EventChoiceField, form.fields[name])
    field.queryset = rows
    first = list(rows[: LISTED + 1])
    if len(first) > LISTED:
        attrs = {key: value for key, value in field.widget.attrs.items() if key != "autocomplete"}
        field.widget = EventInput(first[:LISTED], attrs)
        field.help_text = field.help_text or _("A part of its name, or its short name.")
