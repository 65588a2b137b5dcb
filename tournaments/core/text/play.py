"""Words of play: events, draws, expected actions, locks, payments, dead hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.play.events import Ended, Event, HandDied, VoidChosen, event_to_list
from engine.play.table import Phase
from engine.tiles.tile import Tile
from tournaments.core.text.rules import FamilyWords
from tournaments.core.text.words import Words, describe_term, describe_term_or_text

EVENTS: Final[Words] = FamilyWords(
    "events",
    {
        "draw": _("draws"),
        "discard": _("discards"),
        "chow": _("chow"),
        "pung": _("pung"),
        "kong": _("kong"),
        "akong": _("added kong"),
        "ckong": _("concealed kong"),
        "flower": _("flower"),
        "win": _("wins"),
        "pass": _("passes"),
        "end": _("the hand ends"),
        "dead": _("dead hand"),
    },
)

ENDS: Final[Words] = FamilyWords(
    "ends",
    {
        "win": _("won"),
        "exhaustive": _("wall exhausted"),
    },
)

PHASES: Final[Words] = {
    Phase.FLOWERS.name: _("flowers of the deal are shown"),
    Phase.VOID.name: _("void suits are chosen"),
    Phase.DRAW.name: _("a draw comes next"),
    Phase.ACT.name: _("the player in turn acts"),
    Phase.MELDED.name: _("a discard after a claim comes next"),
    Phase.REPLACE.name: _("a replacement comes next"),
    Phase.CLAIM.name: _("the discard may be claimed"),
    Phase.ROB.name: _("the kong may be robbed"),
    Phase.ROB_FLOWER.name: _("the flower may be robbed"),
    Phase.OVER.name: _("the hand is over"),
}

LOCKS: Final[Words] = FamilyWords(
    "locks",
    {
        "passed_win": _("passed win (過水)"),
        "dead_hand": _("dead hand"),
    },
)

REASONS: Final[Words] = FamilyWords(
    "reasons",
    {
        "discarder": _("win: the discarder pays"),
        "self_draw": _("win by self-draw"),
        "base": _("base payment of the others"),
        "liability": _("liability"),
        "robbed_kong": _("robbed kong"),
        "not_ready": _("not ready at the end"),
        "false_win": _("false win"),
        "fine": _("fine"),
        "hand": _("points of the hand"),
    },
)

CAUSES: Final[Words] = FamilyWords(
    "causes",
    {
        "false_win": _("false win"),
        "wrong_tiles": _("wrong number of tiles"),
        "ruling": _("ruling"),
    },
)

CONSEQUENCES: Final[Words] = FamilyWords(
    "consequences",
    {
        "refused": _("refused"),
        "taken_back": _("taken back"),
        "dead_hand": _("dead hand"),
        "false_win": _("false win"),
        "fine": _("fine"),
        "referee": _("the referee decides"),
        "end_hand": _("the hand ends"),
    },
)

SUITS: Final[Words] = {
    "m": pgettext_lazy("suit", "characters"),
    "p": pgettext_lazy("suit", "dots"),
    "s": pgettext_lazy("suit", "bamboos"),
}


def describe_event(event: Event, names: Mapping[int, str] | None = None) -> tuple[str, list[Tile]]:
    """Describe an event with its tiles; seats missing from `names` are numbered from 1."""
    items = event_to_list(event)
    text = describe_term(EVENTS, str(items[0]))
    seat = getattr(event, "seat", None)
    if seat is not None and names and seat in names:
        text = f"{names[seat]}: {text}"
    elif seat is not None:
        text = gettext("Seat %(seat)s: %(what)s") % {"seat": seat + 1, "what": text}
    more = ""
    if isinstance(event, Ended):
        more = describe_term(ENDS, event.kind)
    elif isinstance(event, HandDied):
        more = describe_term_or_text(CAUSES, event.cause)
    elif isinstance(event, VoidChosen):
        more = describe_term(SUITS, str(items[2]))
    tiles = [event_tile for event_tile in (getattr(event, "tile", None),) if event_tile is not None]
    tiles += list(getattr(event, "own", ())) + list(getattr(event, "tiles", ()))
    return f"{text} ({more})" if more else text, tiles
