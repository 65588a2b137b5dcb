"""The demo command: both real events, whatever else lies beside them."""

import pytest
from django.core.management import call_command

from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_the_demo_is_the_two_real_events():
    call_command("demo")
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == ["madrid-2018", "wrc2025-teams"]
