"""The law without a server: what runs on a phone, in a Python made for browsers. Pure: no Django, no database."""
