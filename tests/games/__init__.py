"""Tests of the rules: positions by hand, a battery over all tables, golden matches."""
