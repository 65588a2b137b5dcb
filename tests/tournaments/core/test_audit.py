"""Every change is written down in its own transaction, in a chain that shows tampering."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tests.support.people import acting, person, small_tournament
from tournaments.accounts.services import accounts
from tournaments.core import audit
from tournaments.core.audit import Change, UnauditedChangeError, broken_at, change, tournament_changed
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import check_in, teams
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

APPS = (settings.BASE_DIR / "tournaments", settings.BASE_DIR / "judging")
WRITES = {"save", "create", "bulk_create", "update", "bulk_update", "delete", "get_or_create", "update_or_create"}


def test_a_change_says_who_when_whence_what_and_why():
    event = small_tournament(4)
    registration.drop(acting("ren"), event.entries.get(number=1), from_round=2, reason="fever")
    written = AuditEntry.objects.get(tournament=event)
    assert {name: getattr(written, name) for name in WRITTEN} == WRITTEN


WRITTEN = {
    "actor_name": "ren",
    "origin": "web",
    "ip_address": "192.0.2.7",
    "user_agent": "test",
    "action": "entries.drop",
    "object_type": "entry",
    "object_name": "1 Given01 Family01",
    "before": {"status": "checked_in", "dropped_from_round": None},
    "after": {"status": "dropped", "dropped_from_round": 2},
    "reason": "fever",
}


def test_the_version_of_the_tournament_moves_with_every_change_and_with_nothing_else():
    event = small_tournament(4)
    before = event.version
    substitutes.return_(acting(), event.entries.get(number=1), from_round=1)
    with pytest.raises(UserError):
        registration.add(acting(), event, number=1, family_name="Twice")
    event.refresh_from_db()
    assert (event.version, event.entries.count(), event.audit_entries.exists()) == (before, 4, False)
    registration.add(acting(), event, family_name="Dragon")
    event.refresh_from_db()
    assert event.version == before + 1
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.filter(tournament=event).update(reason="never happened")
    assert event.audit_entries.get().reason == ""


def test_a_service_that_notes_nothing_is_rolled_back(monkeypatch):
    monkeypatch.setattr("tournaments.core.audit.decorators.ACTIONS", dict(audit.ACTIONS))

    @change("entries.forgotten", "Player forgotten")
    def forgotten(change: Change, entry: Entry) -> None:
        Entry.objects.filter(pk=entry.pk).update(club="Nowhere")

    entry = small_tournament(4).entries.get(number=1)
    with pytest.raises(UnauditedChangeError):
        forgotten(acting(), entry)
    entry.refresh_from_db()
    assert entry.club == ""


def test_services_inside_services_share_one_chain_without_gaps():
    event = small_tournament(4)
    substitutes.substitute(acting(), event.entries.get(number=1), from_round=1, family_name="Late")
    rows = list(event.audit_entries.values_list("sequence", "action"))
    assert rows == [(1, "entries.drop"), (2, "entries.substitute")]
    assert broken_at(event) is None


def drop_all(event, *players):
    with audit.locked(event):
        for player in players:
            registration.drop(acting("olga"), player, from_round=2, reason="ill")


def test_services_under_one_lock_are_done_together_or_not_at_all():
    event = small_tournament(4)
    entry, gone, first, second = event.entries.order_by("number")
    Entry.objects.filter(pk=gone.pk).delete()
    with pytest.raises(UserError, match="This was removed"):
        drop_all(event, entry, gone)
    entry.refresh_from_db()
    assert (entry.status, event.audit_entries.count()) == ("checked_in", 0)
    Entry.objects.filter(pk=first.pk).update(family_name="Chen")
    drop_all(event, first, second)
    assert first.family_name == "Chen", "a service reads its subject again under the lock"
    assert list(event.audit_entries.order_by("sequence").values_list("sequence", flat=True)) == [1, 2]
    assert (broken_at(event), Tournament.objects.get(pk=event.pk).version) == (None, event.version)


def drop_and_start(event):
    with audit.locked(event) as lock:
        registration.drop(acting("olga"), event.entries.get(number=2), from_round=2, reason="ill")
        rounds.start(acting("olga"), lock.note_read(event.rounds.get(number=1)))


def test_a_service_takes_what_was_read_under_the_lock_and_fails_with_all_of_it():
    event = small_tournament(4)
    number = event.entries.get(number=1).pk
    with audit.locked(event) as lock:
        entry = lock.note_read(event.entries.get(pk=number))
        Entry.objects.filter(pk=number).update(family_name="Chen")
        registration.drop(acting("olga"), entry, from_round=2, reason="ill")
    assert (entry.family_name, entry.status) == ("Family01", "dropped"), "read a second time"
    with pytest.raises(UserError):
        drop_and_start(event)
    assert list(event.entries.filter(status="dropped").values_list("number", flat=True)) == [1]
    Tournament.objects.filter(pk=event.pk).update(archived_at=timezone.now())
    with pytest.raises(UserError, match="archived"), audit.locked(event) as lock:
        registration.drop(acting("olga"), lock.note_read(event.entries.get(number=4)), from_round=2, reason="ill")
    assert broken_at(event) is None


def test_a_changed_entry_breaks_the_chain_at_its_place():
    event = small_tournament(4)
    for entry in event.entries.all():
        check_in.check_in(acting("ida"), entry, present=False)
    third = event.audit_entries.get(sequence=3)
    with pytest.raises(TypeError):
        third.save()
    with pytest.raises(TypeError):
        third.delete()
    assert broken_at(event) is None
    _tamper("UPDATE tournaments_auditentry SET actor_name = 'otto' WHERE id = %s", third.pk)
    assert broken_at(event) == 3


def _tamper(statement: str, key: int) -> None:
    """As somebody with the database's password would: past the guard that refuses updates."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER audit_entries_stay")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE tournaments_auditentry DISABLE TRIGGER audit_entries_stay")
        cursor.execute(statement, [key])


def test_secrets_stay_out_of_the_log():
    secret = accounts.make_sign_in_link(acting("ada"), user=person("olga"))
    assert accounts.use_sign_in_link(acting("olga"), secret=secret) == person("olga")
    with pytest.raises(UserError):
        accounts.use_sign_in_link(acting("olga"), secret=secret)
    accounts.set_password(acting("olga"), user=person("olga"), password="east south west north")
    written = AuditEntry.objects.filter(tournament=None)
    assert [entry.action for entry in written] == ["account.link", "account.link_used", "account.password"]
    assert not any({"password", "digest", "token"} & (set(e.before) | set(e.after)) for e in written)
    assert broken_at(None) is None


@pytest.mark.django_db(transaction=True)
def test_listeners_hear_of_a_change_after_its_commit():
    event = small_tournament(4)
    heard: list[tuple[int, int]] = []

    def listen(sender: object, tournament_id: int, version: int, **kwargs: object) -> None:
        heard.append((tournament_id, version))

    tournament_changed.connect(listen)
    try:
        teams.add(acting(), event, name="Dragons")
        with pytest.raises(UserError):
            teams.add(acting(), event, name="Dragons")
    finally:
        tournament_changed.disconnect(listen)
    assert heard == [(event.pk, Tournament.objects.get(pk=event.pk).version)]


def modules(layer: str) -> list[Path]:
    """The modules of a layer in all subjects: `<subject>/<layer>.py` or those of the package."""
    found = [path for app in APPS for path in sorted(app.rglob("*.py"))]
    return [path for path in found if layer in path.with_suffix("").parts]


ROLLED_BACK = {"submit_counted"}
"""Services of previews: nothing of what they write stays."""

PARTS_OF_DELIVERIES = {"mirrored_questions", "mirrored_fees", "mirrored_pictures"}
"""Modules without a change: the log of the hall has what a delivery changes."""


@pytest.mark.parametrize("path", modules("services"), ids=lambda path: f"{path.parts[-3]}.{path.stem}")
def test_every_public_service_that_writes_is_an_audited_change(path):
    if path.stem in ("jobs", "last_seen", "mail", "outbox"):  # bookkeeping of the machine
        return
    if path.stem in PARTS_OF_DELIVERIES:
        return
    unguarded = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and writes(node):
            guards = {name(decorator) for decorator in node.decorator_list}
            audited = guards & {"change", "site_change"} or takes_a_change(node)
            if not audited and node.name not in ROLLED_BACK:
                unguarded.append(node.name)
    assert unguarded == []


@pytest.mark.parametrize("layer", ["queries", "views", "api", "forms", "actions", "papers", "files", "text"])
def test_nothing_outside_the_services_writes(layer):
    writers = []
    assert modules(layer) != []
    for path in modules(layer):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and writes(node):
                writers.append(f"{path.name}: {node.name}")
    assert writers == []


def takes_a_change(function: ast.FunctionDef) -> bool:
    """A part of a service: it cannot be called without a running change."""
    return any(a.annotation is not None and ast.unparse(a.annotation) == "Change" for a in function.args.args)


def writes(function: ast.FunctionDef) -> bool:
    """Return whether the function calls a writing method of the ORM: `X.objects.create(...)`, `row.save(...)`, ..."""
    inner = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef) and takes_a_change(node)]
    guarded = {id(node) for part in inner if part is not function for node in ast.walk(part)}
    for node in ast.walk(function):
        if id(node) in guarded or not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES
        ):
            continue
        target = ast.unparse(node.func.value)
        if "objects" in target or (node.func.attr in {"save", "delete"} and target not in NOT_ROWS):
            return True
    return False


NOT_ROWS = {"change", "book", "content", "cache", "counts", "plain", "registration", "roster", "into_running_event"}


def name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).split(".")[-1]
