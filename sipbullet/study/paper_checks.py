"""The paper's figures, one walk each: how it is drawn, and what is measured of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sipbullet.plots import paper_figures as figures
from sipbullet.record.reader import RunData
from sipbullet.worlds.terrain import World

Check = tuple[str, str, bool]  # what, measured, passed


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """One figure of the paper: the walk behind it, how it is drawn, what is measured."""

    title: str
    says: str  # what the paper says
    settings: dict[str, Any]
    draw: Callable[[RunData, World], Any]
    measure: Callable[[RunData, World], list[Check]]


def _limit(what: str, value: float, limit: float, unit: str) -> Check:
    return (
        f"{what} at most {limit:g} {unit}".strip(),
        f"{value:.3g} {unit}".strip(),
        bool(abs(value) <= limit),
    )


def _finished(run: RunData) -> Check:
    return (
        "the walk ends as planned",
        f"{run.summary['status']}: {run.summary['reason']}",
        run.summary["status"] == "finished",
    )


def _measure_straight(run: RunData, world: World) -> list[Check]:
    steps, last = run.steps, slice(-16, None)
    data = run.trajectory
    away = np.hypot(data["zmp_x"] - data["support_foot_x"], data["zmp_y"] - data["support_foot_y"])
    duration, target = float(np.mean(steps["duration"][last])), run.summary["target_duration"]
    return [
        _finished(run),
        _limit("error of the mean step duration", 100 * (duration / target - 1), 0.1, "%"),
        _limit(
            "offset from the straight line",
            1e3 * float(np.abs(steps["y_offset"][last]).max()),
            5,
            "mm",
        ),
        _limit("roll at touchdown", float(np.degrees(np.abs(steps["roll"][last]).max())), 0.5, "°"),
        _limit(
            "cart-table ZMP from the true centre of pressure", 1e3 * float(away.max()), 60, "mm"
        ),
    ]


def _measure_periodic(run: RunData, world: World) -> list[Check]:
    names = ("td_theta", "td_theta_x", "td_gamma", "td_omega", "td_gamma_x")
    change = max(float(np.abs(run.steps[name][-1] - run.steps[name][-3])) for name in names)
    return [
        _finished(run),
        _limit("change of the touchdown state from stride to stride", change, 1e-3, "rad, rad/s"),
    ]


def _measure_energy(run: RunData, world: World) -> list[Check]:
    steps = run.steps
    level, moving = steps["knee_locked"] > 0.5, steps["knee_locked"] < 0.5
    return [
        _finished(run),
        _limit(
            "energy drift of a level step",
            float(np.abs(steps["energy_drift"][level]).max()),
            1e-8,
            "",
        ),
        _limit(
            "energy less the knee's work on the stairs",
            float(np.abs(steps["energy_drift"][moving]).max()),
            1e-6,
            "",
        ),
        _limit(
            "drift of the vertical momentum", float(np.abs(steps["momentum_drift"]).max()), 1e-8, ""
        ),
    ]


def _measure_legs(run: RunData, world: World) -> list[Check]:
    leg, steps = run.summary["robot"]["leg_length"], run.steps
    rise = max(abs(np.diff([tread.top for tread in world.treads])))
    shortest = min(float(steps["leg2"].min()), float(steps["td_leg1"].min()))
    late = float(np.abs(steps["td_leg1"] - steps["leg1_target"]).max())
    return [
        _finished(run),
        _limit("shortest leg from leg length less rise", 1e3 * (shortest - (leg - rise)), 5, "mm"),
        _limit("supporting leg at touchdown from its target", 1e3 * late, 5, "mm"),
    ]


def _measure_spiral(run: RunData, world: World) -> list[Check]:
    margin, steps = run.summary["worst_tread_margin"], run.steps
    on_tread = bool(np.all(np.abs(steps["foot_z"] - steps["target_foot_z"]) < 1e-6))
    return [
        _finished(run),
        (
            "every foothold on its tread",
            f"at least {100 * margin:.1f} cm inside",
            on_tread and margin > 0.05,
        ),
        _limit("roll at touchdown", float(np.degrees(np.abs(steps["roll"]).max())), 5, "°"),
    ]


def _measure_stairs(run: RunData, world: World) -> list[Check]:
    steps = run.steps
    top, bottom = float(steps["foot_z"].max()), float(steps["foot_z"][-1])
    return [
        _finished(run),
        (
            "up to the landing and down to the floor",
            f"{top:.3f} m and {bottom:.3f} m",
            abs(top - 1.5) < 1e-6 > abs(bottom),
        ),
        _limit(
            "sway of the COG across", 1e3 * float(np.abs(run.trajectory["cog_y"]).max()), 60, "mm"
        ),
        (
            "the ground is never pulled",
            f"Fz at least {steps['min_fz'].min():.0f} N",
            bool(steps["min_fz"].min() > 0),
        ),
        _limit("friction needed", float(steps["max_friction"].max()), 0.6, ""),
    ]


def _measure_stop(run: RunData, world: World) -> list[Check]:
    stand = run.summary["stand"] or {
        "kinetic_energy_left": 1.0,
        "stand_drift": 1.0,
        "cog_offset": 1.0,
        "stand_time": 0.0,
    }
    return [
        _finished(run),
        _limit("kinetic energy left", 100 * stand["kinetic_energy_left"], 1.5, "%"),
        _limit("COG from over the foot at the end", 1e3 * stand["cog_offset"], 30, "mm"),
        _limit("COG moves in 5 s on both feet", 1e3 * stand["stand_drift"], 1, "mm"),
    ]


def _walk(world: str, **more: Any) -> dict[str, Any]:
    return {"world": world, "controller": "pid", "simulation": {"integrator": "rk4"}, **more}


FIGURES = {
    "fig2": PaperFigure(
        "Rectilinear walk: COG, pelvis, feet, ZMP",
        "The walker goes straight, at the cadence and step length asked for; the COG sways "
        "between the feet.",
        _walk("flat", steps=40),
        lambda run, world: figures.rectilinear(run),
        _measure_straight,
    ),
    "fig3": PaperFigure(
        "Angles and speeds of the rectilinear walk",
        "Angles and speeds settle on a periodic motion although no periodic reference is tracked.",
        _walk("flat", steps=40),
        lambda run, world: figures.angles_and_speeds(run),
        _measure_periodic,
    ),
    "fig4": PaperFigure(
        "Total energy and vertical angular momentum while ascending",
        "Within a step the energy changes by the knee's work alone, and the angular momentum "
        "about the vertical is constant.",
        _walk("stairs"),
        lambda run, world: figures.energy_and_momentum(run),
        _measure_energy,
    ),
    "fig5": PaperFigure(
        "Leg lengths going up and down",
        "Going up the swing leg is shortened by the rise and then extends; going down the "
        "supporting leg is shortened.",
        _walk("stairs"),
        figures.leg_lengths,
        _measure_legs,
    ),
    "fig6a": PaperFigure(
        "Spiral staircase, 5 m radius",
        "With the same laws, and a turn fed forward, it climbs a spiral staircase.",
        _walk("spiral"),
        figures.spiral,
        _measure_spiral,
    ),
    "fig6b": PaperFigure(
        "Straight staircase, up and down: y and z of the COG",
        "It climbs and descends a straight staircase, swaying as it does on the flat.",
        _walk("stairs"),
        lambda run, world: figures.staircase(run),
        _measure_stairs,
    ),
    "fig7": PaperFigure(
        "Stop in balance",
        "With two angles of the last step it comes to rest on its foot; a little kinetic energy "
        "is left at the double support.",
        _walk("flat", steps=20, stop="paper"),
        lambda run, world: figures.stop(run),
        _measure_stop,
    ),
}
