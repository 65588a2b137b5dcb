"""Routes with their methods and the API's schema are those on record, so that a redesign changes neither unseen.

Bookmarks, printed codes and programs rest on both. ``python -m tests.tournaments.site.test_golden`` records them anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parents[2] / "data" / "golden"
ROUTES, SCHEMA = GOLDEN / "routes.txt", GOLDEN / "openapi.json"
TEXTS = frozenset({"description", "summary"})


def routes_text() -> str:
    """One line a route: its address, methods and name, sorted by address."""
    from django.urls import URLPattern, URLResolver, get_resolver

    from tests.roles.rows import methods

    def lines(resolver: URLResolver, before: str) -> list[str]:
        found = []
        for each in resolver.url_patterns:
            address = before + str(each.pattern)
            if isinstance(each, URLPattern):
                found.append(f"/{address} {','.join(sorted(methods(each)))} {each.name}")
            else:
                found += lines(each, address)
        return found

    return "\n".join(sorted(lines(get_resolver(), ""))) + "\n"


def schema_text() -> str:
    """The OpenAPI schema in English, without its prose."""
    from django.utils.translation import override
    from drf_spectacular.generators import SchemaGenerator

    with override("en"):
        schema = SchemaGenerator().get_schema(public=True)
    return json.dumps(_without_prose(json.loads(json.dumps(schema, default=str))), indent=1, sort_keys=True) + "\n"


def _without_prose(value: Any, named: bool = False) -> Any:
    """`named`: the keys are names of fields, which may be called `description` too."""
    if isinstance(value, dict):
        return {
            key: _without_prose(each, named=key == "properties")
            for key, each in value.items()
            if named or key not in TEXTS or not isinstance(each, str)
        }
    return [_without_prose(each) for each in value] if isinstance(value, list) else value


def test_routes_are_those_on_record() -> None:
    assert routes_text().splitlines() == ROUTES.read_text("utf-8").splitlines()


def test_the_schema_is_the_one_on_record() -> None:
    assert json.loads(schema_text()) == json.loads(SCHEMA.read_text("utf-8"))


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    django.setup()
    ROUTES.write_text(routes_text(), "utf-8")
    SCHEMA.write_text(schema_text(), "utf-8")
