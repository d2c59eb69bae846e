"""The paper's figures made: drawn, measured, and passed or failed, on one page."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sipbullet.config.models import WalkConfig
from sipbullet.plots.style import save
from sipbullet.record.files import make_folder
from sipbullet.record.reader import load_run
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.templates import render
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.prepare import prepare
from sipbullet.study.comparison import compare
from sipbullet.study.paper_checks import FIGURES, Check


@dataclass(frozen=True, slots=True)
class Reproduced:
    """One figure made."""

    name: str
    checks: list[Check]

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return all(check[2] for check in self.checks)


def reproduce(names: list[str], out: Path, force: bool = False) -> Iterator[Reproduced]:
    """Make the figures of these names in `out`.

    A PNG and the run's files for each, and index.html when all are done.

    The page of all figures ends with the paper's way and ours side by side.
    """
    make_folder(out)
    done: list[Reproduced] = []
    for name in names:
        figure = FIGURES[name]
        run = prepare(WalkConfig.model_validate(figure.settings)).run()
        folder, gathered = RunFolder(out / name, run, force), SummaryBuilder(run)
        for step in run:
            gathered.add(step)
            folder.add(step)
        folder.finish(gathered.summary(0.0))
        data = load_run(out / name)
        save(figure.draw(data, run.world), out / f"{name}.png")
        done.append(Reproduced(name, figure.measure(data, run.world)))
        yield done[-1]
    pairs = compare() if set(names) == set(FIGURES) else []
    shown = [(item, FIGURES[item.name]) for item in done]
    page = render("sipbullet.study", "figures.html", figures=shown, pairs=pairs)
    (out / "index.html").write_text(page, encoding="utf-8")
