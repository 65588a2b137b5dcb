"""Erasure of a person: their declared hands and awards go; an open item says that an award has lost its winner."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from tournaments.awards.models import AwardWinner, PrizeHand
from tournaments.core.audit import Change
from tournaments.entries.models.entries import Entry
from tournaments.exchange.services.privacy import erasing


@receiver(erasing)
def forget_awards(sender: type[Entry], change: Change, entry: Entry, **_more: Any) -> None:
    for won in AwardWinner.objects.filter(entry=entry).select_related("award"):
        change.delete(won)
        if won.award.kept:
            # The organiser kept this player, so decides again.
            with change.edit(won.award):
                won.award.kept = ""
    for hand in PrizeHand.objects.filter(winner=entry):
        change.delete(hand)
