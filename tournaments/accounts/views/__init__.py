"""Pages of accounts: signing in, the user's account, people of the site, signing up."""
