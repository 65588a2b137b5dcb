"""Words that papers share, in the languages in which they are printed; a paper brings its own besides."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LABELS: dict[str, str | Promise] = {
    "table": _("Table"),
    "round": _("Round"),
    "round_number": _("Round %(number)s"),
    "wind": _("Wind"),
    "number": _("No."),
    "player": _("Player"),
    "team": _("Team"),
    "teams": _("Teams"),
    "signature": _("Signature"),
    "disqualified": _("disqualified"),
    "hand": pgettext_lazy("hand of play", "Hand"),
    "winner": _("Winner"),
    "from": _("From"),
    "value": _("Value"),
    "points": _("Points"),
    "han": _("Han"),
    "fu": _("Fu"),
    "tai": _("Tai"),
    "dealer": _("Dealer"),
    "liable": _("Liable"),
    "riichi": _("Riichi"),
    "kongs": _("Kongs"),
    "state": _("At the wall's end"),
    "states": _("Ready: its fan. Not ready: –. Flower pig: X."),
    "final": _("Final points"),
    "leftover": _("Sticks left"),
    "place": _("Place"),
    "referee": _("Referee"),
    "entered": _("Entered"),
    "enter": _("Enter the result"),
    "seating": _("Seating"),
    "standings": _("Standings"),
    "results": _("Results"),
    "after": _("After round"),
    "missing": _("No result yet"),
    "starts": _("Start"),
    "with": _("With"),
    "penalty": _("Penalty"),
    "amount": _("Amount"),
    "reason": _("Reason"),
    "clause": _("Clause"),
    "table_points": _("Table points"),
    "score": _("Score"),
}

BOARD_LABELS: dict[str, str | Promise] = {
    "session": _("Session"),
    "board": pgettext_lazy("deal", "Board"),
    "prevalent": _("Prevalent wind"),
    "digest": _("Digest"),
    "common": _("Common block"),
    "indicators": _("Indicators"),
    "under": _("Under the indicators"),
    "replacements": _("Replacements"),
    "wall": _("Wall"),
    "stacks": _("stacks"),
    "secret": _("Secret until public. For the builder only, who does not play this board."),
    "total": _("Tiles"),
    "builder": _("Built by"),
    "checker": _("Read back by"),
    "dice": _("Dice"),
    "copy": _("Copy"),
    "step": _("Step"),
    "done": _("Played"),
    "seat": _("Seat"),
    "deals": _("Dealer: who began the session as"),
    "building": _("How to build the walls"),
}
"""Those of duplicate boards."""

FALLBACK: dict[str, Promise | str] = {
    "fallback": _("Fallback pack"),
    "made": _("Made"),
    "helpers": _("Who helps"),
    "role": _("Role"),
    "email": _("E-mail"),
    "log_head": _("Last entry of the log"),
    "next_round": _("Next round"),
}
"""Words of the fallback pack's cover."""
