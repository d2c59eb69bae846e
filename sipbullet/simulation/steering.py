"""Steering a walk under way: what a user wants of a step, taken into its settings.

What is asked goes into the configuration, so that a walk of that configuration is this walk again.
What cannot be is refused: the walk goes on as it was, and `refused` says why.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sipbullet.config.models import PlanChange, PlannedFoot, PushConfig, ScheduleEntry, WalkConfig
from sipbullet.config.toml_files import validate
from sipbullet.errors import PlanError
from sipbullet.footsteps.foothold import Foothold

Stop = Literal["none", "paper", "refined"]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a user asks of a step, in the midst of a walk."""

    targets: ScheduleEntry | None = None  # from this step on
    push: tuple[float, float, float] | None = None  # N·s, in the middle of this step
    stop: Stop = "none"  # come to rest with this step
    plan: tuple[PlannedFoot, ...] | None = None  # footholds from this step on, instead of the rest

    @property
    def where_to(self) -> "Inputs":
        """What may be out of reach."""
        return Inputs(targets=self.targets, plan=self.plan)

    @property
    def what_else(self) -> "Inputs":
        """What can always be heeded."""
        return Inputs(push=self.push, stop=self.stop)


class Asks(Protocol):
    """Whoever is asked before every step."""

    refused: str  # why the last wish was not heeded; "" when it was

    def ask(self, index: int) -> Inputs:
        """What is wanted of step `index`."""


@dataclass
class Steering:
    """Steers a walk from Python: set what is wanted between two steps.

    walk = sb.steps("plaza", controller="footstep")
    for step in walk:
        walk.steering.plan = [{"x": 1.2, "y": 0.1, "z": 0.0, "yaw": 0.0, "foot": "left"}, ...]
    """

    targets: dict[str, float] = field(default_factory=dict)
    push: tuple[float, float, float] | None = None  # N·s, in the middle of the next step
    stop: Stop = "none"  # come to rest with the next step
    plan: Iterable[Any] | None = None  # footholds from the next step on: Foothold, or as in a plan
    refused: str = ""

    def ask(self, index: int) -> Inputs:
        """What has been set since the step before; it is forgotten here.

        Raises:
            SipbulletError: it is not what can be asked.
        """
        targets = None
        if self.targets:
            data = {"step": index, **self.targets}
            targets = validate(ScheduleEntry, data, "steering.targets", PlanError)
        plan = None if self.plan is None else planned_feet(self.plan)
        asked = Inputs(targets, self.push, self.stop, plan)
        self.targets, self.push, self.stop, self.plan = {}, None, "none", None
        return asked


def planned_feet(feet: Iterable[Any]) -> tuple[PlannedFoot, ...]:
    """Footholds as they stand in a plan, from Footholds, PlannedFeet or dictionaries.

    Raises:
        PlanError: it is no list of such, or one of them is none.
    """
    if isinstance(feet, (str, bytes, dict)) or not isinstance(feet, Iterable):
        raise PlanError(
            f"steering.plan: {feet!r} is no plan; a plan is a list of footholds "
            "{x, y, z, yaw, foot}, yaw in rad"
        )
    found = []
    for number, foot in enumerate(feet):
        if isinstance(foot, (Foothold, PlannedFoot)):
            foot = {name: getattr(foot, name) for name in ("x", "y", "z", "yaw", "foot")}
        found.append(validate(PlannedFoot, foot, f"steering.plan: foothold {number}", PlanError))
    if not found:
        raise PlanError("steering.plan: it has no footholds; give at least one, or a stop")
    return tuple(found)


def steered(config: WalkConfig, inputs: Inputs, index: int, push_time: float) -> WalkConfig:
    """The configuration in which `inputs` were asked of step `index` from the beginning.

    Args:
        config: so far.
        inputs: what is asked.
        index: of the step.
        push_time: s, when a push comes.
    """
    changes: dict[str, Any] = {}
    if inputs.targets is not None:
        entry = inputs.targets.model_copy(update={"step": index})
        changes["schedule"] = (*config.schedule, entry)
    if inputs.plan is not None:
        changes["plan_change"] = (*config.plan_change, PlanChange(step=index, feet=inputs.plan))
    if inputs.push is not None:
        x, y, z = inputs.push
        pushes = (*config.disturbance.push, PushConfig(time=push_time, x=x, y=y, z=z))
        changes["disturbance"] = config.disturbance.model_copy(update={"push": pushes})
    if inputs.stop != "none":
        changes |= {"steps": index, "stop": inputs.stop}
    return config.model_copy(update=changes)
