"""The doors by which a file comes in: a page, the API, a command. Each gives what it told of doubts."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse

from tests.support.people import program, signed_in

Door = Callable[[bytes, Path], list[str]]


def posted(who: str, path: str, **body: Any) -> Any:
    """The named person's program posts below the event of the tests."""
    return program(who).post(f"/api/v1/tournaments/spring-open/{path}/", body, format="json")


def told(name: str, *arguments: Any, **options: Any) -> tuple[str, list[str]]:
    """Return the output of a command for the event of the tests, with its warnings."""
    out, errors = io.StringIO(), io.StringIO()
    call_command(name, "spring-open", *arguments, stdout=out, stderr=errors, **options)
    return out.getvalue().strip(), errors.getvalue().splitlines()


def sentence(line: int, message: str) -> str:
    """A doubt with the line that it is about."""
    return f"Line {line}: {message}" if line else message


def by_page(route: str, *arguments: Any, who: str, prefix: str = "", **beside: str) -> Door:
    """The file is posted; where the page shows it first, what was shown is confirmed."""

    def bring(content: bytes, _folder: Path) -> list[str]:
        client, doubts = signed_in(who), []
        address = reverse(route, args=["spring-open", *arguments])
        answer = client.post(address, {f"{prefix}file": SimpleUploadedFile("sample", content)} | beside)
        if answer.status_code == 200:
            doubts = [sentence(one.line, one.message) for one in answer.context["preview"].problems]
            answer = client.post(address, {"confirmed": answer.context["token"]})
        assert answer.status_code == 302
        return doubts + [str(one) for one in get_messages(answer.wsgi_request) if one.level_tag == "warning"]

    return bring


def by_api(path: str, *, who: str) -> Door:
    """The file is posted in base64."""

    def bring(content: bytes, _folder: Path) -> list[str]:
        answer = posted(who, path, file=base64.b64encode(content).decode(), save=True)
        assert answer.status_code == 200, answer.content
        return [sentence(one["line"], one["message"]) for one in answer.json()["problems"]]

    return bring


def by_command(name: str) -> Door:
    """The file is read by a command."""

    def bring(content: bytes, folder: Path) -> list[str]:
        (folder / "sample").write_bytes(content)
        _done, warnings = told(name, folder / "sample", "--save")
        return [line.removeprefix("warning: ") for line in warnings]

    return bring


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all writes, so that the next door finds the event unchanged."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
