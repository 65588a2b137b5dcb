"""WeasyPrint, loaded without looking for its libraries under names that they have on other systems.

It tries those first, and for each of them Python asks `ldconfig`, a compiler and a linker: a fifth of a second in every
process that prints. On Linux the last name is the library's own, which the system's loader finds.
"""

import ctypes.util
import sys

_find = ctypes.util.find_library
if sys.platform == "linux":
    ctypes.util.find_library = lambda name: None
try:
    import weasyprint
finally:
    ctypes.util.find_library = _find

__all__ = ["weasyprint"]
