"""Caches of several processes: Redis is shared, local memory is emptied everywhere by a restore."""

import os
import subprocess
import sys

import pytest
from django.core.cache import caches
from django.test import Client

from tests.support import patience
from tournaments.events.models import Tournament
from tournaments.site import web
from tournaments.site.caches import ForgivingRedisCache


def forget_in_another_process(data_folder):
    """Do what `manage.py restore` does beside a web server that runs."""
    code = "import django; django.setup(); from tournaments.site.caches import forget_everything; forget_everything()"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournaments.site.settings"}
    env |= {"MAHJONG_DIRECTOR_DATA": str(data_folder)}
    subprocess.run([sys.executable, "-c", code], env=env, check=True, timeout=patience.SECONDS)


@pytest.mark.django_db
def test_a_restore_empties_the_caches_of_all_processes(settings, event):
    address = f"/t/{event.slug}/players/"
    event.refresh_from_db()
    caches["default"].set("answer", 42)
    assert "Renamed" not in Client().get(address).text
    # A restored database says that nothing has changed: the same version, at the same time.
    event.entries.filter(number=1).update(family_name="Renamed")
    assert Tournament.objects.values_list("version", "updated_at").get() == (event.version, event.updated_at)
    assert "Renamed" not in Client().get(address).text
    forget_in_another_process(settings.DATA_DIR)
    assert (caches["default"].get("answer"), "Renamed" in Client().get(address).text) == (None, True)


def test_a_second_web_process_needs_a_cache_that_both_share(tmp_path):
    first = web.refuse_others(tmp_path)
    with pytest.raises(SystemExit, match="Set REDIS_URL or CACHE_URL"):
        web.refuse_others(tmp_path)
    first.release()
    web.refuse_others(tmp_path).release()
    local, redis = "django.core.cache.backends.locmem.LocMemCache", "tournaments.site.caches.ForgivingRedisCache"
    assert [web.is_cache_shared({"default": {"BACKEND": backend}}) for backend in (local, redis)] == [False, True]


def test_the_client_of_redis_is_made_once_and_not_for_every_command():
    cache = ForgivingRedisCache("redis://127.0.0.1:1/0", {})
    clients = [cache._cache.get_client(key, write=write) for key in ("name", "score") for write in (True, False)]
    assert len({id(client) for client in clients}) == 2
