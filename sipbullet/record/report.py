"""The figures of a walk in words: for the terminal, and for a notebook."""

import math
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


def print_summary(summary: Any, out: Path | None) -> None:
    """Print the figures of `summary` (the content of summary.json)."""
    console = Console(highlight=False)
    color = {"finished": "green", "fell": "red"}.get(summary["status"], "yellow")
    reason = str(summary["reason"]).replace("[", r"\[")
    title = f"{summary['world']}: [{color}]{summary['status']}[/{color}], {reason}"
    table = Table("", "", show_header=False, box=None, pad_edge=False)
    for name, value in summary_rows(summary):
        table.add_row(name, value)
    console.print(title)
    console.print(table)
    for kind, count in summary["violations"].items():
        console.print(f"[yellow]violation[/yellow]  {kind}: in {count} of {summary['steps']} steps")
    if not summary["violations"]:
        console.print("no violation of a monitor")
    if out is not None:
        console.print(f"files in {out!s}", markup=False)


def summary_rows(summary: Any) -> list[tuple[str, str]]:
    """(name, value) of every figure of `summary`, a `Summary`."""
    simulated, wall = summary["simulated_time"], summary["wall_time"]
    step = 1e3 * summary["dt"]
    speed = f"{simulated / wall:.0f}× real time" if wall > 0 else ""
    rows = [
        ("steps", f"{summary['steps']} in {simulated:.2f} s, computed in {wall:.2f} s ({speed})"),
        (
            "controller, integrator",
            f"{summary['controller']}, {summary['integrator']} at {step:g} ms",
        ),
    ]
    if summary["steady_duration"] is not None:
        rows += _gait_rows(summary)
    if summary["worst_tread_margin"] is not None:
        margin = f"at least {100 * summary['worst_tread_margin']:.1f} cm from an edge"
        rows.append(("foothold inside its tread", margin))
    if summary["stand"] is not None:
        rows += _stand_rows(summary["stand"])
    return rows + _monitor_rows(summary)


def _gait_rows(summary: Any) -> list[tuple[str, str]]:
    duration, target = summary["steady_duration"], summary["target_duration"]
    spacing, away = summary["steady_spacing"], summary["steady_length_error"]
    off, wide = 100 * (duration / target - 1), 1e3 * (spacing - summary["target_spacing"])
    return [
        ("step duration, last 16", f"{duration:.4f} s (target {target:g} s, {off:+.3f} %)"),
        ("step length error, last 16", f"{1e3 * away:+.3f} mm on average"),
        ("foot spacing, last 16", f"{spacing:.4f} m (error {wide:+.3f} mm)"),
        ("roll at touchdown", f"at most {math.degrees(summary['worst_roll']):.2f}°"),
        ("offset from the path", f"at most {1e3 * summary['worst_offset']:.1f} mm"),
        ("foothold error", f"at most {1e3 * summary['worst_foothold_error']:.1f} mm"),
    ]


def _stand_rows(stand: dict[str, float]) -> list[tuple[str, str]]:
    left, offset = 100 * stand["kinetic_energy_left"], 1e3 * stand["cog_offset"]
    still = f"{stand['stand_time']:.1f} s, COG still to {1e3 * stand['stand_drift']:.3f} mm"
    energy = f"{left:.3f} % of the kinetic energy left"
    return [
        ("at rest", f"{energy}, COG {offset:.1f} mm from over the foot"),
        ("on both feet", still),
    ]


def _monitor_rows(summary: Any) -> list[tuple[str, str]]:
    clearance, lift = summary["worst_clearance"], summary["worst_trailing_lift"]
    rows = [
        ("vertical ground reaction", f"at least {_number(summary['worst_min_fz'], '.0f')} N"),
        ("friction needed", f"{_number(summary['worst_friction'], '.3f')} in the swing"),
        ("energy drift", f"at most {summary['worst_energy_drift']:.1e} a swing"),
        ("vertical momentum drift", f"at most {summary['worst_momentum_drift']:.1e} a swing"),
        (
            "swing foot over the ground",
            f"at least {100 * clearance:.1f} cm" if clearance is not None else "–",
        ),
    ]
    if summary["worst_edge_clearance"] is not None:
        rows.append(
            (
                "drawn swing foot over edges",
                f"at least {100 * summary['worst_edge_clearance']:.1f} cm",
            )
        )
    if summary["worst_impulse_friction"] is not None and lift is not None:
        rows[1] = (
            rows[1][0],
            f"{rows[1][1]}, {summary['worst_impulse_friction']:.3f} in the impact",
        )
        rows.append(("trailing foot lifts off", f"at {lift:.2f} m/s or more"))
        rows.append(
            ("energy of the trunk's reset", f"at most {summary['worst_reset_energy_jump']:.1e} J")
        )
    return rows


def _number(value: float | None, form: str) -> str:
    return "∞" if value is None else format(value, form)
