"""Renders how far everything in a film is from its camera.

It runs in a Python that has Blender and OpenEXR (`pip install bpy OpenEXR`), and needs nothing that `render.py` left.

usage: depth.py SCENE OUT

OUT gets SCENE-depth.mkv, 16 bits of grey without loss at a quarter of the film's size. A code is 65535 x NEAR / distance. The
distance is along the camera's axis, that of the middle of the pixel in the middle of the exposure, through haze. NEAR, in
meters, is a tag of the file.
"""
import argparse, importlib, os, subprocess, sys, tempfile

import bpy
import numpy
import OpenEXR

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

WIDTH, HEIGHT, NEAR = 240, 135, 0.5


def prepare(stage):
    """One sharp ray through the middle of each pixel."""
    render, cycles = stage.scene.render, stage.scene.cycles
    render.use_motion_blur = stage.eye.data.dof.use_dof = False
    cycles.samples, cycles.max_bounces, cycles.use_denoising = 1, 0, False
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 0.01
    stage.scene.view_layers[0].use_pass_z = True
    stage.only(None)
    for veil in stage.veils:
        veil.hide_render = True


def see(eye, lens, view):
    """The part of the picture that the film shows: magnified by view[0] around the middle view[1], view[2]."""
    eye.data.lens = lens * view[0]
    eye.data.shift_x = (view[1] - 0.5) * view[0]
    eye.data.shift_y = (0.5 - view[2]) * view[0] * HEIGHT / WIDTH


def distances(stage, path):
    """Meters, as (height, width)."""
    bpy.ops.render.render()
    settings = stage.scene.render.image_settings
    settings.media_type = "MULTI_LAYER_IMAGE"
    settings.file_format, settings.color_depth, settings.exr_codec = "OPEN_EXR_MULTILAYER", "32", "ZIP"
    bpy.data.images["Render Result"].save_render(path)
    settings.media_type = "IMAGE"
    with OpenEXR.File(path) as file:
        return next(channel.pixels for part in file.parts for name, channel in part.channels.items()
                    if name.rsplit(".", 1)[-1] == "Z" or ".Depth" in name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", choices=["still", "ball", "product", "street"])
    parser.add_argument("out")
    arguments = parser.parse_args()
    scene = importlib.import_module(arguments.scene)
    stage = scene.build((WIDTH, HEIGHT))
    prepare(stage)
    lens, frames = stage.eye.data.lens, range(0, scene.SECONDS * 24, scene.STEP)
    os.makedirs(arguments.out, exist_ok=True)
    film = subprocess.Popen([
        "ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray16le", "-s", f"{WIDTH}x{HEIGHT}", "-r",
        str(24 // scene.STEP), "-i", "-", "-c:v", "ffv1", "-level", "3", "-coder", "2", "-context", "1", "-g", "300",
        "-metadata", f"near={NEAR}", os.path.join(arguments.out, f"{arguments.scene}-depth.mkv")], stdin=subprocess.PIPE)
    with tempfile.TemporaryDirectory() as folder:
        for frame in frames:
            stage.scene.frame_set(frame)
            see(stage.eye, lens, scene.camera(frame / (scene.SECONDS * 24 - 1)))
            print(f"{arguments.scene}: {frame} of {frames[-1]}", flush=True)
            codes = 65535 * NEAR / distances(stage, os.path.join(folder, "depth.exr"))
            film.stdin.write(numpy.clip(codes + 0.5, 0, 65535).astype("<u2").tobytes())
    film.stdin.close()
    return film.wait()


if __name__ == "__main__":
    sys.exit(main())
