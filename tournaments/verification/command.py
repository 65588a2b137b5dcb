"""Check the public bundle of an event: python3 mahjong-verify.py bundle.json [--head NUMBER:DIGEST ...] [--failed]."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tournaments.verification.checks import check_bundle
from tournaments.verification.lines import FAILED, UNKNOWN


def head(text: str) -> tuple[int, str]:
    """Number and digest of an entry of the log. Raises ValueError."""
    number, _colon, digest = text.partition(":")
    digest = "".join(digest.split())
    if len(digest) < 8:
        raise ValueError("a head is a number, a colon and at least eight digits")
    return int(number), digest


def read_bundle(data: bytes) -> object:
    """The bundle of a file. Raises ValueError (of JSON or of UTF-8) or RecursionError."""
    return json.loads(data.decode("utf-8-sig"))


def answer(bundle: str, heads: str, parts: str) -> str:
    """What a page shows, as JSON: ``lines`` of outcome, place and text, or a ``problem`` in one sentence.

    `bundle` is the file's text, `heads` has a head a line, `parts` is the JSON of those of `check_bundle`.
    """
    try:
        value = read_bundle(bundle.encode())
    except (ValueError, RecursionError) as error:
        return json.dumps({"problem": f"This file is no bundle: {error}"})
    try:
        kept = [head(line) for line in heads.splitlines() if line.strip()]
    except ValueError:
        return json.dumps({"problem": "A head of the log is a number, a colon and at least eight digits."})
    return json.dumps({"lines": check_bundle(value, heads=kept, parts=json.loads(parts))})


def main(arguments: Sequence[str] | None = None, parts: Mapping[str, str] = MappingProxyType({})) -> int:
    """Print a line a check (`parts` as in `check_bundle`).

    0 where nothing failed, 1 where something did, 2 for a file that cannot be read.
    """
    parser = argparse.ArgumentParser(prog="mahjong-verify", description=__doc__)
    parser.add_argument("bundle", help="the file that the event's page offers")
    parser.add_argument("--head", type=head, action="append", default=[], metavar="NUMBER:DIGEST", help="from a paper")
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
