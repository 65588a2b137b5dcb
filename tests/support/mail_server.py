"""Mail server on loopback that keeps what it gets: refuses `refused@…`, hangs up on `hangup@…`."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self._say("220 mail.example")
        recipient = ""
        for line in self.rfile:
            command = line.decode().strip()
            if command.upper().startswith("RCPT"):
                recipient = command.partition("<")[2].partition(">")[0]
                if recipient.startswith("hangup"):
                    return
                self._say("550 no such user" if recipient.startswith("refused") else "250 ok")
            elif command.upper() == "DATA":
                self._say("354 go on")
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
                self.server.received.append(recipient)
                self._say("250 ok")
            elif command.upper() == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    """A server with the recipients that it took e-mails for, in their order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.received: list[str] = []


@contextmanager
def mail_server(settings: Any) -> Iterator[MailServer]:
    """Run a mail server, and let the site send by it."""
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.server_address[1]
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
