"""`arena completion SHELL`: the completion script of a shell."""

from typing import Literal

from arena.cli.common import PLAIN, Common
from arena.cli.output import Output


def completion(shell: Literal["bash", "zsh", "fish"], /, *, common: Common = PLAIN) -> int:
    """Print the completion script of a shell.

    Parameters
    ----------
    shell
        bash, zsh or fish. For bash: arena completion bash > ~/.local/share/bash-completion/completions/arena
    """
    from arena.cli.app import make_app

    script = make_app().generate_completion(shell=shell)
    Output(common).line("completion/1", {"shell": shell, "script": script}, script)
    return 0
