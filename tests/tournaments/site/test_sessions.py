"""A session is in force until its time is over, and is read by one statement."""

import datetime

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.support.people import person

pytestmark = pytest.mark.django_db


def test_a_session_ends_with_its_time():
    sam = Client()
    sam.force_login(person("sam"))
    assert sam.get("/account/").status_code == 200
    Session.objects.update(expire_date=timezone.now() - datetime.timedelta(seconds=1))
    assert sam.get("/account/").status_code == 302


def test_a_key_that_nobody_was_given_is_a_visitor():
    stranger = Client()
    stranger.cookies["sessionid"] = "b" * 32
    assert stranger.get("/account/").status_code == 302
