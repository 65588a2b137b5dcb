from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic import SeatingError
from tournaments.seating.logic.certificate import format_certificate
from tournaments.seating.logic.draws import Draw, Inputs, RankedInputs, digest_inputs
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.draw_inputs import list_used_places
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.numbers import map_people_by_number
from tournaments.seating.queries.started import require_not_started
from tournaments.seating.services import seating
from tournaments.seating.services.promises import put_under_promise
from tournaments.standings.models import InputRecord
from tournaments.standings.services import inputs as inputs_service

NO_SEATING = gettext_noop("No seating could be made: %(why)s")
STALE = sentence(
    gettext_noop("The players, the results or the wishes have changed since this was drawn. Draw it again.")
)


def draw_or_refuse(
    inputs: Inputs, seed: str = "", *, template: Mapping[str, Any] | None = None, refused: str = NO_SEATING
) -> Draw:
    """Draw from these inputs. Raises `UserError` with the text `refused`."""
    # Imported here, since it loads numpy, which few requests need.
    from tournaments.seating.logic.drawing import draw

    try:
        return draw(inputs, seed, template=template)
    except SeatingError as error:
        raise UserError(_(refused) % {"why": in_words(error)}) from error


def draw(
    change: Change,
    rounds: Sequence[Round],
    inputs: Inputs,
    options: DrawOptions,
    *,
    ready: Draw | None = None,
    source: str = Seating.Source.GENERATED,
    algorithm: str = "",
) -> list[Seating]:
    """Draw and draft the rounds with their certificate, as part of a change; `ready` is an existing draw. Waiting
    substitutes at the last table play from now on. Raises `UserError` where no seating could be made, or `ready` has
    another seed or other inputs.
    """
    if ready is not None and (ready.seed, digest_inputs(ready.inputs)) != (options.seed, digest_inputs(inputs)):
        raise UserError(STALE)
    promised_draw = put_under_promise(ready or draw_or_refuse(inputs, options.seed), options.promise)
    for entry in options.substitutes:
        if entry.number in promised_draw.players and entry.status == Entry.Status.WAITING:
            registration.set_waiting(change.by, entry, waiting=False)
    drafts = store_drafts(
        change,
        rounds,
        promised_draw,
        source=source,
        algorithm=algorithm,
        reason=options.reason,
        why=options.why.strip(),
    )
    after = options.get_number_of_round_before(rounds[0])
    # Before the first round only a list by number can change.
    if isinstance(inputs, RankedInputs) and (after or not options.lot):
        used = list_used_places(inputs, {entry.number for entry in options.substitutes})
        inputs_service.store(
            change, rounds[0].tournament, InputRecord.Kind.DRAW, used, seating=drafts[0], after=after, lot=options.lot
        )
    return drafts


def store_drafts(
    change: Change,
    rounds: Sequence[Round],
    draw: Draw,
    *,
    source: str = Seating.Source.GENERATED,
    algorithm: str = "",
    reason: str = "",
    why: str = "",
) -> list[Seating]:
    """Draft a draw's tables with its certificate, as part of a change; `why` is public. Raises `UserError` where a
    round has started, or a player of the draw is no longer entered.
    """
    require_not_started(rounds)
    tournament = rounds[0].tournament
    entries = {entry.number: entry for entry in tournament.entries.all()}
    missing = sorted(draw.players - set(entries))
    if missing:
        raise UserError(
            sentence(gettext_noop("Player %(number)s of this draw is no longer entered."), number=missing[0])
        )
    plans = {
        round_.number: {
            number: tuple(entries[player] for player in table) for number, table in zip(numbers, tables, strict=True)
        }
        for round_, numbers, tables in zip(rounds, draw.numbers, draw.rounds, strict=True)
    }
    drafts = [
        seating.draft(
            change.by,
            round_,
            plans[round_.number],
            source=source,
            algorithm=algorithm or draw.version,
            seed=draw.seed,
            reason=reason,
            earlier=plans,
        )
        for round_ in rounds
    ]
    _record(change, tournament, drafts, draw, why)
    return drafts


def _record(change: Change, tournament: Tournament, drafts: Sequence[Seating], draw: Draw, why: str) -> None:
    value = draw.certificate()
    record = change.create(
        SeatingDraw(
            tournament=tournament,
            number=next_number(tournament.draws.all()),
            kind=draw.kind,
            seed=draw.seed,
            algorithm=draw.version,
            template=draw.details.get("template", {}).get("method", ""),
            inputs_digest=value["inputs_digest"],
            certificate=format_certificate(value),
            improved=getattr(draw.inputs, "improve", 0),
            under=tournament.seed_commitments.filter(commitment=draw.committed).first() if draw.committed else None,
            why=why,
            created_by=change.user,
        )
    )
    record.seatings.set(drafts)


@change("seating.adopt", gettext_noop("Draw taken over"))
def adopt(
    change: Change,
    tournament: Tournament,
    *,
    rounds: Sequence[Round],
    draw: Draw,
    better_than: SeatingDraw | None = None,
) -> SeatingDraw:
    """Draft a draw of a job or of the library; it may go on from another one (`better_than`). Raises `UserError` where
    a round has started, a player is no longer entered, or has another number by now.
    """
    if better_than is not None and any(
        number != entry.number for number, entry in map_people_by_number(better_than).items()
    ):
        raise UserError(_("Players have got other numbers since this draw. Draw the rounds again."))
    why = sentence(gettext_noop("A search in the background went on from the same seed.")) if draw.committed else ""
    drafts = store_drafts(change, rounds, draw, why=why)
    return drafts[0].draws.get()


@change("seating.price", gettext_noop("Costs of the wishes kept"))
def price(change: Change, draw: SeatingDraw, *, repeats: Mapping[str, int]) -> None:
    """Store the cost of each wish, in repeats by its kind; the certificate never changes."""
    with change.edit(draw):
        draw.prices = [{"kind": kind, "repeats": more} for kind, more in repeats.items()]
