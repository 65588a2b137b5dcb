"""Check the public bundle of an event: python3 mahjong-verify.py bundle.json [--head HEAD ...] [--failed]."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tournaments.verification.checks import PROMISES, KeptHead, check_bundle
from tournaments.verification.lines import FAILED, UNKNOWN


def heads_of(text: str) -> list[KeptHead]:
    """What somebody kept, as a paper's code has it or typed from the paper. Raises ValueError.

    >>> heads_of("812: 3f09c1d2 a4b5e6f7 DRAW:00C0FFEE")
    [(812, '3f09c1d2a4b5e6f7'), ('draw', '00c0ffee')]
    """
    before, *rest = re.split(rf"\b([0-9]+|{'|'.join(PROMISES)})\s*:", text.lower())
    digests = ["".join(digest.split()) for digest in rest[1::2]]
    if before.strip() or not all(re.fullmatch("[0-9a-f]{8,64}", digest) for digest in digests):
        raise ValueError("a head is a number, draw or deal, a colon and at least eight digits")
    return [(int(what) if what.isdigit() else what, digest) for what, digest in zip(rest[::2], digests, strict=True)]


def read_bundle(data: bytes) -> object:
    """The bundle of a file. Raises ValueError (of JSON or of UTF-8) or RecursionError."""
    return json.loads(data.decode("utf-8-sig"))


def answer(bundle: str, heads: str, parts: str) -> str:
    """What a page shows, as JSON: ``lines`` of outcome, place and text, or a ``problem`` in one sentence.

    `bundle` is the file's text, `heads` is that of `heads_of`, `parts` is the JSON of those of `check_bundle`.
    """
    try:
        value = read_bundle(bundle.encode())
    except (ValueError, RecursionError) as error:
        return json.dumps({"problem": f"This file is no bundle: {error}"})
    try:
        kept = heads_of(heads)
    except ValueError:
        return json.dumps({"problem": "A head is a number, draw or deal, a colon and at least eight digits."})
    return json.dumps({"lines": check_bundle(value, heads=kept, parts=json.loads(parts))})


def main(arguments: Sequence[str] | None = None, parts: Mapping[str, str] = MappingProxyType({})) -> int:
    """Print a line a check (`parts` as in `check_bundle`).

    0 where nothing failed, 1 where something did, 2 for a file that cannot be read.
    """
    parser = argparse.ArgumentParser(prog="mahjong-verify", description=__doc__)
    parser.add_argument("bundle", help="the file that the event's page offers")
    parser.add_argument(
        "--head",
        type=heads_of,
        action="extend",
        default=[],
        metavar="HEAD",
        help="from a paper: NUMBER:DIGEST of the log, draw:HASH, deal:HASH, or all that its code says",
    )
    parser.add_argument("--failed", action="store_true", help="print only what failed")
    asked = parser.parse_args(arguments)
    try:
        bundle = read_bundle(Path(asked.bundle).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        sys.stderr.write(f"{asked.bundle}: {error}\n")
        return 2
    lines = check_bundle(bundle, heads=asked.head, parts=parts)
    failed = [line for line in lines if line.outcome == FAILED]
    unknown = sum(line.outcome == UNKNOWN for line in lines)
    for line in failed if asked.failed else lines:
        sys.stdout.write(f"{line}\n")
    checked = len(lines) - len(failed) - unknown
    sys.stdout.write(f"{checked} checked, {len(failed)} failed, {unknown} cannot be known\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
