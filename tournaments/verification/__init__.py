"""What a stranger checks of an event, from its public bundle alone: pure functions on the bundle's JSON value.

`checks.check_bundle` gives a line for each thing that was checked, has failed, or cannot be known and why. The room is
made of the standard library and of what the program itself draws, deals and counts with; all of it goes into one file
that runs anywhere (`single_file`). What it says is English: it runs without catalogues.
"""
