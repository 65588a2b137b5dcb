"""Static files with hashed names; those of earlier versions stay for requests during an update."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.management import call_command
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tournaments.site.static_config import CollectedFilesConfig

STAYS: Final = timedelta(days=30)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Storage that serves plain names from the source folders before `collectstatic` (tests, development)."""

    manifest_strict = False
    # Without it scripts import the plain name of a module that pages load by its hashed one, and it runs twice.
    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        if content is None and not self.exists(filename or name):
            return name
        return super().hashed_name(name, content, filename)

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """Use only gzip: brotli made the first start ten seconds longer and these files a tenth smaller."""
        return Compressor(use_brotli=False, **kwargs)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.collected_at = read_collection_time()
        super().__init__(*arguments, **named)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if not self.autorefresh and path.startswith(self.static_prefix) and path not in self.files:
            newest = read_collection_time()
            if newest != self.collected_at:
                self.add_files(self.static_root, prefix=self.static_prefix)
                # Set first, so that no other request misses a file during this search.
                self.collected_at = newest
        return super().__call__(request)


def read_collection_time() -> int:
    try:
        return (Path(settings.STATIC_ROOT) / StaticStorage.manifest_name).stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def collect_static_files() -> bool:
    """Update STATIC_ROOT by a separate folder, as a site may be serving; return False if there was nothing to do."""
    root = Path(settings.STATIC_ROOT)
    mark = root / ".sources"
    wanted = compute_fingerprint()
    if mark.exists() and mark.read_text(encoding="ascii") == wanted:
        return False
    mark.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix=".static-", dir=root.parent) as work:
        command = collectstatic.Command()
        command.storage = StaticStorage(location=work)
        call_command(command, verbosity=0, interactive=False)
        install(Path(work), root)
    mark.write_text(wanted, encoding="ascii")
    return True


def install(collected: Path, root: Path) -> None:
    for name in StaticStorage(location=root).hashed_files.values():
        # Their time counts from the end of their version.
        for path in (root / name, root / f"{name}.gz"):
            with suppress(FileNotFoundError):
                os.utime(path)
    files = [path for path in collected.rglob("*") if path.is_file()]
    for path in sorted(files, key=lambda path: path.name == StaticStorage.manifest_name):
        target = root / path.relative_to(collected)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
    oldest = time.time() - STAYS.total_seconds()
    for path in root.rglob("*"):
        if path.is_file() and path.stat().st_mtime < oldest:
            path.unlink()


def compute_fingerprint() -> str:
    ignored = list(CollectedFilesConfig.ignore_patterns)
    rewrites = f"{django.VERSION} {StaticStorage.support_js_module_import_aggregation} {ignored}\n"
    digest = hashlib.sha256(rewrites.encode())
    for finder in get_finders():
        for path, storage in finder.list(ignored):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
