"""Measurements, one module each with `main(argv) -> int`: `python -m tests.benchmarks NAME`."""
