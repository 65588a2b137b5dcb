"""天聴, 地聴 and ready hands declared later, each at its own time (TW-3.11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.taiwan.parameters import Parameters
from engine.sentences import gettext_noop
from judging.law.facts import choice, flag
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.shared_facts import DEALER, HAND
from judging.law.statements import fails, holds

DECLARATION = choice(
    "declaration",
    gettext_noop("What was declared?"),
    ("tianting", gettext_noop("天聴: on the first discard, or ready from the deal")),
    ("diting", gettext_noop("地聴: on the first own discard")),
    ("declared", gettext_noop("Ready during the hand")),
    ("riichi", gettext_noop("Riichi")),
    ("none", gettext_noop("Ready at the end of the wall")),
)
FIRST_DISCARD = flag("first_discard", gettext_noop("Was it at the player's first discard?"))
INTERRUPTED = flag("interrupted", gettext_noop("Had anybody claimed a tile or declared a kong before?"))


def declared_in_time(f: Facts) -> Iterator[Finding]:
    rules = f.rules.options(Parameters)
    what = f(DECLARATION)
    if what in ("none", "riichi"):
        return
    enabled = {
        "tianting": rules.tianting_enabled,
        "diting": rules.diting_enabled,
        "declared": rules.declared_ting_enabled,
    }[what]
    hand = f(HAND)
    if not enabled:
        yield fails(f, gettext_noop("These rules do not have this declaration."))
    elif what == "tianting" and f.seat is not None and f(DEALER) == f.seat:
        yield fails(f, gettext_noop("The dealer's seventeenth tile is a draw; the dealer cannot declare 天聴."))
    elif what == "declared":
        yield holds(f, gettext_noop("Ready may be declared with any later discard."))
    elif what == "tianting" and f(INTERRUPTED):
        yield fails(f, gettext_noop("It was too late for 天聴."))
    elif not f(FIRST_DISCARD):
        yield fails(f, gettext_noop("It was too late: this is declared with the first discard."))
    elif what == "diting" and not hand.is_closed:
        yield fails(f, gettext_noop("地聴 needs a concealed hand."))
    else:
        yield holds(f, gettext_noop("The declaration came in time."))
