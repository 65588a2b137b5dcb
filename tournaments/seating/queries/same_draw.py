"""Which drafts of later rounds came with one: from the same draw, or from a schedule of several rounds."""

from __future__ import annotations

from tournaments.rounds.models.rounds import Round, Seating


def of_the_same_draw(seating: Seating) -> list[Seating]:
    """The newest draft of each later round that waits for its seating, where it came with this one.

    A schedule from elsewhere is no draw: its drafts belong together by having been read from one.
    """
    origin = _origin(seating)
    if not origin:
        return []
    waiting = Seating.objects.filter(
        round__stage=seating.round.stage_id,
        round__number__gt=seating.round.number,
        round__state=Round.State.PLANNED,
        state=Seating.State.DRAFT,
    ).order_by("round__number", "version")
    newest = {draft.round_id: draft for draft in waiting.select_related("round__tournament").prefetch_related("draws")}
    return [draft for draft in newest.values() if origin & _origin(draft)]


def _origin(seating: Seating) -> set[int | str]:
    """The draws that it came from, or that it stood in a schedule; empty for a seating made for its round alone."""
    first = seating.origin
    draws: set[int | str] = {draw.pk for draw in first.draws.all()}
    return draws or ({first.source} if first.source == Seating.Source.SCHEDULE else set())
