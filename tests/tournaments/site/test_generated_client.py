"""A program that knows nothing but the schema: a generated client of it imports, and runs an event on a live server."""

from __future__ import annotations

import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

from tests.support.browser import LiveSite
from tests.support.claims import MCR_THIN, MCR_WIN
from tests.support.people import token_of
from tests.support.worker import work_through
from tournaments.core.permissions import SCOPES

PACKAGE = "generated_client"
ROOT = Path(__file__).resolve().parents[3]

Send = Callable[..., Any]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    with override("en"):
        described: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str))
        return described


@pytest.fixture(scope="module")
def generated(schema: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package, whose modules this process can import."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "schema.json").write_text(json.dumps(schema), "utf-8")
    # Without formatting of what is made, which would only need time.
    (folder / "settings.yml").write_text("post_hooks: []\n", "utf-8")
    options = ["--path", "schema.json", "--output-path", PACKAGE, "--config", "settings.yml", "--meta", "none"]
    command = [sys.executable, "-m", "openapi_python_client", "generate", *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    sys.path.insert(0, str(folder))
    yield folder / PACKAGE
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def names_of_modules(package: Path) -> list[str]:
    paths = (path.relative_to(package.parent).with_suffix("") for path in package.rglob("*.py"))
    return sorted(".".join(path.parts).removesuffix(".__init__") for path in paths)


def operations(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every operation by method and path."""
    return {
        f"{method.upper()} {path}": operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def test_every_body_is_json_but_for_uploads(schema: dict[str, Any]) -> None:
    """A generator sends the first type that it knows, so that each body has one."""
    kinds = {
        name: sorted(operation["requestBody"]["content"])
        for name, operation in operations(schema).items()
        if "requestBody" in operation
    }
    uploads = sorted(name for name, types in kinds.items() if types != ["application/json"])
    assert {tuple(kinds[name]) for name in uploads} == {("multipart/form-data",)}
    assert uploads == [
        "POST /api/v1/events/import/",
        "POST /api/v1/seasons/import/",
        "POST /api/v1/tournaments/{slug}/entries/{number}/photo/keep/",
        "POST /api/v1/tournaments/{slug}/loan/bring-back/",
        "POST /api/v1/tournaments/{slug}/pictures/{use}/keep/",
        "POST /api/v1/tournaments/{slug}/rounds/{number}/tables/{table}/photos/",
        "POST /api/v1/tournaments/{slug}/sponsors/{number}/logo/keep/",
    ]


def test_every_write_describes_its_headers(schema: dict[str, Any]) -> None:
    """All but those whose answer is a secret, or that change nothing, take a key and say when they repeat an answer."""
    writes = {name: row for name, row in operations(schema).items() if not name.startswith("GET ")}
    keyed = {
        name
        for name, operation in writes.items()
        if "Idempotency-Key" in {parameter["name"] for parameter in operation.get("parameters", ())}
    }
    assert sorted(writes.keys() - keyed) == [
        "POST /api/v1/judging/examine/",
        "POST /api/v1/site/accounts/",
        "POST /api/v1/site/accounts/requests/{number}/approve/",
        "POST /api/v1/site/accounts/{account}/reset/",
        "POST /api/v1/token/",
    ]
    for name in keyed:
        done = [row for status, row in writes[name]["responses"].items() if status.startswith("2")]
        assert ["Idempotency-Replayed" in row["headers"] for row in done] == [True] * len(done), name
    conditional = {
        name
        for name, operation in writes.items()
        if "If-Match" in {parameter["name"] for parameter in operation.get("parameters", ())}
    }
    assert conditional == {name for name in writes if "{slug}" in name or "{season}" in name}


def test_every_module_of_the_client_imports(generated: Path) -> None:
    modules = names_of_modules(generated)
    assert len(modules) > 700
    for name in modules:
        importlib.import_module(name)


def test_the_documents_to_print_are_listed_with_their_titles(schema: dict[str, Any]) -> None:
    sent = schema["components"]["schemas"]["PrintDocumentRequest"]["properties"]["document"]
    documents = schema["components"]["schemas"][sent["$ref"].rpartition("/")[2]]
    assert {"score-sheets", "badges", "standings", "certificates"} <= set(documents["enum"])
    assert "* `score-sheets` - Score sheets" in documents["description"].splitlines()


@pytest.fixture
def send(generated: Path, live_site: LiveSite) -> Iterator[Send]:
    """Call an operation of the client by the module of its tag and its name, with a token of the administrator."""
    client_module = importlib.import_module(f"{PACKAGE}.client")
    token = token_of("ada", scopes=tuple(SCOPES), days=1)
    client = client_module.AuthenticatedClient(base_url=live_site.address, token=token, prefix="Token")

    def call(name: str, *parts: Any, body: dict[str, Any] | None = None, **more: Any) -> Any:
        operation = importlib.import_module(f"{PACKAGE}.api.{name}")
        if body is not None:
            more["body"] = body_class(operation).from_dict(body)
        answer = operation.sync_detailed(*parts, client=client, **more)
        assert answer.status_code in (200, 201), (name, answer.status_code, answer.content)
        return answer

    with client:
        yield call


def body_class(operation: ModuleType) -> Any:
    annotation = inspect.signature(operation.sync_detailed).parameters["body"].annotation
    # A body that may be left out is a union with `Unset`.
    return next(kind for kind in getattr(annotation, "__args__", (annotation,)) if hasattr(kind, "from_dict"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_the_client_runs_an_event_a_case_and_a_print(send: Send) -> None:
    key = "0123456789abcdef"
    new = {"preset": "mcr-ema", "name": "By program", "rounds": 1}
    event = send("tournaments.tournaments_create", body=new, idempotency_key=key).parsed.slug
    again = send("tournaments.tournaments_create", body=new, idempotency_key=key)
    assert (again.parsed.slug, again.headers["Idempotency-Replayed"]) == (event, "true")
    for number in range(1, 9):
        send("tournaments.tournaments_entries_create", event, body={"family_name": f"F{number}", "given_name": "G"})
    send("check_in.check_in_all", event)
    send("edit.edit_event", event, body={"facts": {"place": "Hall 2", "confirmations": "none"}})
    send("publish.publish_event", event, body={"published": True})
    send("draw.draw_rounds", event, body={"rounds": [1], "seed": "any text"})
    send("rounds.publish_seating", event, 1, 1, body={})
    send("rounds.start_round", event, 1, body={})
    case = send("judging.judging_open_case", event, body={"kind": "win", "round": 1, "table": 1, "hand": 3}).parsed
    facts = {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}}
    send("judging.judging_record_facts", event, case.number, body=facts)
    version = send("judging.judging_case", event, case.number).parsed.version
    ruling = send("judging.judging_rule", event, case.number, body={"version": version, "payments": "ledger"}).parsed
    assert (ruling.in_force, ruling.hand_effect) == (True, "dead_hand")
    for table in (1, 2):
        points = {"points": [30, -10, -10, -10]}
        assert send("tournaments.tournaments_rounds_tables_create", event, 1, table, body=points).parsed.version == 1
    send("rounds.finish_round", event, 1, body={})
    send("rounds.release_round", event, 1, body={})
    rows = send("tournaments.tournaments_standings_retrieve", event).parsed.individual
    # Table points come first; the ruling took 30 points from a loser at the first table, and 10 went to each other one.
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 5, 5, 8]
    job = send("prints.print_document", event, body={"document": "score-sheets", "round": 1}).parsed
    work_through()
    done = send("jobs.jobs_retrieve", job.id).parsed
    assert (done.state, done.file) == ("done", True)
    assert send("jobs.jobs_file", job.id).content.startswith(b"%PDF-")


def test_the_version_of_the_schema_is_the_documented_one(schema: dict[str, Any]) -> None:
    version = settings.SPECTACULAR_SETTINGS["VERSION"]
    guides = [ROOT / "docs" / "api.md", ROOT / "docs" / "ja" / "api.md"]
    assert schema["info"]["version"] == version
    assert [f"`{version}`" in guide.read_text("utf-8") for guide in guides] == [True, True]
