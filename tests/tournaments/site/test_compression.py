"""Compressed and uncompressed responses."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_page_is_sent_compressed_to_a_browser_that_takes_it() -> None:
    plain = Client().get("/rules/").content
    packed = Client().get("/rules/", headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert (gzip.decompress(packed.content).decode(), len(packed.content) < len(plain) / 2) == (plain.decode(), True)


def test_the_length_of_a_page_with_a_secret_tells_nothing() -> None:
    """The same page again has another length: a name of random length stands in gzip's header."""
    answers = [Client().get("/sign-in/", headers={"Accept-Encoding": "gzip"}).content for _ in range(8)]
    assert len({len(answer) for answer in answers}) > 1
