"""Accounts in the API: tokens, and for administrators the people of the site."""
