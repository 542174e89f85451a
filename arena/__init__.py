"""Truco Arena: separate bot processes play ranked truco over gRPC. Start reading at arena/cli."""

__version__ = "0.1.0"
