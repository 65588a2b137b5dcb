from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.text.sentences import in_words
from tournaments.core.views.public import public_page
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic.measures import Measures
from tournaments.seating.logic.schedule import Rounds
from tournaments.seating.logic.text import explain_measures
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.numbers import map_people_by_number
from tournaments.seating.queries.quality import get_constraints, map_plans_by_seating, measure_plans
from tournaments.seating.text import draws
from tournaments.seating.text import seatings as words

Again = tuple[Entry, Entry, tuple[int, ...], str]
"""Two players who meet again, the rounds, and the reason for the last meeting."""


def explain_round(tournament: Tournament, number: int) -> dict[str, Any] | None:
    """Explain a round, measured over the public rounds up to it; None before it is published."""
    live = {
        seating.round.number: seating
        for seating in Seating.objects.filter(
            round__tournament=tournament, round__number__lte=number, state__in=Seating.LIVE
        ).select_related("round")
    }
    if number not in live:
        return None
    seating = live[number]
    root = seating.origin
    draw = root.draws.order_by("-number").first()
    tables = map_plans_by_seating(live.values())
    plans = {round_number: tables[seating.pk] for round_number, seating in sorted(live.items())}
    entries = {entry.number: entry for entry in tournament.entries.select_related("team")}
    measured, rounds = measure_plans(plans, get_constraints(tournament, entries.values()))
    return {
        "number": number,
        "how": draws.explain_draw(draw.value) if draw else [words.describe_source(root.source)],
        "aims": draws.describe_aims(draw.value) if draw else [words.describe_missing_aim(root.source)],
        "worth": [in_words(line) for line in explain_measures(measured)],
        "changes": _describe_changes(seating),
        "again": _list_repeats(map_pairs_met_again(rounds, list(plans)), number, entries, root, draw, measured),
        "draw": draw,
    }


def map_pairs_met_again(rounds: Rounds, numbers: Sequence[int]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return pairs that meet again -> rounds of their meetings; `numbers` are those of `rounds`.

    >>> map_pairs_met_again((((1, 2, 3, 4),), ((1, 2, 5, 6),)), [1, 2])
    {(1, 2): (1, 2)}
    """
    met: dict[tuple[int, int], list[int]] = {}
    for number, tables in zip(numbers, rounds, strict=True):
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met.setdefault((pair[0], pair[1]), []).append(number)
    return {pair: tuple(when) for pair, when in sorted(met.items()) if len(when) > 1}


def list_repeats_in_draw(draw: SeatingDraw) -> list[Again]:
    numbers = draw.round_numbers
    value = draw.value
    past, rounds = value.inputs.played, value.rounds
    earlier = [numbers[0] - len(past) + index for index in range(len(past))] if numbers else []
    entries = map_people_by_number(draw)
    people = {player for part in (past, rounds) for tables in part for table in tables for player in table}
    count = len(past) + len(rounds)
    if len(numbers) != len(rounds):
        return []
    return [
        (
            entries[first],
            entries[second],
            when,
            draws.explain_repeat(value, first, second, players=len(people), rounds=count),
        )
        for (first, second), when in map_pairs_met_again((*past, *rounds), [*earlier, *numbers]).items()
        if when[-1] in numbers and first in entries and second in entries
    ]


def _describe_changes(seating: Seating) -> list[str]:
    sentences: list[str] = []
    version: Seating | None = seating
    while version is not None and version.based_on is not None:
        before, after = _map_chairs(version.based_on), _map_chairs(version)
        came = [name for key, (name, _chair) in after.items() if key not in before]
        leavers = [name for key, (name, _chair) in before.items() if key not in after]
        moved = [name for key, (name, chair) in after.items() if key in before and before[key][1] != chair]
        sentences[:0] = [
            *([words.describe_moved_by_hand(moved)] if moved else []),
            *([words.describe_arrivals(came, leavers)] if came else []),
        ]
        version = version.based_on
    return sentences


def _map_chairs(seating: Seating) -> dict[int, tuple[str, tuple[int, int | None]]]:
    seats = seating.seats.select_related("entry").order_by("entry__number")
    return {seat.entry.number: (str(seat.entry), (seat.table_number, seat.wind)) for seat in seats}


def _list_repeats(
    met: Mapping[tuple[int, int], tuple[int, ...]],
    number: int,
    entries: dict[int, Entry],
    root: Seating,
    draw: SeatingDraw | None,
    measured: Measures,
) -> list[Again]:
    drawn = {
        pair for table in map_plans_by_seating([root])[root.pk].values() for pair in combinations(sorted(table), 2)
    }
    lines = []
    people = map_people_by_number(draw) if draw is not None else {}
    in_draw = {entry.number: number for number, entry in reversed(people.items())}
    for (first, second), rounds in met.items():
        if rounds[-1] != number:
            continue
        if (first, second) not in drawn:
            why = words.describe_meeting_by_hand()
        elif draw is None:
            why = draws.explain_unavoidable_repeats(measured.players, measured.rounds) or words.describe_source(
                root.source
            )
        else:
            # A schedule is drawn as a whole: what its last round forces may show in an earlier one.
            planned = len(draw.value.inputs.played) + len(draw.value.rounds)
            count = max(measured.rounds, planned)
            pair = in_draw[first], in_draw[second]
            why = draws.explain_repeat(draw.value, *pair, players=measured.players, rounds=count)
        lines.append((entries[first], entries[second], rounds, why))
    return lines


def list_explained_rounds(tournament: Tournament) -> list[int]:
    live = Round.objects.filter(tournament=tournament, seatings__state__in=Seating.LIVE)
    return list(live.order_by("number").values_list("number", flat=True))


@require_safe
@public_page("seating")
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    explained = explain_round(tournament, number)
    if explained is None:
        raise Http404
    context = {
        "page_title": _("Seating of round %(number)s explained") % {"number": number},
        **explained,
        "rounds": [{"number": number_of_round} for number_of_round in list_explained_rounds(tournament)],
    }
    return TemplateResponse(request, "seating/public/explain_round.html", context)


urlpatterns = [path("t/<slug:slug>/seating/<int:number>/explained/", show, name="event_round_explained")]
