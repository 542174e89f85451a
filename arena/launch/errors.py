"""What can go wrong before a bot runs: each text says what, what was possible, what to do."""


class LaunchError(Exception):
    """A bot cannot be started."""


class AddressError(LaunchError):
    """Not a bot address."""


class ManifestError(LaunchError):
    """A bot.toml that cannot be read, with the file and the key."""


class BuildError(LaunchError):
    """The build command of a bot failed."""
