"""Furiten, passed wins and same-turn locks, asked for without a win."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import gettext_noop
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.kind import Kind, Outcome
from judging.law.kinds.win import unpunished

KIND = Kind(
    code="lock",
    title=gettext_noop("Furiten or passed win"),
    order=40,
    holds=Outcome("none", gettext_noop("No lock bars the player; play goes on")),
    fails=Outcome("none", gettext_noop("The player is locked and may not win; play goes on without a penalty")),
)


def is_locked(f: Facts) -> Iterator[Finding]:
    yield from f.law.lock_findings(f, unpunished)
