"""Static files: hashed names for far-future caching, collected only if a source changed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Storage that serves plain names from the source folders before `collectstatic` (tests, development)."""

    manifest_strict = False
    # Else scripts import the plain name of a module that pages load by its hashed one, and the module runs twice.
    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        if content is None and not self.exists(filename or name):
            return name
        return super().hashed_name(name, content, filename)

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """gzip only: brotli made the first start ten seconds longer and these files a tenth smaller."""
        return Compressor(use_brotli=False, **kwargs)


def collect_static_files() -> bool:
    """Update STATIC_ROOT. Returns False if there was nothing to do."""
    mark = Path(settings.STATIC_ROOT) / ".sources"
    wanted = fingerprint()
    if mark.exists() and mark.read_text(encoding="ascii") == wanted:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    mark.write_text(wanted, encoding="ascii")
    return True


def fingerprint() -> str:
    """Return a digest of name, size and time of every source file, and of the storage's naming."""
    rewrites = f"{django.VERSION} {StaticStorage.support_js_module_import_aggregation}\n"
    digest = hashlib.sha256(rewrites.encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
