"""Networks and sites that are not as they should be: one sentence at the field, and one on the overview."""

import contextlib
import datetime
import gzip
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.core.cache import caches
from django.test import Client

from tests.support.people import acting, small_tournament
from tests.tournaments.exchange.test_mirrors import LINK, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange import site_requests
from tournaments.exchange.models import Mirror, Publication
from tournaments.exchange.queries import describe_publication
from tournaments.exchange.services import mirroring, publishing
from tournaments.exchange.site_requests import request_site
from tournaments.exchange.views import mirror as views

pytestmark = [pytest.mark.django_db]

CONNECTION = "The other site cannot be reached."
CERTIFICATE = "The certificate of the other site is not valid."
ADDRESS = "The other site has no event with a key at this address."


class _Portal(BaseHTTPRequestHandler):
    """Network that answers everything with a page; below `/moved/` with a redirect to it."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        page = b"<html>Sign in to the network of this hotel</html>"
        self.send_response(302 if self.path.startswith("/moved/") else 200)
        self.send_header("Location", "/")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    do_PUT = do_POST = do_GET  # noqa: N815

    def log_message(self, *_args: object) -> None:
        """Be quiet."""


@contextlib.contextmanager
def serving(context: ssl.SSLContext | None = None) -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), _Portal)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def half_open() -> Iterator[int]:
    """Take connections, and never answer."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def make_certificate(folder, *, names: list[x509.GeneralName], days: int) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mirror")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=20))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def send_to(site: str) -> Callable:
    """Send what is meant for the mirror to the other site, and wait for one second only."""

    def send(url: str, **named: object) -> site_requests.SiteAnswer:
        return request_site(url.replace("https://club.example", site), **named | {"seconds": 1})

    return send


def sentences(event: Tournament, site: str) -> tuple[str, str]:
    """Return what the field says to a start, and the overview after a delivery."""
    with pytest.raises(UserError) as caught:
        publishing.start(acting(), event, address=f"{LINK}#mirror=abc", send=send_to(site))
    assert caught.value.field == "address"
    row = Publication.objects.select_related("tournament", "secret").get(tournament=event)
    assert row.problem == ""
    publishing.deliver(row, send_to(site))
    row.refresh_from_db()
    assert row.failures == 1
    assert row.due_at is not None
    state = describe_publication(event)
    assert state is not None
    return str(caught.value), state.problem


@pytest.fixture
def event(sites) -> Tournament:  # noqa: F811
    event = small_tournament(8, slug="spring-open")
    start(event, sites)
    return event


def test_a_network_that_answers_with_its_own_page(event):
    with serving() as port:
        field, overview = sentences(event, f"http://127.0.0.1:{port}")
    assert field.startswith(CONNECTION)
    assert overview == field


def test_a_redirect_is_not_followed(event):
    with serving() as port:
        field, overview = sentences(event, f"http://127.0.0.1:{port}/moved")
    assert field.startswith(ADDRESS)
    assert overview == field


def test_a_connection_that_stays_open_without_an_answer(event):
    with half_open() as port:
        field, overview = sentences(event, f"http://127.0.0.1:{port}")
    assert field.startswith(CONNECTION)
    assert overview == field


def test_nobody_listens_and_no_such_name(event):
    with half_open() as port:
        pass
    for site in (f"http://127.0.0.1:{port}", "https://site.invalid", "https://two..dots.invalid"):
        Publication.objects.update(problem="", failures=0)
        field, overview = sentences(event, site)
        assert field.startswith(CONNECTION)
        assert overview == field


@pytest.mark.parametrize("wrong", ["issuer", "name", "expired"])
def test_a_wrong_certificate(event, monkeypatch, tmp_path, wrong):
    here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    names = [x509.DNSName("another.example")] if wrong == "name" else [here]
    context = make_certificate(tmp_path, names=names, days=-1 if wrong == "expired" else 1)
    if wrong != "issuer":
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with serving(context) as port:
        field, overview = sentences(event, f"https://127.0.0.1:{port}")
    assert field.startswith(CERTIFICATE)
    assert overview == field


def test_a_right_certificate_is_taken(event, monkeypatch, tmp_path):
    context = make_certificate(tmp_path, names=[x509.IPAddress(ipaddress.ip_address("127.0.0.1"))], days=1)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with serving(context) as port:
        field, _overview = sentences(event, f"https://127.0.0.1:{port}")
    # Its answer is a page all the same.
    assert field.startswith(CONNECTION)


def test_too_many_requests_of_one_event(event, sites, monkeypatch):  # noqa: F811
    monkeypatch.setattr(views, "MOST_REQUESTS", 4)
    caches["throttles"].clear()
    assert deliver(event, sites).problem == ""
    with sites.there():
        caches["throttles"].clear()
        answers = [
            Client().get("/t/spring-open/mirror/", headers={"Authorization": f"Mirror {sites.key}"}) for _ in range(5)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
        assert 0 < int(answers[-1]["Retry-After"]) <= 60
        assert answers[-1].json() == {"detail": "The site gets too many requests."}
        for page in ("registrations/", "backup/"):
            answer = Client().get(f"/t/spring-open/mirror/{page}", headers={"Authorization": f"Mirror {sites.key}"})
            assert (answer.status_code, int(answer.headers.get("Retry-After", 0)) > 0) == (429, True), page
        # Another event is counted by itself.
        other = small_tournament(0, slug="other")
        key = mirroring.make_key(acting("ada"), other)
        assert Client().get("/t/other/mirror/", headers={"Authorization": f"Mirror {key}"}).status_code == 200
    Publication.objects.update(published_version="")
    # The change of sites has emptied the cache, with Redis the counters too.
    monkeypatch.setattr(views, "MOST_REQUESTS", 0)
    assert deliver(event, sites).problem == "busy"


def test_too_many_wrong_keys_of_one_network(event, sites, monkeypatch):  # noqa: F811
    monkeypatch.setattr(views, "WRONG_KEYS", views.WRONG_KEYS._replace(address=2))
    caches["throttles"].clear()
    with sites.there():
        answers = [Client().get("/t/spring-open/mirror/", headers={"Authorization": "Mirror no"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [401, 401, 429]
        assert int(answers[-1]["Retry-After"]) > 0
    # The right key of the same network is taken.
    assert deliver(event, sites).problem == ""


def test_deliveries_that_are_too_large(event, sites, monkeypatch):  # noqa: F811
    headers = {"Authorization": f"Mirror {sites.key}", "Content-Type": "application/octet-stream"}
    monkeypatch.setattr(views, "MOST_UNPACKED", 1000)
    bodies = {gzip.compress(b" " * 2000): 413, b"0" * (views.MOST_BYTES + 1): 413, gzip.compress(b" " * 2000)[:-9]: 413}
    for body, status in bodies.items():
        assert sites.send(f"{LINK}mirror/", headers=headers, body=body).status == status
    assert deliver(event, sites).problem == "size"
    with sites.there():
        assert Mirror.objects.get().number == 0
