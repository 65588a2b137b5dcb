"""Drafts from a draw, kept with its certificate; the seed sealed before it, and a better draw after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.models import Round, Seating, SeatingDraw, SeedCommitment, Tournament
from tournaments.seating.certificate import commitment, dumps, new_seed
from tournaments.seating.draws import Draw
from tournaments.seating.prices import Price
from tournaments.services import seating
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError


def open_commitment(tournament: Tournament) -> SeedCommitment | None:
    """The sealed seed that waits for its draw, or None."""
    return tournament.seed_commitments.filter(draw=None).first()


@change("seating.seal", gettext_noop("Seed of the draw sealed"))
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


def drafts_of(
    change: Change,
    tournament: Tournament,
    rounds: Sequence[Round],
    draw: Draw,
    *,
    source: str = Seating.Source.GENERATED,
    algorithm: str = "",
    reason: str = "",
) -> list[Seating]:
    """Drafts with the tables of a draw, a round each, and its certificate kept with them. A part of a change.

    `algorithm` is the draw's version unless it is given. Raises `UserError` where a player of the draw is no longer
    entered.
    """
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
    _record(change, tournament, drafts, draw)
    return drafts


def _record(change: Change, tournament: Tournament, drafts: Sequence[Seating], draw: Draw) -> None:
    """Keep the certificate of these drafts; a sealed seed that was used is opened by it."""
    highest = tournament.draws.aggregate(highest=Max("number"))["highest"] or 0
    value = draw.certificate()
    record = change.create(
        SeatingDraw(
            tournament=tournament,
            number=highest + 1,
            kind=draw.kind,
            seed=draw.seed,
            algorithm=draw.version,
            template=draw.details.get("template", {}).get("method", ""),
            inputs_digest=value["inputs_digest"],
            certificate=dumps(value),
            improved=getattr(draw.inputs, "improve", 0),
            created_by=change.user,
        )
    )
    record.seatings.set(drafts)
    sealed = open_commitment(tournament)
    if sealed is not None and draw.committed == sealed.commitment:
        with change.edit(sealed):
            sealed.draw = record


@change("seating.adopt", gettext_noop("Draw taken over"))
def adopt(change: Change, tournament: Tournament, *, rounds: Sequence[Round], draw: Draw) -> SeatingDraw:
    """New drafts from a draw that was made elsewhere: searched in the background, or from the library.

    Raises `UserError` where a round has started or a player of the draw is no longer entered.
    """
    if any(round_.state in (Round.State.PLAYING, Round.State.FINISHED) for round_ in rounds):
        raise UserError(sentence(gettext_noop("A round of this draw has started; its seating stays.")))
    drafts = drafts_of(change, tournament, rounds, draw)
    return drafts[0].draws.get()


@change("seating.price", gettext_noop("Costs of the wishes kept"))
def price(change: Change, draw: SeatingDraw, *, prices: Sequence[Price]) -> None:
    """Keep what each wish costs in this draw; the certificate never changes, so neither do its prices."""
    with change.edit(draw):
        draw.prices = [asdict(line) for line in prices]
