"""Requests to targets that people type: real sockets and certificates, and attempts to reach what is not theirs."""

import contextlib
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from cryptography import x509

from tests.support import patience
from tests.tournaments.exchange.test_mirror_network import half_open, make_certificate
from tournaments.exchange import pinned_connections
from tournaments.exchange.pinned_connections import is_public
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer, request_target

HERE = (ipaddress.ip_network("127.0.0.1/32"),)
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@contextlib.contextmanager
def answering(act: Callable[[socket.socket], None], context: ssl.SSLContext | None = None) -> Iterator[int]:
    """Listen on this machine and let `act` serve each connection in a thread; yield the port."""
    threads: list[threading.Thread] = []

    def serve(connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            if context is None:
                act(connection)
            else:
                with context.wrap_socket(connection, server_side=True) as wrapped:
                    act(wrapped)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _peer = listening.accept()
                threads.append(threading.Thread(target=serve, args=(connection,)))
                threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield listening.getsockname()[1]
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            accepting.join()
    for thread in threads:
        thread.join()


def take(connection: socket.socket, requests: list[bytes], answer: bytes = OK) -> None:
    """Keep the request with its body, and answer it."""
    request = b""
    while not request.endswith(b"\r\n\r\n{}") and (part := connection.recv(4096)):
        request += part
    requests.append(request)
    connection.sendall(answer)


def post(url: str, *, networks=HERE, seconds: float = 5, most_bytes: int = 1000) -> SiteAnswer:
    return request_target(url, headers={}, body=b"{}", seconds=seconds, most_bytes=most_bytes, networks=networks)


def lead(monkeypatch, names: dict[str, list[str]]) -> list[str]:
    """Let names have these addresses; return the list of names that are looked up."""
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def look_up(host: str, port: int, *args: int, **named: int) -> list:
        if host in names:
            looked_up.append(host)
            return [entry for address in names[host] for entry in real(address, port, *args, **named)]
        return real(host, port, *args, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return looked_up


def test_a_target_gets_the_body_with_its_own_name(monkeypatch):
    requests: list[bytes] = []
    looked_up = lead(monkeypatch, {"club.example": ["127.0.0.1"]})
    with answering(lambda connection: take(connection, requests)) as port:
        answer = post(f"http://club.example:{port}/hooks/1?of=2")
    assert (answer.status, answer.content) == (200, b"ok")
    first, *lines = requests[0].split(b"\r\n")
    assert first == b"POST /hooks/1?of=2 HTTP/1.1"
    assert f"Host: club.example:{port}".encode() in lines
    assert looked_up == ["club.example"]


@pytest.mark.parametrize("named", ["club.example", "another.example"])
def test_the_certificate_must_be_that_of_the_name(monkeypatch, tmp_path, named):
    context = make_certificate(tmp_path, names=[x509.DNSName(named)], days=1)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    lead(monkeypatch, {"club.example": ["127.0.0.1"]})
    names: list[str] = []
    context.sni_callback = lambda _sock, name, _context: names.append(name)
    requests: list[bytes] = []
    with answering(lambda connection: take(connection, requests), context) as port:
        if named == "club.example":
            assert post(f"https://club.example:{port}/").status == 200
        else:
            with pytest.raises(NoAnswerError) as caught:
                post(f"https://club.example:{port}/")
            assert caught.value.certificate
            assert not caught.value.forbidden
    assert names == ["club.example"]
    assert len(requests) == (named == "club.example")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "localhost", "0.0.0.0", "0",
        "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fe80::1]",
        "[fd00::1]", "224.0.0.1", "255.255.255.255", "[ff02::1]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_private_addresses_in_all_their_forms(monkeypatch, scheme, host):
    dialled: list[object] = []
    monkeypatch.setattr(pinned_connections, "_dial", lambda *args: dialled.append(args))
    with pytest.raises(NoAnswerError) as caught:
        post(f"{scheme}://{host}/", networks=())
    assert dialled == []
    # Where the system does not read a form as an address, it is a name without an answer.
    assert caught.value.forbidden or isinstance(caught.value.__cause__, socket.gaierror)


def test_a_name_with_one_private_address_is_refused_whole(monkeypatch):
    dialled: list[object] = []
    monkeypatch.setattr(pinned_connections, "_dial", lambda *args: dialled.append(args))
    lead(monkeypatch, {"club.example": ["93.184.216.34", "10.0.0.1"]})
    with pytest.raises(NoAnswerError) as caught:
        post("https://club.example/")
    assert (caught.value.forbidden, dialled) == (True, [])


def test_public_addresses_need_encryption(monkeypatch):
    lead(monkeypatch, {"club.example": ["93.184.216.34"]})
    with pytest.raises(NoAnswerError) as caught:
        post("http://club.example/")
    assert caught.value.forbidden


def test_a_name_that_moves_after_the_check_is_not_followed(monkeypatch):
    """DNS rebinding: the second answer would be another machine of the network."""
    addresses = {"club.example": ["127.0.0.1"]}
    looked_up = lead(monkeypatch, addresses)
    real = pinned_connections.find_addresses

    def check_and_move(*args: object, **named: object) -> list[str]:
        checked = real(*args, **named)
        addresses["club.example"] = ["127.0.0.9"]
        return checked

    monkeypatch.setattr(pinned_connections, "find_addresses", check_and_move)
    requests: list[bytes] = []
    with answering(lambda connection: take(connection, requests)) as port:
        assert post(f"http://club.example:{port}/").status == 200
        with pytest.raises(NoAnswerError) as caught:
            post(f"http://club.example:{port}/")
    assert caught.value.forbidden
    assert (len(requests), len(looked_up)) == (1, 2)


def test_no_proxy_of_the_environment_is_asked(monkeypatch):
    with half_open() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy}")
        requests: list[bytes] = []
        with answering(lambda connection: take(connection, requests)) as port:
            assert post(f"http://127.0.0.1:{port}/").status == 200
    assert len(requests) == 1


def test_a_redirect_is_an_answer():
    answer_text = b"HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    with answering(lambda connection: take(connection, [], answer_text)) as port:
        assert post(f"http://127.0.0.1:{port}/").status == 307


def drip(connection: socket.socket, head: bytes, sign: bytes) -> None:
    """Send the head at once, then for ever a sign ten times a second: no read waits for long."""
    take(connection, [], head)
    while sign:
        connection.sendall(sign)
        time.sleep(0.1)
    while connection.recv(4096):
        """Take the request and say nothing."""


@pytest.mark.parametrize(
    ("head", "sign", "status"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n", b"x", 200),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", 200),
        (b"HTTP/1.1 200 OK\r\nX-Slow: ", b"x", 200),
        (b"", b"", None),
    ],
)
def test_a_slow_answer_is_cut_off(monkeypatch, head, sign, status):
    """Nothing but the watch ends these reads, and the test holds its clock."""
    timers: list[tuple[float, Callable[[], None]]] = []

    class Watch:
        daemon = True

        def __init__(self, seconds: float, cut: Callable[[], None]) -> None:
            timers.append((seconds, cut))

        def start(self) -> None:
            """Wait for the test."""

        def cancel(self) -> None:
            """Stay in the list."""

    statuses: list[int | None] = []

    def send(port: int) -> None:
        try:
            statuses.append(post(f"http://127.0.0.1:{port}/", seconds=3600).status)
        except NoAnswerError:
            statuses.append(None)

    monkeypatch.setattr(threading, "Timer", Watch)
    with answering(lambda connection: drip(connection, head, sign)) as port:
        sending = threading.Thread(target=send, args=(port,))
        sending.start()
        patience.wait_for(lambda: timers)
        seconds, cut = timers[0]
        assert 3599 < seconds <= 3600
        sending.join(0.3)
        assert sending.is_alive()
        cut()
        sending.join(patience.SECONDS)
    assert statuses == [status]


def test_a_handshake_that_never_ends_is_cut_off():
    started = time.monotonic()
    with half_open() as port, pytest.raises(NoAnswerError) as caught:
        post(f"https://127.0.0.1:{port}/", seconds=0.3)
    assert not caught.value.forbidden
    assert time.monotonic() - started < patience.SECONDS


def test_an_endless_answer_is_read_to_its_limit():
    def flood(connection: socket.socket) -> None:
        take(connection, [], b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    with answering(flood) as port:
        assert len(post(f"http://127.0.0.1:{port}/").content) == 1000


@pytest.mark.parametrize(
    "url",
    ["ftp://club.example/", "https://", "https:///x", "https://olga:secret@club.example/", "https://a:99999/", "x"],
)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(NoAnswerError):
        post(url)


def test_public_addresses_that_lead_to_public_ones_are_public():
    public = ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")
    assert [is_public(ipaddress.ip_address(text)) for text in public] == [True] * 4
