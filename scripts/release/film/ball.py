"""A red ball rolls over a wooden floor, behind toy blocks, and comes back; a red block stays where it is."""
import math

from mathutils import Quaternion, Vector

import shapes
import surfaces
from light import planck
from parts import shoot_parts, window
from studio import Scene

RADIUS = 0.056
SECONDS, EXPOSURE, STEP = 4, 0.6, 2  # every second frame is rendered
FRAMES = SECONDS * 24


def rubber():
    """Red rubber with a white band around it."""
    made = surfaces.Surface("rubber", "#b01212", 0.34)
    where = made.place()
    height = made.node("Math", {0: made.node("SeparateXYZ", {"Vector": where}).outputs[2]}, operation="ABSOLUTE")
    band = made.ramp(height.outputs[0], (0.0085, 1.0), (0.0095, 0.0))
    scuffs = made.noise(where, 60, 5, 0.7)
    made.look(Base_Color=made.mix(band, "#b01212", "#e6e2d8"),
              Roughness=made.ramp(scuffs, (0.35, 0.26), (0.7, 0.5)))
    return made.material


def painted(name, color):
    """A wooden block with a coat of paint."""
    made = surfaces.Surface(name, color, 0.42)
    where = made.place()
    worn = made.noise(where, 45, 5, 0.7)
    grain = made.noise(made.node("Mapping", {"Vector": where, "Scale": (20, 20, 300)}).outputs[0], 1.0, 3)
    made.look(Base_Color=made.mix(made.ramp(worn, (0.55, 0.0), (0.85, 0.3)), color, "#d8b88c"))
    return made.bump(grain, 0.12, 0.0008).material


def beech(name):
    made = surfaces.Surface(name, "#cfa674", 0.5)
    where = made.place("Object", (6, 60, 60))
    grain = made.noise(where, 1.0, 5, 0.6, 0.6)
    made.look(Base_Color=made.ramp(grain, (0.3, "#dcb98a"), (0.7, "#b98a58")))
    return made.material


def block(name, size, place, material, turn):
    return shapes.box(name, size, place, material, 0.0045, turn)


def build(size):
    stage = Scene(size)
    floor = shapes.box("floor", (5, 3.2, 0.02), (0, 0.6, -0.02), surfaces.wood(
        "floor", "#b08a5e", "#7a532f", 0.11, 0.3), 0)
    floor.rotation_euler.z = math.radians(4)
    shapes.box("wall", (5, 0.1, 2.5), (0, 1.5, 0), surfaces.plain("paint", "#a9b3b0", 0.9), 0)
    shapes.box("skirting", (5, 0.016, 0.09), (0, 1.442, 0), surfaces.plain("skirting", "#dedad2", 0.4), 0.006)

    wood, yellow = beech("beech"), painted("yellow paint", "#d9a114")
    blue, green, red = (painted(*paint) for paint in (
        ("blue paint", "#2a5ca3"), ("green paint", "#3b7a3c"), ("red paint", "#b3161a")))
    low = block("blue block", (0.15, 0.075, 0.075), (-0.1, 0.0, 0), blue, 6)
    mid = block("beech block", (0.075, 0.075, 0.075), (0.025, -0.006, 0), wood, -11)
    top = block("yellow block", (0.15, 0.075, 0.075), (-0.05, 0.0, 0.0755), yellow, -3)
    roof = shapes.box("green block", (0.07, 0.07, 0.07), (-0.06, 0, 0.151), green, 0.0045, 22)
    still = block("red block", (0.075, 0.075, 0.075), (0.26, -0.14, 0), red, 32)
    plank = block("long block", (0.19, 0.04, 0.04), (-0.33, -0.12, 0), wood, -34)
    tower = shapes.lathe("tower", [
        (0, 0), (0.03, 0), (0.0325, 0.003), (0.0325, 0.085), (0.03, 0.088), (0.0, 0.088)], blue, 64)
    tower.location = (0.4, 0.5, 0)
    _, pot, leaves = shapes.plant(
        "plant", surfaces.glaze("white glaze", "#cfccc2", 0.3), surfaces.plain("leaf", "#34602a", 0.45),
        surfaces.plain("soil", "#2a1c12", 0.95), (-0.62, 0.72, 0), 4, 30, 1.7)
    pot[0].parent.scale = (1.7, 1.7, 1.7)
    rolling = shapes.ball("ball", RADIUS, (0, 0, RADIUS), rubber(), 6)
    stage.labels = {"ball": [rolling], "red-block": [still], "yellow-block": [top], "blue-block": [low],
                    "green-block": [roof], "beech-blocks": [mid, plank], "leaves": leaves, "pot": pot[:1]}

    stage.lamp("sun", "SUN", 3.6, (-2.0, -0.7, 1.8), (0.1, 0.2, 0.0), 0.8)
    stage.lamp("window", "AREA", 34, (-2.2, -0.4, 1.5), (0, 0.2, 0), 1.6, 1.4)
    stage.glow(0.16)
    for y in (-0.62, 0.25, 1.0):  # the frame of the window that the sun comes through
        bar = shapes.box("bar", (0.05, 0.07, 2.6), (-1.5, -0.2 + y, 0.2), None, 0)
        bar.visible_camera = False
    rail = shapes.box("rail", (0.05, 2.6, 0.07), (-1.5, 0.2, 1.62), None, 0)
    rail.visible_camera = False
    for name, kelvin in (("sun", 5500), ("window", 6600)):
        stage.lights[name][0].data.color = planck(kelvin)
    stage.sky.inputs["Color"].default_value = (*planck(7000), 1)

    stage.camera(lens=46, stop=4.0)
    stage.aim((0.02, -1.16, 0.3), (-0.02, 0.1, 0.085), (-0.03, 0.02, 0.08))
    stage.ball = rolling
    rolling.rotation_mode = "QUATERNION"
    rolling.rotation_quaternion = (0.9, 0.35, 0.0, 0.25)
    rolling.location = (*path(0), RADIUS)
    for frame in range(-1, FRAMES + 1):
        place(rolling, *path(frame / (FRAMES - 1)))
        rolling.keyframe_insert("location", frame=frame)
        rolling.keyframe_insert("rotation_quaternion", frame=frame)
    return stage


def path(t):
    """There and back: it slows down, turns and returns."""
    return -0.43 + 0.8 * math.sin(math.pi * (0.06 + 0.9 * t)) ** 1.2, 0.17 + 0.1 * t


def shoot(stage, folder, samples):
    """The room, and for each picture the part where the ball and its shadow are."""
    return shoot_parts("ball", stage, folder, samples, range(0, FRAMES, STEP),
                       lambda frame: around(stage, *path(frame / (FRAMES - 1))), [stage.ball])


def around(stage, x, y):
    """The part of the picture that a ball there can change: itself, its shadow to the right, its mirror image."""
    left, low, right, high = window(stage, (x - 0.1, x + 0.27), (y - 0.1, y + 0.17), (0, 0.125))
    return left, max(0, low - 0.1), right, min(1, high + 0.02)


def camera(t):
    """A hand that holds the camera: how far the picture is magnified, and where its middle is."""
    return 1.1, 0.5 + 0.022 * math.sin(5.1 * t) + 0.004 * math.sin(23 * t), 0.5 + 0.012 * math.sin(8.3 * t + 1)


def place(rolling, x, y):
    """Moves the ball there, rolling without slipping."""
    step = Vector((x - rolling.location.x, y - rolling.location.y, 0))
    if step.length > 1e-9:
        axis = Vector((-step.y, step.x, 0)).normalized()
        turned = Quaternion(axis, step.length / RADIUS) @ rolling.rotation_quaternion
        rolling.rotation_quaternion = turned
    rolling.location = (x, y, RADIUS)
