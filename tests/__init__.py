"""The tests: engine, arena, oracles, conformance, bench, tooling, and the data they share."""
