"""Events to look at and to try: two real ones in files, and fictional ones that seeded robots play by the services."""
