"""Command line of the program, `mahjong-director`: one help for the site, its data and the engine's commands."""

from __future__ import annotations

import atexit
import gc
import io
import os
import pkgutil
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from engine.files import quote_path
from engine.usage import UsageParser
from tournaments.core.installation import PROGRAM, ROOT, ServeError, get_data_folder, read_version
from tournaments.site.failures import explained


class SiteCommand(NamedTuple):
    name: str
    help: str
    reads_site: bool = True


SERVE, MANAGE, SHORTCUT = "serve", "manage", "install-shortcut"
OWN: Final = {
    SERVE: "Prepare and serve the site; this is done without a command, too.",
    SHORTCUT: "Put an entry for this program on the desktop.",
}
SITE: Final = {
    "backup": SiteCommand("backup", "Make a backup, or list the existing ones."),
    "restore": SiteCommand("restore", "Restore a backup into a new folder or in place.", reads_site=False),
    "fetch-backup": SiteCommand("fetch_backup", "Fetch the backup that another site keeps.", reads_site=False),
    "import": SiteCommand("import_event", "Import an event file or a table of results."),
    "export": SiteCommand("export_event", "Write a whole event as one file."),
    "site-copy": SiteCommand("site_copy", "Write the public pages of an event as plain web pages."),
    "verify": SiteCommand("verify_event", "Check the public file of an event.", reads_site=False),
    "judge": SiteCommand("judge", "Examine claims: JSON Lines in and out.", reads_site=False),
    "sign-in-link": SiteCommand("sign_in_link", "Print the path of a link that signs an account in once."),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the first argument, by default `serve`; return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    write_what_the_console_can()
    # At its end Python would search for garbage for a tenth to a quarter of a second.
    atexit.register(gc.freeze)
    name = words[0] if words else SERVE
    if name.startswith("-") and name not in ("-h", "--help", "--version"):
        name, words = SERVE, [SERVE, *words]
    try:
        return run(name, words[1:])
    except ServeError as failure:
        sys.exit(f"\n{failure}")
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has closed the pipe (`... | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def run(name: str, arguments: list[str]) -> int:
    if name == SERVE:
        from tournaments.site import serve

        return serve.main(arguments)
    if name == SHORTCUT:
        from tournaments.site import desktop

        return desktop.main(arguments)
    if name in SITE or name == MANAGE:
        return run_manage_command(name, take_data(arguments))
    if name in list_engine_commands():
        from engine import __main__ as engine

        gc.set_threshold(50_000)
        return engine.main([name, *arguments], program=PROGRAM)
    build_help_parser().parse_args([name])
    return 0


def build_help_parser() -> ArgumentParser:
    from tournaments.site import serve

    parser = UsageParser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [COMMAND] [OPTIONS]",
        description="Run mahjong tournaments. Without a command, the site is prepared and served.",
        epilog=f"{PROGRAM} COMMAND --help lists the options of a command. {PROGRAM} {MANAGE} COMMAND, in a clone also "
        f"manage.py COMMAND, runs one of: {', '.join(list_site_commands())}.",
        example=f"{PROGRAM} --host 0.0.0.0",
    )
    parser.add_argument("--version", action="version", version=f"Mahjong Director {read_version()}")
    serve.add_arguments(parser.add_argument_group("options of the site"))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    texts = OWN | {name: command.help for name, command in SITE.items()} | list_engine_commands()
    for name, text in texts.items():
        commands.add_parser(name, help=text, add_help=False)
    commands.add_parser(MANAGE, help="Run a management command by its name; manage help lists them.", add_help=False)
    return parser


def list_site_commands() -> list[str]:
    """Return the names of the site's own management commands, without loading Django."""
    folders = [ROOT / name / "management" / "commands" for name in ("judging", "tournaments")]
    return sorted(info.name for info in pkgutil.iter_modules(map(str, folders)))


def list_engine_commands() -> dict[str, str]:
    from engine import commands

    names = [info.name for info in pkgutil.iter_modules(commands.__path__)]
    modules = {name: import_module(f"{commands.__name__}.{name}") for name in names}
    return {
        name: (module.__doc__ or "").split("\n")[0] for name, module in modules.items() if hasattr(module, "EXAMPLE")
    }


def run_manage_command(name: str, arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django
    from django.core.management import execute_from_command_line, get_commands, load_command_class

    with explained(arguments):
        if name == MANAGE:
            execute_from_command_line([f"{PROGRAM} {MANAGE}", *arguments])
            return 0
        command = SITE[name]
        if command.reads_site and not {"-h", "--help"}.intersection(arguments):
            refuse_empty_folder()
        django.setup()
        app = get_commands()[command.name]
        load_command_class(str(app), command.name).run_from_argv([PROGRAM, name, *arguments])
    return 0


def take_data(arguments: list[str]) -> list[str]:
    parser = ArgumentParser(prog=PROGRAM, add_help=False, allow_abbrev=False)
    parser.add_argument("--data", type=Path)
    options, others = parser.parse_known_args(arguments)
    if options.data:
        os.environ["MAHJONG_DIRECTOR_DATA"] = str(options.data.resolve())
    return others


def refuse_empty_folder() -> None:
    folder = get_data_folder()
    if not os.environ.get("DATABASE_URL") and not (folder / "db.sqlite3").exists():
        raise ServeError(
            f"There is no data in {quote_path(folder)} yet; start {PROGRAM} first, or choose a folder with --data."
        )


def write_what_the_console_can() -> None:
    """Replace characters that a console lacks; files and pipes get UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
