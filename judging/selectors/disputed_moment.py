"""The table at the moment in dispute, drawn from the record of play in the facts of a case."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import EngineError
from judging.models import Case, ClaimRecord
from judging.wording.evidence import event_line
from tournaments.core.text.language import reader
from tournaments.game.views import replay_data as replay
from tournaments.results.queries import table_logs


def disputed_moment(case: Case, record: ClaimRecord | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    """Return what ``game/replay/_felt.html`` draws, the disputed `event` in words, and the table's `log` to replay.

    None for facts without a record of play, and while the record would show a board that is still secret.
    """
    if record is None or not record.claim.get("log") or (case.table and table_logs.shows_secret_boards(case.table)):
        return None
    kept = {**record.claim["log"], "ruleset": record.ruleset_name, "parameters": record.parameters}
    try:
        played = replay.play(json.dumps(kept, sort_keys=True), 0)
    except EngineError:
        # Of another edition of the engine.
        return None
    full = played.replay.states[-1]
    in_order = [names.get(seat, "") for seat in range(4)]
    event = record.claim.get("event")
    return {
        **replay.table_seen(full, full, in_order, record.claim.get("seat") or 0),
        "event": event_line(event, names, record.ruleset_name, reader()) if event else None,
        "log": table_logs.logs_of(case.table)[-1:] if case.table else [],
    }
