"""A certificate brought along for the hall (`./run --tls CERT KEY`).

`python -m tournaments.site.certificate CERT KEY` prints the names it is made for, one a line, those that a browser can
open first. A pair that phones would refuse ends it with 1 and one sentence on standard error.
"""

from __future__ import annotations

import datetime
import ssl
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Unfit(Exception):
    """Why these files cannot serve the hall, as one sentence for whoever starts the site."""


def names(certificate: Path, key: Path, now: datetime.datetime) -> list[str]:
    """Domains and then IPv4 addresses of the certificate, without wildcards, which nobody can open.

    `certificate` may hold the chain after it, as certificate tools write it; `key` is not locked.
    Raises Unfit where phones would refuse them.
    """
    first = _certificate(certificate)
    if _key(key, certificate) != first.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo):
        raise Unfit(f"The key {key} belongs to another certificate than {certificate}; its own is needed.")
    if now >= first.not_valid_after_utc:
        raise Unfit(
            f"The certificate {certificate} ended on {first.not_valid_after_utc:%Y-%m-%d} and phones would refuse it: "
            "get a new one, or start with --tls local or without --tls."
        )
    if now < first.not_valid_before_utc:
        raise Unfit(
            f"The certificate {certificate} is good from {first.not_valid_before_utc:%Y-%m-%d %H:%M} UTC on, and here "
            f"it is {now:%Y-%m-%d %H:%M} UTC: is this machine's clock right?"
        )
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise Unfit(f"The certificate {certificate} cannot be served: {error}") from None
    try:
        made_for = first.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        raise Unfit(
            f"The certificate {certificate} names no site (subjectAltName), and phones would refuse it: get a new one."
        ) from None
    domains = [name for name in made_for.get_values_for_type(x509.DNSName) if not name.startswith("*")]
    return [*domains, *(str(one) for one in made_for.get_values_for_type(x509.IPAddress) if one.version == 4)]


def _certificate(file: Path) -> x509.Certificate:
    written = _read(file)
    try:
        return x509.load_pem_x509_certificates(written)[0]
    except ValueError:
        if b"PRIVATE KEY-----" in written:
            raise Unfit(f"{file} holds a key: name the certificate first, then its key.") from None
        raise Unfit(f"{file} holds no certificate; it would begin with -----BEGIN CERTIFICATE-----.") from None


def _key(file: Path, certificate: Path) -> bytes:
    """The public half of the key, as DER."""
    written = _read(file)
    try:
        private = serialization.load_pem_private_key(written, None)
    except TypeError:
        raise Unfit(
            f"The key {file} is locked by a password; `openssl pkey -in {file} -out FILE` writes one without."
        ) from None
    except ValueError:
        raise Unfit(f"{file} holds no key for {certificate}; it would have -----BEGIN PRIVATE KEY-----.") from None
    return private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise Unfit(f"There is no file {file}.") from None
    except OSError as error:
        raise Unfit(f"{file} cannot be read: {error.strerror}.") from None


if __name__ == "__main__":
    try:
        found = names(Path(sys.argv[1]), Path(sys.argv[2]), datetime.datetime.now(datetime.UTC))
    except Unfit as unfit:
        sys.exit(str(unfit))
    sys.stdout.write("\n".join(found))
