"""The OpenAPI schema is valid, and every route keeps to it whatever is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from tests.support.people import acting, people, token_of
from tests.support.release import in_full
from tests.support.slices import in_slice
from tests.support.tables import playing
from tournaments.core.api.schema import add_problem_responses
from tournaments.seasons import services as season_services
from tournaments.site.wsgi import application

CHECKS = [schemathesis.checks.not_a_server_error, content_type_conformance, response_schema_conformance]
EXAMPLES = 3
"""Requests made up for each route and method in a release; else there is one, for one part of them."""
PARTS = 8
GOLDEN = Path(__file__).resolve().parents[2] / "data" / "golden" / "openapi.json"


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests in this process share the test's connection, as those of Django's own test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_the_schema_has_no_errors_and_no_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def validate(instance: Any, schema: Any) -> None:
        """As jsonschema does, which takes a thousand times as long."""
        jsonschema_rs.validate(schema, instance)

    monkeypatch.setattr("jsonschema.validate", validate)
    written = tmp_path / "schema.json"
    call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(written))


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_no_route_breaks_or_leaves_its_schema() -> None:
    people(playing())
    season_services.create(acting(), name="Club", published=True)
    headers = {"Authorization": f"Token {token_of('olga')}", "Accept-Encoding": "identity"}
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    paths = json.loads(GOLDEN.read_text("utf-8"))["paths"]
    listed = sorted(f"{operation.method.upper()} {operation.path}" for operation in operations)
    assert listed == sorted(f"{method.upper()} {path}" for path in paths for method in paths[path])
    for operation in in_slice(operations, PARTS):

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES if in_full() else 1,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def holds(case: schemathesis.Case) -> None:
            if "slug" in case.path_parameters:
                case.path_parameters["slug"] = "spring-open"
            if "season" in case.path_parameters:
                case.path_parameters["season"] = "club"
            case.call_and_validate(headers=headers, checks=CHECKS)

        holds()


def test_the_schema_is_given_in_the_language_and_format_that_are_asked_for(client) -> None:
    english = client.get("/api/v1/schema/?format=json").json()
    japanese = client.get("/api/v1/schema/?format=json&lang=ja").json()
    assert english["paths"].keys() == japanese["paths"].keys()
    assert english != japanese
    assert client.get("/api/v1/schema/?format=json&lang=nonsense").json() == english
    assert client.get("/api/v1/schema/")["Content-Type"] == "application/vnd.oai.openapi; charset=utf-8"


@pytest.mark.django_db
def test_what_is_wrong_with_a_row_is_not_described_as_a_refusal(client) -> None:
    schemas = client.get("/api/v1/schema/?format=json").json()["components"]["schemas"]
    assert schemas["Imported"]["properties"]["problems"]["items"] == {"$ref": "#/components/schemas/RowProblem"}
    assert set(schemas["RowProblem"]["required"]) == {"line", "column", "message", "warning"}
    with pytest.raises(ValueError, match="another name"):
        add_problem_responses({"components": {"schemas": {"Problem": {}}}}, None, None, public=True)
    # The page that shows it keeps to the content security policy.
    shown = client.get("/api/v1/docs/", headers={"Accept-Language": "ja"}).content.decode()
    assert ('<html lang="ja">' in shown, "<style" in shown, re.findall(r"<script(?! src=)", shown)) == (True, False, [])
