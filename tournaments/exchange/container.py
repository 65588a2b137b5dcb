"""ZIP of an event or a season: a document, its parts, and `SHA256SUMS`, as `sha256sum -c` reads it."""

from __future__ import annotations

import hashlib
import io
import lzma
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import make_problem

SUMS: Final = "SHA256SUMS"
DAMAGED: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError,
    OSError, EOFError, ValueError, NotImplementedError, RuntimeError,
)  # fmt: skip


def pack(document: str, files: Mapping[str, bytes]) -> bytes:
    """Return the ZIP with the document first; equal files give equal bytes."""
    sums = "".join(f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in [document, *sorted(set(files) - {document}), SUMS]:
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files.get(path, sums.encode()), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def unpack(
    document: str, content: bytes, *, max_files: int, max_bytes: int, too_large: str
) -> tuple[dict[str, bytes], list[RowProblem]]:
    """Return the files and a problem for each missing or changed part; `too_large` is the message beyond the limits."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
            if len(listed) > max_files or sum(member.file_size for member in listed) > max_bytes:
                return {}, [make_problem("", too_large)]
            files = {member.filename: archive.read(member) for member in listed if not member.is_dir()}
    except DAMAGED:
        return {}, [make_problem("", _("The file is damaged: it cannot be unpacked."))]
    missing_path = next((path for path in (document, SUMS) if path not in files), None)
    if missing_path is not None:
        return {}, [make_problem(missing_path, _("This part of the file is missing."))]
    lines = (line.partition("  ") for line in files.pop(SUMS).decode(errors="replace").splitlines())
    sums = {path: digest for digest, _spaces, path in lines if path}
    wrong = [path for path in sorted(files) if sums.get(path) != hashlib.sha256(files[path]).hexdigest()]
    missing = sorted(set(sums) - set(files))
    problems = [make_problem(path, _("This part was changed since the export.")) for path in wrong]
    return files, problems + [make_problem(path, _("This part of the file is missing.")) for path in missing]
