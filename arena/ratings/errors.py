"""What can go wrong when results are turned into ratings."""

from collections.abc import Sequence


class RatingError(ValueError):
    """Results that cannot be rated; the message says which and what to do."""


class DisconnectedError(RatingError):
    """The results do not compare all bots with each other; inside each of `groups` they do."""

    def __init__(self, groups: Sequence[tuple[str, ...]]) -> None:
        self.groups = tuple(groups)
        listed = "; ".join(_shown(group) for group in self.groups)
        super().__init__(
            f"the results fall into {len(self.groups)} groups that no result compares: {listed}. "
            "Let bots of different groups play, or rate each group by itself."
        )


def _shown(group: tuple[str, ...]) -> str:
    names = ", ".join(group[:6])
    return f"[{names}]" if len(group) <= 6 else f"[{names} and {len(group) - 6} more]"
