from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from django.urls import reverse

from engine.bounded_json import digest
from tournaments.core.open_items import ItemKind, OpenItem, open_items
from tournaments.events.models import Tournament
from tournaments.seating.queries.differences import MAY_STOP
from tournaments.seating.queries.line_ups import iterate_rounds_to_seat_again, list_line_ups, list_rounds_with_line_ups
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.seating.queries.unknown import list_unknown
from tournaments.seating.text import outdated as words


@open_items(*MAY_STOP)
def outdated_inputs(tournament: Tournament) -> Iterator[OpenItem]:
    for outdated_input in list_open_differences(tournament):
        yield outdated_input.item


@open_items()
def line_ups_to_seat(tournament: Tournament) -> Iterator[OpenItem]:
    """Yield the first coming round whose seats differ from its line-ups; later ones are seated with it."""
    for round_, seating, teams in islice(iterate_rounds_to_seat_again(tournament), 1):
        facts = [
            [team.team.code, *([entry.number for entry in of] for of in (team.leaves, team.comes))] for team in teams
        ]
        yield OpenItem(
            ItemKind.OUTDATED,
            f"line-ups {round_.number}/{seating.version} {digest(facts)[:12]}",
            words.describe_differing_line_ups(round_.number, [team.team.name for team in teams]),
            reverse("manage_seating", args=[tournament.slug, round_.number]) + f"?version={seating.version}",
            "seating.view",
            round_.number,
            rounds=frozenset({round_.number}),
        )


@open_items()
def line_ups_unknown(tournament: Tournament) -> Iterator[OpenItem]:
    """Yield the next round none of whose line-ups was ever named."""
    for round_ in list_rounds_with_line_ups(tournament)[:1]:
        if teams := [line.team.name for line in list_line_ups(round_) if line.is_unknown]:
            yield OpenItem(
                ItemKind.PLAYER,
                f"line-ups unknown {round_.number}",
                words.describe_unknown_line_ups(round_.number, teams),
                reverse("manage_line_ups", args=[tournament.slug, round_.number]),
                "teams.edit",
                round_.number,
            )


@open_items()
def unknown_inputs(tournament: Tournament) -> Iterator[OpenItem]:
    """Yield records of earlier releases without inputs; after the event they are only on their pages."""
    if tournament.state != Tournament.State.FINISHED:
        for doubtful in list_unknown(tournament):
            yield doubtful.item
