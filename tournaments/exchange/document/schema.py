"""JSON Schema 2020-12 of `mahjong-event/2`, made from the columns; a test keeps the file in `docs/` equal."""

from __future__ import annotations

from typing import Any

from django.db import models

from tournaments.core.installation import get_program_folder
from tournaments.events.models import Tournament
from tournaments.events.settings import STAYS_HERE
from tournaments.exchange.document import loans
from tournaments.exchange.document.fields import build_column_schema
from tournaments.exchange.document.public import PUBLIC, TOURNAMENT, list_public_sections
from tournaments.exchange.document.sections import FORMER_SECTIONS, Section, list_columns, list_sections
from tournaments.exchange.verification.facts import FORMAT, PUBLIC_PART

FILE = get_program_folder("docs") / "mahjong-event-2.schema.json"


def build_event_schema() -> dict[str, Any]:
    head: dict[str, Any] = {
        "format": {"const": FORMAT},
        "exported_at": {"type": "string", "format": "date-time"},
        "tournament": _build_object_schema(list_columns(Tournament, STAYS_HERE)),
        "people": {"type": "array", "items": {"type": "string", "maxLength": 150}, "uniqueItems": True},
        "origins": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"through": {"type": "integer"}, "keys": {"type": "object"}},
                "required": ["through", "keys"],
            },
        },
        "standings": {"type": "object"},
        "loan": loans.build_loan_schema(),
        "checks": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"after": {"type": "integer"}, "standings": {"type": "string"}},
                "required": ["after", "standings"],
            },
        },
        "files": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    {"type": "string"},
                    {
                        "type": "object",
                        "properties": {"base64": {"type": "string", "contentEncoding": "base64"}},
                        "required": ["base64"],
                        "additionalProperties": False,
                    },
                ]
            },
        },
    }
    rows = {section.name: {"type": "array", "items": _build_row_schema(section)} for section in list_sections()}
    former = {name: {"type": "array", "deprecated": True} for name in FORMER_SECTIONS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "A mahjong event or its public part. Rows name each other by number, code or number/number.",
        "type": "object",
        "if": {"required": ["part"]},
        "then": {"$ref": "#/$defs/public"},
        "else": {
            "properties": head | rows | former,
            "required": ["format", "tournament", "rulesets"],
            "additionalProperties": False,
        },
        "$defs": {
            "public": _build_public_schema(),
            "sentence": {
                "type": "object",
                "description": "A text of the program: English, its template and the values in it.",
                "properties": {
                    "text": {"type": "string"},
                    "template": {"type": "string"},
                    "values": {"type": "object"},
                },
                "required": ["template", "values"],
            },
        },
    }


def _build_public_schema() -> dict[str, Any]:
    properties = {
        "format": {"const": FORMAT},
        "part": {"const": PUBLIC_PART},
        "through": {"type": "integer", "minimum": 0},
        "tournament": _build_object_schema(
            [column for column in list_columns(Tournament) if column.name in TOURNAMENT]
        ),
        "claims": {"type": "object"},
        "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    }
    for section in list_public_sections():
        if PUBLIC[section.name].rows is not None:
            row = _build_object_schema(section.columns)
            for name in PUBLIC[section.name].public_values:
                row["properties"][name] = {"anyOf": [row["properties"][name], {"type": "null"}]}
            properties[section.name] = {"type": "array", "items": row}
    return {"properties": properties, "required": sorted(properties), "additionalProperties": False}


def _build_row_schema(section: Section) -> dict[str, Any]:
    row_schema = _build_object_schema(section.columns)
    row_schema["properties"] |= {
        name: {"type": "array", "items": {"type": ["integer", "string"]}} for name in section.many
    }
    row_schema["required"] = [name for name in row_schema["required"] if name not in section.added]
    if not section.key:
        row_schema["properties"]["id"] = {"type": "integer", "minimum": 1}
    return row_schema


def _build_object_schema(columns: list[models.Field]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {column.name: build_column_schema(column) for column in columns},
        "required": [column.name for column in columns if not (column.has_default() or column.null or column.blank)],
        "additionalProperties": False,
    }
