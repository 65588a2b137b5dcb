"""Texts of a player's requirements in the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.core.text.numbers import format_exact
from tournaments.standings.queries.metric_names import get_metric_name

if TYPE_CHECKING:
    from tournaments.standings.logic.needs import Enough, Needs
    from tournaments.standings.queries.needs import LastRound, PlayerNeeds


def describe_possible_places(player: PlayerNeeds) -> str:
    needs = player.needs
    if needs is None:
        return _("Every place is still possible: the rules set no limit to the points of a round.")
    if needs.best == needs.worst:
        return _("Place %(place)s is certain.") % {"place": needs.best}
    return _("Places %(best)s to %(worst)s are still possible.") % {"best": needs.best, "worst": needs.worst}


def describe_team_chances(needs: Needs) -> str:
    if needs.best == needs.worst:
        return _("Place %(place)s is certain.") % {"place": needs.best}
    return _("Ends between places %(best)s and %(worst)s.") % {"best": needs.best, "worst": needs.worst}


def describe_aim(last: LastRound) -> str:
    if last.into:
        return _("For the first %(line)s, who play “%(stage)s”") % {"line": last.line, "stage": last.into}
    return _("For the first %(line)s places") % {"line": last.line}


def describe_table_places(player: PlayerNeeds) -> list[str]:
    needs, line = player.needs, player.last.line
    if needs is None:
        return []
    if needs.worst <= line:
        return [_("You are through whatever happens.") if player.last.into else _("You have one of them for certain.")]
    if needs.best > line:
        return [_("It is out of reach.")]
    return [_describe_table_place(enough) for enough in needs.at_table]


def _describe_table_place(enough: Enough) -> str:
    values = {"place": enough.place, "points": f"{enough.sure_from or 0:,}"}
    if enough.sure:
        return _("Place %(place)s at your table is enough.") % values
    if enough.sure_from is not None:
        return _("Place %(place)s at your table is enough with %(points)s points or more.") % values
    if enough.possible:
        return _("Place %(place)s at your table can be enough; it depends on the points of others.") % values
    return _("Place %(place)s at your table is not enough.") % values


def describe_present_gap(needs: PlayerNeeds) -> str:
    if not needs.behind:
        return ""
    values = {
        "place": needs.place,
        "line": needs.last.line,
        "next": needs.last.line + 1,
        "metric": get_metric_name(needs.metric),
        "amount": format_exact(abs(needs.behind)),
    }
    if needs.place <= needs.last.line:
        return _("Now: place %(place)s, %(amount)s ahead of place %(next)s (%(metric)s).") % values
    return _("Now: place %(place)s, %(amount)s behind place %(line)s (%(metric)s).") % values


def describe_certainty(needs: PlayerNeeds) -> str:
    if needs.needs is None:
        return _("open")
    if needs.needs.worst <= needs.last.line:
        return _("certain")
    return _("out of reach") if needs.needs.best > needs.last.line else _("open")


def describe_counted_results(last: LastRound) -> str:
    swing = last.ahead.swing
    if swing is None:
        return _(
            "Every result that the rules allow is counted, at all tables at once. The rules set no limit to the points "
            "of a round. Fines, shared places at your table and sticks left on it are not foreseen."
        )
    return _(
        "Every result that the rules allow is counted, at all tables at once: in %(hands)s hands nobody wins more than "
        "%(won)s points or loses more than %(lost)s. Fines and shared places at your table are not foreseen."
    ) % {"hands": last.hands, "won": f"{swing[1]:,}", "lost": f"{swing[0]:,}"}
