from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from engine.family import Ruleset
from engine.match.last_hand import LastWin
from engine.match.sheet_rules import WinValue
from engine.sentences import gettext_noop
from engine.tiles.seats import Seat
from tournaments.core.text.names import choose_leading_name
from tournaments.core.text.numbers import format_signed
from tournaments.core.text.rules import format_pattern_name
from tournaments.standings.queries import need_texts as needs

if TYPE_CHECKING:
    from tournaments.results.queries.last_hand import AtTheEnd, PlayerAtTheEnd

WORTH: Final = {
    ("points",): gettext_noop("%(points)s points"),
    ("tai",): gettext_noop("%(tai)s tai"),
    ("han",): gettext_noop("%(han)s han"),
    ("han", "fu"): gettext_noop("%(han)s han, %(fu)s fu"),
}


def format_win_value(rules: Ruleset, rung: WinValue) -> str:
    """Return the value of a win: the name of its limit, else its parts."""
    if rung.limit:
        return format_pattern_name(rules, rung.limit)
    return _(WORTH[tuple(rung.value)]) % dict(rung.value)


def last_hand_lines(end: AtTheEnd, rules: Ruleset, chairs: Sequence[str]) -> list[dict[str, Any]]:
    """Return for each player, the requesting one first: name, state, and the requirement for each better place."""
    first = sorted(end.players, key=lambda player: player.seat.entry.pk != end.player)
    return [
        {
            "name": choose_leading_name(player.seat.entry),
            "own": player.seat.entry.pk == end.player,
            "now": _describe_place(player),
            "goals": list(_list_goals(end, player, rules, chairs)),
        }
        for player in first
    ]


def _describe_place(player: PlayerAtTheEnd) -> str:
    return _("Place %(place)s at the table if no points move any more.") % {"place": player.place}


def _list_goals(
    end: AtTheEnd, player: PlayerAtTheEnd, rules: Ruleset, chairs: Sequence[str]
) -> Iterator[dict[str, Any]]:
    if player.seat.entry.pk == end.player and end.through is not None and end.last is not None:
        aim = needs.describe_aim(end.last)
        if end.through.already:
            yield {"aim": aim, "ways": [_("Enough as it stands, if no points move any more.")]}
        else:
            ways = _describe_ways(end.through.wins, rules, chairs)
            yield {"aim": aim, "ways": ways or [_("No win of your own makes it certain; it depends on other tables.")]}
    better: Mapping[Seat | None, LastWin | None] | None = None
    for goal, wins in player.goals.items():
        if wins == better:
            continue  # What is enough for this place is enough for the one above it.
        better = wins
        aim = _("For place %(place)s at the table") % {"place": goal}
        yield {"aim": aim, "ways": _describe_ways(wins, rules, chairs) or [_("No win is large enough.")]}


def _describe_ways(wins: Mapping[Seat | None, LastWin | None], rules: Ruleset, chairs: Sequence[str]) -> list[str]:
    ladder, texts = rules.sheet.win_values, []
    if (drawn := wins.get(None)) is not None:
        values = {"worth": format_win_value(rules, ladder[drawn.value_index]), "gain": format_signed(drawn.gain)}
        texts.append(_("self-drawn: %(worth)s or more (%(gain)s)") % values)
    alike: dict[LastWin, list[str]] = {}
    for source, win in wins.items():
        if source is not None and win is not None:
            alike.setdefault(win._replace(source=None, points=()), []).append(chairs[source])
    for win, payers in alike.items():
        values = {
            "chairs": ", ".join(payers),
            "worth": format_win_value(rules, ladder[win.value_index]),
            "gain": format_signed(win.gain),
        }
        texts.append(_("from %(chairs)s: %(worth)s or more (%(gain)s)") % values)
    return texts
