"""Data of an event for a referee's device without the server."""

from __future__ import annotations

from typing import Any, Final

from engine.family import Ruleset
from judging.law import questions
from judging.law.families import is_dealer_east
from judging.rulebook.text.evidence import label_seats
from tournaments.core.text.names import choose_leading_name
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable

HANDS: Final = 99

NAME: Final = "⟦name⟧"
"""The place of the player's name, which the device fills in."""


def list_versions(tournament: Tournament) -> list[RulesetVersion]:
    of_rounds = [round_.ruleset for round_ in tournament.rounds.select_related("ruleset") if round_.ruleset is not None]
    by_key = {version.pk: version for version in (tournament.ruleset, *of_rounds)}
    return list(by_key.values())


def describe_hall(tournament: Tournament) -> dict[str, Any]:
    """Return rules, players and tables of the event as JSON.

    ``rules``: the seatings of each version; ``players``: names by key; ``rounds``: number, index of its rules, and
    ``tables`` by number with the keys of their players in turn order, ``boards`` if they play boards.
    """
    listed = list_versions(tournament)
    places = {version.pk: index for index, version in enumerate(listed)}
    players: dict[int, str] = {}
    rounds = []
    with_boards = set(
        GameTable.objects.filter(round__tournament=tournament, plays__isnull=False).values_list("pk", flat=True)
    )
    for round_ in tournament.rounds.order_by("number").prefetch_related("tables"):
        seated = sheets.group_seats_of_round(round_.pk)
        tables = {
            table.number: {
                "players": [seat.entry.pk for seat in seated[table.number]],
                "boards": table.pk in with_boards,
            }
            for table in round_.tables.all()
            if table.number in seated
        }
        if not tables:
            continue
        players |= {seat.entry.pk: choose_leading_name(seat.entry) for seats in seated.values() for seat in seats}
        rounds.append({"number": round_.number, "rules": places.get(round_.ruleset_id or 0, 0), "tables": tables})
    return {"rules": [_list_seatings(version.rules) for version in listed], "players": players, "rounds": rounds}


def _list_seatings(rules: Ruleset) -> dict[str, Any]:
    """Return seats of a table in each hand.

    ``seatings``: different pairs of the players' order in the hand, as places in the first hand's, and the labels of
    the seats; ``hands``: index of the pair by the hand's number, first of a hand without a number.
    """
    seatings: list[dict[str, list[Any]]] = []
    hands = []
    for hand in (None, *range(1, HANDS + 1)):
        dealer = questions.get_hand_place(rules, hand).dealer if is_dealer_east(rules) else None
        order = questions.order_players(rules, range(4), hand)
        labels = [label for _seat, label in label_seats(dict.fromkeys(range(4), NAME), dealer)]
        pair: dict[str, list[Any]] = {"order": order, "labels": labels}
        if pair not in seatings:
            seatings.append(pair)
        hands.append(seatings.index(pair))
    return {"seatings": seatings, "hands": hands}
