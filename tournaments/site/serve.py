"""Supervisor of the site: prepares it, runs and restarts web server and worker; imports no Django to stay small."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from engine.files import explain_file_failure, quote_path
from tournaments.core.installation import (
    PROGRAM,
    ROOT,
    ServeError,
    build_manage_command,
    close_to_others,
    get_data_folder,
)
from tournaments.site import desktop, hall_access, web
from tournaments.site.binding import Binding
from tournaments.site.listening import EVERYWHERE, ask_for_first_page, does_answer, explain_refusal, get_reachable_host

ADDRESS: Final = "address"
START_PAGE: Final = "start.html"
NO_TLS: Final = "TLS is not part of the program any more: put Caddy in front, as docs/venue.md describes."
WORKER: Final = ("celery", "-q", "-A", "tournaments.site", "worker", "-P", "threads", "-l", "INFO")
"""Worker with as many threads as the settings say: one stays free of long papers."""

GRACE: Final = 15.0
HEALTHY: Final = 30.0
MAX_WAIT: Final = 30.0
TRIES_AT_START: Final = 4
MAX_LOG: Final = 20_000_000
SLEPT: Final = 60.0

asked_to_stop: list[int] = []


@dataclass
class Child:
    name: str
    arguments: Sequence[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    wait: float = 0.0
    restart_at: float = 0.0
    deaths: int = 0
    inherits: Mapping[str, Any] = field(default_factory=dict)
    held: bool = False

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "tournaments.site.managed_process", *self.arguments]

    def start(self) -> None:
        if self.log.exists() and self.log.stat().st_size > MAX_LOG:
            self.log.replace(self.log.with_suffix(".log.old"))
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=out, stderr=out, **self.inherits
            )
        self.started = time.monotonic()

    def start_when_possible(self, now: float) -> None:
        try:
            self.start()
        except OSError as error:
            self.try_later(now, 0.0, f"cannot be started ({error.strerror})")
        else:
            self.restart_at = 0.0

    def restart_if_dead(self, now: float) -> None:
        """Restart a dead child after a growing pause, however often it dies; the others continue."""
        if self.held:
            return
        code = None if self.process is None else self.process.poll()
        if self.restart_at:
            if now >= self.restart_at:
                self.ask_to_stop()
                self.start_when_possible(now)
        elif code is not None:
            self.deaths += 1
            self.try_later(now, now - self.started, f"ended (code {code})")

    def try_later(self, now: float, lived: float, reason: str) -> None:
        self.wait = compute_next_wait(lived, self.wait)
        self.restart_at = now + self.wait
        warn(f"The {self.name} {reason}; starting it again in {self.wait:.0f} s, see {quote_path(self.log)}")

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()

    def end_of_log(self) -> str:
        text = self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-12:])


def compute_next_wait(lived: float, last_wait: float) -> float:
    """Return the seconds to wait before the next restart of a child that lived so long.

    >>> compute_next_wait(lived=0.5, last_wait=4.0), compute_next_wait(lived=300.0, last_wait=30.0)
    (8.0, 1.0)
    """
    return 1.0 if lived >= HEALTHY or last_wait == 0 else min(last_wait * 2, MAX_WAIT)


def supervise(
    children: Sequence[Child],
    is_up: Callable[[], bool],
    when_up: Callable[[], None],
    after_sleep: Callable[[float], None] = lambda _seconds: None,
    while_up: Callable[[], None] = lambda: None,
) -> None:
    """Run the children until a signal arrives, then stop them all.

    The first one starts alone, because a person waits for it. When it responds, `when_up` is called and the others
    start; then `while_up` is called repeatedly. `after_sleep` gets the seconds that the machine has slept. Raises
    ServeError if the first one keeps dying before it responds.
    """
    first, *others = children
    try:
        if first.process is None:
            first.start()
        announced = False
        looked = time.time()
        while not asked_to_stop:
            looked, before = time.time(), looked
            if announced and looked - before > SLEPT:
                after_sleep(looked - before)
            if not announced and is_up():
                announced = True
                when_up()
                for child in others:
                    child.start_when_possible(time.monotonic())
            if announced:
                while_up()
            for child in children if announced else [first]:
                child.restart_if_dead(time.monotonic())
            if not announced and first.deaths >= TRIES_AT_START:
                raise ServeError(
                    f"The {first.name} does not start; the end of {quote_path(first.log)}:\n{first.end_of_log()}"
                )
            time.sleep(0.2 if announced else 0.05)
    finally:
        stop(children)


def stop(children: Sequence[Child], grace: float = GRACE) -> None:
    running = [child.process for child in children if child.process is not None]
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + grace
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            warn(f"Process {process.pid} does not stop; killing it")
            process.kill()
            process.wait()


def prepare(*, empty: bool, browser: bool = False) -> str:
    """Update database, static files and translations; return the path of a sign-in link, or ""."""
    more = [*(["--empty"] if empty else []), *(["--for-browser"] if browser else [])]
    command = build_manage_command("prepare", "--sign-in-link", *more)
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        while process.poll() is None:
            if asked_to_stop:
                process.terminate()
                process.wait()
                raise SystemExit(128 + asked_to_stop[0])
            time.sleep(0.05)
        link = process.stdout.read().strip() if process.stdout else ""
    if process.returncode:
        raise ServeError("The site could not be prepared; the lines above say why.")
    return link


def prepare_beside(server: Child, data: Path, prepare_data: Callable[[], str]) -> str:
    """Prepare the data folder while the server loads the program; it waits for the lock before it serves."""
    try:
        with FileLock(data / web.PREPARING):
            server.start()
            sign_in = prepare_data()
            close_to_others(data)
    except BaseException:
        stop([server])
        raise
    return sign_in


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the site; return 0 after an orderly stop. Raises ServeError."""
    options = parse(arguments)
    data: Path = options.data.resolve() if options.data else get_data_folder()
    print(f"Data folder: {quote_path(data)}", flush=True)
    logs = data / "logs"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        logs.mkdir(exist_ok=True)
    except OSError as error:
        raise ServeError(f"{explain_file_failure(error, data)} --data chooses another folder.") from None
    browser = desktop.has_desktop() if options.browser is None else options.browser
    os.environ.update({"MAHJONG_DIRECTOR_DATA": str(data), hall_access.SUPERVISED: "1", "PYTHONUNBUFFERED": "1"})
    # Files and messages of the processes are UTF-8 on every console.
    os.environ["PYTHONUTF8"] = "1"
    # The threads of a process take turns, so that separate memory for each would lie idle.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    # SIGHUP and, on Windows, SIGBREAK: the window was closed.
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, lambda received, _frame: asked_to_stop.append(received))
    try:
        with FileLock(data / "run.lock", timeout=0), closing(bound(data, options.host, options.port)) as binding:
            server = Child("web server", [], logs / "web.log")
            binding.hand_to(server)
            sign_in = prepare_beside(server, data, lambda: prepare(empty=options.empty, browser=browser))

            def welcome() -> None:
                where = (get_reachable_host(binding.host), binding.port)
                threading.Thread(target=ask_for_first_page, args=where, daemon=True).start()
                announce(binding.host, binding.port, sign_in, data, browser=browser)

            supervise(
                [
                    server,
                    Child("worker", WORKER, logs / "worker.log"),
                ],
                is_up=lambda: does_answer(get_reachable_host(binding.host), binding.port),
                when_up=welcome,
                after_sleep=lambda seconds: warn_of_sleep(seconds, binding.host, binding.port),
                while_up=lambda: show_change(binding) if binding.follow(server) else None,
            )
    except Timeout:
        raise make_already_running_error(data, browser=browser) from None
    for name in (ADDRESS, START_PAGE):
        (data / name).unlink(missing_ok=True)
    print("\nStopped.")
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=PROGRAM, description="Prepare and serve Mahjong Director. Ctrl-C stops it.")
    add_arguments(parser)
    options = parser.parse_args(arguments)
    if options.tls is not None:
        parser.error(NO_TLS)
    return options


def add_arguments(parser: argparse._ActionsContainer) -> None:
    web.add_arguments(parser)
    # Without the option the setting of the data folder counts.
    parser.set_defaults(host=None)
    folder = str(get_data_folder()).replace("%", "%%")
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"folder of database and files ({folder})")
    parser.add_argument("--empty", action="store_true", help="leave out the demo tournaments")
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        help="open the site in a browser, signed in as organiser (on a machine with a screen)",
    )
    parser.add_argument("--tls", nargs="*", help=argparse.SUPPRESS)


def bound(data: Path, host: str | None, port: int) -> Binding:
    try:
        binding = Binding(data, host, port)
    except OSError as error:
        raise ServeError(explain_refusal(host or hall_access.HERE, port, error)) from None
    if binding.problem:
        warn_of_problem(binding)
    return binding


def show_change(binding: Binding) -> None:
    if binding.problem:
        warn_of_problem(binding)
        return
    with suppress(OSError):
        if binding.host in EVERYWHERE:
            print("\nPhones are let in.")
            show_hall(binding.port)
        else:
            print("\nPhones are shut out: only this computer reaches the site.")
        sys.stdout.flush()


def warn_of_problem(binding: Binding) -> None:
    warn(f"Phones cannot be let in on port {binding.port} ({binding.problem}); the site serves this computer only.")


def announce(host: str, port: int, sign_in: str, data: Path, *, browser: bool = False) -> None:
    name = get_reachable_host(host)
    address = f"http://{f'[{name}]' if ':' in name else name}:{port}"
    (data / ADDRESS).write_text(f"{address}/", encoding="ascii")
    print(f"\nMahjong Director serves at  {address}/")
    if host in EVERYWHERE:
        show_hall(port)
    if browser:
        print("Your browser opens it." + (" If it does not, use the link below." if sign_in else ""))
        if sign_in:
            desktop.open_secret(f"{address}{sign_in}", data / START_PAGE)
        else:
            desktop.open_browser(f"{address}/")
    if sign_in:
        print(f"Sign in as organiser (this link works once):  {address}{sign_in}")
    else:
        where = f" --data {quote_path(data)}" if data != get_data_folder(folder="") else ""
        print(f"A new sign-in link:  {PROGRAM} sign-in-link organiser{where}")
    print(f"Data and logs are in {quote_path(data)}. Ctrl-C stops everything.", flush=True)


def show_hall(port: int) -> None:
    from tournaments.events import hall_network

    hall_network.show_addresses(port)
    if os.name == "nt" or sys.platform == "darwin":
        print("If the firewall asks about Python, allow it in private networks; phones reach the site only then.")


def warn_of_sleep(seconds: float, host: str, port: int) -> None:
    warn(f"This computer slept for {seconds / 60:.0f} min; keep it awake during play, phones wait for it.")
    if host in EVERYWHERE:
        show_hall(port)


def make_already_running_error(data: Path, *, browser: bool) -> ServeError:
    path = data / ADDRESS
    address = path.read_text(encoding="ascii").strip() if path.exists() else ""
    if address and browser:
        desktop.open_browser(address)
        time.sleep(2)
    where = f" at {address}" if address else ""
    return ServeError(
        f"A site runs on {quote_path(data)} already{where}. Stop it, or choose another folder with --data."
    )


def warn(text: str) -> None:
    """Print a warning; a closed terminal does not stop the site."""
    with suppress(OSError):
        print(f"! {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ServeError as failure:
        sys.exit(f"\n{failure}")
