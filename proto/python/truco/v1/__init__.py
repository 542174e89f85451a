"""Version 1 of the contract, one module per .proto file."""
