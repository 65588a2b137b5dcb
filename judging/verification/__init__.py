"""Checks of the rulings in a public bundle: pure, beside the law."""

from judging.verification.rulings import check

__all__ = ["check"]
