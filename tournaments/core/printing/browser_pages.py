"""Papers as pages for the browser's print dialog, where the PDF library cannot be loaded."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final, NamedTuple

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from tournaments.core.printing.pdf import PrintRun, fill_leaves
from tournaments.core.text.language import format_language_tag

BODY: Final = re.compile(r'<body class="([^"]*)">(.*)</body>', re.DOTALL)
STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class PrintedSheet(NamedTuple):
    classes: str
    style: SafeString
    html: SafeString


def make_sheets(run: PrintRun) -> list[PrintedSheet]:
    sheets = []
    for leaf in fill_leaves(run):
        ((classes, content),) = BODY.findall(leaf.html)
        rules = "".join(STYLE.findall(content))
        name = f"own-{hashlib.sha256(rules.encode()).hexdigest()[:8]}"
        style = f".{name} {{{rules}}}" if rules else ""
        html = STYLE.sub("", content)
        # Safe, because our templates escape every value.
        sheets.append(PrintedSheet(f"{classes} {name}", SafeString(style), SafeString(html)))
    return sheets


def render_browser_page(request: HttpRequest, run: PrintRun, why: str = "", *, preview: bool = False) -> HttpResponse:
    """Return the paper for the print dialog, with the reason `why` it is no PDF; a preview is the paper alone."""
    sheets = make_sheets(run)
    styles = sorted({sheet.style for sheet in sheets if sheet.style})
    tags = SafeString("".join(f"<style>{style}</style>" for style in styles))
    context = {"sheets": sheets, "styles": tags, "run": run, "why": why, "tag": format_language_tag(run.language)}
    context["preview"] = preview
    response = render(request, "print/browser.html", context)
    digests = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    # Exactly these styles are allowed, by their digests.
    csp_update({"style-src": [f"'sha256-{digest}'" for digest in digests]})(lambda _asked: response)(request)
    return response
