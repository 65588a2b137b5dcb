"""Sessions in the database, as Django keeps them, read by a statement that is made once: each request of somebody asks.

Rows are those of Django's own engine, so sessions that began under it go on.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.prepared import Prepared

_BY_KEY: Final = Prepared(lambda key: Session.objects.filter(session_key=key).order_by(), str)


class SessionStore(db.SessionStore):
    """One session."""

    def _get_session_from_db(self) -> Any:
        """The row; None where there is none or its time is over, and then the session begins anew."""
        key = self.session_key
        found = next(iter(_BY_KEY.objects(key)), None) if key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
