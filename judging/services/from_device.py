"""Cases that a referee typed while the server was out of reach."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from engine.sentences import gettext_noop
from judging.models import Case, ClaimRecord
from judging.services import cases
from tournaments.core.audit import Actor, Change, change
from tournaments.events.models import Tournament


@change("cases.device", gettext_noop("Case brought in from a device"))
def bring_in(
    change: Change,
    tournament: Tournament,
    *,
    case: Callable[[Actor], Case],
    examined: Callable[[Case], Mapping[str, Any]],
    key: uuid.UUID,
) -> ClaimRecord:
    """Open a case and record its facts, once for each `key`.

    `case` opens the case or returns an existing one; `examined` returns the law's answer to the facts, as
    `record_claim` stores it. Facts of an existing case are recorded after those that others have recorded meanwhile.
    """
    known = claim_of(tournament, key)
    if known is not None:
        change.nothing()
        return known
    found = case(change.by)
    record = cases.record_claim(change.by, found, key=key, **examined(found))
    change.note(found, after={"facts": record.number, "engine": record.engine_version})
    return record


def claim_of(tournament: Tournament, key: uuid.UUID) -> ClaimRecord | None:
    """Return the facts that arrived with this key before."""
    return ClaimRecord.objects.filter(key=key, case__tournament=tournament).select_related("case").first()
