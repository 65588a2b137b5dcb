"""Claims of every kind in every family, with what the law must say of them; a family has its own module."""

from tests.judging.law.examples.base import Example
from tests.judging.law.examples.clauses import CLAUSES
from tests.judging.law.examples.faults import FAULTS
from tests.judging.law.examples.mcr import MCR, MCR_GOOD, MCR_THIN, MCR_WIN
from tests.judging.law.examples.riichi import RIICHI, RIICHI_WIN
from tests.judging.law.examples.sichuan import SBR, SC, SC_WIN, SICHUAN
from tests.judging.law.examples.taiwan import FLOWER_WIN, TAIWAN, TAIWAN_WIN

EXAMPLES = [*MCR, *RIICHI, *TAIWAN, *SICHUAN, *FAULTS, *CLAUSES]

__all__ = [
    "EXAMPLES",
    "FLOWER_WIN",
    "MCR_GOOD",
    "MCR_THIN",
    "MCR_WIN",
    "RIICHI_WIN",
    "SBR",
    "SC",
    "SC_WIN",
    "TAIWAN_WIN",
    "Example",
]
