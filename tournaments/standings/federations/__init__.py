"""Federation reports: a table of results in the federation's columns, its checks, and attachments."""
