"""What `make bench` measures: each *_bench.py gives sections, report.py writes them to RESULTS.md."""
