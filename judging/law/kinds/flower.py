"""Flowers kept, discarded or wrongly shown, and other tiles laid out as flowers; outcomes differ by family."""

from __future__ import annotations

from engine.sentences import gettext_noop
from judging.law.facts import declare_choice
from judging.law.kind import NO_FAULT, RESTORED, ClaimKind, Reads

KIND = ClaimKind(
    reads=Reads(decides="flower_fault"),
    code="flower",
    situation="wall",
    title=gettext_noop("Flower forgotten, discarded or shown"),
    order=80,
    holds=NO_FAULT,
    fails=RESTORED,
)

FLOWER_FAULT = declare_choice(
    "flower_fault",
    gettext_noop("What happened with the flower?"),
    ("initial_kept", gettext_noop("A flower of the deal was still in hand after the dealer's first discard")),
    ("drawn_kept", gettext_noop("A drawn flower was not laid out before the discard or kong")),
    ("discarded", gettext_noop("The flower just drawn was discarded")),
    ("old_shown", gettext_noop("A flower kept from earlier was shown or laid out")),
    ("bamboo_laid_out", gettext_noop("Another tile was laid out as a flower")),
    ("none", gettext_noop("Nothing of this")),
)
