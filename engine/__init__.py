"""Truco rules as pure values: no clock, no I/O, no randomness but the deck that is handed in."""
