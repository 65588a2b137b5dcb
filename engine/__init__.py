"""The game of mahjong: tiles, hands, readings, scoring, the table, four rule families.

Standard library only. Nothing here knows of tournaments, databases or web pages.
"""
