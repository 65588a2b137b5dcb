"""When a fan is there: one named function a fan, and the views of a winning hand that they look at.

A condition gets one view and returns an entry for each time its fan is there: the indices of the sets that earn it,
empty where the whole hand earns it. In a reading the chows come first and the pungs and kongs behind them, each in
ascending order. What counts beside what is no matter of the conditions: see counting.py.
"""
