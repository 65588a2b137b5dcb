"""A dispute as the table tells it: sentences with their values, tiles drawn behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.play.events import Discarded, Won
from engine.play.table import Phase
from engine.sentences import Sentence, gettext_noop, listed
from engine.tiles.tile import format_tile
from judging.law.disputes.generator import Dispute
from judging.law.disputes.moment import Moment, Saying, StoryOpening, ToldLine, either, tell
from judging.law.families import law_of
from judging.law.infractions import in_force
from judging.law.kinds.exposed import WHOSE_TILES
from judging.law.vocabulary import CALL, SINCE

StoredFacts = Mapping[str, Any]


def story(dispute: Dispute) -> list[ToldLine]:
    """What the table tells, the claim first, then what nobody can see on the table as it lies."""
    law, moment, facts = law_of(dispute.ruleset.family), dispute.moment, dispute.facts
    said = {**SAID, **law.said}
    told = list({**OPENINGS, **law.openings}[dispute.kind.claim](moment, facts))
    for name, value in facts.items():
        found = said[name](value, moment) if name in said else None
        if found is not None:
            told.append(found)
    return told


def words_of(choices: tuple[tuple[str, str], ...], value: str) -> Sentence:
    """The words of a choice."""
    return Sentence(dict(choices)[value])


# --- the claim --------------------------------------------------------------------------------------------------------


def _win(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    event = moment.event
    if not isinstance(event, Won) or event.tile is None:
        return
    seat, tile = event.seat, format_tile(event.tile)
    if event.source is None:
        yield tell(gettext_noop("%(seat)s draws a tile and claims a win with it:"), tile, seat=seat)
        return
    templates = {
        "discard": gettext_noop("%(seat)s claims a win on the discard of %(seat_source)s:"),
        "added": gettext_noop("%(seat)s claims a win on the tile that %(seat_source)s adds to a pung:"),
        "concealed": gettext_noop("%(seat)s claims a win on the concealed kong of %(seat_source)s:"),
    }
    kong = facts.get("robbed_kong_kind", "added")
    how = "discard" if facts.get("by") == "discard" or moment.now.phase is Phase.CLAIM else kong
    yield tell(templates[how], tile, seat=seat, seat_source=event.source)


def _value(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    yield from _win(moment, facts)
    template = gettext_noop("%(seat)s names the value: %(value)s. The table doubts it.")
    yield tell(template, seat=moment.seat, value=facts["claimed_value"])


def _winners(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    offered = moment.now.offered
    template = gettext_noop("%(seats)s claim a win on the same tile of %(seat_source)s:")
    tile = format_tile(offered) if offered is not None else ""
    yield tell(template, tile, seats=facts["claimants"], seat_source=facts["source"])
    yield tell(gettext_noop("Looked at alone, the win is right of: %(seats)s."), seats=facts["valid_seats"])


def _lock(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    template = gettext_noop("%(seat)s asks whether it may win on a discard of another now.")
    yield tell(template, seat=moment.seat)


def _call(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    seat = moment.seat
    call = words_of(CALL.choices, facts["call"])
    source = getattr(moment.event, "source", None)
    if source is not None:
        template = gettext_noop("%(seat)s calls on the discard of %(seat_source)s: %(call)s.")
        yield tell(template, facts["called_tile"], seat=seat, seat_source=source, call=call)
        yield tell(gettext_noop("The own tiles shown with it:"), facts["own_tiles"])
    else:
        yield tell(gettext_noop("%(seat)s declares: %(call)s."), facts["called_tile"], seat=seat, call=call)


def _swap(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    event = moment.event
    call = words_of(CALL.choices, facts["call"])
    yield tell(
        gettext_noop("%(seat)s has just claimed a tile: %(call)s."), facts["called_tile"], seat=moment.seat, call=call
    )
    yield tell(gettext_noop("The own tiles shown with it:"), facts["own_tiles"])
    if isinstance(event, Discarded):
        yield tell(gettext_noop("Now %(seat)s discards:"), format_tile(event.tile), seat=event.seat)


def _tile_count(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    seat = moment.seat
    template = gettext_noop("The tiles of %(seat)s are counted, each meld as three: %(held)s.")
    yield tell(template, seat=seat, held=facts["tiles_held"])
    if facts["to_discard"]:
        yield tell(gettext_noop("%(seat)s is about to discard."), seat=seat)
    if not facts["has_discarded"]:
        yield tell(gettext_noop("%(seat)s has not discarded in this hand yet."), seat=seat)


def _exposed(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    seat = moment.seat
    words = words_of(WHOSE_TILES.choices, facts["whose_tiles"])
    template = gettext_noop("%(seat)s has shown tiles by accident: %(whose)s (%(number)s).")
    yield tell(template, seat=seat, whose=words, number=moment.said["tiles_shown"])
    if facts["whose_tiles"] != "own":
        yield tell(gettext_noop("%(seat)s was disturbed by it."), seat=facts["victim"])


def _fault(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    seat = moment.seat
    row = in_force(moment.ruleset)[facts["fault"]]
    yield tell(gettext_noop("The table complains of %(seat)s: %(title)s."), seat=seat, title=Sentence(row["title"]))
    if "minutes" in facts:
        yield tell(gettext_noop("It is about %(minutes)s minutes."), minutes=facts["minutes"])
    admitted = gettext_noop("%(seat)s admits it."), gettext_noop("%(seat)s denies it, and nobody has seen it.")
    yield tell(admitted[not facts["established"]], seat=seat)
    if row.get("paid_to") == "disturbed_player":
        yield tell(gettext_noop("%(seat)s was disturbed by it."), seat=facts["victim"])


def _ready(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    yield tell(gettext_noop("%(seat)s shows the hand as ready, and the table doubts it."), seat=moment.seat)


def _inspection(moment: Moment, facts: StoredFacts) -> Iterator[ToldLine]:
    yield tell(gettext_noop("The wall has ended without a win, and the hands are shown. Who pays whom?"))


OPENINGS: Final[Mapping[str, StoryOpening]] = {
    "win": _win,
    "value": _value,
    "winners": _winners,
    "lock": _lock,
    "call": _call,
    "swap": _swap,
    "tile_count": _tile_count,
    "exposed": _exposed,
    "fault": _fault,
    "ready": _ready,
    "inspection": _inspection,
}
"""Kind of claim -> how its story begins; a family has those of its own kinds."""


# --- what nobody sees on the table ------------------------------------------------------------------------------------


def _named(value: Any, moment: Moment) -> ToldLine:
    return tell(gettext_noop("What the winner names makes %(points)s points."), points=value)


def _passed(value: Any, moment: Moment) -> ToldLine | None:
    template = gettext_noop("Earlier in this hand %(seat)s did not win on tiles of others that completed the hand:")
    return tell(template, value, seat=moment.seat) if value else None


def _since(value: Any, moment: Moment) -> ToldLine:
    words = listed([words_of(SINCE.choices, each) for each in value], gettext_noop("%(list)s; %(last)s"))
    return tell(gettext_noop("What has happened since: %(what)s."), what=words)


def _won(value: Any, moment: Moment) -> ToldLine | None:
    return tell(gettext_noop("Earlier in this hand have won: %(seats)s."), seats=value) if value else None


def _prevalent(value: Any, moment: Moment) -> ToldLine | None:
    wind = Sentence(WINDS[value])
    return tell(gettext_noop("Prevalent wind: %(wind)s."), wind=wind) if moment.ruleset.has_winds else None


WINDS: Final = {
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
    "N": gettext_noop("North"),
}

SAID: Final[Mapping[str, Saying]] = {
    "prevalent_wind": _prevalent,
    "dead": either(gettext_noop("The hand of %(seat)s was ruled dead a moment ago."), ""),
    "in_time": either("", gettext_noop("The claim of %(seat)s comes when play has already gone on.")),
    "shown": either(gettext_noop("%(seat)s shows the tiles."), gettext_noop("%(seat)s does not show the tiles.")),
    "passed_tiles": _passed,
    "passed_own": either(gettext_noop("%(seat)s has drawn a tile that completed the hand, and played on."), ""),
    "since": _since,
    "named_points": _named,
    "won_seats": _won,
    "next_acted": either(
        gettext_noop("The next player has acted since."), gettext_noop("Nobody has acted since the discard.")
    ),
}
"""Name of a fact -> what is said of it; a family says its own."""
