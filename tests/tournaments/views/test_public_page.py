"""A page that many ask for at once is made once."""

import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from tournaments.views import public_page


def test_whoever_asks_while_a_page_is_made_waits_for_it(monkeypatch):
    monkeypatch.setattr(public_page, "render_to_string", lambda _template, values: values["page_title"])
    event, key, made = SimpleNamespace(time_zone="Europe/Paris"), uuid.uuid4().hex, []
    all_here = threading.Barrier(4)

    def context():
        made.append(1)
        time.sleep(0.2)
        return {"page_title": "Standings"}

    def ask(_who):
        all_here.wait(10)
        return public_page.cached_body(event, key, "none.html", context)

    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(ask, range(4)))
    assert (answers, len(made)) == ([("Standings", "Standings")] * 4, 1)
