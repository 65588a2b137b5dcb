"""Measurements, one module each with `main(argv) -> int`: `python -m benchmarks NAME`."""
