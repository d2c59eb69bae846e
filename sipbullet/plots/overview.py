"""Plots of one run: panels for its path, angles, controls and forces; a page of them all."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sipbullet.plots.style import DARK, LEFT, RIGHT, feet, outline, panels, shade
from sipbullet.record.recorded_run import RecordedRun


def path(axes: Axes, run: RecordedRun) -> None:
    """From above: the treads, the feet, the footholds planned and the COG."""
    data, steps = run.data.trajectory, run.data.steps
    for tread in run.ground.treads:
        corners = outline(run.world, tread.start, tread.end)
        axes.plot(corners[:, 0], corners[:, 1], color="#cccccc", lw=0.6)
    axes.plot(
        steps["target_foot_x"],
        steps["target_foot_y"],
        "x",
        color="#999999",
        ms=8,
        label="planned",
        zorder=1,
    )
    feet(axes, run.data, 1, int(steps["step"][-1]))
    last = ("o", LEFT, "none") if run.data.step_support[-1] == "right" else ("s", RIGHT, RIGHT)
    axes.plot(steps["foot_x"][-1:], steps["foot_y"][-1:], last[0], color=last[1], mfc=last[2], ms=6)
    axes.plot(data["cog_x"], data["cog_y"], color=DARK, lw=1.0, label="COG")
    axes.set(xlabel="x / m", ylabel="y / m", title="From above")
    axes.set_aspect("equal", adjustable="datalim")
    axes.legend(fontsize=7, ncols=4)


def profile(axes: Axes, run: RecordedRun) -> None:
    """Over the way gone: the ground under the feet, the COG and the swing foot as drawn."""
    data = run.data.trajectory
    way = np.concatenate(
        [[0.0], np.cumsum(np.hypot(np.diff(data["cog_x"]), np.diff(data["cog_y"])))]
    )
    axes.plot(way, data["cog_z"], color=DARK, lw=1.0, label="COG")
    axes.plot(way, data["support_foot_z"], color="#999999", lw=1.0, label="supporting foot")
    for side, color, style in (("right", LEFT, "--"), ("left", RIGHT, "-")):
        mine = np.where(run.data.support == side, data["drawn_foot_z"], np.nan)
        axes.plot(
            way,
            mine,
            style,
            color=color,
            lw=0.8,
            label=f"{'left' if side == 'right' else 'right'} foot swings",
        )
    axes.set(xlabel="way of the COG / m", ylabel="z / m", title="Profile")
    axes.legend(fontsize=7, ncols=2)


def _series(
    axes: Axes,
    run: RecordedRun,
    names: tuple[str, ...],
    labels: tuple[str, ...],
    scale: float,
    unit: str,
) -> None:
    data = run.data.trajectory
    _shaded(axes, run)
    for name, label, style in zip(names, labels, ("-", "--", ":"), strict=False):
        axes.plot(data["t"], scale * data[name], style, color=DARK, lw=0.9, label=label)
    axes.set(xlabel="t / s", ylabel=unit)
    axes.legend(fontsize=7, ncols=3)


def _shaded(axes: Axes, run: RecordedRun) -> None:
    t = run.data.trajectory["t"]
    shade(axes, run.data, float(t[0]), float(t[-1]))


def angles(axes: Axes, run: RecordedRun) -> None:
    """The supporting leg's angles."""
    _series(
        axes,
        run,
        ("theta", "theta_x", "theta_z"),
        ("pitch", "roll", "yaw"),
        180 / np.pi,
        "angle / °",
    )
    axes.set_title("Supporting leg (shaded: the right one)")


def rates(axes: Axes, run: RecordedRun) -> None:
    """The supporting leg's rates."""
    _series(
        axes, run, ("omega", "gamma_x", "gamma"), ("pitch", "roll", "yaw"), 1.0, "rate / (rad/s)"
    )
    axes.set_title("Rates")


def controls(axes: Axes, run: RecordedRun) -> None:
    """What the controller set at every touchdown."""
    steps = run.data.steps
    for name, label, marker in (
        ("omega", "pitch rate ω", "o"),
        ("gamma_x", "roll rate γx", "s"),
        ("gamma", "yaw rate γ", "^"),
        ("alpha", "half hip angle α", "v"),
        ("alpha_z", "half hip yaw αz", "x"),
    ):
        axes.plot(steps["step"], steps[name], marker, ls="-", lw=0.5, ms=3, label=label)
    axes.set(xlabel="step", ylabel="rad/s, rad", title="Controls")
    axes.legend(fontsize=7, ncols=3)


def energy(axes: Axes, run: RecordedRun) -> None:
    """Energy over time."""
    data = run.data.trajectory
    _shaded(axes, run)
    axes.plot(data["t"], data["kinetic"] + data["potential"], color=DARK, lw=1.0, label="total")
    axes.plot(data["t"], data["potential"], "--", color=DARK, lw=0.8, label="potential")
    axes.plot(data["t"], data["kinetic"], ":", color=DARK, lw=0.8, label="kinetic")
    axes.set(xlabel="t / s", ylabel="energy / J", title="Energy")
    axes.legend(fontsize=7, ncols=3)


def reactions(axes: Axes, run: RecordedRun) -> None:
    """The ground's reaction, upwards and across."""
    data = run.data.trajectory
    _shaded(axes, run)
    axes.plot(data["t"], data["reaction_z"], color=DARK, lw=0.9, label="upwards")
    level = np.hypot(data["reaction_x"], data["reaction_y"])
    axes.plot(data["t"], level, "--", color=DARK, lw=0.9, label="horizontal")
    axes.set(xlabel="t / s", ylabel="force / N", title="Ground reaction")
    axes.legend(fontsize=7, ncols=2)


def footholds(axes: Axes, run: RecordedRun) -> None:
    """Footholds against the plan."""
    steps = run.data.steps
    yaw = steps["target_heading"]
    dx, dy = steps["foot_x"] - steps["target_foot_x"], steps["foot_y"] - steps["target_foot_y"]
    along, left = np.cos(yaw) * dx + np.sin(yaw) * dy, np.cos(yaw) * dy - np.sin(yaw) * dx
    axes.plot(steps["step"], 1e3 * along, "o-", color=DARK, lw=0.7, ms=3, label="along the path")
    axes.plot(steps["step"], 1e3 * left, "s--", color="#888888", lw=0.7, ms=3, label="to the left")
    axes.set(xlabel="step", ylabel="foot less plan / mm", title="Footholds against the plan")
    axes.legend(fontsize=7, ncols=2)


PANELS: dict[str, Callable[[Axes, RecordedRun], None]] = {
    "path": path,
    "profile": profile,
    "angles": angles,
    "rates": rates,
    "controls": controls,
    "energy": energy,
    "reactions": reactions,
    "footholds": footholds,
}


def overview(run: RecordedRun, names: list[str], make: Callable[..., Figure] = Figure) -> Figure:
    """A page with the panels of these names.

    `make` makes the figure, such as pyplot's for a window.
    """
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    figure, axes = panels(rows, columns, width=7.0 * columns, height=3.4, make=make)
    for panel, name in zip(axes, names, strict=False):
        PANELS[name](panel, run)
    for panel in axes[len(names) :]:
        panel.remove()
    summary = run.data.summary
    figure.suptitle(
        f"{summary['world']}, {summary['controller']}, {summary['integrator']}: "
        f"{summary['status']}, {summary['reason']}"
    )
    return figure
