"""`sipbullet reproduce`: the paper's figures."""

from pathlib import Path
from typing import Annotated

import typer


def reproduce(
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for the figures, their data and index.html.")
    ],
    which: Annotated[
        list[str] | None, typer.Argument(help="all, or fig2 fig3 fig4 fig5 fig6a fig6b fig7.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the figures of an earlier call.")
    ] = False,
) -> int:
    """Walk, draw and check the paper's figures; exit status 1 if a check fails."""
    from rich.console import Console

    from sipbullet.errors import ConfigError
    from sipbullet.study.paper_checks import FIGURES
    from sipbullet.study.reproduce import reproduce as make

    names = list(FIGURES) if not which or which == ["all"] else which
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        raise ConfigError(
            f"reproduce: no figure {unknown[0]!r}; choose all or {', '.join(FIGURES)}"
        )
    console, passed = Console(highlight=False), True
    for figure in make(names, out, force):
        passed = passed and figure.passed
        console.print(f"[bold]{figure.name}[/bold] {FIGURES[figure.name].title}")
        for what, measured, good in figure.checks:
            mark = "[green]pass[/green]" if good else "[red]FAIL[/red]"
            console.print(f"  {mark} {what}: {measured}", soft_wrap=True)
    console.print(f"figures and index.html in {out}", markup=False)
    return 0 if passed else 1
