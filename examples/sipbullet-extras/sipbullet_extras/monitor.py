"""A monitor of what a knee's motor heats: more than so much work in a step."""

import sipbullet as sb

LIMIT = 40.0  # J a step


def heat(record: sb.StepRecord, context: sb.MonitorContext) -> str:
    """What is to be said of a step; "" when nothing is."""
    work = abs(record.swing.work)
    return f"heat: the knee does {work:.0f} J (limit {LIMIT:g})" if work > LIMIT else ""
