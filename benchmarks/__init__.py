"""Measurements that the README quotes: `python -m benchmarks.bench_core` and its neighbours."""
