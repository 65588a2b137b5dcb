"""What a penalty does to a player's session and place in the event, in words: short beside the penalty, and whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.law.place_in_event import DISQUALIFIED, SESSION_LOST

Stored = Mapping[str, Any]


def phrase(place: Stored) -> str:
    """The effect as a part of a sentence: ``the session is lost and counts nothing``."""
    if place["kind"] == DISQUALIFIED:
        last = place["order"] == "last"
        return _("disqualified, last in the order") if last else _("disqualified, out of the order")
    counts = _counts(place)
    if place["kind"] == SESSION_LOST:
        if not counts:
            return _("the session is lost and counts nothing")
        return _("the session is lost and counts %(amounts)s") % {"amounts": counts}
    words = _("a substitute plays") if place["chair"] == "ranked" else _("a substitute comes in later")
    if not counts:
        return _("%(who)s; the session counts nothing for the player") % {"who": words}
    return _("%(who)s; the session counts %(amounts)s for the player") % {"who": words, "amounts": counts}


def _counts(place: Stored) -> str:
    """The amounts of the session, empty where all are nothing."""
    amounts = [(place["points"], _("%(n)s points")), (place["uma"], _("%(n)s uma"))]
    amounts.append((place["table_points"], _("%(n)s table points")))
    return ", ".join(text % {"n": signed(n)} for n, text in amounts if n)


def signed(number: int) -> str:
    """With thousands and a real minus.

    >>> signed(-15000)
    '−15,000'
    """
    return f"{number:,}".replace("-", "−")


def consequences(place: Stored, name: str) -> list[str]:
    """What follows for the player called `name`, for the others and for the director, one sentence each."""
    if place["kind"] == DISQUALIFIED:
        own = (
            _("%(name)s is last in the standings from now on, whatever the results.")
            if place["order"] == "last"
            else _("%(name)s has no place in the standings from now on.")
        )
        stay = _("The results so far of the others stand; in the remaining sessions a substitute sits in the chair.")
        return [own % {"name": name}, stay]
    found = []
    if place["by_referee"]:
        found.append(
            _("The rules name no number for a missed session: it counts nothing for %(name)s but the points you take.")
            % {"name": name}
        )
    else:
        counts = _counts(place) or _("0 points and 0 table points")
        found.append(
            _("For %(name)s the session counts %(amounts)s, whoever plays it.") % {"name": name, "amounts": counts}
        )
    if place["takes_negative"]:
        found.append(_("Where the substitute loses, that loss counts instead."))
    if place["chair"] == "last":
        found.append(_("The chair is last at the table whatever its points; the others share the better places."))
    else:
        found.append(
            _("A substitute is ranked at the table, so that the others get their places, and has no standing.")
        )
    for each in place["present"]:
        gets = _("%(n)s points") % {"n": signed(each["points"])} if each["points"] else ""
        gets = gets or _("%(n)s table points") % {"n": each["table_points"]}
        found.append(
            ngettext(
                "Where %(players)s player is left, nobody plays; it counts %(gets)s.",
                "Where %(players)s players are left, nobody plays; it counts %(gets)s for each.",
                each["players"],
            )
            % {"players": each["players"], "gets": gets}
        )
    return found


def all_consequences(proposal: Stored, name: str) -> list[str]:
    """The sentences of every effect of a proposal."""
    return [text for each in proposal.get("place_in_event") or () for text in consequences(each, name)]
