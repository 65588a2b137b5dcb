"""The law: claims, findings, rulings and the records of cases. Stands on tournaments and engine."""
