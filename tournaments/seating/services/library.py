from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.bounded_json import digest
from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.tabular.reading import SourceRow
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.queries.participants import list_round_players
from tournaments.seating import logic as pure
from tournaments.seating.logic.certificate import make_seed
from tournaments.seating.logic.draws import LIBRARY, FixedInputs
from tournaments.seating.models.draws import SeatingDraw, StoredSchedule
from tournaments.seating.queries.quality import get_constraints
from tournaments.seating.reading.formats.reading import read_rounds
from tournaments.seating.services import draw_records

MAX_PROBLEMS = 20
MAX_PLAYERS = 1_000


@change("library.store", gettext_noop("Schedule stored"))
def store(
    change: Change, tournament: Tournament, *, name: str, text: str | Sequence[SourceRow], leave_out: bool = False
) -> StoredSchedule:
    """Store a checked schedule with its measures, its numbers made 1 .. n in their order. With `leave_out` players not
    named in a round sit out. Raises `UserError` whose `problems` name line and field.
    """
    read = read_rounds(text, leave_out=leave_out)
    if read.problems:
        problems = [in_words(problem) for problem in read.problems[:MAX_PROBLEMS]]
        if len(read.problems) > MAX_PROBLEMS:
            problems.append(_("%(count)d more are wrong.") % {"count": len(read.problems) - MAX_PROBLEMS})
        raise UserError(problems[0], field="text", problems=problems)
    rounds = read.rounds
    people = sorted({player for round_ in rounds for table in round_ for player in table})
    if len(people) > MAX_PLAYERS:
        wanted = {"count": len(people), "most": MAX_PLAYERS}
        raise UserError(_("This has %(count)s players; the library keeps up to %(most)s.") % wanted, field="text")
    rank = {player: i for i, player in enumerate(people, 1)}
    tables = [[[rank[player] for player in table] for table in round_] for round_ in rounds]
    stored = StoredSchedule(
        tournament=tournament,
        name=name,
        players=len(people),
        rounds_count=len(rounds),
        rounds=tables,
        measures=pure.measure_rounds(pure.freeze(tables)).as_dict(),
        digest=digest(tables),
        created_by=change.user,
    )
    try:
        with transaction.atomic():
            return change.create(stored)
    except IntegrityError:
        raise UserError(_("This schedule is in the library already."), field="text") from None


@change("library.remove", gettext_noop("Schedule removed"))
def remove(change: Change, stored: StoredSchedule) -> None:
    """Remove a schedule from the event's library; draws made from it keep their tables."""
    change.delete(stored)


def open_rounds(tournament: Tournament, stored: StoredSchedule) -> list[Round]:
    return list(tournament.rounds.filter(state=Round.State.PLANNED).order_by("number")[: stored.rounds_count])


@change("library.use", gettext_noop("Seating drawn from a stored schedule"))
def use(
    change: Change,
    tournament: Tournament,
    *,
    stored: StoredSchedule,
    first_rounds: bool = False,
    seed: str = "",
) -> SeatingDraw:
    """Draw the open rounds from a stored schedule; the seed assigns players to its numbers. A longer schedule needs
    `first_rounds`. Raises `UserError` where players or rounds do not fit.
    """
    seed = seed.strip() or make_seed()
    rounds = open_rounds(tournament, stored)
    if not rounds:
        raise UserError(_("No round is open to be seated; add one first."))
    counts = {"has": stored.rounds_count, "open": len(rounds)}
    if len(rounds) < stored.rounds_count and not first_rounds:
        raise UserError(
            _("The schedule has %(has)s rounds, %(open)s are open here: say that only its first %(open)s are wanted.")
            % counts
        )
    field = list_round_players(rounds[0])
    if len(field) != stored.players:
        raise UserError(
            _("The schedule is for %(wanted)s players; %(count)s play here.")
            % {"wanted": stored.players, "count": len(field)}
        )
    tables = [[[player - 1 for player in table] for table in round_] for round_ in stored.rounds[: len(rounds)]]
    inputs = FixedInputs(
        "fixed",
        players=tuple(entry.number for entry in field),
        rounds=len(rounds),
        constraints=get_constraints(tournament, field),
    )
    draw = draw_records.draw_or_refuse(inputs, seed, template={"method": LIBRARY, "parameters": {"rounds": tables}})
    return draw_records.adopt(change.by, tournament, rounds=rounds, draw=draw)
