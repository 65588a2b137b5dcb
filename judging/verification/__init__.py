"""What a stranger checks of the rulings in a public bundle: pure, beside the law, and part of the one-file verifier."""

from judging.verification.rulings import check

__all__ = ["check"]
