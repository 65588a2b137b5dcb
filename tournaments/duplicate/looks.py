"""How long a look at sealed boards lasts, and how long a new director waits: the same for the site and the verifier."""

from __future__ import annotations

import datetime
from typing import Final

OPEN_FOR: Final = datetime.timedelta(hours=2)
"""So long the boards of an approved look may be seen."""
NEW_WAITS: Final = datetime.timedelta(hours=24)
"""So long a director who was made after the commitment neither sees boards nor approves."""
