"""What goes into the law's file: modules and tables, the tables of divisions, and messages of every language."""

from __future__ import annotations

import ast
import json
import shutil
import tomllib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils.translation import to_locale

from engine.family import families
from judging.engine_version import engine_version
from judging.forms.facts import initial_of
from judging.law.examples import Example, examples_of
from judging.pocket.folder import MESSAGES, VERSION

ROOT: Final[Path] = settings.BASE_DIR
ROOMS: Final = (
    "engine",
    "judging/law",
    "judging/wording",
    "judging/pocket",
    "tournaments/wording/game",
    "tournaments/checker",
)
PACKAGES: Final = ("judging", "tournaments", "tournaments/wording")
"""Whose ``__init__`` alone is needed."""

ASKED: Final = "asked.json"
"""File of claims and forms that the law is asked when it is made; it does not go along."""


def files() -> Iterator[Path]:
    """The modules and tables of the law, without the worked examples, which are tests."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if (
                path.suffix in (".py", ".toml", ".data")
                and "examples" not in path.parts
                and path.name != "examples.toml"
            ):
                yield path
    for package in PACKAGES:
        yield ROOT / package / "__init__.py"


def gather(folder: Path) -> None:
    """Put everything into an empty folder, as the runtime is to find it."""
    found = list(files())
    for path in found:
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    (folder / VERSION).write_text(engine_version(), encoding="utf-8")
    (folder / ASKED).write_text(json.dumps(asked()), encoding="utf-8")
    (folder / MESSAGES).mkdir()
    said = texts(found)
    for code, path in catalogues().items():
        (folder / MESSAGES / f"{code}.mo").write_bytes(messages(path, said))


def catalogues() -> dict[str, Path]:
    """Language -> its catalogue; English has none."""
    found = {
        code: ROOT / "locale" / to_locale(code) / "LC_MESSAGES" / "django.po" for code, _name in settings.LANGUAGES
    }
    return {code: path for code, path in found.items() if path.exists()}


def texts(paths: Iterable[Path]) -> set[str]:
    """Every text that stands in modules and tables; what can be said is among them."""
    found: set[str] = set()
    for path in paths:
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
            found |= {value for value in constants if isinstance(value, str)}
        elif path.suffix == ".toml":
            found |= set(_texts_in(tomllib.loads(path.read_text(encoding="utf-8"))))
    return found


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts_in(each)


def messages(path: Path, said: set[str]) -> bytes:
    """The compiled catalogue of those messages that may be said."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        whole = read_po(file, locale=path.parent.parent.name)
    part = Catalog(locale=whole.locale)
    part.mime_headers = whole.mime_headers
    for message in whole:
        first = message.id if isinstance(message.id, str) else message.id[0]
        if first and first in said and not message.fuzzy:
            part.add(message.id, message.string, context=message.context)
    compiled = BytesIO()
    write_mo(compiled, part)
    return compiled.getvalue()


def claims() -> list[Example]:
    """Every worked example of every family."""
    return [example for family in families() for example in examples_of(family)]


def asked() -> dict[str, Any]:
    """The examples as lines and as forms, in every language in turn, and hands for the checker in each."""
    languages = [code for code, _name in settings.LANGUAGES]
    found = claims()
    return {
        "lines": [json.dumps(example.claim()) for example in found],
        "hands": [{"language": code, "sent": sent} for code in languages for sent in hands()],
        "forms": [form(example, languages[at % len(languages)]) for at, example in enumerate(found)],
    }


def hands() -> list[dict[str, str]]:
    """The hand checker's forms of every family: its example, with its last tile pressed, and what is no hand."""
    found: list[dict[str, str]] = []
    for family in families().values():
        line, _plus, winning = family.example_hand.partition(" +")
        rules = {"ruleset": family.default_ruleset, "by": "discard"}
        found += [{**rules, "hand": family.example_hand}, {**rules, "hand": line, "add": winning}]
        found += [{**rules, "hand": line}, {**rules, "hand": "12x"}]
    return found


def form(example: Example, language: str) -> dict[str, Any]:
    """An example as a page of questions sends it to the device."""
    filled = initial_of(example.claim())
    sent = {
        name: [str(each) for each in value] if isinstance(value, list) else ["on" if value is True else str(value)]
        for name, value in filled.items()
        if value is not None and value is not False and value != ""
    }
    names = ["Ai", "Bo", "Chie", "Dai"]
    return {"language": language, "ruleset": example.ruleset, "kind": example.kind, "names": names, "sent": sent}
