"""What the things of an event are called: on pages, and in English in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _


def round_name(number: int) -> str:
    """A round of the event."""
    return _("Round %(number)s") % {"number": number}


def table_name(round_: int, table: int) -> str:
    """A table of a round."""
    return _("Round %(round)s, table %(table)s") % {"round": round_, "table": table}


def seating_name(round_: int, version: int) -> str:
    """A version of a round's seating."""
    return _("Round %(round)s, seating, version %(version)s") % {"round": round_, "version": version}


def sheet_name(round_: int, table: int, version: int) -> str:
    """A version of a table's sheet."""
    values = {"round": round_, "table": table, "version": version}
    return _("Round %(round)s, table %(table)s, sheet, version %(version)s") % values


def hand_name(round_: int, table: int, hand: int) -> str:
    """A hand of play on a table's sheet."""
    return _("Round %(round)s, table %(table)s, hand %(hand)s") % {"round": round_, "table": table, "hand": hand}


def log_name(round_: int, table: int, log: int) -> str:
    """A log of a table."""
    return _("Round %(round)s, table %(table)s, log %(log)s") % {"round": round_, "table": table, "log": log}


def registration_name(number: int) -> str:
    """What somebody has sent who registers, by its number: the log tells no names."""
    return _("Registration %(number)s") % {"number": number}


def boards_name() -> str:
    """The boards of an event, from commitment to the open seed."""
    return _("Duplicate boards")


def board_name(session: int, board: int, reserve: int = 0) -> str:
    """A duplicate board, or the reserve that is to replace it."""
    name = _("Session %(session)s, board %(number)s") % {"session": session, "number": board}
    return _("%(board)s, reserve %(reserve)s") % {"board": name, "reserve": reserve} if reserve else name


def play_name(session: int, table: int, board: int) -> str:
    """A duplicate board at a table."""
    return _("Session %(session)s, table %(table)s, board %(board)s") % {
        "session": session, "table": table, "board": board,
    }  # fmt: skip


def photo_name(round_: int, table: int, number: int) -> str:
    """A photo of a table's sheet."""
    return _("Round %(round)s, table %(table)s, photo %(number)s") % {"round": round_, "table": table, "number": number}


def seat_claim_name(round_: int, table: int, player: str) -> str:
    """What a player says about their seat."""
    return _("Round %(round)s, table %(table)s: %(name)s") % {"round": round_, "table": table, "name": player}


def clock_name(round_: int) -> str:
    """The clock of a round."""
    return _("Clock of round %(number)s") % {"number": round_}


def draw_name(number: int) -> str:
    """A draw of the event."""
    return _("Draw %(number)s") % {"number": number}


def rules_name(title: str, version: int) -> str:
    """A version of the event's rules."""
    return _("%(title)s, version %(version)s") % {"title": title, "version": version}


def call_name(table: str) -> str:
    """A call of the referee."""
    return _("Call: %(table)s") % {"table": table}


def case_name(number: int) -> str:
    """A case of the referee."""
    return _("Case %(number)s") % {"number": number}


def facts_name(case: int, number: int) -> str:
    """A version of a case's facts."""
    return _("Case %(case)s, facts %(number)s") % {"case": case, "number": number}


def ruling_name(case: int, number: int) -> str:
    """A ruling of a case."""
    return _("Case %(case)s, ruling %(number)s") % {"case": case, "number": number}


def appeal_name(ruling: str) -> str:
    """An appeal against a ruling."""
    return _("Appeal: %(ruling)s") % {"ruling": ruling}
