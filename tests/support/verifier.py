"""The verifier that strangers download, in this process and in one of its own."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any

VERIFIER = Path(__file__).resolve().parents[2] / "static" / "offline" / "mahjong-verify.py"


@cache
def verifier() -> Any:
    spec = importlib.util.spec_from_file_location("mahjong_verify", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines_of(document: Any, *, outcome: str = "wrong", heads: str = "") -> list[str]:
    """`place: text` of every line of this outcome for an event, its public part or the whole."""
    module = verifier()
    kept = module.heads(heads) if heads else []
    found = []

    class Listed(module.Report):  # type: ignore[name-defined]
        def say(self, said: str, text: str) -> None:
            if said == outcome:
                found.append(f"{self.place}: {text}")

    report = Listed()
    report.run(module.BUNDLE, "bundle", report.check_event, document, kept)
    report.run(module.LOG, "log", report.check_log, document, kept)
    return found


def digest_of(value: Any, *, ascii_only: bool = False) -> str:
    """SHA-256 of a JSON value with sorted keys and no spaces."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii_only)
    return hashlib.sha256(text.encode()).hexdigest()


def sealed(bundle: dict[str, Any]) -> dict[str, Any]:
    """The bundle with its digest made anew, as a forger would."""
    return bundle | {"digest": digest_of({name: value for name, value in bundle.items() if name != "digest"})}


def lines_beside(part: Any, whole: Any) -> list[str]:
    """`place: text` of what is wrong in a public part beside the file of the whole event."""
    module, found = verifier(), []

    class Listed(module.Report):  # type: ignore[name-defined]
        def say(self, said: str, text: str) -> None:
            if said == "wrong":
                found.append(f"{self.place}: {text}")

    report = Listed()
    report.run(module.LOG, "log", report.check_entries, part, whole["log"])
    return found
