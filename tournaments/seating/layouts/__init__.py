"""Layouts in which people keep schedules: each module reads one into tables of cells, None where it is another one."""
