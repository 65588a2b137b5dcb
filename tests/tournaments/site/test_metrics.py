"""Figures for whoever watches the site."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.backups import backups_in
from tests.support.tables import enter, playing, table_of
from tournaments.core.models.jobs import Job

pytestmark = pytest.mark.django_db


def figures(client: Client, **headers: str) -> dict[str, str]:
    lines = client.get("/metrics", headers=headers).text.splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))


def test_the_machine_itself_reads_what_goes_on(settings, tmp_path):
    backups_in(settings, tmp_path)
    enter(table_of(playing()), (24, 8, -16, -16))
    Job.objects.create(kind="print", state="queued")
    found = figures(Client())
    names = 'rounds_playing sheets{state="entered"} jobs{state="queued"} worker_alive backup_age_seconds'.split()
    assert [found[f"mahjong_{name}"] for name in names] == ["1.0", "1.0", "1.0", "0.0", "-1.0"]


def test_others_need_the_token(settings):
    stranger = Client(REMOTE_ADDR="192.0.2.9")
    assert stranger.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "four-winds"
    assert stranger.get("/metrics", headers={"Authorization": "Bearer five"}).status_code == 404
    assert Client().get("/metrics").status_code == 404
    assert stranger.get("/metrics", headers={"Authorization": "Bearer four-winds"}).status_code == 200


@pytest.mark.parametrize("proxies", [0, 1])
def test_nobody_reads_them_through_a_proxy_without_the_token(settings, proxies):
    settings.TRUSTED_PROXIES = proxies
    for header in ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded"):
        through = {header: "for=127.0.0.1" if header == "Forwarded" else "127.0.0.1"}
        settings.METRICS_TOKEN = ""
        assert Client().get("/metrics", headers=through).status_code == 404, header
        settings.METRICS_TOKEN = "four-winds"
        assert Client().get("/metrics", headers={**through, "Authorization": "Bearer four-winds"}).status_code == 200
