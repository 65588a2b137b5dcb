"""Certificates: everything a sceptic needs to check a draw and to make it again.

A certificate is a JSON file. It names the algorithm and its version, the seed, the inputs with their digest, the
template, who drew which template number, the tables and all measures. `verify.verify` recomputes the measures from the
tables alone and makes the draw again from seed and inputs; what comes out must equal the file byte for byte. The
hash of a promise, `commitment`, is published before entries close, so that the seed cannot be chosen once the players
are known.

The draw's kind decides the rest (`draws.KINDS`): "fixed" (all rounds of a schedule), "added" (rounds drawn together on
top of played ones), "replan" (the rest of an event after a change), "movement" (a duplicate event), "swiss" (a round
close in standing) and "standings" (1-4, interval, snake; no chance at all). "chosen" is a Swiss round that a proof of
release 0.3.0 found. Here is the file's text; `engine.commitments` has the hashes of promises.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from engine.sentences import gettext_noop
from tournaments.seating.logic.errors import SeatingError

FORMAT = "mahjong-seating/1"
"""Value of ``format`` in a certificate."""


def new_seed() -> str:
    """A fresh seed of 128 bits from the operating system, in hex."""
    return secrets.token_hex(16)


def dumps(value: Mapping[str, Any]) -> str:
    """The file's text: keys sorted, one line for each entry, a newline at the end. The same certificate always
    gives the same bytes.
    """
    lines = [
        f" {json.dumps(key)}: {json.dumps(value[key], sort_keys=True, ensure_ascii=False)}" for key in sorted(value)
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str) -> dict[str, Any]:
    """The certificate of a file's text; a `SeatingError` says what is wrong with it."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise SeatingError(gettext_noop("There is nothing to read."))
    try:
        value = json.loads(text)
        # Half of a surrogate pair could not be shown to anybody.
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise SeatingError(
            gettext_noop("Not valid JSON: %(why)s in line %(line)d."), why=error.msg, line=error.lineno
        ) from error
    except (RecursionError, ValueError) as error:
        # Brackets in brackets without end, or a number of thousands of digits.
        raise SeatingError(gettext_noop('A certificate is a JSON object with "rounds".')) from error
    if not isinstance(value, dict) or "rounds" not in value:
        raise SeatingError(gettext_noop('A certificate is a JSON object with "rounds".'))
    return value
