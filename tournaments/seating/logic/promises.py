"""Promise of a draw, and its check; a certificate cannot show that the hash was published in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from engine.bounded_json import canonical_json
from engine.commitments import DRAW_FORMAT, draw_seed, promise_commitment, read_promise, replan_seed
from engine.errors import EngineError
from engine.sentences import Sentence, gettext_noop
from engine.walls.public_value import ValueName, canonical_value

TOGETHER, SWISS, MOVEMENT, FIXTURES = "together", "swiss", "movement", "fixtures"
WAYS: Final[Mapping[str, frozenset[str]]] = {
    TOGETHER: frozenset({"fixed", "added"}),
    SWISS: frozenset({"swiss"}),
    MOVEMENT: frozenset({"movement"}),
    FIXTURES: frozenset({"fixtures"}),
}
REPLAN: Final = "replan"
"""Kind of draw that continues any promise when the field changes, by a seed derived from the promised one."""


PUBLIC, WAITS, REPLACED, DISCARDED = "public", "waits", "replaced", "discarded"
FATES: Final = frozenset({PUBLIC, WAITS, REPLACED, DISCARDED})


class OpenedPromise(NamedTuple):
    """Promise with its seed; ``value`` is empty where no public value was named."""

    promise: str
    seed: str
    value: str

    @property
    def draw_seed(self) -> str:
        return draw_seed(bytes.fromhex(self.seed), self.value)

    def replan_seed(self, played: int) -> str:
        return replan_seed(self.draw_seed, played)

    @property
    def commitment(self) -> str:
        return promise_commitment(self.promise, bytes.fromhex(self.seed))

    def as_dict(self) -> dict[str, str]:
        return self._asdict()

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """Parse a certificate's promise. Raises LookupError, TypeError or ValueError."""
        opened = cls(str(value["promise"]), str(value["seed"]), str(value["value"]))
        bytes.fromhex(opened.seed)
        return opened


def format_promise(
    event: str,
    rounds: Sequence[int],
    way: str,
    *,
    settings: Mapping[str, Any],
    version: str,
    inputs_close: str,
    value: ValueName | None,
    value_known_at: str,
) -> str:
    """Return the text of a promise; ``inputs_close`` is a moment, or such as ``results of round 3``."""
    return canonical_json(
        {
            "format": DRAW_FORMAT,
            "event": event,
            "rounds": list(rounds),
            "way": way,
            "settings": dict(settings),
            "template": "the best design the version knows",
            "version": version,
            "inputs_close": inputs_close,
            "value": None if value is None else {**value._asdict(), "known_at": value_known_at},
        }
    )


def list_broken_terms(opened: OpenedPromise, certificate: Mapping[str, Any]) -> list[Sentence]:
    """Return every way in which a certificate's draw breaks the promise."""
    try:
        promise = read_promise(opened.promise)
        way, rounds, settings = promise["way"], promise["rounds"], promise["settings"]
        named = promise["value"]
        if named is not None and canonical_value(str(named["kind"]), opened.value) != opened.value:
            return [Sentence(gettext_noop("The public value is not written in its canonical form."))]
        version = promise["version"]
        seed, kind, inputs = certificate["seed"], certificate["kind"], dict(certificate["inputs"])
        drawn, made_by, commitment = len(certificate["rounds"]), certificate["version"], certificate["commitment"]
        expected = opened.draw_seed if kind != REPLAN else opened.replan_seed(len(inputs["played"]))
    except (EngineError, LookupError, TypeError, ValueError, AttributeError):
        return [Sentence(gettext_noop("The promise cannot be read."))]
    faults = []
    if opened.commitment != commitment:
        faults.append(Sentence(gettext_noop("Promise and seed have another hash than the published one.")))
    if named is None and opened.value:
        faults.append(Sentence(gettext_noop("A public value was used, and none was promised.")))
    if seed != expected:
        faults.append(Sentence(gettext_noop("It was drawn by another seed than promise and public value give.")))
    if kind == REPLAN:
        # A promise cannot foresee who leaves; a redraw has rounds, settings and a version of its own.
        return faults
    if kind not in WAYS.get(way, ()):
        faults.append(Sentence(gettext_noop("It was drawn in another way than was promised.")))
    else:
        differing = [name for name in settings if inputs.get(name) != settings[name] and name != "in_brackets"]
        if "in_brackets" in settings and (inputs.get("brackets") is not None) != settings["in_brackets"]:
            differing.append("in_brackets")
        # Whoever could choose ratings after the seed is known could choose the draw.
        if "seeding" in inputs:
            differing.append("seeding")
        if differing:
            text = gettext_noop("It was drawn with other settings than promised: %(names)s.")
            faults.append(Sentence(text, {"names": ", ".join(sorted(differing))}))
    if drawn != len(rounds):
        faults.append(Sentence(gettext_noop("Other rounds were promised.")))
    if made_by != version:
        faults.append(Sentence(gettext_noop("Another version of the program was promised.")))
    return faults
