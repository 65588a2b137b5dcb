"""All checks of the bundle, in the order of an event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from tournaments.exchange.verification.deals import check_deals
from tournaments.exchange.verification.draws import check_draws
from tournaments.exchange.verification.facts import FORMAT, PUBLIC_PART, build_facts
from tournaments.exchange.verification.lines import (
    CHECKED,
    FAILED,
    UNKNOWN,
    CheckLine,
    CheckPart,
    compare_stated,
    compute_bundle_digest,
    guard_check,
)
from tournaments.exchange.verification.scores import check_scores

PROMISES: Final = {"draw": "promises", "deal": "deals"}
"""Kind of promise on paper -> section of the bundle."""
KeptHead = tuple[int | str, str]
"""Number of a log entry or kind of a promise, and the first 8 to 64 digits of its digest."""
NO_PARTS: Final[Mapping[str, CheckPart]] = MappingProxyType({})


def check_bundle(
    bundle: object, *, heads: Sequence[KeptHead] = (), parts: Mapping[str, CheckPart] = NO_PARTS
) -> list[CheckLine]:
    """Return every line. `heads` are digests kept or printed earlier; `parts` are the checks of other apps by name."""
    return list(check_bundle_lines(bundle, heads=heads, parts=parts))


def check_bundle_lines(
    bundle: object, *, heads: Sequence[KeptHead] = (), parts: Mapping[str, CheckPart] = NO_PARTS
) -> Iterator[CheckLine]:
    """Yield every line, for callers that stop at the first failure."""
    if not isinstance(bundle, dict) or (bundle.get("format"), bundle.get("part")) != (FORMAT, PUBLIC_PART):
        yield CheckLine(FAILED, "bundle", f"it is not the public part of an event in the format {FORMAT}")
        return
    facts: dict[str, Any] = {}
    yield from guard_check("bundle", lambda: _check_digest(bundle, facts))
    yield from guard_check("draws", lambda: check_draws(facts))
    yield from guard_check("deals", lambda: check_deals(facts))
    yield from guard_check("results", lambda: check_scores(facts))
    yield from guard_check("log", lambda: _check_log(facts, [head for head in heads if head[0] not in PROMISES]))
    yield from guard_check("promises", lambda: _check_promises(facts, [head for head in heads if head[0] in PROMISES]))
    for name, check in parts.items():
        yield from guard_check(name, lambda n=name, c=check: _check_part(facts, n, c))  # type: ignore[misc]
    yield CheckLine(UNKNOWN, "players", "who plays under which number stands on the event's list of players")


def _check_part(bundle: Mapping[str, Any], name: str, check: CheckPart) -> Iterator[CheckLine]:
    if name not in bundle:
        yield CheckLine(UNKNOWN, name, "an older site made this bundle: there are none in it")
        return
    yield from check(bundle)


def _check_digest(bundle: Mapping[str, Any], facts: dict[str, Any]) -> Iterator[CheckLine]:
    facts.update(build_facts(bundle))
    yield from compare_stated(
        "bundle", bundle["digest"], compute_bundle_digest(bundle), "it is as it was made, byte for byte"
    )


def _check_log(bundle: Mapping[str, Any], heads: Sequence[KeptHead]) -> Iterator[CheckLine]:
    digests = bundle["log"]
    if not all(isinstance(digest, str) and re.fullmatch("[0-9a-f]{64}", digest) for digest in digests):
        yield CheckLine(FAILED, "log", "an entry has no digest")
    elif len(set(digests)) != len(digests):
        yield CheckLine(FAILED, "log", "two entries have one digest")
    else:
        yield CheckLine(CHECKED, "log", f"{len(digests)} entries, each with a digest of its own")
    for number, digest in heads:
        entry_digest = digests[int(number) - 1] if 1 <= int(number) <= len(digests) else "nothing"
        yield from compare_stated(
            f"log, entry {number}", digest.lower(), entry_digest[: len(digest)], "it is the head that you kept"
        )
    if not heads:
        yield CheckLine(
            UNKNOWN,
            "log",
            "whether it was rewritten: give a head from a printed paper or an old copy (--head NUMBER:DIGEST)",
        )


def _check_promises(bundle: Mapping[str, Any], heads: Sequence[KeptHead]) -> Iterator[CheckLine]:
    for kind, digest in heads:
        hashes = [promise["commitment"] for promise in bundle[PROMISES[str(kind)]]]
        if any(commitment.startswith(digest.lower()) for commitment in hashes):
            yield CheckLine(CHECKED, f"{kind} {digest[:8]}", "the promise that you kept is in the bundle")
        else:
            yield CheckLine(FAILED, f"{kind} {digest[:8]}", "the promise that you kept is not in the bundle")


def parse_heads(text: str) -> list[KeptHead]:
    """Parse digests from a paper's code or typed text. Raises ValueError.

    >>> parse_heads("812: 3f09c1d2 a4b5e6f7 DRAW:00C0FFEE")
    [(812, '3f09c1d2a4b5e6f7'), ('draw', '00c0ffee')]
    """
    before, *pieces = re.split(rf"\b([0-9]+|{'|'.join(PROMISES)})\s*:", text.lower())
    digests = ["".join(digest.split()) for digest in pieces[1::2]]
    if before.strip() or not all(re.fullmatch("[0-9a-f]{8,64}", digest) for digest in digests):
        raise ValueError("a head is a number, draw or deal, a colon and at least eight digits")
    return [(int(what) if what.isdigit() else what, digest) for what, digest in zip(pieces[::2], digests, strict=True)]
