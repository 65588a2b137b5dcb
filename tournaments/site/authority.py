"""A local authority: certificates for a hall that has no domain. `python -m tournaments.site.authority FOLDER`.

Writes `authority.pem` (what phones are told to trust), `site.pem` and `site.key` into the folder; the authority is made
once and kept, the site's certificate anew for the addresses that the machine has today.
"""

from __future__ import annotations

import datetime
import ipaddress
import sys
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS: Final = 3650
SITE_DAYS: Final = 390
"""iOS takes no certificate that is valid for longer than 398 days."""
_SIGNS: Final = x509.KeyUsage(
    key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False, key_encipherment=False,
    data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
)  # fmt: skip


def main(folder: Path, addresses: list[str]) -> None:
    """Make what is missing, and the site's certificate for these addresses and for this machine itself."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority, key = _authority(folder)
    site_key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = [x509.DNSName("localhost")]
    names += [x509.IPAddress(ipaddress.ip_address(one)) for one in dict.fromkeys(["127.0.0.1", *addresses])]
    now = datetime.datetime.now(datetime.UTC)
    site = (
        _builder("Mahjong Director in this hall", authority.subject, site_key, now, SITE_DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(folder / "site.pem", site.public_bytes(serialization.Encoding.PEM))
    _write_key(folder / "site.key", site_key)


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    certificate, key_file = folder / "authority.pem", folder / "authority.key"
    if certificate.exists() and key_file.exists():
        kept = serialization.load_pem_private_key(key_file.read_bytes(), None)
        if isinstance(kept, ec.EllipticCurvePrivateKey):
            return x509.load_pem_x509_certificate(certificate.read_bytes()), kept
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Mahjong Director, authority of this laptop")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        _builder("Mahjong Director, authority of this laptop", name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_SIGNS, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(certificate, made.public_bytes(serialization.Encoding.PEM))
    _write_key(key_file, key)
    return made, key


def _builder(
    name: str, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime.datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days))
    )


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    form = serialization.PrivateFormat.PKCS8
    _write(path, key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))


def _write(path: Path, content: bytes) -> None:
    path.touch(mode=0o600)
    path.write_bytes(content)


if __name__ == "__main__":
    from tournaments.site.hall import addresses

    main(Path(sys.argv[1]), addresses())
