"""`sipbullet model`: write a robot's URDF."""

from pathlib import Path
from typing import Annotated

import typer

Out = Annotated[
    Path,
    typer.Option("--out", "-o", help="The URDF to write; or, for other simulators, an .sdf."),
]
Mass = Annotated[float, typer.Option(help="Mass in kg.")]
Leg = Annotated[float, typer.Option(help="Leg length in m, knee extended.")]
Width = Annotated[float, typer.Option(help="Pelvis width in m, hip to hip.")]
CogHeight = Annotated[
    float, typer.Option(help="Height of the centre of gravity over the hip axis in m.")
]
Inertia = Annotated[
    tuple[float, float, float] | None,
    typer.Option(
        metavar="IXX IYY IZZ",
        help="Principal moments in kg·m², three numbers; 1.5 1 1.5, scaled by mass and leg², "
        "by default.",
    ),
]
KneeFrequency = Annotated[
    float, typer.Option(help="Natural frequency of the knee's spring in rad/s.")
]
KneeDampingRatio = Annotated[float, typer.Option(help="Damping ratio of the knee; 1 is critical.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]


def model(
    out: Out,
    mass: Mass = 60.0,
    leg: Leg = 0.90,
    width: Width = 0.20,
    cog_height: CogHeight = 0.0,
    inertia: Inertia = None,
    knee_frequency: KneeFrequency = 18.0,
    knee_damping_ratio: KneeDampingRatio = 1.0,
    force: Force = False,
) -> None:
    """Write the URDF of a walker with these parameters.

    Walk it with `sipbullet walk --robot FILE`.
    """
    from sipbullet.record.files import check_suffix, write_new
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
    check_suffix(out, (".urdf", ".sdf"))
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
