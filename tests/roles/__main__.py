"""`python -m tests.roles`: loosen each permission of the site in turn and print what notices it."""

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.exit(
        pytest.main([str(Path(__file__).parent), "-q", "-s", "-k", "loosened", "--show-capture=no", *sys.argv[1:]])
    )
