"""Runs inside the runtime: sources in /sources to byte code in /out/law, and what that took of the standard library to
/out/library."""

import importlib.util
import json
import marshal
import sys
from pathlib import Path
from types import CodeType

SOURCES, LAW, LIBRARY = Path("/sources"), Path("/out/law"), Path("/out/library")
# Needed to say what went wrong, and, the last, to unpack the law itself.
ALWAYS = ("traceback", "linecache", "tokenize", "token", "textwrap", "encodings.cp437")


def compiled(text, name):
    """The byte code file of a text, without docstrings and line numbers; it is never compared with its source."""
    code = without_lines(compile(text, name, "exec", optimize=2, dont_inherit=True))
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def without_lines(code):
    """The code, and all that is in it, without the lines that it comes from: a fifth of the size."""
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    # An entry for each eight instructions that says that nothing is known of them.
    nowhere = b"\xff" * whole + (bytes([0xF8 | rest - 1]) if rest else b"")
    return code.replace(co_linetable=nowhere, co_consts=constants)


for path in sorted(SOURCES.rglob("*")):
    target = LAW / path.relative_to(SOURCES)
    if path.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py":
            name = str(path.relative_to(SOURCES))
            target.with_suffix(".pyc").write_bytes(compiled(path.read_text("utf-8"), name))
        elif path.name != "asked.json":
            target.write_bytes(path.read_bytes())

sys.path.insert(0, str(LAW))
asked = json.loads((SOURCES / "asked.json").read_text("utf-8"))
from judging.pocket import device  # noqa: E402 - found by the path above

for line in asked["lines"]:
    device.line(line)
for form in asked["forms"]:
    device.ask(json.dumps(form))
for hand in asked["hands"]:
    device.hand(json.dumps(hand))
for name in ALWAYS:
    importlib.import_module(name)

sizes = {}
for name, module in sorted(sys.modules.items()):
    place = Path(getattr(module, "__file__", None) or "")
    spec = getattr(module, "__spec__", None)
    if place.suffix not in (".py", ".pyc") or spec is None or name == "__main__" or LAW in place.parents:
        continue
    # What is frozen into the runtime has no source and is not looked for.
    if (text := spec.loader.get_source(spec.name)) is not None:
        package = spec.submodule_search_locations is not None
        target = LIBRARY / (name.replace(".", "/") + ("/__init__.pyc" if package else ".pyc"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compiled(text, f"{name}.py"))
        sizes[name] = len(text)
used = json.dumps(sizes)
