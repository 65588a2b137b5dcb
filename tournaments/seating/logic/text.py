from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.logic.bounds import UNAVOIDABLE_VISITS, count_rounds_without_repeat
from tournaments.seating.logic.draws import Draw, FixedInputs
from tournaments.seating.logic.measures import ConstraintLine, Measures

WAYS = {
    "four flights": gettext_noop(
        "The players form four flights that move past each other by fixed steps, so that no two meet twice."
    ),
    "rotation": gettext_noop("One round was designed, and everybody moves up one place for the next."),
    "annealing": gettext_noop(
        "The tables were searched by computer, trying many exchanges of players and keeping the good ones."
    ),
    "library": gettext_noop("The table was made before and stored in the library."),
}
LOTS = gettext_noop("A lot decided who is which number in it; its seed is published, so anybody can repeat it.")
ORDER = gettext_noop("The seed decided the order in which the players entered the search; anybody can repeat it.")


def explain(draw: Draw) -> list[str]:
    substitutes = len(draw.inputs.substitutes) if isinstance(draw.inputs, FixedInputs) else 0
    worth = explain_measures(draw.measure(), substitutes=substitutes, byes=len(draw.byes[0]))
    return [*map(str, [*explain_template(draw.details["template"]), *worth]), *draw.details["notes"]]


def explain_template(template: Mapping[str, Any]) -> list[Sentence]:
    return [Sentence(WAYS[template["method"]]), Sentence(ORDER if template["parameters"].get("seeded") else LOTS)]


KIND_NAMES = {
    "team": gettext_noop("Team-mates apart"),
    "country": gettext_noop("Players of one country apart"),
    "club": gettext_noop("Players of one club apart"),
    "forbidden": gettext_noop("Pairs that never meet"),
    "wished": gettext_noop("Pairs that meet once"),
    "fixed table": gettext_noop("Players with a table of their own"),
    "referees": gettext_noop("Playing referees apart"),
    "met before": gettext_noop("Pairs of an earlier event apart"),
}


def explain_measures(m: Measures, *, substitutes: int = 0, byes: int = 0) -> list[Sentence]:
    sentences = []

    def say(text: str, **values: int | str) -> None:
        sentences.append(Sentence(text, values))

    if substitutes:
        say(gettext_noop("%(count)d substitutes fill the last table."), count=substitutes)
    if byes:
        say(
            gettext_noop(
                "%(byes)d of %(players)d players sit out in each round, in turn; everybody plays "
                "%(low)d to %(high)d rounds."
            ),
            byes=byes,
            players=m.players,
            low=m.games[0],
            high=m.games[1],
        )
    if m.repeats == 0:
        say(gettext_noop("Nobody meets the same opponent twice."))
    else:
        sentences += _describe_repeats(m)
    if m.third_meetings:
        say(gettext_noop("There are %(count)d third meetings."), count=m.third_meetings)
    if m.lowest_common:
        say(gettext_noop("Two players who never meet share at least %(count)d opponents."), count=m.lowest_common)
    elif m.without_common:
        say(gettext_noop("%(count)d pairs neither meet nor share an opponent."), count=m.without_common)
    elif m.repeats == 0:
        say(gettext_noop("Everybody meets everybody."))
    if m.wind_excess:
        say(gettext_noop("Winds are uneven by %(count)d in all."), count=m.wind_excess)
    else:
        say(gettext_noop("Everybody has each wind as often as the others, give or take one."))
    if m.repeated_tables:
        say(_choose_second_visits_text(m), count=m.repeated_tables)
    else:
        say(gettext_noop("Nobody has a table more often than needed."))
    return [*sentences, *_describe_prices(m.constraints)]


def _choose_second_visits_text(m: Measures) -> str:
    plain = m.repeats == 0 and m.games == (m.rounds, m.rounds) and not m.constraints
    unavoidable = UNAVOIDABLE_VISITS.get((m.players, m.rounds), 0) if plain else 0
    if m.repeated_tables == unavoidable:
        return gettext_noop(
            "%(count)d times somebody comes back to a table more often than needed; no seating of this size without "
            "a repeat has fewer."
        )
    if unavoidable:
        return gettext_noop(
            "%(count)d times somebody comes back to a table more often than needed; it is proven that no seating of "
            "this size without a repeat spares everybody that."
        )
    return gettext_noop("%(count)d times somebody comes back to a table more often than needed.")


def _describe_repeats(m: Measures) -> list[Sentence]:
    values = {
        "pairs": m.pairs_met_again,
        "repeats": m.repeats,
        "bound": m.least_repeats,
        "any": m.repeat_bound,
        "players": m.players,
        "rounds": m.rounds,
    }
    if m.repeats == m.repeat_bound:
        text = gettext_noop(
            "%(pairs)d pairs meet more than once, %(repeats)d repeats in all; no seating of this size has fewer."
        )
    elif m.repeats == m.least_repeats:
        text = gettext_noop(
            "%(pairs)d pairs meet more than once, %(repeats)d repeats in all; no seating that keeps apart who must not "
            "meet has fewer. Without that, counting would allow %(any)d."
        )
    elif m.least_repeats > m.repeat_bound:
        text = gettext_noop(
            "%(pairs)d pairs meet more than once, %(repeats)d repeats in all; with everybody apart who must not meet, "
            "counting alone would allow %(bound)d."
        )
    else:
        text = gettext_noop(
            "%(pairs)d pairs meet more than once, %(repeats)d repeats in all; counting alone would allow %(bound)d."
        )
    sentences = [Sentence(text, values)]
    if m.games == (m.rounds, m.rounds) and 1 < m.rounds <= count_rounds_without_repeat(m.players) and m.constraints:
        sentences.append(
            Sentence(
                gettext_noop(
                    "If nothing else were asked, %(players)d players could play %(rounds)d rounds without a repeat."
                ),
                values,
            )
        )
    return sentences


MEETINGS = {
    "team": gettext_noop(
        "Meetings between team-mates (%(groups)d teams): %(breaks)d; the fewest possible are %(bound)d."
    ),
    "country": gettext_noop(
        "Meetings between players of one country (%(groups)d countries): %(breaks)d; the fewest possible are %(bound)d."
    ),
    "club": gettext_noop(
        "Meetings between players of one club (%(groups)d clubs): %(breaks)d; the fewest possible are %(bound)d."
    ),
    "referees": gettext_noop("Meetings between playing referees: %(breaks)d; the fewest possible are %(bound)d."),
    "forbidden": gettext_noop("Forbidden pairs that meet: %(breaks)d."),
    "met before": gettext_noop("Pairs met before that meet again: %(breaks)d."),
    "wished": gettext_noop("Wished meetings that could not be granted: %(breaks)d."),
    "fixed table": gettext_noop("Players away from their fixed table: %(breaks)d."),
}


def _describe_prices(lines: Sequence[ConstraintLine]) -> list[Sentence]:
    totals: dict[str, list[int]] = {}
    for line in lines:
        total = totals.setdefault(line.kind, [0, 0, 0])
        total[0] += line.breaks
        total[1] += line.bound
        total[2] += 1
    return [
        Sentence(MEETINGS[kind], {"breaks": breaks, "bound": bound, "groups": groups})
        for kind, (breaks, bound, groups) in totals.items()
    ]


def format_rounds(draw: Draw) -> str:
    """Return the rounds as text, a table a line: number, then East, South, West, North."""
    lines = []
    width = max(len(str(player)) for player in {*draw.players, *(p for line in draw.byes for p in line)})
    for k, (round_, out) in enumerate(zip(draw.rounds, draw.byes, strict=True)):
        lines.append(f"Round {k + 1}")
        for number, table in zip(draw.numbers[k], round_, strict=True):
            lines.append(f"  table {number:>3}:  " + "  ".join(f"{player:>{width}}" for player in table))
        if out:
            lines.append("  sit out: " + ", ".join(str(player) for player in out))
    return "\n".join([*lines, ""])
