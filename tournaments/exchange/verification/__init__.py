"""Full verification of an event's public bundle, with the code that draws, deals, scores and judges.

The downloadable verifier, `static/offline/mahjong-verify.py`, shares no code with it.
"""
