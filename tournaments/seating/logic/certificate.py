"""Certificates: JSON files from which `verify.verify` draws again; the result must equal the file byte for byte."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from engine.sentences import gettext_noop
from tournaments.seating.logic.errors import SeatingError

FORMAT = "mahjong-seating/1"


def make_seed() -> str:
    """Return a seed of 128 bits from the operating system, in hex."""
    return secrets.token_hex(16)


def format_certificate(value: Mapping[str, Any]) -> str:
    """Return the file's text: keys sorted, an entry a line, a final newline; equal certificates give equal bytes."""
    lines = [
        f" {json.dumps(key)}: {json.dumps(value[key], sort_keys=True, ensure_ascii=False)}" for key in sorted(value)
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_certificate(text: str) -> dict[str, Any]:
    """Parse a certificate. Raises `SeatingError`."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise SeatingError(gettext_noop("There is nothing to read."))
    try:
        value = json.loads(text)
        # Half of a surrogate pair cannot be encoded for a page.
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise SeatingError(
            gettext_noop("Not valid JSON: %(why)s in line %(line)d."), why=error.msg, line=error.lineno
        ) from error
    except (RecursionError, ValueError) as error:
        # Brackets nested too deeply, or a number of thousands of digits.
        raise SeatingError(gettext_noop('A certificate is a JSON object with "rounds".')) from error
    if not isinstance(value, dict) or "rounds" not in value:
        raise SeatingError(gettext_noop('A certificate is a JSON object with "rounds".'))
    return value
