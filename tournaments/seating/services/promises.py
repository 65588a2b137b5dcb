"""Protocol of promised draws: publish the hash, add the public value, draw, or withdraw openly. Nobody can choose: the
seed is drawn with the promise, the public value is known later, and both decide.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from engine.walls.public_value import ValueName
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic import ALGORITHM_VERSION
from tournaments.seating.logic.certificate import make_seed
from tournaments.seating.logic.draws import Draw
from tournaments.seating.logic.promises import SWISS, TOGETHER, OpenedPromise, format_promise
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.services import sealed_promises
from tournaments.seating.services.sealed_promises import check_in_force, format_moment


@change("seating.seal", gettext_noop("Draw promised, its hash published"))
def seal(
    change: Change,
    tournament: Tournament,
    *,
    rounds: Sequence[Round],
    way: str,
    options: Mapping[str, Any] | None = None,
    value: ValueName | None = None,
    value_known_at: datetime.datetime | None = None,
    inputs_close_at: datetime.datetime | None = None,
    seed: bytes | None = None,
) -> list[SeedCommitment]:
    """Draw and seal a seed, and publish its hash together with the promise. Each Swiss round has a promise of its own,
    so that the seed of one opens no other; it needs no public value while the results of the round before are unknown.
    `seed` is for demonstrations only. Raises `UserError` where a round is promised, public or past, or the value could
    be known.
    """
    if not rounds:
        raise UserError(_("Choose the rounds to seat."), field="rounds")
    for round_ in rounds:
        _may_be_promised(round_)
    if way == SWISS and value is None:
        _check_results_to_come(rounds)
    elif value is None or value_known_at is None:
        raise UserError(
            _("Name a public value that decides together with the seed, and when it will be known."), field="kind"
        )
    closing = inputs_close_at
    if value_known_at is not None:
        closing = sealed_promises.require_closing_time(value_known_at, inputs_close_at, field="inputs_close_at")
    named = None if value is None else sealed_promises.normalize_name(value)
    options = dict(options or {})
    promises = []
    for group in [[round_] for round_ in rounds] if way == SWISS else [list(rounds)]:
        numbers = [round_.number for round_ in group]
        by_results = way == SWISS and numbers[0] > 1
        text = format_promise(
            tournament.slug,
            numbers,
            way,
            settings=options,
            version=ALGORITHM_VERSION,
            inputs_close=f"results of round {numbers[0] - 1}" if by_results else format_moment(closing),
            value=named,
            value_known_at=format_moment(value_known_at),
        )
        created_at = timezone.now()
        sealed_promises.require_unknown(value_known_at, created_at)
        promise = SeedCommitment(
            tournament=tournament,
            rounds=numbers,
            way=way,
            options=options,
            inputs_close_at=closing,
            created_at=created_at,
            created_by=change.user,
            **sealed_promises.make_promise_fields(text, value=named, known_at=value_known_at, seed=seed),
        )
        promises.append(change.create(promise))
    return promises


def _may_be_promised(round_: Round) -> None:
    number = {"number": round_.number}
    if round_.state in (Round.State.PLAYING, Round.State.FINISHED):
        raise UserError(_("Round %(number)s has started; nothing is left to promise.") % number, field="rounds")
    if find_promise(round_) is not None:
        raise UserError(
            _("Round %(number)s is promised already; withdraw that promise first.") % number, field="rounds"
        )
    if round_.seatings.exclude(published_at=None).exists():
        raise UserError(_("The seating of round %(number)s has been public.") % number, field="rounds")


def _check_results_to_come(rounds: Sequence[Round]) -> None:
    """Raise `UserError` if the results of the round before, the only chance, are known."""
    for round_ in rounds:
        before = Round.objects.filter(tournament=round_.tournament, number=round_.number - 1).first()
        if before is None or before.state == Round.State.FINISHED:
            raise UserError(
                _(
                    "Round %(number)s needs a public value: no results decide it any more that nobody knows yet."
                    " Promise later rounds while the round before them is still to be played."
                )
                % {"number": round_.number},
                field="kind",
            )


@change("seating.value", gettext_noop("Public value of the draw added"))
def add_value(change: Change, promise: SeedCommitment, *, value: str, again: str) -> SeedCommitment:
    sealed_promises.add_value(change, promise, value=value, again=again)
    return promise


@change("seating.correct_value", gettext_noop("Public value of the draw corrected"))
def correct_value(change: Change, promise: SeedCommitment, *, value: str, again: str, reason: str) -> SeedCommitment:
    used = _("Something has been drawn with this value; it stays.") if promise.draws.exists() else ""
    sealed_promises.correct_value(change, promise, value=value, again=again, reason=reason, used=used)
    return promise


@change("seating.withdraw_promise", gettext_noop("Promise of a draw withdrawn"))
def withdraw(change: Change, promise: SeedCommitment, *, reason: str) -> SeedCommitment:
    """Withdraw in public; draws stay listed. Raises `UserError` without a reason, or with a public seating."""
    check_in_force(promise)
    if not reason.strip():
        raise UserError(_("Say why the promise is withdrawn; the reason is public."), field="reason")
    if _is_kept(promise):
        raise UserError(_("It has been drawn and published; swap players, or redraw the remaining rounds."))
    sealed_promises.withdraw(change, promise, reason=reason)
    return promise


def find_promise(round_: Round) -> SeedCommitment | None:
    commitments = SeedCommitment.objects.filter(tournament=round_.tournament_id, withdrawn_at=None).exclude(promise="")
    return next((commitment for commitment in commitments if round_.number in commitment.rounds), None)


def choose_promise_and_seed(
    tournament: Tournament, rounds: Sequence[Round], way: str, options: Mapping[str, Any], *, seed: str, why: str
) -> tuple[SeedCommitment | None, str]:
    """Return the promise in force or None, and the seed: the promised one, else `seed`, else a fresh one. Raises
    `UserError` where something else was promised, a seed is asked for under a promise, the public value is missing, or
    a repeated draw has no `why`.
    """
    seed = seed.strip()
    promise = next((commitment for round_ in rounds if (commitment := find_promise(round_)) is not None), None)
    if promise is None:
        if way == TOGETHER and not seed:
            promise = tournament.seed_commitments.filter(promise="", draws=None, withdrawn_at=None).first()
        return promise, unseal_draw_seed(promise) if promise else seed or make_seed()
    numbers = [round_.number for round_ in rounds]
    if (promise.rounds, promise.way) != (numbers, way) or promise.options != dict(options):
        raise UserError(
            _(
                "Something else was promised of round %(number)s in public: draw it as promised, or withdraw the"
                " promise."
            )
            % {"number": promise.rounds[0]},
            field="rounds",
        )
    if seed:
        raise UserError(
            _("These rounds are drawn by the sealed seed; leave the seed empty, or withdraw the promise in public."),
            field="seed",
        )
    if promise.value_kind and not promise.public_value:
        raise UserError(_("The public value of the promise is missing; add it first, once it is known."))
    if promise.draws.exists() and not why.strip():
        raise UserError(_("This was drawn before: say why it is drawn again; the reason is public."), field="why")
    return promise, unseal_draw_seed(promise)


def unseal_promise(promise: SeedCommitment) -> OpenedPromise:
    """Return the promise with its seed, for a draw. Never for a page."""
    return OpenedPromise(promise.promise, sealed_promises.unseal_seed(promise), promise.public_value)


def unseal_draw_seed(promise: SeedCommitment) -> str:
    if not promise.promise:
        return sealed_promises.unseal_seed(promise)
    return unseal_promise(promise).draw_seed


def put_under_promise(draw: Draw, promise: SeedCommitment | None) -> Draw:
    """Return the draw with its promise opened, or unchanged without one."""
    if promise is None:
        return draw
    return draw.under(promise.commitment, unseal_promise(promise) if promise.promise else None)


def find_promise_of_replan(rounds: Sequence[Round]) -> SeedCommitment | None:
    """Return the first drawn promise of these coming rounds, which a redraw continues; or None."""
    return next(
        (
            commitment
            for round_ in rounds
            if (commitment := find_promise(round_)) is not None and commitment.draws.exists()
        ),
        None,
    )


def check_publishing(seating: Seating) -> None:
    """Raise `UserError` unless a promised round was drawn or redrawn under its promise."""
    promise = find_promise(seating.round)
    if promise is None:
        return
    draws = list(seating.origin.draws.all())
    replanned = any(draw.kind == SeatingDraw.Kind.REPLAN and draw.under_id for draw in draws) and promise.draws.exists()
    if replanned or any(draw.under_id == promise.pk for draw in draws):
        return
    if seating.round.seatings.exclude(published_at=None).exists():
        raise UserError(
            _(
                "Round %(number)s was drawn as promised and is public: swap players in it, or redraw the remaining"
                " rounds."
            )
            % {"number": seating.round.number}
        )
    raise UserError(
        _(
            "Another draw of round %(number)s was promised in public. Publish the one drawn under the promise, or"
            " withdraw the promise with a reason."
        )
        % {"number": seating.round.number}
    )


def _is_kept(promise: SeedCommitment) -> bool:
    drawn = promise.draws.filter(seatings__round__seatings__published_at__isnull=False)
    return drawn.exists()
