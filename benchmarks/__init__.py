"""Benchmarks: speed of the environments, as ratios to a peer measured in the same run."""
