"""A certificate brought along for the hall: what phones would refuse is told in one sentence at the start."""

import datetime
import ipaddress
import re
import subprocess
import sys

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tournaments.site import certificate, hall

TODAY = datetime.datetime(2026, 5, 2, 10, tzinfo=datetime.UTC)
LOCK = serialization.BestAvailableEncryption(b"secret")


def made(folder, *, names=("hall.example.org",), days=30, lock=None):
    """A certificate of 30 days before today to `days` after, and its key, as two files."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject).issuer_name(subject).public_key(key.public_key()).serial_number(1)
        .not_valid_before(TODAY - datetime.timedelta(30)).not_valid_after(TODAY + datetime.timedelta(days))
    )  # fmt: skip
    if names:
        listed = [x509.IPAddress(ipaddress.ip_address(n)) if n[-1].isdigit() else x509.DNSName(n) for n in names]
        builder = builder.add_extension(x509.SubjectAlternativeName(listed), critical=False)
    folder.mkdir()
    (folder / "site.pem").write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    (folder / "site.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            lock or serialization.NoEncryption(),
        )
    )
    return folder / "site.pem", folder / "site.key"


def test_the_names_of_a_certificate_are_those_that_a_browser_can_open(tmp_path):
    pair = made(tmp_path / "a", names=("192.0.2.20", "*.example.org", "hall.example.org", "fe80::1"))
    assert certificate.names(*pair, TODAY) == ["hall.example.org", "192.0.2.20"]


def test_what_phones_would_refuse_is_one_sentence(tmp_path):
    good, key = made(tmp_path / "good")
    old, old_key = made(tmp_path / "old", days=-1)
    nameless, nameless_key = made(tmp_path / "nameless", names=())
    locked, locked_key = made(tmp_path / "locked", lock=LOCK)
    later = TODAY - datetime.timedelta(40)
    text = tmp_path / "text"
    text.write_text("hello")
    sentences = {
        (good, tmp_path / "none", TODAY): f"There is no file {tmp_path / 'none'}.",
        (tmp_path, key, TODAY): f"{tmp_path} cannot be read: Is a directory.",
        (text, key, TODAY): f"{text} holds no certificate; it would begin with -----BEGIN CERTIFICATE-----.",
        (key, good, TODAY): f"{key} holds a key: name the certificate first, then its key.",
        (good, text, TODAY): f"{text} holds no key for {good}; it would have -----BEGIN PRIVATE KEY-----.",
        (good, old_key, TODAY): f"The key {old_key} belongs to another certificate than {good}; its own is needed.",
        (locked, locked_key, TODAY): (
            f"The key {locked_key} is locked by a password; "
            f"`openssl pkey -in {locked_key} -out FILE` writes one without."
        ),
        (old, old_key, TODAY): (
            f"The certificate {old} ended on 2026-05-01 and phones would refuse it: "
            "get a new one, or start with --tls local or without --tls."
        ),
        (good, key, later): (
            f"The certificate {good} is good from 2026-04-02 10:00 UTC on, and here it is 2026-03-23 10:00 UTC: "
            "is this machine's clock right?"
        ),
        (nameless, nameless_key, TODAY): (
            f"The certificate {nameless} names no site (subjectAltName), and phones would refuse it: get a new one."
        ),
    }
    for (first, second, now), sentence in sentences.items():
        with pytest.raises(certificate.Unfit, match=f"^{re.escape(sentence)}$"):
            certificate.names(first, second, now)


def test_the_command_ends_with_that_sentence_alone(tmp_path):
    command = [sys.executable, "-m", "tournaments.site.certificate", tmp_path / "none", tmp_path / "none"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"There is no file {tmp_path / 'none'}.\n"


def test_the_hall_is_told_the_certificates_name_and_where_it_does_not_lead_here(monkeypatch, capsys):
    monkeypatch.setattr(hall, "addresses", lambda: ["192.0.2.20"])
    leads = {"hall.example.org": "192.0.2.20", "other.example.org": "198.51.100.3"}
    monkeypatch.setattr(hall.socket, "getaddrinfo", lambda name, *_: [(0, 0, 0, "", (leads[name], 0))])
    hall.main(8000, "https", names=["hall.example.org", "other.example.org", "localhost"])
    assert capsys.readouterr().out.splitlines() == [
        "In the hall's network:  https://hall.example.org:8000/",
        "In the hall's network:  https://other.example.org:8000/",
        "other.example.org does not lead to this machine: let the router's DNS answer with 192.0.2.20.",
    ]
