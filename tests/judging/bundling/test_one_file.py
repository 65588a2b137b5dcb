"""A file that carries its own worker: nothing in it can end a script early, and modules find one another."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode
from pathlib import Path

import pytest

from judging.bundling import one_file


@pytest.fixture
def modules(tmp_path: Path) -> list[Path]:
    """Two modules; the second imports from the first."""
    (tmp_path / "words.js").write_text('export function say(text) {\n  return text;\n}\n\nexport const ONE = "1";\n')
    (tmp_path / "page.js").write_text('import { ONE, say } from "./words.js";\n\nsay(ONE);\n')
    return [tmp_path / "words.js", tmp_path / "page.js"]


def test_modules_are_joined_each_with_its_own_names(modules: list[Path]) -> None:
    assert one_file.joined(modules).splitlines() == [
        "const MODULES = {};",
        'MODULES["words.js"] = await (async () => {',
        "function say(text) {",
        "  return text;",
        "}",
        "",
        'const ONE = "1";',
        "",
        "return { say, ONE };",
        "})();",
        'MODULES["page.js"] = await (async () => {',
        'const { ONE, say } = MODULES["words.js"];',
        "",
        "say(ONE);",
        "",
        "return {  };",
        "})();",
    ]


def test_a_module_that_stands_too_late_is_named(modules: list[Path]) -> None:
    with pytest.raises(ValueError, match=r"^page.js imports words.js, which does not stand before it\.$"):
        one_file.joined(modules[::-1])


def test_the_page_carries_its_parts_and_may_ask_nobody(modules: list[Path]) -> None:
    carried = one_file.Carried({"law": b"the law"}, "work();", {"engine": "0123abc"})
    script = 'say("</script><!--");'
    page = one_file.page(title="A & B", language="ja", styles="", body="<p>law</p>", script=script, carried=carried)
    parts = {
        name: gzip.decompress(b64decode(packed)).decode()
        for name, packed in re.findall(r'data-carried="(\w+)">([^<]*)</script>', page)
    }
    assert (parts["law"], page.count("</script>"), "<!--" in page) == ("the law", 3, False)
    made = 'self.MADE = {"engine": "0123abc", "files": {"law": "https://carried.invalid/law"}};\n'
    assert (parts["worker"].startswith(made), parts["worker"].endswith("\nwork();")) == (True, True)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert (policy[1], "<title>A &amp; B</title>" in page) == (one_file.POLICY, True)
