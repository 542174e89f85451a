"""What can end a bot, each with the exit code of its process."""


class BotError(Exception):
    """Ends a bot. The text says what was wrong, what was possible and what to do."""

    exit_code = 1


class OptionsError(BotError):
    """The address, the token or a flag makes no sense."""

    exit_code = 2


class Unreachable(BotError):
    """No arena answered for as long as the bot was told to try."""

    exit_code = 3


class Refused(BotError):
    """The arena refused the hello, or ended the session for something the bot did."""

    exit_code = 3


class NotAuthorised(BotError):
    """The token is unknown, revoked, expired or of another scope."""

    exit_code = 4


class IllegalChoice(BotError):
    """The bot chose what was not among the offers. Found before it is sent, so no clock was lost."""
