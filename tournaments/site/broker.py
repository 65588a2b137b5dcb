"""Maintenance of the message queue of a site without Redis (kombu's SQLAlchemy transport)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings

from tournaments.site.environment import BROKER_FILE


def discard_read_messages() -> int:
    """Delete the messages that were read, which the transport only hides. Returns their number."""
    path = Path(settings.DATA_DIR) / BROKER_FILE
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=20)) as queue, queue:
        if not queue.execute("SELECT 1 FROM sqlite_master WHERE name = 'kombu_message'").fetchone():
            return 0
        return queue.execute("DELETE FROM kombu_message WHERE NOT visible").rowcount
