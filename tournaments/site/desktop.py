"""Desktop of the organiser: the browser that opens at a start, and an entry that starts the program."""

from __future__ import annotations

import argparse
import html
import os
import shutil
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tournaments.core.installation import PROGRAM, ServeError, get_program_folder

NAME: Final = "Mahjong Director"
LINUX: Final = """[Desktop Entry]
Type=Application
Name={name}
Comment=Run mahjong tournaments
Exec={command}
Icon={icon}
Terminal=true
Categories=Game;BoardGame;
"""
MACOS: Final = """#!/bin/sh
exec {command}
"""
START_PAGE: Final = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>{name}</title>
<a href="{address}">{name}</a>
"""
WINDOWS: Final = """
$shell = New-Object -ComObject WScript.Shell
$link = $shell.CreateShortcut($env:SHORTCUT_FILE)
$link.TargetPath = $env:SHORTCUT_PROGRAM
$link.Save()
"""


def has_desktop() -> bool:
    if not sys.stdout.isatty():
        return False
    return os.name == "nt" or sys.platform == "darwin" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def open_browser(address: str) -> None:
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def open_secret(address: str, page: Path) -> None:
    """Open the address by a page that only this user can read: process lists show a browser's arguments."""
    page.unlink(missing_ok=True)
    page.touch(mode=0o600, exist_ok=False)
    page.write_text(START_PAGE.format(name=NAME, address=html.escape(address)), encoding="utf-8")
    open_browser(page.as_uri())


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    program = shutil.which(PROGRAM) or str(Path(sys.argv[0]).resolve())
    try:
        for file in list_entries():
            if options.remove:
                file.unlink(missing_ok=True)
                print(f"Removed: {file}")
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_entry(file, program)
                print(f"A double click starts {NAME}: {file}")
    except (OSError, subprocess.CalledProcessError) as error:
        raise ServeError(f"The entry cannot be written ({error}); start {program} from a terminal instead.") from None
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} install-shortcut",
        description="Put an entry on the desktop that starts the program; on Linux also into the menu of programs.",
    )
    parser.add_argument("--remove", action="store_true", help="remove the entry again")
    return parser.parse_args(arguments)


def list_entries() -> list[Path]:
    from platformdirs import user_data_path, user_desktop_path

    desktop = user_desktop_path()
    if os.name == "nt":
        return [desktop / f"{NAME}.lnk"]
    if sys.platform == "darwin":
        return [desktop / f"{NAME}.command"]
    name = "mahjong-director.desktop"
    entries = [user_data_path() / "applications" / name]
    return [*entries, desktop / name] if desktop.is_dir() else entries


def write_entry(file: Path, program: str) -> None:
    if file.suffix == ".lnk":
        settings = {**os.environ, "SHORTCUT_FILE": str(file), "SHORTCUT_PROGRAM": program}
        line = ["powershell", "-NoProfile", "-NonInteractive", "-Command", WINDOWS]
        subprocess.run(line, env=settings, check=True, capture_output=True)
        return
    if file.suffix == ".command":
        import shlex

        text = MACOS.format(command=shlex.quote(program))
    else:
        # Quoted as the specification of desktop entries asks for.
        quoted = "".join(f"\\\\{letter}" if letter in '"`$\\' else letter for letter in program).replace("%", "%%")
        icon = get_program_folder("static") / "img" / "favicon.svg"
        text = LINUX.format(name=NAME, command=f'"{quoted}"', icon=icon)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
