"""Promise of a draw, and its check.

The hash of promise and seed (`commitment`) is published before it counts (`engine.commitments`); the certificate of
its draw contains promise, seed and public value. Certificates cannot show that the hash was published in time: the
event's page of draws, its log and everybody who kept a copy can.
"""

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
"""Way that is promised -> the kinds of draw that keep it."""
REPLAN: Final = "replan"
"""The kind of draw by which any of them may go on when the field changes, by a seed that follows from the promise's."""


PUBLIC, WAITS, REPLACED, DISCARDED = "public", "waits", "replaced", "discarded"
FATES: Final = frozenset({PUBLIC, WAITS, REPLACED, DISCARDED})
"""Possible fates of a draw."""


class OpenedPromise(NamedTuple):
    """A promise with what opens it. ``value`` is empty where none was named."""

    promise: str
    seed: str
    value: str

    @property
    def draw_seed(self) -> str:
        """The seed that the draw must be made by."""
        return draw_seed(bytes.fromhex(self.seed), self.value)

    def replan_seed(self, played: int) -> str:
        """The seed by which the rest is redrawn once `played` rounds have started."""
        return replan_seed(self.draw_seed, played)

    @property
    def commitment(self) -> str:
        """The hash that was published."""
        return promise_commitment(self.promise, bytes.fromhex(self.seed))

    def as_dict(self) -> dict[str, str]:
        """A JSON value for the certificate."""
        return self._asdict()

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """Read it from a certificate. Raises LookupError, TypeError or ValueError for another form."""
        opened = cls(str(value["promise"]), str(value["seed"]), str(value["value"]))
        bytes.fromhex(opened.seed)
        return opened


def promise_of(
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
    """The text of a promise. ``settings`` are those of the way (a Swiss round's, a movement's kind); ``inputs_close``
    says when the list of players or the results stand: a moment, or ``results of round 3``.
    """
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


def broken(opened: OpenedPromise, certificate: Mapping[str, Any]) -> list[Sentence]:
    """Every way in which the draw of a certificate is not what was promised; empty where it is."""
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
        # Whoever leaves is no part of a promise; rounds, settings and the day's version are those of the new plan.
        return faults
    if kind not in WAYS.get(way, ()):
        faults.append(Sentence(gettext_noop("It was drawn in another way than was promised.")))
    else:
        differing = [name for name in settings if inputs.get(name) != settings[name] and name != "in_brackets"]
        if "in_brackets" in settings and (inputs.get("brackets") is not None) != settings["in_brackets"]:
            differing.append("in_brackets")
        if differing:
            text = gettext_noop("It was drawn with other settings than promised: %(names)s.")
            faults.append(Sentence(text, {"names": ", ".join(sorted(differing))}))
    if drawn != len(rounds):
        faults.append(Sentence(gettext_noop("Other rounds were promised.")))
    if made_by != version:
        faults.append(Sentence(gettext_noop("Another version of the program was promised.")))
    return faults
