"""Rounds that the form of a problem offers: those that the repair works for."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import published, released
from tournaments.rounds.models import Round
from tournaments.seating.services import drafts, seating

pytestmark = pytest.mark.django_db


def test_forms_offer_only_rounds_that_the_repair_works_for() -> None:
    event = small_tournament(8, rounds=4)
    people(event)
    client = signed_in("olga")

    def offered() -> dict[str, list[str]]:
        found = {}
        for problem in ("redraw", "released", "published"):
            context = client.get(reverse("manage_fix", args=[event.slug]), {"problem": problem}).context
            field = context["form"].fields["round"]
            assert field.help_text == context["form"].only
            found[problem] = [] if context["no_round"] else [label for _value, label in field.widget.choices]
        return found

    assert offered() == {"redraw": [], "released": [], "published": []}
    released(event, 1)
    two, three = Round.objects.filter(tournament=event, number__in=(2, 3)).order_by("number")
    seating.publish(acting(), drafts.draft_by_standings(acting(), two))
    published(three)
    assert offered() == {"redraw": [], "released": ["1"], "published": ["3", "2"]}
    swap = {"round": 1, "first": 1, "second": 8, "points": "chairs", "reason": "They sat so."}
    client.post(reverse("manage_fix_swap-players", args=[event.slug]), swap)
    assert offered() == {"redraw": ["2"], "released": ["1"], "published": ["3", "2"]}
    sent = client.post(reverse("manage_fix_preview", args=[event.slug, "redraw"]), {"round": 3, "reason": "x"})
    assert sent.context["form"].errors == {"round": ["Round 3 was not drawn from standings."]}
