"""The paper's figures, drawn from recorded runs.

Readable in grey, right and left told apart, support phases shaded.
"""

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from sipbullet.mechanics.rigid_motion import Array
from sipbullet.plots.style import DARK, LEFT, RIGHT, STYLE, feet, outline, panels, shade
from sipbullet.record.reader import RunData
from sipbullet.worlds.terrain import World


def rectilinear(run: RunData) -> Figure:
    """Fig. 2: from above, and along x over time, the COG, the pelvis, the feet and the ZMP."""
    figure, (above, time) = panels(2, height=2.8)
    first, last = 20, 28
    mine, data = run.between(first, last), run.trajectory
    above.plot(data["cog_x"][mine], data["cog_y"][mine], color=DARK, label="COG")
    above.plot(
        data["pelvis_x"][mine], data["pelvis_y"][mine], "--", color="#888888", label="pelvis"
    )
    above.plot(
        data["zmp_x"][mine], data["zmp_y"][mine], ":", color=DARK, lw=1, label="ZMP (cart-table)"
    )
    feet(above, run, first, last)
    above.set(xlabel="x / m", ylabel="y / m", title="From above")
    above.legend(ncols=5, fontsize=7, loc="upper center")
    above.set_ylim(-0.2, 0.26)
    t = data["t"][mine]
    shade(time, run, float(t[0]), float(t[-1]))
    for name, style, label in (
        ("cog_x", "-", "COG"),
        ("zmp_x", ":", "ZMP (cart-table)"),
        ("support_foot_x", "-.", "support foot (CoP)"),
    ):
        time.plot(t, data[name][mine], style, color=DARK, lw=1.2, label=label)
    time.set(xlabel="t / s", ylabel="x / m", title="Along x (shaded: on the right foot)")
    time.legend(fontsize=7)
    return figure


def angles_and_speeds(run: RunData) -> Figure:
    """Fig. 3: the supporting leg's angles and their rates."""
    figure, (angles, speeds) = panels(2, height=2.8)
    mine, data = run.between(20, 27), run.trajectory
    t = data["t"][mine]
    for axes, names, scale, unit in (
        (angles, ("theta_z", "theta", "theta_x"), 180 / np.pi, "°"),
        (speeds, ("gamma", "omega", "gamma_x"), 1.0, "rad/s"),
    ):
        shade(axes, run, float(t[0]), float(t[-1]))
        for name, style, label in zip(
            names, (":", "-", "--"), ("yaw", "pitch", "roll"), strict=True
        ):
            axes.plot(t, scale * data[name][mine], style, color=DARK, label=f"{label} {name}")
        axes.set_ylabel(f"angle / {unit}" if axes is angles else f"rate / ({unit})")
        axes.legend(ncols=3, fontsize=7, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    speeds.set_xlabel("t / s (shaded: on the right foot)")
    return figure


def energy_and_momentum(run: RunData) -> Figure:
    """Fig. 4: total energy and H about the vertical through the supporting foot."""
    figure, (energy, momentum) = panels(2, height=2.8)
    mine, data = run.between(2, 12), run.trajectory
    t, total = data["t"][mine], data["kinetic"] + data["potential"]
    for axes, values, label in (
        (energy, total[mine], "total energy / J"),
        (momentum, data["momentum_z"][mine], "H·ez / (kg·m²/s)"),
    ):
        shade(axes, run, float(t[0]), float(t[-1]))
        axes.plot(t, values, color=DARK, lw=1.2)
        axes.set_ylabel(label)
    energy.set_title("On the landing, then up the stairs by the knee's work")
    momentum.set_xlabel("t / s (shaded: on the right foot)")
    return figure


def leg_lengths(run: RunData, world: World) -> Figure:
    """Fig. 5: lengths of the right and the left leg, up and down."""
    figure, (up, down) = panels(2, height=2.4)
    top = max(tread.top for tread in world.treads)
    treads = run.steps["target_foot_z"]
    rising = run.steps["step"][np.flatnonzero(np.diff(treads) > 0.01)]
    falling = run.steps["step"][np.flatnonzero(np.diff(treads) < -0.01)]
    for axes, steps, title in ((up, rising, "Going up"), (down, falling, "Going down")):
        mine, data = run.between(int(steps[0]) - 1, int(steps[0]) + 8), run.trajectory
        t = data["t"][mine]
        shade(axes, run, float(t[0]), float(t[-1]))
        swing = dict(zip(run.steps["step"].tolist(), run.steps["leg2"].tolist(), strict=True))
        leg2 = np.array([swing[step] for step in data["step"][mine].tolist()])
        for side, color, style in (("right", RIGHT, "-"), ("left", LEFT, "--")):
            length = np.where(run.support[mine] == side, data["leg1"][mine], leg2)
            axes.plot(t, length, style, color=color, label=f"{side} leg")
        axes.set(ylabel="length / m", title=title)
        axes.legend(fontsize=7, loc="lower right")
    down.set_xlabel(f"t / s (shaded: on the right foot); the stairs rise to {top:g} m")
    return figure


def spiral(run: RunData, world: World) -> Figure:
    """Fig. 6a: the spiral staircase from above and in three dimensions."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(9.0, 4.2), layout="constrained")
        above, space = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2, projection="3d")
    data, last = run.trajectory, int(run.steps["step"][-1])
    for tread in world.treads:
        corners = outline(world, tread.start, tread.end)
        above.plot(corners[:, 0], corners[:, 1], color="#bbbbbb", lw=0.7)
        space.plot(corners[:, 0], corners[:, 1], tread.top, color="#bbbbbb", lw=0.7)
    above.plot(data["cog_x"], data["cog_y"], color=DARK, lw=1.2, label="COG")
    feet(above, run, 1, last)
    above.set(xlabel="x / m", ylabel="y / m", aspect="equal")
    above.legend(fontsize=7)
    space.plot(data["cog_x"], data["cog_y"], data["cog_z"], color=DARK, lw=1.2)
    for side, marker, color in (("right", "s", RIGHT), ("left", "o", LEFT)):
        mine = run.step_support == side
        places = (run.steps[f"pivot_{axis}"][mine] for axis in "xyz")
        space.plot(*places, marker, color=color, ms=3)
    space.set(xlabel="x / m", ylabel="y / m", zlabel="z / m")
    space.set_box_aspect((1, 1, 0.7))
    return figure


def staircase(run: RunData) -> Figure:
    """Fig. 6b: y and z of the COG, up and down the straight staircase."""
    figure, (side, height) = panels(2, height=2.4)
    data = run.trajectory
    side.plot(data["cog_x"], data["cog_y"], color=DARK, lw=1.0)
    side.set(ylabel="y / m")
    feet(side, run, 1, int(run.steps["step"][-1]))
    side.legend(fontsize=7, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    height.plot(data["cog_x"], data["cog_z"], color=DARK, lw=1.0, label="COG")
    height.step(
        run.steps["pivot_x"],
        run.steps["pivot_z"],
        where="mid",
        color="#999999",
        lw=1.0,
        label="stairs",
    )
    height.set(xlabel="x / m", ylabel="z / m")
    height.legend(fontsize=7)
    return figure


def stop(run: RunData) -> Figure:
    """Fig. 7: speeds, kinetic energy and momentum about the stop.

    The instant of double support is marked.
    """
    figure, (speeds, kinetic, momentum) = panels(3, height=2.2)
    data, last = run.trajectory, int(run.steps["step"][-1])
    mine = run.between(last - 2, last + 1)
    t = data["t"][mine]
    standing = next(
        begin for begin, _, support in run.spans() if support == "both" and begin > t[0]
    )
    end = standing + 0.6
    for axes in (speeds, kinetic, momentum):
        shade(axes, run, float(t[0]), end)
        axes.axvline(standing, color=DARK, lw=1.0, ls="--")
    for name, style, label in (
        ("gamma", ":", "yaw"),
        ("omega", "-", "pitch"),
        ("gamma_x", "--", "roll"),
    ):
        speeds.plot(t, data[name][mine], style, color=DARK, label=label)
    speeds.set(ylabel="rate / (rad/s)", title="Dashed line: double support")
    speeds.legend(ncols=3, fontsize=7)
    kinetic.plot(t, data["kinetic"][mine], color=DARK)
    kinetic.set_ylabel("kinetic energy / J")
    momentum.plot(t, data["momentum_z"][mine], color=DARK)
    momentum.set(
        ylabel="H·ez / (kg·m²/s)", xlabel="t / s (shaded: on the right foot; grey: on both)"
    )
    return figure


def effects_figure(
    first: Array, steady: Array, controls: tuple[str, ...], objectives: tuple[str, ...]
) -> Figure:
    """Both tables of the objectives as pictures.

    Each row by its largest entry, so that the strongest control stands out.
    """
    figure, axes = panels(1, 2, width=10.0, height=4.2)
    for panel, values, title in zip(
        axes, (first, steady), ("first step", "steady state"), strict=True
    ):
        scale = np.maximum(np.abs(values).max(axis=1, keepdims=True), 1e-12)
        panel.imshow(np.abs(values) / scale, cmap="Greys", vmin=0.0, vmax=1.4)
        for (row, column), value in np.ndenumerate(values):
            panel.text(column, row, f"{value:+.2f}", ha="center", va="center", fontsize=8)
        panel.set_xticks(range(6), controls)
        panel.set_yticks(range(6), objectives)
        panel.set_title(f"Change in the {title}")
        panel.grid(False)
    return figure
