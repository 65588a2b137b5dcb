"""Sealed backups: opened by their passphrase alone, and only whole."""

import io
import os

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tournaments.core.errors import UserError
from tournaments.exchange.backups import sealing

PASSPHRASE = "nine gates in the hall"
DAMAGED = "The encrypted backup is damaged or incomplete. Fetch it again."


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    monkeypatch.setattr(sealing, "COST", {"n": 2**4, "r": 8, "p": 1})
    monkeypatch.setattr(sealing, "PART", 100)


def sealed(content: bytes) -> bytes:
    target = io.BytesIO()
    sealing.seal(io.BytesIO(content), target, sealing.derive_key(PASSPHRASE))
    return target.getvalue()


def opened(content: bytes, passphrase: str = PASSPHRASE) -> bytes:
    target = io.BytesIO()
    sealing.unseal(io.BytesIO(content), target, passphrase)
    return target.getvalue()


def refusal(content: bytes, passphrase: str = PASSPHRASE) -> str:
    with pytest.raises(UserError) as error:
        opened(content, passphrase)
    return str(error.value)


@pytest.mark.parametrize("length", [0, 1, 99, 100, 101, 200, 250])
def test_a_sealed_file_opens_by_its_passphrase_alone(length):
    content = os.urandom(length)
    stored = sealed(content)
    assert (opened(stored), len(stored)) == (content, sealing.compute_sealed_size(length))
    assert content not in stored or length < 2
    assert refusal(stored, PASSPHRASE + " ") == "The passphrase is wrong."


def test_the_same_file_is_sealed_otherwise_each_time():
    assert sealed(b"same") != sealed(b"same")


def test_a_file_that_is_cut_reordered_or_changed_does_not_open():
    stored = sealed(bytes(range(250)))
    head, parts = stored[: sealing.HEADER], stored[sealing.HEADER :]
    first, second, third = parts[:116], parts[116:232], parts[232:]
    changed = {
        "cut at a part": head + first + second,
        "cut within a part": stored[:-1],
        "reordered": head + second + first + third,
        "twice": head + first + first + second + third,
        "continued": stored + b"\0",
        "of another file": head + first + second + sealed(bytes(range(250)))[sealing.HEADER + 232 :],
        "only the head": head,
        "its last byte": stored[:-1] + bytes([stored[-1] ^ 1]),
    }
    assert {name: refusal(content) for name, content in changed.items()} == dict.fromkeys(changed, DAMAGED)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04" + bytes(100), b"mahjong-sealed/1"])
def test_other_files_are_named_as_such(content):
    assert refusal(content) == "This is not an encrypted backup of this program."


def test_the_format_is_that_of_the_library():
    """A stranger opens the file by scrypt and AES-GCM, as the module says."""
    stored = sealed(b"abc")
    header = stored[:55]
    key = sealing.derive_key(PASSPHRASE, salt=header[16:32])
    assert AESGCM(key.secret).decrypt(header[-7:] + bytes(4) + b"\1", stored[55:], header) == b"abc"
