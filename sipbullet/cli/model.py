"""`sipbullet model`: write a robot's URDF."""

from pathlib import Path
from typing import Annotated

import typer


def model(
    out: Annotated[
        Path,
        typer.Option("--out", "-o", help="The URDF to write; or, for other simulators, an .sdf."),
    ],
    mass: Annotated[float, typer.Option(help="Mass in kg.")] = 60.0,
    leg: Annotated[float, typer.Option(help="Leg length in m, knee extended.")] = 0.90,
    width: Annotated[float, typer.Option(help="Pelvis width in m, hip to hip.")] = 0.20,
    cog_height: Annotated[
        float, typer.Option(help="Height of the centre of gravity over the hip axis in m.")
    ] = 0.0,
    inertia: Annotated[
        tuple[float, float, float] | None,
        typer.Option(
            help="Principal moments Ixx Iyy Izz in kg·m²; 1.5 1 1.5, scaled by mass and leg², by default."
        ),
    ] = None,
    knee_frequency: Annotated[
        float, typer.Option(help="Natural frequency of the knee's spring in rad/s.")
    ] = 18.0,
    knee_damping_ratio: Annotated[
        float, typer.Option(help="Damping ratio of the knee; 1 is critical.")
    ] = 1.0,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write the URDF of a walker with these parameters.

    Walk it with `sipbullet walk --robot FILE`.
    """
    from sipbullet.record.files import write_new
    from sipbullet.robot.parameters import Robot, varied
    from sipbullet.robot.sdf_writer import robot_sdf
    from sipbullet.robot.urdf_writer import robot_urdf

    robot = varied(
        Robot(),
        mass=mass,
        leg_length=leg,
        pelvis_width=width,
        cog_height=cog_height,
        inertia=inertia,
        knee_frequency=knee_frequency,
        knee_damping_ratio=knee_damping_ratio,
    )
    text = robot_sdf if out.suffix.lower() == ".sdf" else robot_urdf
    write_new(out, text(robot, _name(out)), force)
    typer.echo(f"wrote {out}")


def _name(path: Path) -> str:
    return (
        "".join(
            character if character.isalnum() and character.isascii() else "_"
            for character in path.stem
        )
        or "robot"
    )
