"""Random robots, steps and states for property tests."""

from builders import make_step
from hypothesis import strategies as st

from sipbullet.mechanics.state import State
from sipbullet.robot.parameters import Robot


def floats(low, high):
    return st.floats(low, high, allow_nan=False, allow_subnormal=False)


@st.composite
def robots(draw):
    a, b, c = (draw(floats(0.1, 3.0)) for _ in range(3))
    leg, mass = draw(floats(0.4, 1.3)), draw(floats(10.0, 150.0))
    return Robot(
        mass=mass,
        leg_length=leg,
        pelvis_width=draw(floats(0.0, 0.4)),
        cog_height=draw(floats(-0.1, 0.3)),
        inertia=(a + b, b + c, a + c),  # always a triangle
        knee_stiffness=mass * 18.0**2,
        knee_damping=2 * mass * 18.0,
    )


@st.composite
def steps(draw, leg=0.9):
    return make_step(
        support=draw(st.sampled_from(["right", "left"])),
        pivot=(draw(floats(-3, 3)), draw(floats(-3, 3)), draw(floats(-1, 3))),
        alpha1=draw(floats(-0.1, 0.1)),
        alpha_z1=draw(floats(-0.2, 0.2)),
        alpha=draw(floats(-0.4, 0.4)),
        alpha_z=draw(floats(-0.3, 0.3)),
        leg1_start=leg * draw(floats(0.7, 1.0)),
        leg1_target=leg,
        leg2=leg * draw(floats(0.7, 1.0)),
        knee_duration=0.36,
    )


@st.composite
def states(draw, leg=0.9):
    return State(
        theta_z=draw(floats(-3, 3)),
        theta=draw(floats(-0.6, 0.6)),
        theta_x=draw(floats(-0.4, 0.4)),
        gamma=draw(floats(-2, 2)),
        omega=draw(floats(-3, 3)),
        gamma_x=draw(floats(-2, 2)),
        leg1=leg * draw(floats(0.7, 1.0)),
        leg1_rate=draw(floats(-1, 1)),
    )
