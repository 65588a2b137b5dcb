"""Sub-commands of ``python -m engine``, one module each.

A module with an ``EXAMPLE``, a line as one would type it, is a command: its docstring's first line is its help, and it
has ``add_arguments(parser)`` and ``run(arguments) -> exit status``.
"""
