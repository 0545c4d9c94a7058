"""A small crawler: fetch pages, follow links, try again when a server is busy."""
