"""JSON Lines in, JSON Lines out: one result for each case, in order; an invalid case gives an error line.

A command is a function from one case (a JSON object) to its result. All input received so far is answered and flushed
before more is awaited, so a slow sender gets its results at once and a fast one costs few writes. With several jobs,
the lines received so far go to a worker as one batch. Unless their number is given, there is one job for the first
lines, and for those after them one for each processor.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BufferedReader, FileIO, RawIOBase, TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from queue import Queue
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from engine.errors import EngineError
from engine.files import explain_file_failure
from engine.sentences import sentence as _
from engine.tiles.fields import CaseError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Command = Callable[[Mapping[str, Any]], Mapping[str, object]]
"""Function from a case to its result, both without the id. With several jobs it must be picklable."""

Output = tuple[str, bool]

LINES_OF_ONE_JOB = 2_000
"""Lines after which further processes start by themselves; they take less time than the start of a process does."""

MAX_JOBS = 8
"""Limit of jobs that start by themselves."""

MAX_BATCH_LINES = 256

MAX_BATCH_LENGTH = 16_384
"""Characters after which a batch is sent, so that a few hundred replayed hands do not all go to one worker."""


TEXT = "utf-8-sig"


class JsonLineError(EngineError):
    kind = "json"


def _refuse_constant(word: str) -> object:
    raise ValueError(f"{word} is not a JSON value")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
# Results contain no cycles.
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


class NumberedLine(str):
    number: int

    @classmethod
    def of(cls, text: str, number: int) -> NumberedLine:
        line = cls(text)
        line.number = number
        return line


class InvalidLine(NumberedLine):
    error: EngineError

    @classmethod
    def because(cls, error: EngineError, number: int) -> InvalidLine:
        line = cls("-")
        line.number, line.error = number, error
        return line


class FlushingInput(RawIOBase):
    """Standard input that flushes all results before it waits for more."""

    def __init__(self, flush: Callable[[], None]) -> None:
        self._source = FileIO(sys.stdin.fileno(), closefd=False)
        self._flush = flush

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._flush()
        return self._source.readinto(buffer)


class InputFormat(NamedTuple):
    is_case: Callable[[bytes], bool]
    """True if the input that begins with this line has one case per line."""
    cases_of: Callable[[bytes], list[NumberedLine]]


def process_line(command: Command, line: str) -> Output:
    """Process one line and return the result as JSON; an error gives the line number if known."""
    try:
        return _process(command, line)
    except RecursionError:
        # The id may be the deeply nested part, so it is not repeated.
        error = JsonLineError(_("unsupported case: lists and objects are nested too deeply"), at=0)
        return _error_line(None, error, line), False


def _error_line(case_id: object, error: EngineError, line: str) -> str:
    where = {"line": line.number} if isinstance(line, NumberedLine) else {}
    return _encode({"id": case_id, "error": {**error.to_dict(), **where}})


def _process(command: Command, line: str) -> Output:
    case_id: object = None
    try:
        if isinstance(line, InvalidLine):
            raise line.error
        case = _read(line)
        case_id = case.get("id")
        return _encode({"id": case_id, **command(case)}), True
    except EngineError as error:
        return _error_line(case_id, error, line), False


def _read(line: str) -> dict[str, Any]:
    try:
        case = _decode(line)
    except json.JSONDecodeError as error:
        raise JsonLineError(
            _("invalid JSON: %(problem)s at character %(position)s", problem=error.msg, position=error.pos + 1),
            at=error.pos,
        ) from None
    except ValueError as error:
        raise JsonLineError(_("unsupported JSON: %(problem)s", problem=str(error)), at=0) from None
    if not isinstance(case, dict):
        raise CaseError(_("expected a JSON object, found %(found)s", found=line.strip()[:40]), at=0)
    return case


def process_lines(command: Command, lines: list[str]) -> list[Output]:
    return [process_line(command, line) for line in lines]


def run(
    command: Command,
    files: Sequence[str] = (),
    jobs: int | None = None,
    *,
    numbered: bool = False,
    input_format: InputFormat | None = None,
) -> int:
    """Process every line of the files, or of standard input if there are none, and write to standard output.

    Returns the exit status: 0, 1 if a case had an error, 2 if a file cannot be read. Empty lines are skipped.
    ``numbered``: errors give the line number. ``input_format`` reads input in other formats than one case per line.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # A lone surrogate in a string is an error of one case only. `FlushingInput` flushes the output.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", write_through=False)
    try:
        lines = _read_lines(files, numbered, input_format, flush=_make_flush())
        good = True
        for batch in _process_lines(command, lines, jobs):
            for text, is_answer in batch:
                sys.stdout.write(text + "\n")
                good = good and is_answer
        sys.stdout.flush()
        return 0 if good else 1
    except BrokenPipeError:
        # The reader closed the pipe; the flush at exit would raise the same error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        sys.stderr.write(f"{explain_file_failure(error)}\n")
        return 2


def _make_flush() -> Callable[[], None]:
    """Return a function that flushes the results, in this thread only: with several jobs another one reads."""
    writer = current_thread()

    def flush() -> None:
        if current_thread() is writer:
            sys.stdout.flush()

    return flush


def _process_lines(command: Command, lines: Iterator[str], jobs: int | None) -> Iterator[list[Output]]:
    jobs_at_first, jobs = (1, min(_count_processors(), MAX_JOBS)) if jobs is None else (jobs, jobs)
    if jobs_at_first == 1:
        for line in lines if jobs == 1 else islice(lines, LINES_OF_ONE_JOB):
            yield [process_line(command, line)]
    for first in lines:
        # A forked process would write once more what has not been flushed, and copy what a search for garbage touches.
        sys.stdout.flush()
        gc.freeze()
        for batch in _process_in_parallel(command, chain((first,), lines), jobs):
            yield batch
            sys.stdout.flush()


def _count_processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _read_lines(
    files: Sequence[str], numbered: bool, input_format: InputFormat | None, flush: Callable[[], None]
) -> Iterator[str]:
    if not files:
        if not isinstance(sys.stdin, TextIOWrapper):
            return _drop_empty_lines(sys.stdin, numbered)
        stream = BufferedReader(FlushingInput(flush))
        if input_format is not None:
            return _read_cases(stream, input_format, numbered)
        # A byte that is not UTF-8 is an error of one case only.
        return _drop_empty_lines(TextIOWrapper(stream, encoding=TEXT, errors="replace"), numbered)
    for name in files:
        Path(name).stat()
    return (line for name in files for line in _read_file(name, numbered, input_format))


def _read_cases(stream: BinaryIO, input_format: InputFormat, numbered: bool) -> Iterator[str]:
    before = 0
    for first in stream:
        if not first.strip():
            before += 1
            continue
        if not input_format.is_case(first):
            yield from input_format.cases_of(b"\n" * before + first + stream.read())
            return
        for number, line in enumerate(chain((first,), stream), before + 1):
            text = line.decode(TEXT, errors="replace")
            if not text.isspace():
                yield NumberedLine.of(text, number) if numbered else text
        return


def _read_file(name: str, numbered: bool, input_format: InputFormat | None) -> Iterator[str]:
    if input_format is not None:
        with Path(name).open("rb") as stream:
            yield from _read_cases(stream, input_format, numbered)
        return
    with Path(name).open(encoding=TEXT, errors="replace") as file:
        yield from _drop_empty_lines(file, numbered)


def _drop_empty_lines(texts: Iterable[str], numbered: bool) -> Iterator[str]:
    return (
        NumberedLine.of(text, number) if numbered else text
        for number, text in enumerate(texts, 1)
        if not text.isspace()
    )


def _process_in_parallel(command: Command, lines: Iterator[str], jobs: int) -> Iterator[list[Output]]:
    """Yield results in order, batch by batch; one thread reads and another submits, so that no result waits."""
    # Imported here: a single process does not need it, and it takes as long to load as a hand to score.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    received: Queue[str | OSError | None] = Queue(4 * MAX_BATCH_LINES)
    pending: Queue[Future[list[Output]] | OSError | None] = Queue(4 * jobs)
    # A forked process has what this one has read and computed so far. On macOS libraries of the system forbid it.
    method = "fork" if sys.platform == "linux" and hasattr(os, "fork") else "spawn"
    with ProcessPoolExecutor(jobs, get_context(method)) as pool:
        # All processes are forked here, before there are threads.
        pool.submit(int).result()
        Thread(target=_collect, args=(lines, received), daemon=True).start()
        Thread(target=_distribute, args=(pool, command, received, pending), daemon=True).start()
        while (batch := pending.get()) is not None:
            if isinstance(batch, OSError):
                raise batch
            yield batch.result()


def _collect(lines: Iterator[str], received: Queue[str | OSError | None]) -> None:
    try:
        for line in lines:
            received.put(line)
        received.put(None)
    except OSError as error:
        received.put(error)


def _distribute(
    pool: ProcessPoolExecutor,
    command: Command,
    received: Queue[str | OSError | None],
    pending: Queue[Future[list[Output]] | OSError | None],
) -> None:
    item = received.get()
    while isinstance(item, str):
        batch, item = take_batch(item, received)
        pending.put(pool.submit(process_lines, command, batch))
        if isinstance(item, str):
            item = received.get()
    pending.put(item)


def take_batch(line: str, received: Queue[str | OSError | None]) -> tuple[list[str], str | OSError | None]:
    """Collect a line and those queued behind it; also return the last item: a line, None at the end, or an error."""
    item: str | OSError | None = line
    batch, text = [line], len(line)
    while received.qsize() and len(batch) < MAX_BATCH_LINES and text < MAX_BATCH_LENGTH:
        item = received.get()
        if not isinstance(item, str):
            break
        batch.append(item)
        text += len(item)
    return batch, item


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="files of cases; standard input when there are none")
    parser.add_argument(
        "--jobs",
        type=integer_from(1),
        metavar="N",
        help=f"processes to work in (one, and from {LINES_OF_ONE_JOB} lines one for each processor); the order is kept",
    )


def integer_from(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"{text!r} is not a number ({least} or more)")
        return int(text)

    return read
