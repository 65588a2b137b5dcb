"""One HTML file that carries Python and what it runs: it works from a disk, in any browser of today, without a network.

The page's policy lets it fetch nothing and send nothing. What the worker of a site would fetch is unpacked in it
instead, so the same worker runs here as there.
"""

from __future__ import annotations

import gzip
import html
import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)
PLACE: Final = "https://carried.invalid/"
"""Where the worker looks for its files; nothing is there, and nothing is asked."""

SCRIPTS: Final = ("loader", "script")
"""Parts that are programs themselves and stand before the worker; the others are what it fetches."""


@dataclass(frozen=True)
class Carried:
    """What runs in the worker of a file.

    `parts` are its files by the names that the worker asks for: those of the runtime (``loader``, ``script``, ``wasm``,
    ``library``: see `runtime.PARTS`), and what else it unpacks. `worker` is the text of its script, which finds as
    ``MADE`` what is `told`, with the addresses of the parts as ``files``.
    """

    parts: Mapping[str, bytes]
    worker: str
    told: Mapping[str, Any]

    def html(self) -> str:
        """The elements that carry it; the page's script starts it by ``carriedWorker()``, see ``carried.js``."""
        # A worker asks for the wasm by its file's name, for others by the address that it was told.
        files = {name: f"{PLACE}{name}" for name in self.parts}
        made = f"self.MADE = {json.dumps({**self.told, 'files': files})};\n"
        prelude = (HERE / "carried-worker.js").read_text(encoding="utf-8")
        texts = {"worker": f"{made}{prelude}\n{self.worker}".encode()}
        return "\n".join(
            f'<script type="application/octet-stream" data-carried="{name}">{_packed(content)}</script>'
            for name, content in {**self.parts, **texts}.items()
        )


def _packed(content: bytes) -> str:
    return b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")


def page(*, title: str, language: str, styles: str, body: str, script: str, carried: Carried) -> str:
    """The file's text. `script` is that of a module; it may await ``carriedWorker()``."""
    start = (HERE / "carried.js").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="{html.escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{html.escape(title)}</title>
<style>
{styles}
</style>
</head>
<body>
{body}
{carried.html()}
<script type="module">
{_inline(start)}
{_inline(script)}
</script>
</body>
</html>
"""


def _inline(script: str) -> str:
    """A script that may stand between tags."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
