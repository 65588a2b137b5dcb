"""Pages of accounts: signing in, the own account, people of the site, signing up."""
