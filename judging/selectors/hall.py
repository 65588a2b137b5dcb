"""What a referee's device has to know of an event, to open a case when the server is out of reach."""

from __future__ import annotations

from typing import Any

from engine.family import Ruleset, ruleset
from engine.parameters import plain
from judging.models import Case, Sanction
from judging.selectors import repeats
from tournaments.models import Entry, Forfeit, GameTable, Round, RulesetVersion, Tournament
from tournaments.selectors import sheets
from tournaments.wording.names import leading


def versions(tournament: Tournament) -> list[RulesetVersion]:
    """The rules that cases of the event are judged by, the newest first."""
    of_rounds = [each.ruleset for each in tournament.rounds.select_related("ruleset") if each.ruleset is not None]
    found = {version.pk: version for version in (tournament.ruleset, *of_rounds)}
    return list(found.values())


def rules_of(version: RulesetVersion) -> Ruleset:
    """The same as the engine knows them. Raises RulesetError for a game without rules."""
    return ruleset(version.preset, version.parameters)


def told(tournament: Tournament) -> dict[str, Any]:
    """Rules, players and tables of the event, as JSON has them.

    ``rules``: name and changed parameters of each of `versions`; ``players``: names by key; ``rounds``: number, place
    of its rules, and ``tables`` by number with the keys of their players in turn order, ``boards`` where they play
    boards; ``earlier``: round, then player, then infraction -> how often it was punished before, as proposals count it.
    """
    listed = versions(tournament)
    places = {version.pk: at for at, version in enumerate(listed)}
    players: dict[int, str] = {}
    rounds, earlier = [], {}
    with_boards = set(
        GameTable.objects.filter(round__tournament=tournament, plays__isnull=False).values_list("pk", flat=True)
    )
    for round_ in tournament.rounds.order_by("number").prefetch_related("tables"):
        seated = sheets.seats_of_round(round_.pk)
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
        players |= {seat.entry.pk: leading(seat.entry) for seats in seated.values() for seat in seats}
        rounds.append({"number": round_.number, "rules": places.get(round_.ruleset_id or 0, 0), "tables": tables})
        earlier[round_.number] = _earlier(tournament, round_, rules_of(round_.ruleset or tournament.ruleset))
    rules = [rules_of(version) for version in listed]
    return {
        "rules": [
            {"name": one.name, "parameters": {name: plain(value) for name, value in one.changed.items()}}
            for one in rules
        ],
        "players": players,
        "rounds": rounds,
        "earlier": earlier,
    }


def _earlier(tournament: Tournament, round_: Round, rules: Ruleset) -> dict[int, dict[str, int]]:
    """Only those who have been punished in the event; a case of the round that is not opened yet."""
    case = Case(pk=0, tournament=tournament, round=round_)
    punished = Sanction.objects.filter(ruling__in_force=True, ruling__case__tournament=tournament)
    lost = Forfeit.objects.filter(entry__tournament=tournament, voided_at=None)
    keys = {*punished.values_list("entry", flat=True), *lost.values_list("entry", flat=True)}
    entries = Entry.objects.filter(pk__in=[key for key in keys if key is not None])
    return {entry.pk: repeats.earlier(case, entry, rules) for entry in entries}
