"""A run as a Rerun recording (.rrd).

Transforms, the stairs, feet, COG and scalars, on the timeline of simulated time.
"""

from pathlib import Path

import numpy as np
import rerun as rr

from sipbullet.exports.frames import BASE, EXPORTED, SOLES, poses
from sipbullet.record.recorded_run import RecordedRun
from sipbullet.worlds.exports import COLORS, box_centre

TIMELINE = "simulated_time"


def write_rerun(run: RecordedRun, path: Path) -> None:
    """Write the run to `path`."""
    recording = rr.RecordingStream(
        "sipbullet", recording_id=f"{run.world.name}-{run.data.summary['controller']}"
    )
    recording.save(path)
    _log_world(run, recording)
    phases = run.phases()
    time = rr.TimeColumn(TIMELINE, duration=np.concatenate([phase.times for phase in phases]))
    placed = [
        poses(run.robot, phase, sample) for phase in phases for sample in range(len(phase.times))
    ]
    for name in (BASE, *SOLES.values()):
        positions = np.array([frames[name].position for frames in placed])
        turns = np.array([frames[name].quaternion for frames in placed])
        columns = rr.Transform3D.columns(translation=positions, quaternion=turns)
        rr.send_columns(f"world/{name}", [time], columns, recording=recording)
    values = {name: np.concatenate([phase.scalars[name] for phase in phases]) for name in EXPORTED}
    for name, column in (("cog", "cog"), ("reaction", "reaction")):
        block = np.concatenate([getattr(phase, column) for phase in phases])
        values |= {f"{name}_{axis}": block[:, index] for index, axis in enumerate("xyz")}
    for name, series in values.items():
        rr.send_columns(
            f"walk/{name}", [time], rr.Scalars.columns(scalars=series), recording=recording
        )
    recording.flush()
    recording.disconnect()


def _log_world(run: RecordedRun, recording: rr.RecordingStream) -> None:
    leg, width = run.robot.leg_length, run.robot.pelvis_width
    recording.log("world", rr.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    treads = run.world.treads
    colors = [
        [int(255 * float(part)) for part in COLORS[index % 2].split()]
        for index in range(len(treads))
    ]
    turns = [[0.0, 0.0, np.sin(tread.yaw / 2), np.cos(tread.yaw / 2)] for tread in treads]
    boxes = rr.Boxes3D(
        centers=[box_centre(tread) for tread in treads],
        sizes=[(tread.length, tread.width, tread.thickness) for tread in treads],
        quaternions=turns,
        colors=colors,
        fill_mode="solid",
    )
    recording.log("world/stairs", boxes, static=True)
    trunk = rr.Boxes3D(
        centers=[[0, 0, 0.3 * leg]],
        sizes=[[0.16 * leg, max(width, 0.1), 0.6 * leg]],
        fill_mode="solid",
    )
    recording.log(f"world/{BASE}/trunk", trunk, static=True)
    for side, color in (("right", [217, 94, 13]), ("left", [33, 102, 172])):
        recording.log(
            f"world/{SOLES[side]}/foot",
            rr.Points3D([[0, 0, 0]], radii=0.05 * leg, colors=color),
            static=True,
        )
    path = np.concatenate([phase.cog for phase in run.phases()])
    recording.log("world/cog_path", rr.LineStrips3D([path], colors=[[40, 40, 40]]), static=True)
