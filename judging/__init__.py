"""Referees: the law with its claims, findings and rulings, and the records of cases."""
