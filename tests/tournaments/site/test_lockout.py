"""Failed sign-ins are counted by the name that was tried, however long it is."""

import pytest
from axes.models import AccessAttempt
from django.test import Client

from tests.support.people import person
from tournaments.site.lockout import LONGEST_NAME

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.mark.parametrize("path", ["/sign-in/", "/api/v1/token/"])
def test_a_name_without_end_is_a_wrong_name(path):
    answer = Client().post(path, {"username": "9" * 100_000, "password": "x"})
    assert answer.status_code in (200, 400, 401, 403)
    assert {attempt.username for attempt in AccessAttempt.objects.all()} == {"9" * LONGEST_NAME}


def test_five_wrong_passwords_lock_the_name():
    person("sam")
    tried = [Client().post("/sign-in/", {"username": "sam", "password": "wrong"}).status_code for _ in range(6)]
    assert tried[:4] == [200] * 4
    assert tried[5] == 429
