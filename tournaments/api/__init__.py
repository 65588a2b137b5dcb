"""The web API, version 1: the same selectors and services as the pages, in JSON."""
