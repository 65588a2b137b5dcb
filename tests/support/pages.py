"""Pages as a person without a browser uses them: links are followed, forms are sent with what stands in them."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any
from unittest import mock
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tournaments.events.models import Tournament


@dataclass
class Button:
    """A button that sends its form."""

    label: str
    name: str
    value: str
    action: str


@dataclass
class Form:
    """A form with the values that it would send untouched. `inside` are the ids of what it stands in, and its own."""

    action: str
    method: str
    inside: frozenset[str]
    values: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class Page(HTMLParser):
    FIELDS = frozenset({"button", "select", "option", "input", "textarea"})
    VOID = frozenset({"input", "img", "br", "meta", "link", "hr", "wbr", "source"})

    def __init__(self, answer: Any, address: str) -> None:
        super().__init__()
        self.address, self.status = address, answer.status_code
        self.forms: list[Form] = []
        self.links: list[tuple[str, str, frozenset[str]]] = []
        self.ids: set[str] = set()
        self._open: list[tuple[str, str]] = []
        self._words: list[tuple[str, frozenset[str]]] = []
        self._form: Form | None = None
        self._select = self._area = self._link = ""
        self.feed(answer.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.ids |= {own["id"]} if "id" in own else set()
        if tag not in self.VOID:
            # What a section is labelled by names it as well as an id of its own.
            self._open.append((tag, own.get("id", "") or own.get("aria-labelledby", "")))
        if tag == "form":
            action = urljoin(self.address, own.get("action", ""))
            self._form = Form(action, own.get("method", "get"), self._inside)
            self.forms.append(self._form)
        elif tag == "a":
            self._link = own.get("href", "")
            self.links.append((self._link, "", self._inside))
        elif self._form is not None and tag in self.FIELDS and "disabled" not in own:
            self._field(self._form, tag, own)

    def _field(self, form: Form, tag: str, own: dict[str, str]) -> None:
        name, kind, value = own.get("name", ""), own.get("type", "text"), own.get("value", "")
        if tag == "button":
            action = urljoin(self.address, own["formaction"]) if "formaction" in own else form.action
            form.buttons.append(Button("", name, value, action))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            form.choices.setdefault(self._select, []).append(value)
            if "selected" in own or self._select not in form.values:
                form.values[self._select] = [value]
        elif tag == "input" and name and kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(value or "on")
            if "checked" in own:
                form.values.setdefault(name, []).append(value or "on")
        elif tag == "textarea":
            self._area, form.values[name] = name, [""]
        elif name and kind not in ("submit", "file"):
            form.values.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                del self._open[at:]
                break
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
        elif tag == "a":
            self._link = ""

    def handle_data(self, data: str) -> None:
        if self._area and self._form is not None:
            self._form.values[self._area][0] += data.removeprefix("\n")
        text, tags = " ".join(data.split()), [tag for tag, _name in self._open]
        if not text or "script" in tags or "style" in tags:
            return
        self._words.append((text, self._inside))
        if self._link and self.links:
            href, words, inside = self.links[-1]
            self.links[-1] = (href, f"{words} {text}".strip(), inside)
        if "button" in tags and self._form is not None and self._form.buttons:
            button = self._form.buttons[-1]
            button.label = f"{button.label} {text}".strip()

    @property
    def _inside(self) -> frozenset[str]:
        return frozenset(name for _tag, name in self._open if name)

    def words(self, inside: str = "") -> str:
        """The words of the page, or of what has this id or is labelled by it."""
        return " ".join(text for text, names in self._words if not inside or inside in names)

    def link(self, label: str = "", *, inside: str = "") -> str:
        """The address of the first link that holds these words; empty where there is none."""
        return next((h for h, words, names in self.links if label in words and (not inside or inside in names)), "")

    def button(self, label: str, **fields: str) -> tuple[Form, Button] | None:
        """The first button of this label, of a form in which these fields hold these values."""
        for form in self.forms:
            if all(form.values.get(name) == [value] for name, value in fields.items()):
                for button in form.buttons:
                    if button.label == label:
                        return form, button
        return None


class Person:
    def __init__(self, name: str, client: Client | None = None) -> None:
        self.name, self.client = name, client or Client()
        self.page: Page | None = None

    def open(self, address: str) -> Page:
        address = urljoin(self.page.address if self.page else "/", address)
        address = urlsplit(address)._replace(fragment="", scheme="", netloc="").geturl()
        return self._arrived(self.client.get(address, follow=True), address)

    def press(self, label: str, **typed: Any) -> Page:
        """Press the button of this label, with these values typed into its form. Raises LookupError without it."""
        found = self.page.button(label) if self.page else None
        if found is None:
            raise LookupError(f"{self.name} finds no “{label}”: {self.page.words() if self.page else ''}")
        return self.send(*found, **typed)

    def send(self, form: Form, button: Button, **typed: Any) -> Page:
        """Send the form by the button, with these values typed into it."""
        values: dict[str, Any] = {**form.values, **typed}
        if button.name:
            values[button.name] = button.value
        address = urlsplit(button.action)._replace(fragment="").geturl()
        return self._arrived(self.client.post(address, values, follow=True), address)

    def _arrived(self, answer: Any, address: str) -> Page:
        chain = answer.redirect_chain
        self.page = Page(answer, chain[-1][0].partition("#")[0] if chain else address)
        return self.page


def press(client: Client, page: str, words: str, /, **typed: Any) -> Any:
    """Press the only button of the page with these words, after typing; the answer leads on to another page.

    A field is named without the prefix of its form.
    """
    found = Page(client.get(page), page)
    ((form, button),) = [(form, one) for form in found.forms for one in form.buttons if one.label == words]
    values: dict[str, Any] = dict(form.values) | ({button.name: [button.value]} if button.name else {})
    for name, value in typed.items():
        (full,) = [one for one in values if re.fullmatch(rf"(\w+-)?{name}", one)] or [name]
        values[full] = value
    answer = client.post(button.action, values)
    assert answer.status_code == 302, answer.content.decode()
    return answer


def messages_of(answer: Any) -> list[str]:
    """The messages of a page as text, without the form that undoes what they tell."""
    told = (re.sub(r"<form.*?</form>", "", str(message), flags=re.DOTALL) for message in answer.context["messages"])
    return [unescape(strip_tags(text)).strip() for text in told]


def send_registration(
    event: Tournament, values: dict[str, str], client: Client | None = None, seconds: int = 20
) -> Any:
    """Open the public form and send it so many seconds later."""
    visitor, page = client or Client(), reverse("register", args=[event.slug])
    opened = visitor.get(page).context["guard"].opened
    with mock.patch("django.utils.timezone.now", return_value=timezone.now() + datetime.timedelta(seconds=seconds)):
        return visitor.post(page, {"opened": opened, **values})
