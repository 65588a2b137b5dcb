"""Words that papers share, in the languages in which they are printed; a paper brings its own besides."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.sentences import Sentence, gettext_noop

LABELS: dict[str, str | Promise] = {
    "table": _("Table"),
    "round": _("Round"),
    "round_number": _("Round %(number)s"),
    "wind": _("Wind"),
    "number": _("No."),
    "player": _("Player"),
    "team": _("Team"),
    "teams": _("Teams"),
    "disqualified": _("disqualified"),
    "points": _("Points"),
    "place": _("Place"),
    "referee": _("Referee"),
    "seating": _("Seating"),
    "standings": _("Standings"),
    "results": _("Results"),
    "after": _("After round %(number)s"),
    "provisional": _("Provisional, after round %(number)s"),
    "country": _("Country"),
    "missing": _("No result yet"),
    "starts": _("Start"),
    "with": _("With"),
    "penalty": _("Penalty"),
    "amount": _("Amount"),
    "reason": _("Reason"),
    "clause": _("Clause"),
    "table_points": _("Table points"),
    "score": _("Score"),
    "log_head": _("Last entry of the log"),
    "promised_draw": _("Promised draw"),
    "promised_deal": _("Promised boards"),
    "keep": _("Keep the code: it shows later whether the log or a promise was changed."),
}

HALL: dict[str, str | Promise] = {"plan": _("Plan of the hall"), "front": _("Front of the hall")}

SHEET: dict[str, str | Promise] = {
    "hand": pgettext_lazy("hand of play", "Hand"),
    "deal": pgettext_lazy("prevalent wind and number of the deal, as East 1", "Deal"),
    "counters": pgettext_lazy("counters on the dealer's side", "Counters"),
    "repeats": pgettext_lazy("how often the dealer has stayed", "Repeats"),
    "sticks": pgettext_lazy("riichi sticks on the table", "Sticks"),
    "dealer": _("Dealer"),
    "winner": _("Winner"),
    "from": _("From"),
    "value": _("Value"),
    "han": _("Han"),
    "fu": _("Fu"),
    "fan": _("Fan"),
    "tai": _("Tai"),
    "liable": _("Liable"),
    "kongs": _("Kongs"),
    "riichi": _("Riichi"),
    "ready": _("Ready"),
    "void_suit": _("Void suit"),
    "state": _("Wall's end"),
    "states": _("At the wall's end write the fan of a ready hand, – for one that is not ready, X for a flower pig."),
    "so_far": _("Total"),
    "all_hands": _("All hands"),
    "fines": _("Fines"),
    "final": _("Final points"),
    "leftover": _("Sticks left"),
    "check": pgettext_lazy("adding up a score sheet", "Check"),
    "adds_up": _("Together %(sum)s"),
    "adds_up_with_sticks": _("Together, with the sticks left, %(sum)s"),
    "but_fines": _("fines aside"),
    "signature": _("Signature"),
    "entered": _("Entered"),
    "enter": _("Enter the result, call the referee"),
    "doubt": _("In doubt stop, leave all tiles as they lie, and call the referee with the code above."),
    "continued": _("Continued on the next page"),
    **{f"wind_{number}": pgettext_lazy("short mark of the wind", mark) for number, mark in enumerate("ESWN")},
}
"""Those of score sheets; the keys of the rules' own columns and boxes among them."""

NOT_SEATED = Sentence(gettext_noop("The seating of this round is not published yet."))

SLIP: dict[str, str | Promise] = {
    "hand": pgettext_lazy("hand of play", "Hand"),
    "case": _("Case"),
    "digest": _("Digest"),
    "the_hand": pgettext_lazy("what becomes of the hand that is played", "The hand"),
    "the_law": pgettext_lazy("on a penalty slip", "The law"),
    "payments": pgettext_lazy("on a penalty slip", "Payments"),
    "ledger": _("Ledger"),
    "time": _("Extra time"),
    "also": _("Besides"),
    "appeal": _("Appeal"),
}
"""Those of penalty slips: the lines of what was ruled by their keys."""

BADGE: dict[str, str | Promise] = {"own_page": _("My tables, my results")}
"""What the code on a badge leads to."""

HONOURS: dict[str, str | Promise] = {
    "certificate": pgettext_lazy("for a winner", "Certificate"),
    "place_1": pgettext_lazy("of a competition", "First place"),
    "place_2": pgettext_lazy("of a competition", "Second place"),
    "place_3": pgettext_lazy("of a competition", "Third place"),
    "organiser": _("Organiser"),
    "head_referee": _("Head referee"),
    "result": pgettext_lazy("of an event", "Result"),
}
"""Those of certificates and the poster of results."""

ROOM: dict[str, str | Promise] = {
    "open_evening": _("Open evening"),
    "scan_room": _("Scan the code and pick the players of your table in the order of their seats."),
    "enter_evening": _("After the game one of you enters the result, and the others confirm it on their phones."),
}
"""Those of the code of a room."""

FALLBACK: dict[str, Promise | str] = {
    "fallback": _("Fallback pack"),
    "made": _("Made"),
    "helpers": _("Who helps"),
    "role": _("Role"),
    "email": _("E-mail"),
    "next_round": _("Next round"),
}
"""Words of the fallback pack's cover."""
