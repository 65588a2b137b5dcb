"""Files of the law for phones: found by their mark, packed, and only their worker may run WebAssembly."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.test import Client

from judging.bundling.manifest import manifest
from judging.engine_version import engine_version

LAW = b"the law" * 100


@pytest.fixture
def made(settings: Any, tmp_path: Path) -> dict[str, Any]:
    """A law for phones of one file."""
    settings.POCKET_DIR = tmp_path
    (tmp_path / "ab12").mkdir()
    (tmp_path / "ab12" / "law.zip").write_bytes(LAW)
    (tmp_path / "ab12" / "law.zip.br").write_bytes(brotli.compress(LAW))
    (tmp_path / "ab12" / "law.zip.gz").write_bytes(gzip.compress(LAW))
    told = {"engine": engine_version(), "state": "cd34", "info": {}, "files": {"law": {"path": "ab12/law.zip"}}}
    (tmp_path / "manifest.json").write_text(json.dumps(told))
    return told


def test_the_worker_has_a_policy_of_its_own_and_pages_keep_theirs(
    client: Client, made: dict[str, Any], db: None
) -> None:
    worker, page = client.get("/pocket/cd34/worker.js"), client.get("/rules/mcr-2006/ask/win/")
    assert worker.content.startswith(b'self.MADE = {"engine": "%s", ' % engine_version().encode())
    assert sorted(worker["Content-Security-Policy"].split("; ")) == [
        "connect-src 'self'",
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
    ]
    assert "wasm" not in page["Content-Security-Policy"]
    assert b'data-law-on-device="/pocket/cd34/worker.js"' in page.content


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, br;q=1", "br"), ("gzip", "gzip"), ("", None)])
def test_a_file_comes_as_the_browser_reads_it(
    client: Client, made: dict[str, Any], accepted: str, encoding: str | None
) -> None:
    answer = client.get("/pocket/ab12/law.zip", headers={"Accept-Encoding": accepted})
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert (unpack(b"".join(answer)), answer.get("Content-Encoding")) == (LAW, encoding)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("address", ["/pocket/ef56/worker.js", "/pocket/ab12/manifest.json", "/pocket/ef56/law.zip"])
def test_nothing_else_is_there(client: Client, made: dict[str, Any], address: str, db: None) -> None:
    assert client.get(address).status_code == 404


def test_what_another_engine_made_is_not_offered(client: Client, made: dict[str, Any], settings: Any, db: None) -> None:
    (settings.POCKET_DIR / "manifest.json").write_text(json.dumps({**made, "engine": "another"}))
    assert manifest() is None
    assert client.get("/pocket/cd34/worker.js").status_code == 404
    assert b"data-law-on-device" not in client.get("/rules/mcr-2006/ask/win/").content
