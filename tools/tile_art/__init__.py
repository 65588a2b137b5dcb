"""The drawings of the mahjong tiles: `python -m tools.draw_tiles` writes static/tiles from them."""
