"""Signals of an event under way. They are sent inside the change, so receivers defer their work to its commit.

`round_completed`: the round's last sheet counts; `seating_published`: everybody sees the seating. Both carry `by` (the
`Actor`) and `round_`.
"""

from django.dispatch import Signal

round_completed = Signal()
seating_published = Signal()
