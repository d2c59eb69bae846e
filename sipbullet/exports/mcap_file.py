"""A run as MCAP for Foxglove and PlotJuggler.

Transforms, joint states, the stairs as a scene, scalars; simulated time.
"""

import json
from pathlib import Path

import foxglove
from foxglove import Channel, messages
from foxglove.channels import FrameTransformsChannel, JointStatesChannel, SceneUpdateChannel

from sipbullet.exports.frames import BASE, EXPORTED, WORLD, Frame, joints, poses
from sipbullet.record.phases import Phase
from sipbullet.record.recorded_run import RecordedRun
from sipbullet.robot.chain import JOINTS
from sipbullet.worlds.exports import COLORS, box_centre
from sipbullet.worlds.terrain import World


def write_mcap(run: RecordedRun, path: Path) -> None:
    """Write the run to `path`."""
    context = foxglove.Context()
    with foxglove.open_mcap(path, context=context, allow_overwrite=True):
        transforms = FrameTransformsChannel("/tf", context=context)
        states = JointStatesChannel("/joint_states", context=context)
        scene = SceneUpdateChannel("/world", context=context)
        scalars = Channel("/walk", schema=_scalar_schema(), context=context)
        scene.log(_scene(run.world), log_time=0)
        for phase in run.phases():
            for sample, time in enumerate(phase.times.tolist()):
                stamp = messages.Timestamp.from_epoch_secs(time)
                nanoseconds = stamp.sec * 1_000_000_000 + (stamp.nsec or 0)
                transforms.log(_transforms(run, phase, sample, stamp), log_time=nanoseconds)
                values = zip(JOINTS, joints(run.robot, phase, sample), strict=True)
                named = [
                    messages.JointState(name=joint.name, position=value) for joint, value in values
                ]
                states.log(
                    messages.JointStates(timestamp=stamp, joints=named), log_time=nanoseconds
                )
                scalars.log(_scalars(phase, sample), log_time=nanoseconds)


def _transforms(
    run: RecordedRun, phase: Phase, sample: int, stamp: messages.Timestamp
) -> messages.FrameTransforms:
    found = poses(run.robot, phase, sample)
    base = found.pop(BASE)
    tree = [
        (WORLD, BASE, base),
        *((BASE, name, pose.seen_from(base)) for name, pose in found.items()),
    ]
    return messages.FrameTransforms(transforms=[_transform(stamp, *link) for link in tree])


def _transform(
    stamp: messages.Timestamp, parent: str, child: str, pose: Frame
) -> messages.FrameTransform:
    (x, y, z), (qx, qy, qz, qw) = pose.position.tolist(), pose.quaternion.tolist()
    return messages.FrameTransform(
        timestamp=stamp,
        parent_frame_id=parent,
        child_frame_id=child,
        translation=messages.Vector3(x=x, y=y, z=z),
        rotation=messages.Quaternion(x=qx, y=qy, z=qz, w=qw),
    )


def _scene(world: World) -> messages.SceneUpdate:
    cubes = []
    for index, tread in enumerate(world.treads):
        x, y, z = box_centre(tread)
        turn = Frame.turned(tread.yaw)
        r, g, b, a = (float(part) for part in COLORS[index % 2].split())
        cubes.append(
            messages.CubePrimitive(
                pose=messages.Pose(
                    position=messages.Vector3(x=x, y=y, z=z),
                    orientation=messages.Quaternion(**turn),
                ),
                size=messages.Vector3(x=tread.length, y=tread.width, z=tread.thickness),
                color=messages.Color(r=r, g=g, b=b, a=a),
            )
        )
    stamp = messages.Timestamp(0, 0)
    return messages.SceneUpdate(
        entities=[messages.SceneEntity(timestamp=stamp, frame_id=WORLD, id=world.name, cubes=cubes)]
    )


def _scalars(phase: Phase, sample: int) -> dict[str, object]:
    place = {
        f"cog_{axis}": value for axis, value in zip("xyz", phase.cog[sample].tolist(), strict=True)
    }
    force = {
        f"reaction_{axis}": value
        for axis, value in zip("xyz", phase.reaction[sample].tolist(), strict=True)
    }
    numbers = {name: float(phase.scalars[name][sample]) for name in EXPORTED}
    return {
        "step": phase.index,
        "support": "both" if phase.both else phase.step.support,
        **numbers,
        **place,
        **force,
    }


def _scalar_schema() -> dict[str, object]:
    axes = [f"{name}_{axis}" for name in ("cog", "reaction") for axis in "xyz"]
    numbers = {name: {"type": "number"} for name in (*EXPORTED, *axes)}
    properties = {"step": {"type": "integer"}, "support": {"type": "string"}, **numbers}
    schema: dict[str, object] = json.loads(
        json.dumps({"type": "object", "title": "sipbullet.Walk", "properties": properties})
    )
    return schema
