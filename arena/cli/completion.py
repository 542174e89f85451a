"""`arena completion SHELL`: the completion script of a shell."""

from typing import Literal

from arena.cli.common import PLAIN, Common


def completion(shell: Literal["bash", "zsh", "fish"], /, *, common: Common = PLAIN) -> int:
    """Print the completion script of a shell.

    Parameters
    ----------
    shell
        bash, zsh or fish. For bash: arena completion bash > ~/.local/share/bash-completion/completions/arena
    """
    from arena.cli.app import make_app

    print(make_app().generate_completion(shell=shell))
    return 0
