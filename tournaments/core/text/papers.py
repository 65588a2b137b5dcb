"""Words shared by papers, in the print languages; each paper adds its own."""

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
    "players": _("Players"),
    "team": _("Team"),
    "teams": _("Teams"),
    "disqualified": _("disqualified"),
    "left_after": _("left after round %(number)s"),
    "withdrawn": pgettext_lazy("player", "withdrawn"),
    "points": _("Points"),
    "place": _("Place"),
    "overall": _("Overall"),
    "referee": _("Referee"),
    "seating": _("Seating"),
    "standings": _("Standings"),
    "results": _("Results"),
    "after": _("After round %(number)s"),
    "provisional": _("Provisional, after round %(number)s"),
    "to_come": _("Tables to come"),
    "postponed": _("Postponed to %(number)s"),
    "rests": _("Rests"),
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
    "no_phones": _("Phones cannot reach this computer yet."),
    "keep": _("Keep the code: it shows later whether the log or a promise was changed."),
}
