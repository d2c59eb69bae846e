"""What a user's own file may look like; checked by mypy --strict, and run."""

import sipbullet as sb


class Mine:
    """A controller with one method."""

    def command(self, touchdown: sb.Touchdown) -> sb.StepCommand | None:
        if touchdown.index >= 2:
            return None
        rate = 0.25 if touchdown.support == "right" else -0.25
        return sb.StepCommand(0.0, 1.1, rate, 0.22, 0.0, 0.9, 0.9, 0.36)


def command(touchdown: sb.Touchdown) -> sb.StepCommand | None:
    return Mine().command(touchdown)


@sb.register_controller("mine")
class Named(Mine):
    """The same under a name."""


@sb.register_monitor("heat")
def heat(record: sb.StepRecord, context: sb.MonitorContext) -> str:
    return "heat: too much" if abs(record.swing.work) > context.config.friction * 1e4 else ""


def main() -> list[str]:
    robot = sb.varied(sb.Robot(), mass=70.0)
    statuses: list[str] = []
    for controller in (Mine(), command, "mine", Mine):
        run: sb.Run = sb.walk(
            "flat", robot, controller=controller, integrator="kane", monitors=["heat"]
        )
        roll: float | None = run.summary["worst_roll"]
        assert roll is not None
        assert run.steps[0].record.index == 1
        statuses.append(run.summary["status"])
    for step in sb.steps("flat", steps=2, integrator="kane"):
        duration: float = step.record.swing.duration
        assert duration > 0.0
    walk = sb.plan_walk("flat", integrator="kane")
    with sb.Stepper(walk) as stepper:
        touchdown = stepper.reset()
        given = command(touchdown)
        assert given is not None
        record: sb.StepRecord = stepper.step(given)
        assert record.touchdown is not None
    return statuses


if __name__ == "__main__":
    print(main())
