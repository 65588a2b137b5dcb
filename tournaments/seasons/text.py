"""Texts of a season: rule, reasons, tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.sentences import gettext_noop as _
from tournaments.core.models.log import describe_value, is_commitment
from tournaments.core.text.numbers import format_exact
from tournaments.seasons.logic import SeasonRule, SeasonRuleError, read_rule
from tournaments.seasons.models import SeasonRole

READY: Final = {
    "sum": _("Sum of all scores"),
    "best_of": _("Mean of the best four"),
    "place_points": _("Points by place, the worst dropped"),
    "federation": _("Mean by the federation's weights, older results worth half"),
    "evenings": _("Evenings of a club: sum of the days"),
    "teams": _("Teams: sum of the members' scores"),
    "games": _("Mean of a game, from eight games on"),
    "mers": _("European ranking (MERS)"),
}
RANKED: Final = {"players": _("Players"), "teams": _("Teams")}
UNITS: Final = {
    "event": _("an event"),
    "day": _("a day of play"),
    "game": _("a game"),
}
VALUES: Final = {
    "score": _("its score"),
    "table_points": _("its table points"),
    "place_points": _("points for the place"),
    "base_rank": _("1000 for the first down to 0 for the last"),
}
COMBINATIONS: Final = {"sum": _("are added up"), "mean": _("are averaged by their weights")}
WEIGHTS: Final = {
    "own": _("the factor that the season gives the event"),
    "federation": _("that factor, times the event's weight with its federation"),
}
AGE_UNITS: Final = {"days": _("days from which it holds"), "years": _("years that have passed")}
RATINGS: Final = {"": _("none"), "openskill": _("OpenSkill (Plackett-Luce)"), "elo": _("Elo")}
TIE_BREAKS: Final = {
    "best": _("best single results"),
    "wins": _("first places"),
    "latest": _("last result"),
    "events": _("number of results"),
    "games": _("number of games"),
    "score": _("score"),
    "table_points": _("table points"),
}
WHY: Final = {
    "early": _("too long ago"),
    "expired": _("weighs nothing"),
    "dropped": _("one of the worst, dropped"),
    "beyond": _("not one of the best"),
}
STATES: Final = {"hidden": _("Not public"), "early": _("No standings yet"), "counts": _("Counts")}
WHO: Final = {"players": _("Player"), "teams": _("Team")}


def list_ranking_headings(rule: SeasonRule) -> list[str]:
    figures = [gettext("Total"), gettext("Results"), gettext("Counted")]
    return [gettext("Place"), gettext(WHO[rule.ranked]), gettext("Country"), *figures]


def describe_rule(rule: SeasonRule) -> list[str]:
    """Describe the rule, one sentence per part."""
    sentences = [
        gettext("Each result is %(unit)s and gives %(value)s.")
        % {"unit": gettext(UNITS[rule.unit]), "value": gettext(VALUES[rule.value])}
    ]
    if rule.value == "place_points":
        points = ", ".join(format_exact(points_of_place) for points_of_place in rule.place_points)
        sentences.append(gettext("Points by place, the first in front: %(points)s.") % {"points": points})
    sentences.append(
        gettext("The results that count %(combined)s.") % {"combined": gettext(COMBINATIONS[rule.combine])}
    )
    if rule.weights == "federation":
        sentences.append(gettext("A result weighs %(weight)s.") % {"weight": gettext(WEIGHTS[rule.weights])})
    sentences += _describe_ages(rule)
    sentences += _describe_limits(rule)
    if rule.top:
        sentences.append(
            ngettext(
                "Half of the total is this mean, the other half the best result.",
                "Half of the total is this mean, the other half that of the best %(count)s.",
                rule.top,
            )
            % {"count": rule.top}
        )
    if rule.tie_breaks:
        listed = ", ".join(gettext(TIE_BREAKS[name]) for name in rule.tie_breaks)
        sentences.append(gettext("Ties are broken by: %(listed)s.") % {"listed": listed})
    if rule.rating:
        sentences.append(
            gettext("Beside the ranking there is a list of ratings by %(system)s.")
            % {"system": gettext(RATINGS[rule.rating])}
        )
    return sentences


def _describe_ages(rule: SeasonRule) -> list[str]:
    sentences = []
    for age, factor in rule.ages:
        if rule.age_unit == "years":
            sentence = ngettext(
                "More than %(count)s year before the last it weighs %(factor)s of that.",
                "More than %(count)s years before the last it weighs %(factor)s of that.",
                age,
            )
            sentences.append(sentence % {"count": age, "factor": format_exact(factor)})
        else:
            values = {"days": age, "factor": format_exact(factor)}
            sentences.append(gettext("From %(days)s days before the last on it weighs %(factor)s of that.") % values)
    if rule.expire:
        sentences.append(gettext("A result that weighs 0 is none."))
    return sentences


def _describe_limits(rule: SeasonRule) -> list[str]:
    sentences = []
    if rule.last:
        sentences.append(
            ngettext("Only the last %(count)s is looked at.", "Only the last %(count)s are looked at.", rule.last)
            % {"count": rule.last}
        )
    if rule.drop:
        sentences.append(
            ngettext("The worst result is dropped.", "The worst %(count)s results are dropped.", rule.drop)
            % {"count": rule.drop}
        )
    if rule.best:
        sentences.append(
            ngettext("Only the best result counts.", "Only the best %(count)s results count.", rule.best)
            % {"count": rule.best}
        )
    if rule.share:
        sentences.append(
            gettext("Of the results after these, the best %(share)s count too, rounded up.")
            % {"share": format_exact(rule.share)}
        )
    if rule.fill:
        sentences.append(gettext("Missing ones count as 0."))
    if rule.least:
        sentences.append(
            ngettext(
                "A place needs %(count)s result at least.", "A place needs %(count)s results at least.", rule.least
            )
            % {"count": rule.least}
        )
    return sentences


def describe_reason(why: str, top: bool = False) -> str:
    """Return the reason against a result; otherwise that it counts, in both parts of the total if it is `top`."""
    if top:
        return pgettext("a result of a season", "counts in both parts")
    return gettext(WHY[why]) if why else pgettext("a result of a season", "counts")


def tie_break_in_words(name: str) -> str:
    return gettext(TIE_BREAKS[name]) if name else ""


LOGGED: Final = {
    "seasons.create": _("The season “%(name)s” is made."),
    "seasons.add_event": _("%(event)s is added as event %(position)s, with the factor %(factor)s."),
    "seasons.remove_event": _("%(was_event)s is taken out."),
    "seasons.move_event": _("%(was_event)s moves from place %(was_position)s to place %(position)s."),
    "seasons.weigh_event": _("The factor of %(event)s changes from %(was_factor)s to %(factor)s."),
    "seasons.grant": _("%(user)s is now: %(role)s."),
    "seasons.revoke": _("%(was_user)s is no longer: %(was_role)s."),
    "seasons.merge_teams": _("The teams “%(team)s” and “%(same_as)s” count as one."),
    "seasons.split_teams": _("The teams “%(was_team)s” and “%(was_same_as)s” are parted."),
    "seasons.merge": _("Players %(player)s and %(same_as)s count as one person."),
    "seasons.split": _("Players %(was_player)s and %(was_same_as)s count as two people again."),
    "seasons.restore": _("The season is brought in from a file, with its events: %(events)s."),
    "seasons.rule": _("The ranking rule changes."),
}
"""Sentences of the season's log by action; values before the change have `was_`."""
PUBLISHED: Final = {True: _("The season becomes public."), False: _("The season is no longer public.")}


def change_in_words(action: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Describe an entry of the season's log; empty for an action without a sentence, or a foreign entry."""
    if action == "seasons.edit":
        return _edit_in_words(before, after)
    values = {f"was_{name}": value for name, value in before.items()} | dict(after)
    values = {name: describe_value(value) if is_commitment(value) else value for name, value in values.items()}
    for name in ("role", "was_role"):
        if values.get(name) in SeasonRole.Kind.values:
            values[name] = SeasonRole.Kind(values[name]).label
    try:
        parts = [gettext(LOGGED[action]) % values]
    except KeyError:
        return ""
    if action == "seasons.rule":
        parts += _describe_rule_after(after)
    return " ".join(parts)


def _describe_rule_after(after: Mapping[str, Any]) -> list[str]:
    try:
        return describe_rule(read_rule(after["rule"]))
    except (KeyError, SeasonRuleError):
        return []


def _edit_in_words(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    parts = []
    if before.get("name") != after.get("name"):
        parts.append(gettext("The name changes from “%(was)s” to “%(name)s”.") % {"was": before["name"], **after})
    if before.get("published") != after.get("published"):
        parts.append(gettext(PUBLISHED[bool(after["published"])]))
    return " ".join(parts)


def describe_state(state: str) -> str:
    return gettext(STATES[state])
