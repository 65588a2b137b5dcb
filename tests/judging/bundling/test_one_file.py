"""A file that carries its own worker: nothing in it can end a script early."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode

from judging.bundling import one_file


def test_the_page_carries_its_parts_and_may_ask_nobody() -> None:
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
