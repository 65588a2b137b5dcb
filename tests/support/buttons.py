"""Press a button of a page without a browser: the form is sent as the page offers it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.http import HttpResponseBase
from django.test import Client


class _Forms(HTMLParser):
    """The buttons of a page, each with its words, its address and what its form sends."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[tuple[str, str, dict[str, list[str]]]] = []
        self.form: dict[str, Any] | None = None
        self.button: dict[str, str | None] | None = None
        self.words = ""
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.form = {"action": given.get("action") or "", "values": {}}
        if self.form is None:
            return
        values, name = self.form["values"], given.get("name") or ""
        if tag == "input" and name:
            checked = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if checked and given.get("type") != "file":
                values.setdefault(name, []).append(given.get("value") or "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and "selected" in given:
            values.setdefault(self.select, []).append(given.get("value") or "")
        elif tag == "button":
            self.button, self.words = given, ""

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self.form is not None and self.button is not None:
            own = {str(self.button["name"]): [self.button.get("value") or ""]} if self.button.get("name") else {}
            address = self.button.get("formaction") or self.form["action"]
            self.buttons.append((" ".join(self.words.split()), address, self.form["values"] | own))
            self.button = None
        elif tag == "form":
            self.form = None


def press(client: Client, page: str, words: str, /, **typed: Any) -> HttpResponseBase:
    """Press the only button of the page with these words, after typing; the answer leads on to another page.

    A field is named without the prefix of its form.
    """
    reader = _Forms()
    reader.feed(client.get(page).content.decode())
    found = [button for button in reader.buttons if button[0] == words]
    assert len(found) == 1, (words, [button[0] for button in reader.buttons])
    _words, address, values = found[0]
    for name, value in typed.items():
        full = [one for one in values if re.fullmatch(rf"(\w+-)?{name}", one)]
        assert len(full) <= 1, (name, full)
        values[full[0] if full else name] = value if isinstance(value, list) else [value]
    answer = client.post(urljoin(page, address), values)
    assert answer.status_code == 302, answer.content.decode()
    return answer
