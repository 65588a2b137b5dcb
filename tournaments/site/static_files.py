"""Collect static files only when a source changed: of the seconds between ./run and the site, most went into this."""

import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from tournaments.site.storage import StaticStorage


def collect_static_files() -> bool:
    """Bring STATIC_ROOT up to date. Returns False when there was nothing to do."""
    mark = Path(settings.STATIC_ROOT) / ".sources"
    wanted = fingerprint()
    if mark.exists() and mark.read_text(encoding="ascii") == wanted:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    mark.write_text(wanted, encoding="ascii")
    return True


def fingerprint() -> str:
    """A digest of name, size and time of every source file, and of the storage's way to name them."""
    rewrites = f"{django.VERSION} {StaticStorage.support_js_module_import_aggregation}\n"
    digest = hashlib.sha256(rewrites.encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
