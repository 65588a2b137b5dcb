"""Demonstration events: two real ones from files, and fictional ones played by seeded robots."""
