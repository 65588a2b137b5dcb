"""Furiten, passed wins and same-turn locks, asked for without a win, by each family's check of its locks."""

from __future__ import annotations

from engine.sentences import gettext_noop
from judging.law.kind import Kind, Outcome

KIND = Kind(
    code="lock",
    situation="win",
    title=gettext_noop("Furiten or passed win"),
    order=40,
    holds=Outcome("none", gettext_noop("No lock bars the player; play goes on")),
    fails=Outcome("none", gettext_noop("The player is locked and may not win; play goes on without a penalty")),
)
