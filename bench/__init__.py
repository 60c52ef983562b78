"""Measurements: every figure is a ratio against a baseline in the same run."""
