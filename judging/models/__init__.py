"""The records of the referee's desk. Constraints here are the last word when two referees write at once."""

from .calls import Call

__all__ = ["Call"]
