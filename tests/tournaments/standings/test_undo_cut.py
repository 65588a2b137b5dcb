"""A cut is repeated without a finalist who withdrew, blocked by a public seating, and undone."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import released
from tournaments.core.errors import UserError
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.services import drafts, seating
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


def test_a_cut_is_repeated_and_undone_until_the_seating_of_its_stage_is_public() -> None:
    event = small_tournament(12, rounds=1)
    people(event)
    client = signed_in("olga")
    released(event, 1, [(50, 20, -30, -40), (60, 10, -20, -50), (70, 0, -10, -60)])
    final = stages.add(acting(), event, name="Final", cut_to=4, carry=Fraction(1, 2))
    cut, undo = (
        reverse(name, args=[event.slug, final.number]) for name in ("manage_stage_cut", "manage_stage_undo_cut")
    )

    def field() -> list[int]:
        return list(final.stage_entries.order_by("place").values_list("entry__number", flat=True))

    def shown() -> tuple[list[int], list[int]]:
        context = client.get(reverse("manage_stages", args=[event.slug])).context
        ((_stage, gone, seated, _outdated, _known),) = [row for row in context["stages"] if row[0] == final]
        return [entry.number for entry in gone], [one.number for one in seated]

    stages.cut(acting(), final)
    assert field() == [9, 5, 1, 2]
    players.drop(acting(), event.entries.get(number=5), from_round=2, reason="Ill")
    assert shown() == ([5], [])
    stages.cut(acting(), final)
    assert (field(), shown()) == ([9, 1, 2, 6], ([], []))

    final.refresh_from_db()
    public = seating.publish(acting(), drafts.draft_by_standings(acting(), final.rounds.get()))
    assert shown() == ([], [2])
    for post in (undo, cut):
        answer = client.post(post, {"shown": [9, 1, 2, 6]}, follow=True)
        assert "The seating of round 2 is public. Return it to a draft before you change the cut." in (
            answer.content.decode()
        )
    seating.withdraw(acting(), Seating.objects.get(pk=public.pk), reason="Another cut")
    with pytest.raises(UserError, match="The cut for “Final” is made"):
        stages.edit(acting(), final, name="Final", cut_to=8, carry=Fraction(1))
    assert client.post(undo).status_code == 302
    assert (field(), Tournament.objects.get().stages.get(number=2).cut_at) == ([], None)
    final.refresh_from_db()
    stages.edit(acting(), final, name="Final", cut_to=8, carry=Fraction(1))
    with pytest.raises(UserError, match="There is no cut for “Final” to undo"):
        stages.undo_cut(acting(), final)


def test_undo_beside_the_result_is_offered_for_a_first_cut_and_not_for_a_repeated_one() -> None:
    event = small_tournament(12, rounds=1)
    people(event)
    client = signed_in("olga")
    released(event, 1, [(50, 20, -30, -40), (60, 10, -20, -50), (70, 0, -10, -60)])
    final = stages.add(acting(), event, name="Final", cut_to=4)
    page = reverse("manage_stage_cut", args=[event.slug, final.number])

    def undo(*shown: int) -> list[str]:
        """Cut by the page; returns where the Undo of its message leads."""
        answer = client.post(page, {"shown": shown}, follow=True)
        return [
            json.loads(message.extra_tags)["action"] for message in answer.context["messages"] if message.extra_tags
        ]

    assert undo(9, 5, 1, 2) == [reverse("manage_stage_undo_cut", args=[event.slug, final.number])]
    players.drop(acting(), event.entries.get(number=5), from_round=2, reason="Ill")
    assert undo(9, 1, 2, 6) == []
    assert list(final.stage_entries.order_by("place").values_list("entry__number", flat=True)) == [9, 1, 2, 6]
