"""A rule family that only the tests play: its game in ``rules``, its law in ``law``, and nothing anywhere else."""
