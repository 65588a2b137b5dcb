"""Fixed schedules that are built instead of searched: four flights over a group, rotation tables, stored schedules."""
