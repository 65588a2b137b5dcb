"""Steps that draw rounds again and revert premature publication or closing."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.repairs.queries.draws import build_current_inputs, find_draw_from_standings
from tournaments.repairs.queries.rows import require_round, require_seating_and_plan
from tournaments.repairs.services.sheets import Step
from tournaments.rounds.models import Seating
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_inputs import STARTED
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.quality import read_plan
from tournaments.seating.services import draw_records, seating
from tournaments.standings.services import publishing


def redraw(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Draw the `round` again by its options and seed from today's standings; publish if the draw was public."""
    round_ = require_round(tournament, step["round"])
    outdated = find_draw_from_standings(round_)
    if outdated is None or round_.state in STARTED:
        raise UserError(_("Round %(number)s cannot be drawn again.") % {"number": round_.number}, field="round")
    version, draw = outdated
    record = version.origin.input_records.last()
    options = DrawOptions(
        seed=draw.seed,
        promise=draw.under,
        why=reason,
        after=record.after if record is not None else None,
        lot=record.lot if record is not None else "",
    )
    (draft,) = draw_records.draw(
        change,
        [round_],
        build_current_inputs(version, draw),
        options,
        source=Seating.Source.STANDINGS,
        algorithm=version.origin.algorithm,
    )
    if version.state in Seating.LIVE:
        seating.publish(change.by, draft, leave_out=True, reason=reason, continue_anyway=reason)
    return {"do": "seat_again", "round": round_.number, "version": version.version}


def seat_again(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Restore the earlier seating `version` of the `round`; publish it if the current one is public."""
    round_ = require_round(tournament, step["round"])
    if round_.state in STARTED:
        raise UserError(_("Round %(number)s has begun; its seating stays.") % {"number": round_.number})
    now, before = require_seating_and_plan(round_)[0], round_.seatings.get(version=step["version"])
    if now.state not in Seating.LIVE:
        seating.discard(change.by, now, reason=reason)
    else:
        again = seating.draft(
            change.by,
            round_,
            read_plan(before),
            source=before.source,
            algorithm=before.algorithm,
            seed=before.seed,
            based_on=before,
        )
        seating.publish(change.by, again, leave_out=True, reason=reason, again=True)
    return {"do": "redraw", "round": round_.number}


def release(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Set the release of the `round`: `public` is True if everybody sees its results."""
    round_ = require_round(tournament, step["round"])
    if step["public"]:
        rounds.release(change.by, round_, continue_anyway=reason)
    else:
        rounds.withdraw(change.by, round_, reason=reason)
    return step | {"public": not step["public"]}


def hide(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Set `hidden`, `from_round` and `results_open` as in the service."""
    was = {
        "hidden": tournament.standings_hidden,
        "from_round": tournament.hidden_from_round,
        "results_open": tournament.hidden_results_open,
    }
    sent = {name: step[name] for name in was}
    publishing.hide_standings(change.by, tournament, **sent, continue_anyway=reason)
    return {"do": "hide", **was}


def unpublish(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    version, _plan = require_seating_and_plan(require_round(tournament, step["round"]))
    seating.withdraw(change.by, version, reason=reason)
    return {"do": "publish", "round": step["round"], "version": version.version}


def publish(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    version = require_round(tournament, step["round"]).seatings.get(version=step["version"])
    seating.publish(change.by, version, leave_out=True, reason=reason, again=True)
    return {"do": "unpublish", "round": step["round"]}


def state(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Set the event's `state`; `archived` is True if it is closed to changes."""
    was = {"do": "state", "state": tournament.state, "archived": tournament.archived_at is not None}
    events.set_state(change.by, tournament, state=step["state"], continue_anyway=reason)
    events.archive(change.by, tournament, archived=step["archived"])
    return was
