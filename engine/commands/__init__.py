"""Sub-commands of ``python -m engine``, one module each.

A module with an ``EXAMPLE`` (a sample command line) is a command. The first line of its docstring is its help; it
defines ``add_arguments(parser)`` and ``run(arguments) -> exit status``.
"""
