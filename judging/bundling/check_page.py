"""The page that checks a whole event without a network: one HTML file with the runtime and the verifier's sources."""

from __future__ import annotations

import hashlib
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from judging.bundling import one_file, runtime
from tournaments.exports.bundle_parts import part_checks, part_sources
from tournaments.verification.single_file import packed_sources

HERE: Final = Path(__file__).parent
MADE_OF: Final = (
    "check-worker.js", "check-page.js", "check-page.html", "check-page.css", "check_page.py", "one_file.py",
    "carried.js", "carried-worker.js",
)  # fmt: skip
STYLES: Final = settings.BASE_DIR / "static" / "css"
LIBRARY: Final = "python_stdlib.zip"


@cache
def mark() -> str:
    """Twelve hexadecimal digits of all that the page is made of."""
    digest = hashlib.sha256(runtime.DIGEST.encode() + packed_sources(part_sources()))
    for name in MADE_OF:
        digest.update((HERE / name).read_bytes())
    digest.update(_styles().encode())
    return digest.hexdigest()[:12]


def check_page() -> Path | None:
    """The page of the program as it is now; None where nobody has made it."""
    path = _path()
    return path if path.exists() else None


def _path() -> Path:
    folder: Path = settings.POCKET_DIR
    return folder / f"mahjong-verify-{mark()}.html"


def make() -> Path:
    """Make the page where it is not made yet, and forget earlier ones. Raises NotMade where there is no runtime."""
    path = _path()
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with runtime.node() as programs:
        place = runtime.provide(path.parent, programs)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
        draft.write(_text(place))
    Path(draft.name).chmod(0o644)
    for old in path.parent.glob("mahjong-verify-*.html"):
        old.unlink()
    Path(draft.name).rename(path)
    return path


def _text(place: Path) -> str:
    files = {part: (place / name).read_bytes() for part, name in runtime.PARTS.items()}
    files |= {"library": (place / LIBRARY).read_bytes(), "sources": packed_sources(part_sources())}
    carried = one_file.Carried(
        files,
        (HERE / "check-worker.js").read_text(encoding="utf-8"),
        {"info": runtime.info(place), "parts": part_checks()},
    )
    return one_file.page(
        title="Check a mahjong event",
        language="en",
        styles=_styles(),
        body=(HERE / "check-page.html").read_text(encoding="utf-8").replace("{mark}", mark()),
        script=(HERE / "check-page.js").read_text(encoding="utf-8"),
        carried=carried,
    )


def _styles() -> str:
    """The colours and sizes of the site by day and, as the system has it, after dark; then the page's own."""
    tokens, dark = ((STYLES / name).read_text(encoding="utf-8") for name in ("tokens.css", "dark.css"))
    own = (HERE / "check-page.css").read_text(encoding="utf-8")
    return f"{tokens}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n{own}"
