"""Steps from plain numbers, and walks from settings, in one call."""

from sipbullet.config.models import WalkConfig
from sipbullet.mechanics.state import KneeMotion, Stance, Step, SwingLeg
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.prepare import prepare


def make_step(
    support,
    pivot,
    alpha1,
    alpha_z1,
    alpha,
    alpha_z,
    leg1_start,
    leg1_target,
    leg2,
    knee_duration,
    double_support=False,
):
    stance = Stance(support, pivot, alpha1, alpha_z1)
    knee = KneeMotion(leg1_start, leg1_target, knee_duration)
    return Step(stance, SwingLeg(alpha, alpha_z, leg2), knee, double_support)


def walk_of(robot=None, **settings):
    """A walk ready to be run; `robot` is a Robot, or the path of a URDF."""
    if isinstance(robot, str):
        return prepare(WalkConfig.model_validate({"robot": robot, **settings}))
    return prepare(WalkConfig.model_validate(settings), robot)


def walked(robot=None, **settings):
    """A run that has been walked, and its steps."""
    run = walk_of(robot, **settings).run()
    return run, list(run)


def record(path, asks=None, **settings):
    """A run whose files are in `path`."""
    run = walk_of(**settings).run(asks)
    return record_run(path, run)


def record_run(path, run):
    folder, figures = RunFolder(path, run), SummaryBuilder(run)
    for step in run:
        figures.add(step)
        folder.add(step)
    folder.finish(figures.summary(1.0))
    return run
