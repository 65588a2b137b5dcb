from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic.certificate import make_seed
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries.draw_inputs import build_replan_inputs, find_newest_seating, list_coming_rounds
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.quality import map_numbers_by_table, read_plan
from tournaments.seating.services import draw_records, promises


@change("seating.replan", gettext_noop("Remaining rounds redrawn"))
def redraw(
    change: Change,
    tournament: Tournament,
    *,
    leaves: Collection[Entry] = (),
    arrives: Sequence[Entry] = (),
    tables_gone: Collection[int] = (),
    seed: str = "",
    reason: str = "",
) -> SeatingDraw:
    """Draft every coming round anew for those who play on; players beyond full tables sit out in turn. A promise is
    continued by a derived seed. Raises `UserError` where no coming round is seated, nobody can be seated, another seed
    is asked for than was promised, or teams meet by fixtures.
    """
    rounds = list_coming_rounds(tournament)
    if not rounds:
        raise UserError(_("No coming round is seated yet; draw it instead."))
    if any(_require_newest_seating(round_).origin.source == Seating.Source.FIXTURES for round_ in rounds):
        raise UserError(
            _("The coming rounds are fixtures of teams: draw their fixtures again from round %(number)s on.")
            % {"number": rounds[0].number}
        )
    promise = _find_promise(rounds)
    before = {
        str(round_.number): {
            str(table): list(people)
            for table, people in map_numbers_by_table(read_plan(_require_newest_seating(round_))).items()
        }
        for round_ in rounds
    }
    for entry in leaves:
        registration.drop(change.by, entry, from_round=rounds[0].number, reason=reason)
    for entry in arrives:
        if entry.status != Entry.Status.WAITING:
            raise UserError(_("Only players of the waiting list can come."), field="arrives")
        registration.set_waiting(change.by, entry, waiting=False)
    inputs = build_replan_inputs(tournament, tables_gone)
    if unknown := sorted(set(tables_gone) - {table for line in inputs.planned_numbers for table in line}):
        raise UserError(
            _("No coming round has a table %(numbers)s.") % {"numbers": ", ".join(map(str, unknown))},
            field="tables_gone",
        )
    options = DrawOptions(
        seed=_choose_seed(promise, len(inputs.played), seed.strip()),
        promise=promise,
        reason=reason,
        why=sentence(gettext_noop("The field changed: the coming rounds were planned anew.")),
    )
    drafts = draw_records.draw(change, rounds, inputs, options)
    draw = drafts[0].draws.get()
    change.note(draw, before=before, after={"left": sorted(inputs.leaves), "joined": list(inputs.arrives)})
    return draw


def _choose_seed(promise: SeedCommitment | None, played: int, seed: str) -> str:
    if promise is None:
        return seed or make_seed()
    promised = promises.unseal_promise(promise).replan_seed(played)
    if seed not in ("", promised):
        raise UserError(
            _("These rounds are redrawn by the seed that follows from the promise; leave the seed empty."),
            field="seed",
        )
    return promised


def _find_promise(rounds: Sequence[Round]) -> SeedCommitment | None:
    """Return the promise of these rounds. Raises `UserError` for unpublished manual changes, as nobody could verify."""
    promise = promises.find_promise_of_replan(rounds)
    for round_ in rounds if promise is not None else ():
        published = _require_newest_seating(round_)
        drawn = Seating.objects.filter(round=round_, draws__under__isnull=False)
        if published.published_at is None and read_plan(published) not in map(read_plan, drawn):
            raise UserError(
                _("Round %(number)s was moved by hand and is not public yet: publish it, then redraw.")
                % {"number": round_.number}
            )
    return promise


def _require_newest_seating(round_: Round) -> Seating:
    newest = find_newest_seating(round_)
    if newest is None:
        raise UserError(_("Round %(number)s is not seated.") % {"number": round_.number})
    return newest
