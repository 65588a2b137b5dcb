"""Private values of people stay in the rows of people, whatever was done: no log, file or public part has them.

Every action and repair is carried out with a marker in each private field of players and registrations. A run takes a
part of the actions, a release all.
"""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.urls import reverse

from tests.conformance.test_actions import BY_NAME, Account, Scene, accounts, mail_server, scene
from tests.support.people import signed_in
from tests.support.private_values import MARK, private_values_in, private_values_in_log
from tests.support.slices import in_slice
from tournaments.core.downloads import list_exports
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json
from tournaments.exchange.files.public_bundle import make_bundle_file

pytestmark = pytest.mark.django_db
__all__ = ["Account", "Scene", "accounts", "mail_server", "scene"]

PARTS = 40
"""Parts of the actions; a run takes one of them."""
SECTIONS = {"applications", "entries"}
"""Parts of an event file that hold people; it is for those who may read them."""
FILES = {"event_whole", "manage_export_csv", "manage_export_xlsx"}
"""Files of people, for those who may read them."""
OF_FEDERATION = {"manage_federation_csv", "manage_federation_xlsx"}
"""Files that have the number by which a federation knows a player, and nothing else that is private."""


@pytest.mark.long
@pytest.mark.parametrize("name", in_slice(sorted(BY_NAME), PARTS))
def test_private_values_stay_with_the_people(scene: Scene) -> None:
    action, event = scene.action, scene.scope
    if action.path:
        assert scene.post_api("olga", scene.body).status_code == action.status
    else:
        assert scene.post_page("olga", scene.form(scene.body, **scene.example.form)).status_code == 302
    assert private_values_in_log() == []
    if not isinstance(event, Tournament) or not Tournament.objects.filter(pk=event.pk).exists():
        return
    event.refresh_from_db()
    whole = json.loads(pack_as_json(event))
    holding = {name for name, rows in whole.items() if private_values_in(json.dumps(rows, ensure_ascii=False))}
    assert holding <= SECTIONS
    assert private_values_in(make_bundle_file(event).decode()) == []
    olga = signed_in("olga")
    texts = {one.name: text_of(olga.get(reverse(one.name, args=[event.slug])).getvalue()) for one in list_exports()}
    holding = {name for name, text in texts.items() if private_values_in(text)}
    assert holding <= FILES | OF_FEDERATION
    assert [name for name in holding & OF_FEDERATION if MARK in texts[name]] == []


def text_of(content: bytes) -> str:
    """Return what a file says, also one that is packed."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            content = b"\n".join(packed.read(name) for name in packed.namelist())
    return content.decode(errors="replace")
