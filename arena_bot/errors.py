"""Why a bot stops. `run` turns each into one sentence on stderr and exit status 1.

StopBot
├── SetupError     the environment does not say where the referee is: start the bot through arena
├── Refused        the referee does not serve this bot: its sentence says why
├── StreamLost     the referee could not be reached, or broke off: its log says why
└── AuthorError    the bot's own code raised, the cause: mend it
"""


class StopBot(Exception):
    """The bot cannot go on; the message is one sentence for its author."""


class SetupError(StopBot):
    """The environment is incomplete or names an address that cannot be used."""


class Refused(StopBot):
    """The referee answered the hello with a reason to go."""


class StreamLost(StopBot):
    """There is no stream, or it ended other than by the referee's closing it."""


class AuthorError(StopBot):
    """Code of the bot's author raised, or chose what is no index. The cause is chained."""
