"""`./run`: everything from a clean clone to a site that serves."""

import argparse
import fcntl
import json
import os
import shlex
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from tools.bootstrap import python, system
from tools.bootstrap.steps import ROOT, StepFailed, warn
from tools.bootstrap.supervise import Child, stop, watch


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of `./run`."""
    parser = argparse.ArgumentParser(prog="./run", description="Prepare and serve Mahjong Director. Ctrl-C stops it.")
    parser.add_argument("--port", type=int, default=8000, help="port to serve on (8000)")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to serve on (127.0.0.1; 0.0.0.0 for the whole hall)"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where database and files live (var/)")
    parser.add_argument("--empty", action="store_true", help="without the demo tournaments")
    parser.add_argument(
        "--tls",
        nargs="+",
        metavar="FILE",
        help="serve with TLS: the files of a certificate and its key, or 'local' for an authority of this laptop",
    )
    options = parser.parse_args(arguments)
    if options.tls and options.tls != ["local"] and len(options.tls) != 2:
        parser.error("--tls takes two files, the certificate and its key, or the word local")
    return options


def main(arguments: list[str]) -> int:
    """Returns 0 after an orderly stop; raises StepFailed."""
    options = parse(arguments)
    data = (options.data or Path(os.environ.get("MAHJONG_DIRECTOR_DATA") or ROOT / "var")).resolve()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    (data / "logs").mkdir(exist_ok=True)
    with _alone(data):
        _port_is_free(options.host, options.port)
        system.provide(required=(system.VENV,), later=system.PRINTING)
        with system.beside(system.PRINTING):
            python.provide(python.RUNTIME_LOCK)
            env = {**os.environ, "MAHJONG_DIRECTOR_DATA": str(data), "PYTHONUNBUFFERED": "1"}
            # A copy that is opened as a rehearsal is served on the same network.
            env["MAHJONG_DIRECTOR_HOST"] = options.host
            tls = _tls(options.tls, data, env)
            names = _names_of(options.tls, tls)
            if tls:
                env["MAHJONG_DIRECTOR_TLS"] = ",".join(names) or "1"
            command = web_command(options.host, options.port, tls)
            web = Child("web server", command, env, data / "logs" / "web.log")
            sign_in = _start_prepared(web, options.empty)
        address = f"{'https' if tls else 'http'}://{_shown(options.host)}:{options.port}"
        watch(
            [web, Child("worker", worker_command(data), env, data / "logs" / "worker.log")],
            is_up=lambda: _answers(_own(options.host), options.port, tls=bool(tls)),
            when_up=lambda: _when_up(options, address, names, sign_in, data, env),
        )
        print("\nStopped.")
    return 0


def web_command(host: str, port: int, tls: Sequence[str] = ()) -> list[str]:
    """The web server; tournaments/site/server.py holds its settings. `tls`: files of the certificate and its key."""
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return [
        str(python.VENV / "bin" / "gunicorn"),
        "-c",
        "python:tournaments.site.server",
        "-b",
        bind,
        *(["--certfile", tls[0], "--keyfile", tls[1]] if tls else []),
        "tournaments.site.wsgi",
    ]


def worker_command(data: Path) -> list[str]:
    """One worker process with the clock inside; printing uses one core and leaves the other to the pages."""
    celery = [str(python.PYTHON), "-m", "tournaments.site.celery_worker"]
    return [*celery, "--clock", "-c", "1", "-s", str(data / "beat-schedule"), "-l", "INFO"]


def _tls(given: Sequence[str] | None, data: Path, env: Mapping[str, str]) -> list[str]:
    """Files of the certificate and its key; nothing without TLS. StepFailed where an authority cannot be made."""
    if not given:
        return []
    if list(given) == ["local"]:
        folder = data / "tls"
        command = [str(python.PYTHON), "-m", "tournaments.site.authority", str(folder)]
        if subprocess.run(command, cwd=ROOT, env=dict(env)).returncode:
            raise StepFailed("The certificate of this laptop could not be made; the lines above say why.")
        return [str(folder / "site.pem"), str(folder / "site.key")]
    return [str(Path(name).resolve()) for name in given]


def _names_of(given: Sequence[str] | None, tls: Sequence[str]) -> list[str]:
    """The names in a certificate that was brought along. StepFailed says why it cannot serve."""
    if not given or list(given) == ["local"]:
        return []
    command = [str(python.PYTHON), "-m", "tournaments.site.certificate", *tls]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if answer.returncode:
        raise StepFailed(answer.stderr.strip())
    return answer.stdout.split()


def _start_prepared(web: Child, empty: bool) -> str:
    """Start the web server, which brings database, static files and translations up to date before it serves
    (`tournaments.site.preparation`). Returns the path of a sign-in link, or ''; StepFailed where it did not succeed.
    """
    answer, give_answer = os.pipe()
    given = {"answer": give_answer, "out": os.dup(1), "err": os.dup(2)}
    asked = {**given, "arguments": ["--empty"] if empty else []}
    web.start({"MAHJONG_DIRECTOR_PREPARE": json.dumps(asked)}, list(given.values()))
    for each in given.values():
        os.close(each)
    with os.fdopen(answer, "rb") as answers:
        said = answers.read()
    if not said:
        stop([web])
        raise StepFailed(
            f"The site could not be prepared; the lines above say why, or the end of {web.log}:\n{web.last_words()}"
        )
    sign_in: str = json.loads(said)["sign_in"]
    return sign_in


def _when_up(
    options: argparse.Namespace, address: str, names: Sequence[str], sign_in: str, data: Path, env: Mapping[str, str]
) -> None:
    # Browsers want the name that stands in the certificate, on this machine too.
    _announce(options, f"https://{_shown(names[0])}:{options.port}" if names else address, names, sign_in, data)
    _make_for_phones(env)


def _announce(options: argparse.Namespace, address: str, names: Sequence[str], sign_in: str, data: Path) -> None:
    print(f"\nMahjong Director serves at  {address}/", flush=True)
    if options.host in ("0.0.0.0", "::"):
        hall = [str(python.PYTHON), "-m", "tournaments.site.hall", str(options.port), address.partition(":")[0]]
        local = ["--trusted", "authority.pem"] if options.tls == ["local"] else []
        subprocess.run([*hall, *local, *(part for name in names for part in ("--name", name))], cwd=ROOT)
    if sign_in:
        print(f"Sign in as organiser (this link works once):  {address}{sign_in}")
    else:
        # The command looks for the data where this site has it.
        where = f"MAHJONG_DIRECTOR_DATA={shlex.quote(str(data))} " if data != ROOT / "var" else ""
        print(f"A new sign-in link:  {where}.venv/bin/python manage.py sign_in_link organiser")
    print(f"Data and logs are in {data}. Ctrl-C stops everything.", flush=True)


def _make_for_phones(env: Mapping[str, str]) -> None:
    """Make the law for phones beside the site that serves; a line where that cannot be. The site does without it."""

    def make() -> None:
        command = ["nice", str(python.PYTHON), "manage.py", "pocket_law"]
        done = subprocess.run(command, cwd=ROOT, env=dict(env), capture_output=True, text=True, errors="replace")
        if done.returncode > 0:
            said = (done.stderr.strip().splitlines() or [""])[-1].removeprefix("CommandError: ")
            warn(f"Phones cannot answer claims without this server: {said}")

    Thread(target=make, daemon=True).start()


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    """Hold the data folder: two sites on one folder would run every job's clock twice."""
    with (data / "run.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StepFailed(f"A site runs on {data} already. Stop it, or choose another folder with --data.") from None
        yield


def _port_is_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise StepFailed(
                f"Cannot serve on {host} port {port} ({error.strerror}); choose another with --port."
            ) from None


def _shown(host: str) -> str:
    """The host as it goes into an address that works on this machine."""
    own = _own(host)
    return f"[{own}]" if ":" in own else own


def _own(host: str) -> str:
    """Where this machine reaches what is bound to the host."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _answers(host: str, port: int, *, tls: bool) -> bool:
    """Whether the site says that it is well. Asked without the libraries for it, which would stay in memory."""
    request = b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n"
    try:
        with socket.create_connection((host, port), timeout=1) as way:
            return b" 200 " in _asked(way, request, tls=tls).partition(b"\r\n")[0]
    except OSError:
        return False


def _asked(way: socket.socket, request: bytes, *, tls: bool) -> bytes:
    """The beginning of the answer. Raises OSError."""
    if not tls:
        way.sendall(request)
        return way.recv(64)
    import ssl

    # This machine asks itself; the certificate is for the names by which others know it.
    with ssl._create_unverified_context().wrap_socket(way) as hidden:
        hidden.sendall(request)
        return hidden.recv(64)
