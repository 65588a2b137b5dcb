"""Shares of the seed committed to by an earlier release: hand in pending ones, or continue without them.

Releases up to 0.3.0 let people outside the site draw a part of the seed each. Their events are dealt from the site's
seed and these shares; new events have none.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.commitments import share_commitment
from engine.errors import EngineError
from engine.sentences import gettext_noop
from engine.walls.wall import read_secret
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.models.deals import BoardSet, BoardShare
from tournaments.seating.services.commitments import check_in_force
from tournaments.seating.services.sealed import seal


@change("deals.share_in", gettext_noop("Share of the seed handed in"))
def hand_in(change: Change, share: BoardShare, *, text: str) -> BoardShare:
    """Accept and seal a share, once entries are closed. Raises `UserError` if it does not match the commitment."""
    _not_dealt(share.board_set)
    closing = share.board_set.entries_close_at
    if closing is not None and timezone.now() < closing:
        raise UserError(_("Shares are handed in after entries have closed, not before."))
    if share.sealed_share or share.dropped_at is not None:
        raise UserError(_("This share has been handed in, or left out."))
    try:
        secret = read_secret("".join(text.split()))
    except EngineError as error:
        raise UserError(in_words(error), field="share") from error
    if share_commitment(share.board_set.event, share.holder, secret) != share.commitment:
        raise UserError(_("This is not the share that was committed to."), field="share")
    share.handed_in_at, share.sealed_share = timezone.now(), seal(secret.hex())
    # The seal stays out of the log.
    share.save(update_fields=["sealed_share", "handed_in_at"])
    change.note(share, after={"holder": share.holder})
    return share


@change("deals.share_out", gettext_noop("Share of the seed left out"))
def leave_out(change: Change, share: BoardShare, *, reason: str) -> BoardShare:
    """Continue without a missing share, publicly, and only while nobody can know the public value."""
    board_set = share.board_set
    _not_dealt(board_set)
    if board_set.public_value or timezone.now() >= board_set.value_known_at:
        raise UserError(_("The public value can be known by now: leaving a share out would choose between deals."))
    if share.sealed_share or share.dropped_at is not None:
        raise UserError(_("This share has been handed in, or left out."))
    if not reason.strip():
        raise UserError(_("Say why the share is left out; the reason is public."), field="reason")
    with change.edit(share):
        share.dropped_at, share.dropped_reason = timezone.now(), reason.strip()
    return share


def _not_dealt(board_set: BoardSet) -> None:
    check_in_force(board_set)
    if board_set.made_at is not None:
        raise UserError(_("The boards are dealt already."))
