"""Effects of penalties on a player's session and place in the event, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from judging.law.competition_sanctions import DISQUALIFIED, SESSION_LOST

Stored = Mapping[str, Any]


def describe_effect(place: Stored) -> str:
    """Return the effect as a part of a sentence: ``the session is lost and counts nothing``."""
    if place["kind"] == DISQUALIFIED:
        last = place["order"] == "last"
        return gettext("disqualified, last in the order") if last else gettext("disqualified, out of the order")
    counts = _describe_counts(place)
    if place["kind"] == SESSION_LOST:
        if not counts:
            return gettext("the session is lost and counts nothing")
        return gettext("the session is lost and counts %(amounts)s") % {"amounts": counts}
    words = gettext("a substitute plays") if place["chair"] == "ranked" else gettext("a substitute comes in later")
    if not counts:
        return gettext("%(who)s; the session counts nothing for the player") % {"who": words}
    return gettext("%(who)s; the session counts %(amounts)s for the player") % {"who": words, "amounts": counts}


def _describe_counts(place: Stored) -> str:
    uma = gettext("%(n)s uma") % {"n": format_signed(place["uma"])}
    counted = [describe_points(place["points"]), place["uma"] and uma, describe_table_points(place["table_points"])]
    return ", ".join(filter(None, counted))


def describe_points(number: int) -> str:
    text = ngettext("%(n)s point", "%(n)s points", abs(number)) % {"n": format_signed(number)}
    return text if number else ""


def describe_table_points(number: int) -> str:
    text = ngettext("%(n)s table point", "%(n)s table points", abs(number)) % {"n": format_signed(number)}
    return text if number else ""


def format_signed(number: int) -> str:
    """Return the number with thousands separators and a minus sign.

    >>> format_signed(-15000)
    '−15,000'
    """
    return f"{number:,}".replace("-", "−")


def list_consequences(place: Stored, name: str) -> list[str]:
    """Return sentences about the player called `name`, the others, and the director's part."""
    if place["kind"] == DISQUALIFIED:
        template = (
            gettext("%(name)s is last in the standings from now on, whatever the results.")
            if place["order"] == "last"
            else gettext("%(name)s has no place in the standings from now on.")
        )
        stay = gettext(
            "The results so far of the others stand; in the remaining sessions a substitute sits in the chair."
        )
        return [template % {"name": name}, stay]
    sentences = []
    if place["by_referee"]:
        sentences.append(
            gettext(
                "The rules name no number for a missed session: it counts nothing for %(name)s but the points you take."
            )
            % {"name": name}
        )
    else:
        counts = _describe_counts(place) or gettext("0 points and 0 table points")
        sentences.append(
            gettext("For %(name)s the session counts %(amounts)s, whoever plays it.")
            % {"name": name, "amounts": counts}
        )
    if place["takes_negative"]:
        sentences.append(gettext("Where the substitute loses, that loss counts instead."))
    if place["chair"] == "last":
        sentences.append(
            gettext("The chair is last at the table whatever its points; the others share the better places.")
        )
    else:
        sentences.append(
            gettext("A substitute is ranked at the table, so that the others get their places, and has no standing.")
        )
    for present in place["present"]:
        gets = describe_points(present["points"]) or describe_table_points(present["table_points"])
        sentences.append(
            ngettext(
                "Where %(players)s player is left, nobody plays; it counts %(gets)s.",
                "Where %(players)s players are left, nobody plays; it counts %(gets)s for each.",
                present["players"],
            )
            % {"players": present["players"], "gets": gets}
        )
    return sentences


def list_all_consequences(proposal: Stored, name: str) -> list[str]:
    return [text for place in proposal.get("place_in_event") or () for text in list_consequences(place, name)]
