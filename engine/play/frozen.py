"""A decorator for frozen dataclasses that stay Python classes where their module is compiled.

mypyc makes machine code of a dataclass, but none of a generic one; under another name it leaves the class as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Fields = TypeVar("Fields")


@dataclass_transform(frozen_default=True, eq_default=False, kw_only_default=True)
def frozen(fields: type[Fields]) -> type[Fields]:
    """A dataclass of named values that nobody changes; equal to itself alone."""
    return dataclass(frozen=True, eq=False, kw_only=True)(fields)
