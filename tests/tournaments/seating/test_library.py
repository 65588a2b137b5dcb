"""Schedules as a library."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person, small_tournament
from tournaments.seating.logic.certificate import loads
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import format_rounds
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw, StoredSchedule

pytestmark = pytest.mark.django_db


def client_of(name):
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def event():
    tournament = small_tournament(16, rounds=2)
    people(tournament)
    return tournament


def test_sue_stores_a_schedule_and_draws_from_it(event):
    sue = client_of("sue")
    text = format_rounds(schedule_rounds([100 + n for n in range(16)], 5, seed="elsewhere"))
    address = reverse("manage_schedules", args=[event.slug])
    assert sue.post(address, {"name": "Club night", "text": text}).status_code == 302
    stored = StoredSchedule.objects.get()
    assert (stored.players, stored.rounds_count, stored.measures["repeats"]) == (16, 5, 0)
    assert sorted(player for table in stored.rounds[0] for player in table) == list(range(1, 17))
    use = reverse("manage_schedules_use", args=[event.slug])
    refused = sue.post(use, {"schedule": stored.pk})
    assert (refused.status_code, refused.context["failed"]) == (
        422,
        ["The schedule has 5 rounds, 2 are open here: say that only its first 2 are wanted."],
    )
    assert refused.context["offers"] == [(stored, 2, 16)]
    answer = sue.post(use, {"schedule": stored.pk, "first_rounds": "1"})
    draw = SeatingDraw.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, draw.get_absolute_url())
    assert draw.template == "library"
    assert [row.seats.count() for row in draw.seatings.all()] == [16, 16]
    assert [check.passed for check in verify(loads(draw.certificate))] == [True] * 5
    assert sue.get(draw.get_absolute_url()).context["how"][1] == (
        "The table was made before and stored in the library."
    )


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("1 2 3\n5 6 x 8", ["Line 1: four players are wanted, not 3.", 'Line 2, field 3: "x" is no number.']),
        ("", ["There is nothing to read."]),
        ("\n\n1 2 3 x", ['Line 3, field 4: "x" is no number.']),
        (
            "\n".join(f"{n} {n + 1} {n + 2} {n + 3}" for n in range(1, 1005, 4)),
            ["This has 1004 players; the library keeps up to 1000."],
        ),
        (
            "1 2 3\n" * 25,
            [
                "25 of 25 lines are no tables of a schedule, the first is line 1. Write four players a line with an "
                "empty line between rounds, such as 1-2-3-4; the guide shows all other layouts."
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_schedule_is_said_and_it_stays_in_the_form(event, text, sentences):
    page = client_of("sue").post(reverse("manage_schedules", args=[event.slug]), {"name": "x", "text": text})
    assert page.status_code == 422
    assert page.context["form"].errors["text"] == sentences
    assert page.context["form"]["text"].value() == text
    assert not StoredSchedule.objects.exists()


def test_a_schedule_of_another_size_does_not_fit(event):
    sue = client_of("sue")
    sue.post(reverse("manage_schedules", args=[event.slug]), {"name": "small", "text": "1 2 3 4\n5 6 7 8\n"})
    small = StoredSchedule.objects.get()
    page = sue.post(reverse("manage_schedules_use", args=[event.slug]), {"schedule": small.pk})
    assert (page.status_code, page.context["failed"]) == (422, ["The schedule is for 8 players; 16 play here."])
    (stored, _open_rounds, players), *_others = page.context["offers"]
    assert stored.players != players


def test_a_schedule_is_taken_out_by_the_event_that_stored_it(event):
    other = small_tournament(16, slug="autumn")
    people(other)
    sue = client_of("sue")
    sue.post(reverse("manage_schedules", args=[event.slug]), {"name": "small", "text": "1 2 3 4\n5 6 7 8\n"})
    small = StoredSchedule.objects.get()
    assert sue.post(reverse("manage_schedules_remove", args=["autumn"]), {"schedule": small.pk}).status_code == 404
    assert sue.post(reverse("manage_schedules_remove", args=[event.slug]), {"schedule": small.pk}).status_code == 302
    assert not StoredSchedule.objects.exists()


def test_without_an_open_round_nothing_is_drawn(event):
    sue = client_of("sue")
    sue.post(reverse("manage_schedules", args=[event.slug]), {"name": "small", "text": "1 2 3 4\n"})
    event.rounds.all().delete()
    page = sue.post(reverse("manage_schedules_use", args=[event.slug]), {"schedule": StoredSchedule.objects.get().pk})
    assert page.context["failed"] == ["No round is open to be seated; add one first."]


def test_the_same_schedule_is_stored_once(event):
    sue = client_of("sue")
    address = reverse("manage_schedules", args=[event.slug])
    sue.post(address, {"name": "a", "text": "1 2 3 4"})
    again = sue.post(address, {"name": "b", "text": "5 6 7 8"})
    assert again.context["form"].errors["text"] == ["This schedule is in the library already."]


FIVE = "1-2-3-4\n\n2-3-4-5\n\n3-4-5-1\n\n4-5-1-2\n"
"""Five players, of whom one sits out in each round."""


def test_a_schedule_with_byes_is_stored_and_drawn_and_its_certificate_holds():
    event = small_tournament(5, rounds=3)
    people(event)
    sue = client_of("sue")
    sue.post(reverse("manage_schedules", args=[event.slug]), {"name": "Five", "text": FIVE})
    stored = StoredSchedule.objects.get()
    assert (stored.players, stored.rounds_count) == (5, 4)
    use = {"schedule": stored.pk, "first_rounds": "1"}
    assert sue.post(reverse("manage_schedules_use", args=[event.slug]), use).status_code == 302
    draw = SeatingDraw.objects.get()
    certificate = loads(draw.certificate)
    assert draw.template == "library"
    assert [len(byes) for byes in certificate["byes"]] == [1, 1, 1]
    assert len({byes[0] for byes in certificate["byes"]}) == 3
    assert [check.passed for check in verify(certificate)] == [True] * 5


def test_the_first_rounds_of_a_schedule_may_leave_its_last_player_out():
    event = small_tournament(5, rounds=1)
    people(event)
    sue = client_of("sue")
    sue.post(reverse("manage_schedules", args=[event.slug]), {"name": "Five", "text": FIVE})
    use = {"schedule": StoredSchedule.objects.get().pk, "first_rounds": "1"}
    assert sue.post(reverse("manage_schedules_use", args=[event.slug]), use).status_code == 302
    draw = SeatingDraw.objects.get()
    certificate = loads(draw.certificate)
    assert draw.template == "library"
    assert [len(byes) for byes in certificate["byes"]] == [1]
    assert [check.passed for check in verify(certificate)] == [True] * 5


def test_players_who_are_not_named_sit_out_where_sue_says_so(event):
    sue = client_of("sue")
    address = reverse("manage_schedules", args=[event.slug])
    lines = {"name": "Uneven", "text": "1-2-3-4\n5-6-7-8\n\n1-2-3-4"}
    refused = sue.post(address, lines)
    assert refused.context["form"].errors["text"] == [
        f"Line 2, field {at}: player {at + 4} is missing from round 2; add the player there, or say that players who "
        "are not named sit out."
        for at in (1, 2, 3, 4)
    ]
    assert sue.post(address, lines | {"leave_out": "1"}).status_code == 302
    assert StoredSchedule.objects.get().rounds == [[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 3, 4]]]
