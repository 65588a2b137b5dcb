"""Shown beside the rows of a projection: openings of boards, which the log tells, sums of hands, pictures, and players
whose names the hall hides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from tournaments.branding.models import MAX_SPONSORS, EventPicture, SponsorLogo
from tournaments.duplicate.queries.board_openings import list_openings, write_opening
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.documents import Raw
from tournaments.figures.stored import write_hand_sums


def build_extra(tournament: Tournament) -> Raw:
    return {
        "openings": [write_opening(opening) for opening in list_openings(tournament)],
        "hands": write_hand_sums(tournament),
        "pictures": list_pictures(tournament),
        "hidden": list_hidden(tournament),
    }


def list_hidden(tournament: Tournament) -> list[int]:
    """Return the numbers of the players whose names are hidden: under them the rows have the shown ones."""
    players = tournament.entries.exclude(status=Entry.Status.WAITING).exclude(shown_name="").order_by("number")
    return [player.number for player in players if player.is_hidden_from_public]


def list_pictures(tournament: Tournament) -> list[list[str]]:
    """Return place and digest of each picture; the place of a sponsor's logo is the sponsor's number."""
    pictures = EventPicture.objects.filter(tournament=tournament).values_list("use", "digest")
    logos = SponsorLogo.objects.filter(sponsor__tournament=tournament).values_list("sponsor__number", "digest")
    return [[use, digest] for use, digest in pictures] + [[str(number), digest] for number, digest in sorted(logos)]


_OPENING: Final[Mapping[str, type]] = {"kind": str, "by": str, "at": str, "boards": list, "reason": str}
_PICTURE: Final = re.compile(r"(?:logo|banner|[0-9]{1,5}) [0-9a-f]{64}")
_HANDS: Final[Mapping[str, type]] = {"games_with_hands": int, "hands": int, "sums": list}


def is_extra(raw: Any) -> bool:
    """Return True for the form that `build_extra` makes."""
    if (
        not isinstance(raw, dict)
        or {*raw} != {"openings", "hands", "pictures", "hidden"}
        or not isinstance(raw["openings"], list)
    ):
        return False
    hands = raw["hands"]
    return (
        all(_has_form(opening, _OPENING) for opening in raw["openings"])
        and all(_are_whole_numbers(board, 3) for opening in raw["openings"] for board in opening["boards"])
        and (not hands or (_has_form(hands, _HANDS) and all(map(_is_sums, hands["sums"]))))
        and _are_pictures(raw["pictures"])
        and isinstance(raw["hidden"], list)
        and all(isinstance(number, int) for number in raw["hidden"])
    )


def _has_form(raw: Any, types: Mapping[str, type]) -> bool:
    return (
        isinstance(raw, dict)
        and {*raw} == {*types}
        and all(isinstance(raw[name], of_type) for name, of_type in types.items())
    )


def _are_pictures(raw: Any) -> bool:
    return (
        isinstance(raw, list)
        and len(raw) <= len(EventPicture.Use) + MAX_SPONSORS
        and all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in raw
        )
        and all(_PICTURE.fullmatch(" ".join(pair)) for pair in raw)
    )


def _is_sums(raw: Any) -> bool:
    if not isinstance(raw, list) or len(raw) != 4:
        return False
    number, family, amounts, opponents = raw
    return (
        isinstance(number, int)
        and isinstance(family, str)
        and isinstance(amounts, dict)
        and all(isinstance(amount, int | str) for amount in amounts.values())
        and isinstance(opponents, list)
        and all(_are_whole_numbers(met, 5) for met in opponents)
    )


def _are_whole_numbers(raw: Any, count: int) -> bool:
    return isinstance(raw, list) and len(raw) == count and all(isinstance(number, int) for number in raw)
