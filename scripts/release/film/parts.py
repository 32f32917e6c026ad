"""Films in which things move: the whole is rendered once, and for each picture the part that changes; or all of each."""
import itertools, os

from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector


def window(stage, x, y, z):
    """The part of the picture that a box can be seen in, as left, bottom, right, top from 0 to 1."""
    places = [world_to_camera_view(stage.scene, stage.eye, Vector(corner)) for corner in itertools.product(x, y, z)]
    low = [max(0, min(p[axis] for p in places)) for axis in (0, 1)]
    high = [min(1, max(p[axis] for p in places)) for axis in (0, 1)]
    return *low, *high


def shoot_parts(name, stage, folder, samples, frames, region, away=()):
    """room.exr, without the things that are `away`, and for each of `frames` the part that `region(frame)` names."""
    _in_motion(stage, frames)
    for thing in away:
        thing.hide_render = True
    if os.path.exists(os.path.join(folder, "room.exr")):
        light = stage.measure(folder)
    else:
        light = stage.shoot(folder, "room.exr", samples * 3)
    for thing in away:
        thing.hide_render = False
    _pictures(name, stage, folder, samples, frames, region)
    return {"room": light}


def shoot_whole(name, stage, folder, samples, frames):
    """All of each of `frames`."""
    _in_motion(stage, frames)
    os.makedirs(folder, exist_ok=True)
    light = stage.measure(folder)
    _pictures(name, stage, folder, samples, frames, lambda frame: (0, 0, 1, 1))
    return {"room": light}


def _in_motion(stage, frames):
    stage.scene.render.use_motion_blur = True
    stage.only(None)
    stage.scene.frame_set(frames[0])


def _pictures(name, stage, folder, samples, frames, region):
    """Those that are there already stay."""
    for frame in frames:
        file = f"{frame:04d}.exr"
        if not os.path.exists(os.path.join(folder, file)):
            stage.scene.frame_set(frame)
            stage.shoot(folder, file, samples, region(frame))
            print(f"{name}: {frame} of {frames[-1]}", flush=True)
