"""Sub-commands of ``python -m engine``, one module each.

A module has a docstring, whose first line is its help, ``add_arguments(parser)`` and ``run(arguments) -> exit status``.
"""
