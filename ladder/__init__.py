"""Ratings and tables from results. Knows what a result is, and nothing of who played it or how."""
