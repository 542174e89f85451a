"""The stdio bridge: any program that reads a JSON object a line and writes one back is a bot.

    python -m arena.bridge -- ./bot --flag        # what the arena runs for a bot of protocol "stdio-json"

The bridge is a bot of the Python SDK: it holds the stream, beats, reconnects and drains. The program gets the
arena's messages in protobuf's JSON mapping, one ArenaMessage a line, and writes one BotMessage for each
question. Read messages.py (what the lines hold), then program.py and bot.py.
"""
