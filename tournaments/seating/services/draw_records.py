"""Drafts from a draw, kept with its certificate, under the commitment that stands for it; a better draw after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Max

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round, Seating
from tournaments.seating.logic.certificate import dumps
from tournaments.seating.logic.draws import Draw
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.services import seating


def drafts_of(
    change: Change,
    tournament: Tournament,
    rounds: Sequence[Round],
    draw: Draw,
    *,
    source: str = Seating.Source.GENERATED,
    algorithm: str = "",
    reason: str = "",
    why: str = "",
) -> list[Seating]:
    """Drafts with the tables of a draw, a round each, and its certificate kept with them. A part of a change.

    `why` it is drawn again is public. `algorithm` is the draw's version unless it is given. Raises `UserError` where a
    player of the draw is no longer entered.
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
    _record(change, tournament, drafts, draw, why)
    return drafts


def _record(change: Change, tournament: Tournament, drafts: Sequence[Seating], draw: Draw, why: str) -> None:
    """Keep the certificate of these drafts, under the commitment that it opens."""
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
            under=tournament.seed_commitments.filter(commitment=draw.committed).first() if draw.committed else None,
            why=why,
            created_by=change.user,
        )
    )
    record.seatings.set(drafts)


@change("seating.adopt", gettext_noop("Draw taken over"))
def adopt(change: Change, tournament: Tournament, *, rounds: Sequence[Round], draw: Draw) -> SeatingDraw:
    """New drafts from a draw that was made elsewhere: searched in the background, or from the library.

    Raises `UserError` where a round has started or a player of the draw is no longer entered.
    """
    if any(round_.state in (Round.State.PLAYING, Round.State.FINISHED) for round_ in rounds):
        raise UserError(sentence(gettext_noop("A round of this draw has started; its seating stays.")))
    why = sentence(gettext_noop("A search in the background went on from the same seed.")) if draw.committed else ""
    drafts = drafts_of(change, tournament, rounds, draw, why=why)
    return drafts[0].draws.get()


@change("seating.price", gettext_noop("Costs of the wishes kept"))
def price(change: Change, draw: SeatingDraw, *, repeats: Mapping[str, int]) -> None:
    """Keep what each wish costs in this draw, in repeats by its kind; the certificate never changes, nor do they."""
    with change.edit(draw):
        draw.prices = [{"kind": kind, "repeats": more} for kind, more in repeats.items()]
