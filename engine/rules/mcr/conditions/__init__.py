"""Conditions of the fans: one named function per fan, and the views of a winning hand that they take.

A condition takes one view and returns an entry for each occurrence of its fan: the indices of the sets that earn it,
empty for the whole hand. In a reading the chows come first, then pungs and kongs, each in ascending order. Exclusions
between fans are applied in counting.py.
"""
