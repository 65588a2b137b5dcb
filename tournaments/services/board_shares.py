"""Shares of the seed: people outside the site draw a part of it each, so that nobody has to trust who holds the site.

A holder draws a share at home (`python -m engine deal share`), has its commitment published before entries close, and
hands the share over after. The deals come of the site's seed, all shares and the public value; one holder who told
nobody is enough for nobody to have known or chosen them.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.sentences import gettext_noop
from engine.walls.promise import share_commitment
from engine.walls.wall import check_name, read_secret
from tournaments.models import BoardSet, BoardShare
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError
from tournaments.services.sealed import seal
from tournaments.wording.sentences import in_words


@change("deals.share", gettext_noop("Commitment of a share of the seed published"))
def add(change: Change, board_set: BoardSet, *, holder: str, commitment: str) -> BoardShare:
    """Publish the commitment of somebody's share. Raises `UserError` once entries are closed."""
    _open(board_set)
    if board_set.entries_close_at is not None and timezone.now() >= board_set.entries_close_at:
        raise UserError(_("Shares are committed to before entries close."))
    try:
        name = check_name(holder.strip(), "holder")
    except EngineError as error:
        raise UserError(in_words(error), field="holder") from error
    digest = commitment.strip().lower()
    if board_set.shares.filter(commitment=digest).exists():
        raise UserError(_("This commitment stands already."), field="commitment")
    return change.create(
        BoardShare(board_set=board_set, number=board_set.shares.count() + 1, holder=name, commitment=digest)
    )


@change("deals.share_in", gettext_noop("Share of the seed handed in"))
def hand_in(change: Change, share: BoardShare, *, text: str) -> BoardShare:
    """Take a share, once entries are closed, and seal it. Raises `UserError` where it is not the one committed to."""
    _open(share.board_set)
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
    """Go on without a share that does not come, openly, and only while nobody can know the public value."""
    board_set = share.board_set
    _open(board_set)
    if board_set.public_value or timezone.now() >= board_set.value_known_at:
        raise UserError(_("The public value can be known by now: leaving a share out would choose between deals."))
    if not reason.strip():
        raise UserError(_("Say why the share is left out; the reason is public."), field="reason")
    with change.edit(share):
        share.dropped_at, share.dropped_reason = timezone.now(), reason.strip()
    return share


def _open(board_set: BoardSet) -> None:
    if board_set.withdrawn_at is not None:
        raise UserError(_("This commitment was withdrawn."))
    if board_set.made_at is not None:
        raise UserError(_("The boards are dealt already."))
