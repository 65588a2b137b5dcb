"""Checks of every page that a test's client gets: ids stand once, labels and descriptions name ids of the page, and the
errors of a form are in view. Of open folds with one name a browser shows the first alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client

ASIDE = re.compile(r"<(template|script|style)\b.*?</\1>", re.DOTALL)
ID = re.compile(r'<[^<>]*?\sid="([^"]+)"')
REFERENCE = re.compile(r'\s(?:for|aria-describedby|aria-labelledby|aria-controls)="([^"]+)"')
FOLD = re.compile(r"<details\b([^>]*)>|(</details>)|class=\"errorlist")
FOLD_NAME = re.compile(r'\sname="([^"]+)"')


def faults(html: str) -> Iterator[str]:
    html = ASIDE.sub("", html)
    ids = Counter(ID.findall(html))
    yield from (f"{name} stands twice" for name, times in ids.items() if times > 1)
    # A part of a page may name ids of the rest.
    if "</html>" in html:
        names = {name for names in REFERENCE.findall(html) for name in names.split()}
        yield from (f"{name} is missing" for name in sorted(names - ids.keys()))
    yield from fold_faults(html)


def fold_faults(html: str) -> Iterator[str]:
    folds: list[bool] = []
    names: set[str] = set()
    for match in FOLD.finditer(html):
        attributes, end = match.groups()
        if end:
            folds.pop()
        elif attributes is None:
            if not all(folds):
                yield "errors are folded away"
        else:
            is_open = bool(re.search(r"\sopen\b", attributes))
            name = FOLD_NAME.search(attributes)
            if is_open and name:
                if name[1] in names:
                    yield f"two folds named {name[1]} are open"
                names.add(name[1])
            folds.append(is_open)


@pytest.fixture(autouse=True, scope="session")
def references() -> Iterator[None]:
    """Let each answer to a test's client be checked."""
    with pytest.MonkeyPatch.context() as patch:
        request = Client.request

        def checked(client: Client, **environ: Any) -> HttpResponseBase:
            response = request(client, **environ)
            readable = not response.streaming and not response.has_header("Content-Encoding")
            if readable and response.get("Content-Type", "").startswith("text/html"):
                wrong = list(faults(response.content.decode()))
                assert wrong == [], environ.get("PATH_INFO")
            return response

        patch.setattr(Client, "request", checked)
        yield
