"""Protocol of promises of draws and deals, as parts of audited changes; `engine.commitments` has the hashes."""

from __future__ import annotations

import datetime
import secrets
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.commitments import promise_commitment
from engine.errors import EngineError
from engine.walls.public_value import ValueName, canonical_name, canonical_value
from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.models.deals import BoardSet
from tournaments.seating.models.draws import SeedCommitment
from tournaments.seating.services.sealed import seal, unseal

SEED_BYTES = 32

SealedPromise = BoardSet | SeedCommitment

OPEN_PAGES_NOW = gettext_lazy("The promise is saved. Open the public pages now, so that it can be read.")


def normalize_name(value: ValueName) -> ValueName:
    """Return a public value's name in canonical form. Raises `UserError`."""
    try:
        return canonical_name(value)
    except EngineError as error:
        raise UserError(in_words(error), field=str(error.at)) from error


def require_closing_time(
    known_at: datetime.datetime, closes_at: datetime.datetime | None, *, field: str
) -> datetime.datetime:
    """Return `closes_at`, else `known_at`. Raises `UserError`. Entries must close before the public value is known.
    `field` is the form's field for `closes_at`.
    """
    now = timezone.now()
    require_unknown(known_at, now)
    closing = closes_at or known_at
    if not now < closing <= known_at:
        raise UserError(_("Entries close after the promise, and before the public value can be known."), field=field)
    return closing


def require_unknown(known_at: datetime.datetime | None, promised_at: datetime.datetime) -> None:
    """Raise `UserError` if the public value can be known when the promise is made."""
    if known_at is not None and known_at <= promised_at:
        raise UserError(_("The public value must be one that nobody knows yet."), field="value_known_at")


def make_promise_fields(
    promise: str, *, value: ValueName | None, known_at: datetime.datetime | None, seed: bytes | None
) -> dict[str, Any]:
    """Return the fields of a new promise, its seed sealed; a `seed` is given for demonstrations only."""
    secret = seed if seed is not None else secrets.token_bytes(SEED_BYTES)
    kind, source, which = value or ("", "", "")
    return {
        "promise": promise,
        "sealed_seed": seal(secret.hex()),
        "commitment": promise_commitment(promise, secret),
        "value_kind": kind,
        "value_source": source,
        "value_which": which,
        "value_known_at": known_at,
    }


def unseal_seed(promise: SealedPromise) -> str:
    """Return the seed, unsealed. Never for a page."""
    return unseal(promise.sealed_seed)


def check_in_force(promise: SealedPromise) -> None:
    """Raise `UserError` for a withdrawn promise."""
    if promise.withdrawn_at is not None:
        raise UserError(_("This promise was withdrawn."))


def add_value(change: Change, promise: SealedPromise, *, value: str, again: str) -> None:
    """Add the public value, typed twice. Raises `UserError` before its time, for two texts, and when repeated."""
    check_in_force(promise)
    if promise.public_value:
        raise UserError(_("The public value stands already: %(value)s.") % {"value": promise.public_value})
    form = _require_typed_twice(promise.value_kind, value, again)
    now = _require_known(promise)
    with change.edit(promise):
        promise.public_value, promise.value_at = form, now


def correct_value(
    change: Change, promise: SealedPromise, *, value: str, again: str, reason: str, used: str = ""
) -> None:
    """Correct the value in public. Raises `UserError` without a reason, or if it was `used` (a sentence)."""
    check_in_force(promise)
    if not promise.public_value:
        raise UserError(_("There is no value to correct yet."))
    if used:
        raise UserError(used)
    if not reason.strip():
        raise UserError(_("Say what was wrong with the value; the reason is public."), field="reason")
    form = _require_typed_twice(promise.value_kind, value, again)
    now = _require_known(promise)
    was = {
        "was": promise.public_value,
        "at": format_moment(promise.value_at),
        "until": format_moment(now),
        "reason": reason.strip(),
    }
    with change.edit(promise):
        promise.corrections = [*promise.corrections, was]
        promise.public_value, promise.value_at = form, now


def withdraw(change: Change, promise: SealedPromise, *, reason: str) -> None:
    """Withdraw a promise in public; it stays listed. The caller has checked `reason`."""
    with change.edit(promise):
        promise.withdrawn_at, promise.withdrawn_reason = timezone.now(), reason.strip()


def format_moment(moment_: datetime.datetime | None) -> str:
    """Return a time as UTC in ISO 8601; empty for None."""
    return "" if moment_ is None else moment_.astimezone(datetime.UTC).isoformat()


def _require_known(promise: SealedPromise) -> datetime.datetime:
    """Return now. Raises `UserError` before the value is known: the server's clock can have been put back."""
    now = timezone.now()
    if promise.value_known_at is None or now < promise.value_known_at:
        raise UserError(_("The value is not known yet; come back when it is."), field="value")
    return now


def _require_typed_twice(kind: str, value: str, again: str) -> str:
    first, second = (_require_canonical(kind, text, field) for text, field in ((value, "value"), (again, "again")))
    if first != second:
        different = _("The two are different: %(first)s, %(second)s.") % {"first": first, "second": second}
        raise UserError(different, field="again")
    return first


def _require_canonical(kind: str, text: str, field: str) -> str:
    try:
        return canonical_value(kind, text)
    except EngineError as error:
        raise UserError(in_words(error), field=field) from error
