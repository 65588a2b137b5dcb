"""Secret key of the wheel's build, which the build reads without Django."""

from typing import Final

BUILD_KEY: Final = "no secret: seals of finished events in the database of a first start"
"""Its seals hold what the sources of the demonstration tell. Each copy is sealed anew with the key of its site."""
