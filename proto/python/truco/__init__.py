"""The arena's contract as generated Python: see proto/truco/v1."""
