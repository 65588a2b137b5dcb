"""Files going out, from selectors; `registry` has the ones that organisers download."""
