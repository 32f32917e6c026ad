"""Renders a scene of the film: linear light, masks of what is in it, and the color of its lights.

It runs in a Python that has Blender (`pip install bpy`, 5.0), since Debian's Blender has no denoiser.

usage: render.py SCENE FOLDER [--size 1152x648] [--samples 32]

FOLDER gets EXR files with layers, and lights.json. `pack.py` makes the film of them. Pictures that are there
already are left alone.
"""
import argparse, importlib, json, os, sys, time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", choices=["still", "ball", "product", "street"])
    parser.add_argument("folder")
    parser.add_argument("--size", default="1152x648")
    parser.add_argument("--samples", type=int, default=32)
    arguments = parser.parse_args()
    begin = time.time()
    scene = importlib.import_module(arguments.scene)
    stage = scene.build(tuple(int(side) for side in arguments.size.split("x")))
    told = scene.shoot(stage, arguments.folder, arguments.samples)
    record = os.path.join(arguments.folder, "lights.json")
    if told:
        with open(record, "w", encoding="utf-8") as file:
            json.dump({"light": told, "masks": list(stage.labels)}, file)
    print(f"{arguments.scene}: {time.time() - begin:.0f} s with Blender {bpy.app.version_string}")


if __name__ == "__main__":
    main()
