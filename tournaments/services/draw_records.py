"""What stands behind a draw: the certificate kept with it, a seed sealed before, a better one after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import Round, Seating, SeatingDraw, SeedCommitment, Tournament
from tournaments.seating.certificate import added_certificate, certificate, commitment, dumps, new_seed
from tournaments.seating.prices import Price
from tournaments.seating.replanning.added import Added
from tournaments.seating.schedule import ALGORITHM_VERSION, Schedule
from tournaments.services import seating
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError


def open_commitment(tournament: Tournament) -> SeedCommitment | None:
    """The sealed seed that waits for its draw, or None."""
    return tournament.seed_commitments.filter(draw=None).first()


@change("seating.seal")
def seal(change: Change, tournament: Tournament) -> SeedCommitment:
    """Choose a seed and publish only its hash; the next draw without a seed of its own uses it."""
    seed = new_seed()
    sealed = SeedCommitment(
        tournament=tournament, sealed_seed=seed, commitment=commitment(seed), created_by=change.user
    )
    try:
        with transaction.atomic():
            return change.create(sealed)
    except IntegrityError:
        raise UserError(_("A seed is sealed already; draw with it first.")) from None


def record(
    change: Change, tournament: Tournament, drafts: Sequence[Seating], value: Mapping[str, Any], *, improved: int = 0
) -> SeatingDraw:
    """Keep the certificate of these drafts; a sealed seed that was used is opened by it."""
    highest = tournament.draws.aggregate(highest=Max("number"))["highest"] or 0
    template = value.get("template")
    method = str(template["method"]) if isinstance(template, Mapping) else ""
    draw = change.create(
        SeatingDraw(
            tournament=tournament,
            number=highest + 1,
            kind=str(value["kind"]),
            seed=str(value["seed"]),
            algorithm=str(value["version"]),
            template=method,
            inputs_digest=str(value["inputs_digest"]),
            certificate=dumps(value),
            improved=improved,
            created_by=change.user,
        )
    )
    draw.seatings.set(drafts)
    sealed = open_commitment(tournament)
    if sealed is not None and value.get("commitment") == sealed.commitment:
        with change.edit(sealed):
            sealed.draw = draw
    return draw


@change("seating.adopt")
def adopt(
    change: Change,
    tournament: Tournament,
    *,
    rounds: Sequence[Round],
    schedule: Schedule | Added,
    improve: int,
    committed: str | None = None,
) -> SeatingDraw:
    """New drafts from a schedule that was improved in the background, with its certificate; `committed` is the
    commitment of the draw it betters.

    Raises `UserError` where a round has started or a player of the schedule is no longer entered.
    """
    if any(round_.state in (Round.State.PLAYING, Round.State.FINISHED) for round_ in rounds):
        raise UserError(_("A round of this draw has started; its seating stays."))
    entries = {entry.number: entry for entry in tournament.entries.all()}
    missing = sorted({*schedule.players, *schedule.substitutes} - set(entries))
    if missing:
        raise UserError(_("Player %(number)s of this draw is no longer entered.") % {"number": missing[0]})
    plans = {
        round_.number: {
            number: tuple(entries[player] for player in table) for number, table in zip(labels, tables, strict=True)
        }
        for round_, labels, tables in zip(rounds, schedule.table_numbers, schedule.rounds, strict=True)
    }
    drafts = [
        seating.draft(
            change.by,
            round_,
            plans[round_.number],
            source=Seating.Source.GENERATED,
            algorithm=ALGORITHM_VERSION,
            seed=schedule.seed,
            earlier=plans,
        )
        for round_ in rounds
    ]
    value = (
        added_certificate(schedule, committed=committed)
        if isinstance(schedule, Added)
        else certificate(schedule, improve=improve, committed=committed)
    )
    return record(change, tournament, drafts, value, improved=improve)


@change("seating.price")
def price(change: Change, draw: SeatingDraw, *, prices: Sequence[Price]) -> None:
    """Keep what each wish costs in this draw; the certificate never changes, so neither do its prices."""
    with change.edit(draw):
        draw.prices = [asdict(line) for line in prices]
