"""The game of mahjong, standard library only: nothing here knows of tournaments, databases or web pages."""
