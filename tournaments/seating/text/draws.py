from __future__ import annotations

import math
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.text.sentences import in_words
from tournaments.seating.logic.bounds import compute_repeat_bound_of_games, count_rounds_without_repeat
from tournaments.seating.logic.constraints import HARD, Constraints
from tournaments.seating.logic.draws import BETTER, Draw, FixedInputs, RankedInputs
from tournaments.seating.logic.measures import (
    END_PRICE,
    LEAN_PRICE,
    REPEAT,
    SETTINGS,
    WIND_PRICE,
    count_pairs_kept_apart,
)
from tournaments.seating.logic.text import explain_template

BUILT = ("four flights", "rotation", "library")


def explain_draw(draw: Draw) -> list[str]:
    inputs = draw.inputs
    if isinstance(inputs, RankedInputs) and not inputs.random:
        return _explain_by_rank(draw, inputs)
    if isinstance(inputs, RankedInputs) or inputs.kind == "added":
        return [
            _("The rounds before were kept; the new ones were drawn on top of them, without regard to the standings."),
            _("The seed decided the order in which the players entered the search; anybody can repeat it."),
        ]
    if inputs.kind == "replan":
        return [
            _describe_option(inputs.way),
            *_describe_changes(inputs),
            _("Rounds that had started stayed as they were."),
        ]
    if inputs.kind == "movement":
        return [
            _describe_movement(inputs.movement),
            _("The lot decided who has which place in it; anybody can draw it again from the seed."),
        ]
    if inputs.kind == "fixtures":
        return [
            _("Teams meet teams: each table of a group has one member of each of its four teams."),
            *_describe_balance(draw),
            _("The lot decided which team has which number in the fixtures; anybody can draw it again from the seed."),
        ]
    return [
        _("These rounds were drawn at once, before the first of them; results play no part in it."),
        *(in_words(line) for line in explain_template(draw.details["template"])),
        *(
            [_("Each table of the first round has one player of each quarter by rating; the seed decided which.")]
            if inputs.seeding
            else []
        ),
    ]


def _explain_by_rank(draw: Draw, inputs: RankedInputs) -> list[str]:
    if inputs.kind == "standings":
        groups = _("Each group of %(count)d tables was formed for itself.")
        return [
            *([groups % {"count": inputs.block}] if inputs.block else []),
            _describe_mode(inputs.mode, inputs.block or len(draw.rounds[0])),
            _("No chance is in it and so no seed: the standings alone decide who sits together."),
        ]
    return [
        _("Players who stood close to each other were put together, where possible with new opponents."),
        _describe_setting(inputs.mode),
        *([_("Players of equal points were drawn among themselves.")] if inputs.brackets else []),
        _("Only confirmed results of the rounds before count; players without a place come last, by number.")
        if inputs.seeding is None
        else _(
            "Only confirmed results of the rounds before count. Ratings order players without a place, who come "
            "last, and those who share one; players without a rating come after the others, by number."
        ),
        _(
            "The seating was found by a proof and taken because it costs less than the one that the seed draws;"
            " anybody can weigh both again."
        )
        if draw.kind == BETTER
        else _("The seed decides between seatings of equal worth; anybody can repeat the draw with it."),
    ]


def _describe_movement(kind: str) -> str:
    words = {
        "four_teams": _("A movement of four teams: all of different teams meet once and are compared once."),
        "sixteen": _("A movement of 16 players: all meet once and are compared once."),
        "one_field": _("One field: everybody on the same wind is compared, and pairs meet as rarely as can be."),
    }
    return words[kind]


def _describe_balance(draw: Draw) -> list[str]:
    # Imported here, since the search loads numpy.
    from tournaments.seating.logic.constructions.fixtures import compute_balance

    order = {team: index for index, team in enumerate(draw.details["team_order"])}
    weeks = [tuple(tuple(order[team] for team in group) for group in week) for week in draw.details["fixtures"]]
    fewest, most, least, last = compute_balance(len(order), weeks)
    sentences = [_("Two teams meet %(fewest)s to %(most)s times.") % {"fewest": fewest, "most": most}]
    if last:
        sentences.append(_("A team rests %(fewest)s to %(most)s rounds.") % {"fewest": least, "most": last})
    return sentences


def _describe_setting(setting: str) -> str:
    words = {
        "fresh": _("New opponents mattered most here, closeness in the standings less."),
        "balanced": _("New opponents and closeness in the standings mattered alike."),
        "close": _("Closeness in the standings mattered most here, new opponents less."),
    }
    return words[setting]


def _describe_mode(mode: str, tables: int) -> str:
    words = {
        "standings": _("The first four of the standings sit at one table, the next four at the next, and so on."),
        "interval": _(
            "With %(tables)d tables, the first table has the places 1, %(second)d, %(third)d and %(fourth)d, and so on:"
            " every table has somebody from each quarter of the standings."
        ),
        "snake": _(
            "The standings were dealt to the %(tables)d tables forwards and backwards in turn, so that all tables are"
            " about equally strong."
        ),
        "teams": _(
            "Four teams that stand next to each other meet: the best of each at one table, the second of each at the"
            " next, and so on."
        ),
    }
    return words[mode] % {"tables": tables, "second": tables + 1, "third": 2 * tables + 1, "fourth": 3 * tables + 1}


def _describe_option(kind: str) -> str:
    words = {
        "substitute": _("The field changed during the event: substitutes took the chairs of those who left."),
        "fewer tables": _("The field changed during the event: the coming rounds were seated anew at fewer tables."),
        "sit out": _("The field changed during the event: some sit out each coming round, in turn."),
        "re-seat": _("The field changed during the event: the coming rounds were seated anew for those who play."),
    }
    return words.get(kind, _("The field changed during the event: the coming rounds were seated anew."))


def _describe_changes(inputs: FixedInputs) -> list[str]:
    sentences = []
    if inputs.leaves:
        sentences.append(_("Left: %(numbers)s.") % {"numbers": _join_names(sorted(inputs.leaves))})
    if inputs.arrives:
        sentences.append(_("Arrived: %(numbers)s.") % {"numbers": _join_names(inputs.arrives)})
    if inputs.tables_gone:
        sentences.append(
            _("Tables that fell away: %(numbers)s.") % {"numbers": _join_names(sorted(inputs.tables_gone))}
        )
    return sentences


def _join_names(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)


def describe_aims(draw: Draw) -> list[str]:
    inputs = draw.inputs
    constraints = inputs.constraints
    if inputs.kind == "fixtures":
        return [
            _("Two teams meet as often as any others, as far as the numbers allow; rests differ by one at most."),
            _("The members of the teams meet again as rarely as can be; winds and tables are even."),
        ]
    if inputs.kind == "movement":
        return [
            _("Everybody meets and is compared with the others as evenly as the movement allows; mates never meet.")
        ]
    if inputs.kind == "standings":
        return [
            _("Earlier meetings are not looked at: the same players may meet again."),
            _("Inside a table, the winds are given so that everybody's winds stay as even as possible."),
        ]
    if isinstance(inputs, RankedInputs) and not inputs.random:
        price = SETTINGS[inputs.mode]
        return [
            # The round's wishes are weighed so that at "fresh" they count as in a fixed schedule.
            *_describe_wishes(constraints, price * REPEAT / SETTINGS["fresh"]),
            _(
                "For each two players at a table: the difference of their places, squared, plus %(price)d times the"
                " square of the number of their earlier meetings. An earlier meeting counts as much as %(places)d"
                " places between the two."
            )
            % {"price": price, "places": round(math.sqrt(price))},
            _describe_winds(inputs.rounds),
        ]
    built = draw.details.get("template", {}).get("method") in BUILT
    return [
        *_describe_wishes(constraints, REPEAT),
        _(
            "Meetings of the same two: a second meeting weighs 1, a third 2 more, a fourth 3 more; the sum is kept"
            " small."
        ),
        *(
            [_("Then the opponents in common of players who never meet: as many and as even as possible.")]
            if built
            else []
        ),
        _(
            "Winds and tables come last and do not change who meets whom: each wind as often as the others, and as few"
            " returns to a table as possible."
        ),
    ]


def _describe_winds(rounds: int | None) -> str:
    if rounds is None:
        return _("Uneven winds weigh %(price)d for each game off.") % {"price": round(WIND_PRICE)}
    return _(
        "Winds shall be even after round %(rounds)d: each game by which a player's winds will be off then weighs"
        " %(price)d, and %(lean)d for each game by which a wind exceeds his rarest one now."
    ) % {"rounds": rounds, "price": round(END_PRICE), "lean": round(LEAN_PRICE)}


def _describe_wishes(constraints: Constraints, unit: float) -> list[str]:
    sentences = []
    hard = []
    if constraints.teams:
        hard.append(_("team-mates"))
    if constraints.forbidden:
        hard.append(_("forbidden pairs"))
    if constraints.referees:
        hard.append(_("playing referees"))
    if hard:
        sentences.append(
            _("Above all these never meet, where any seating allows it: %(who)s. Such a meeting counts %(repeats)s.")
            % {"who": ", ".join(hard), "repeats": _format_repeats(HARD / unit)}
        )
    if constraints.fixed_tables:
        sentences.append(_("Players with a fixed table stay at it."))
    soft = [
        (constraints.clubs, constraints.club_weight, _("A same-club meeting counts %(repeats)s.")),
        (constraints.countries, constraints.country_weight, _("A same-country meeting counts %(repeats)s.")),
        (
            constraints.met_before,
            constraints.met_before_weight,
            _("A meeting of a pair from the event before counts %(repeats)s."),
        ),
        (constraints.wished, constraints.wished_weight, _("A wished meeting makes up for %(repeats)s.")),
    ]
    sentences += [text % {"repeats": _format_repeats(weight / unit)} for present, weight, text in soft if present]
    return sentences


def _format_repeats(number: float) -> str:
    parts = {0.1: _("a tenth of a repeat"), 0.25: _("a quarter of a repeat"), 0.5: _("half a repeat")}
    amount = round(number, 6)
    if amount in parts:
        return parts[amount]
    return ngettext("%(count)s repeat", "%(count)s repeats", 1 if amount == 1 else 2) % {"count": f"{amount:,g}"}


def explain_repeat(draw: Draw, first: int, second: int, *, players: int, rounds: int) -> str:
    """Explain a repeated meeting; from `players` and `rounds` counting tells what was unavoidable."""
    inputs = draw.inputs
    if isinstance(inputs, RankedInputs) and not inputs.random:
        place = {player: position for position, player in enumerate(inputs.order, 1)}
        values = {"one": min(place[first], place[second]), "two": max(place[first], place[second])}
        if inputs.kind == "standings":
            return (
                _("Their places, %(one)d and %(two)d, put them at one table; earlier meetings were not looked at.")
                % values
            )
        return (
            _(
                "They stood at places %(one)d and %(two)d; new opponents for both would have been farther away, or"
                " would have cost others more."
            )
            % values
        )
    if reason := explain_unavoidable_repeats(players, rounds):
        return reason
    if not isinstance(inputs, FixedInputs) or inputs.kind != "fixed":
        return _("The rounds before were kept as they were and left no free opponents for everybody.")
    if inputs.constraints:
        people = [*inputs.players, *inputs.substitutes]
        apart = count_pairs_kept_apart(inputs.constraints, people, len(people) // 4)
        if compute_repeat_bound_of_games([len(people) // 4] * rounds, len(people), apart=apart):
            return _("Keeping apart who must not meet leaves fewer first meetings than the rounds need.")
        return _("Keeping others apart, as was asked, left no seating without it that the search could find.")
    return _("Counting alone would allow a seating without it, but none was found.")


def explain_unavoidable_repeats(players: int, rounds: int) -> str:
    """Explain why no seating of this size is without repeats; empty if one may be."""
    tables, out = divmod(players, 4)
    meetings, pairs = 6 * tables * rounds, players * (players - 1) // 2
    if rounds < 2 or not tables:
        return ""
    if meetings > pairs and not out:
        return _("In %(rounds)d rounds everybody has %(seats)d opponents, but there are only %(others)d others.") % {
            "rounds": rounds,
            "seats": 3 * rounds,
            "others": players - 1,
        }
    if meetings > pairs:
        return _("The tables of %(rounds)d rounds make %(meetings)d meetings, but there are only %(pairs)d pairs.") % {
            "rounds": rounds,
            "meetings": meetings,
            "pairs": pairs,
        }
    # A later table takes at most one player from each earlier one, and those who sat out.
    if tables < 4 and tables * tables + out < 4 * tables:
        return _("At so few tables, players who have just met must meet again from the second round on.")
    if not out and rounds > count_rounds_without_repeat(players):
        return _("%(players)d players cannot play %(rounds)d rounds without repeats; that is proven.") % {
            "players": players,
            "rounds": rounds,
        }
    return ""
