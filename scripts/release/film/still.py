"""A still life on a wooden table: the light of a window goes, and a lamp is switched on."""
import math

from mathutils import noise

import shapes
import surfaces
from light import ease, planck
from studio import Scene


def handle(name, material, top, bottom, reach, radius):
    """The handle of a cup: a bar from its wall out and back."""
    return shapes.tube(name, [
        (top[0] - 0.006, 0, top[1]), (top[0] + reach * 0.55, 0, top[1] + 0.004),
        (top[0] + reach, 0, (top[1] * 0.6 + bottom[1] * 0.4)), (bottom[0] + reach * 0.5, 0, bottom[1] + 0.002),
        (bottom[0] - 0.006, 0, bottom[1])], radius, material)


def cup(name, material, radius, height, place, turn):
    """A cup with a foot, a rounded belly and a handle."""
    r, h = radius, height
    body = shapes.lathe(name, shapes.smooth_profile([
        (r * 0.55, 0.0), (r * 0.6, 0.002), (r * 0.62, h * 0.04), (r * 0.85, h * 0.16), (r * 0.98, h * 0.42), (r, h * 0.7),
        (r * 0.985, h * 0.97), (r * 0.975, h), (r * 0.945, h * 1.002), (r * 0.93, h * 0.97), (r * 0.93, h * 0.6),
        (r * 0.8, h * 0.2), (r * 0.4, h * 0.1), (0, h * 0.095)], 6), material)
    grip = handle(name + " handle", material, (r * 0.98, h * 0.83), (r * 0.93, h * 0.27), r * 0.72, r * 0.1)
    shapes.join(name + " all", [body, grip], place, turn)
    return [body, grip]


def mug(name, material, radius, height, place, turn):
    """A straight mug."""
    r, h = radius, height
    body = shapes.lathe(name, [
        (0, 0.003), (r * 0.86, 0.003), (r * 0.88, 0), (r * 0.95, 0.001), (r, 0.006), (r, 0.01), (r, h - 0.004),
        (r * 0.985, h), (r * 0.94, h), (r * 0.925, h - 0.004), (r * 0.92, h - 0.01), (r * 0.92, 0.014), (r * 0.85, 0.008),
        (0, 0.008)], material)
    grip = handle(name + " handle", material, (r, h * 0.82), (r, h * 0.22), r * 0.75, r * 0.115)
    shapes.join(name + " all", [body, grip], place, turn)
    return [body, grip]


def apple(place, turn):
    flesh = shapes.lathe("apple", shapes.smooth_profile([
        (0.0, 0.006), (0.008, 0.003), (0.017, 0.0), (0.028, 0.007), (0.037, 0.024), (0.0405, 0.043), (0.037, 0.06),
        (0.028, 0.07), (0.016, 0.0725), (0.008, 0.068), (0.0, 0.058)], 8),
        surfaces.skin_of("apple skin", "#8f0e12", "#c9a13c", "#d9a860", 0.5))
    shapes.rumple(flesh, 0.003, 0.05, 3)
    stem = shapes.tube("stem", [(0, 0, 0.056), (0.001, 0.001, 0.07), (0.006, 0.002, 0.084)], 0.0013,
                       surfaces.plain("stem", "#4a3420", 0.8), taper=[0.8, 0.9, 1.5])
    shapes.join("apple all", [flesh, stem], place, turn).rotation_euler.x = 0.12
    return [flesh, stem]


def lemon(place, turn):
    peel = shapes.lathe("lemon", shapes.smooth_profile([
        (0.0, -0.047), (0.0045, -0.046), (0.007, -0.043), (0.011, -0.038), (0.022, -0.028), (0.03, -0.01), (0.031, 0.005),
        (0.026, 0.024), (0.014, 0.037), (0.0075, 0.042), (0.0055, 0.046), (0.0, 0.0475)], 8),
        surfaces.skin_of("lemon peel", "#e0a90c", "#c9b91f", "#f0c83c", 0.4, 0.45, 0.36))
    shapes.rumple(peel, 0.0022, 0.03, 5)
    peel.rotation_euler = (math.radians(92), 0, math.radians(turn))
    peel.location = (place[0], place[1], 0.031)
    return [peel]


def book(name, color, size, place, turn):
    """A bound book that lies on its side; its spine looks to -y."""
    width, depth, thick = size
    cover = surfaces.plain(name + " linen", color, 0.75, 0.2, 700.0)
    parts = [
        shapes.box(name + " back", (width, depth, 0.003), (0, 0, 0), cover, 0.001),
        shapes.box(name + " front", (width, depth, 0.003), (0, 0, thick - 0.003), cover, 0.001),
        shapes.box(name + " spine", (width, 0.004, thick), (0, -depth / 2, 0), cover, 0.0018),
        shapes.box(name + " pages", (width - 0.008, depth - 0.007, thick - 0.006), (0, 0.0, 0.003),
                   surfaces.pages(name + " pages"), 0.0008)]
    shapes.join(name + " all", parts, place, turn)
    return parts


def towel():
    """A striped kitchen cloth, laid down with folds; its near part hangs over the table's edge."""
    def height(x, y):
        fold = noise.noise((x * 9, y * 2.5, 0.3)) * 0.5 + noise.noise((x * 19, y * 7, 4)) * 0.2
        edge = max(0.0, -0.11 - y)
        return 0.004 + 0.02 * max(0.0, fold + 0.16) - 4.0 * edge * edge
    made = shapes.sheet("towel", 0.3, 0.42, height,
                        surfaces.cloth("linen", "#d9d3c6", "#35577d", 0.13, 7.0))
    made.modifiers.new("thick", "SOLIDIFY").thickness = 0.0018
    made.location, made.rotation_euler.z = (-0.03, -0.215, 0.0), math.radians(-14)
    return [made]


SECONDS, EXPOSURE, STEP = 5, 0.6, 1


def build(size):
    stage = Scene(size)
    shapes.box("table", (1.7, 0.8, 0.035), (0, 0.06, -0.035), surfaces.wood("oak", plank=0.135), 0.004)
    shapes.box("wall", (4, 0.1, 2.4), (0, 0.85, -0.8), surfaces.plain("plaster", "#c4beb2", 0.9), 0)

    red = cup("cup", surfaces.glaze("red glaze", "#a8100f"), 0.043, 0.074, (-0.015, 0.0, 0.0), -28)
    blue = mug("mug", surfaces.glaze("blue glaze", "#1f4f94", 0.2, 0.7), 0.042, 0.094, (-0.185, 0.09, 0), 205)
    fruit = apple((0.115, -0.035, 0.0), 40)
    citrus = lemon((-0.125, -0.06, 0), 62)
    lower = book("green book", "#1c5a3c", (0.215, 0.15, 0.03), (0.235, 0.14, 0), 9)
    upper = book("grey book", "#77736e", (0.19, 0.135, 0.022), (0.232, 0.145, 0.03), -4)
    _, pot, leaves = shapes.plant(
        "plant", surfaces.clay("clay"), surfaces.plain("leaf", "#2f5a20", 0.45, 0.1, 60.0, **{
            "Subsurface Weight": 0.2, "Subsurface Radius": (0.01, 0.02, 0.004)}),
        surfaces.plain("soil", "#2a1c12", 0.95, 0.9, 90.0), (0.05, 0.25, 0))
    linen = towel()
    stage.labels = {"cup": red, "mug": blue, "apple": fruit, "lemon": citrus, "book": lower, "leaves": leaves,
                    "pot": pot[:1], "cloth": linen, "grey-book": upper}

    stage.lamp("sun", "SUN", 4.0, (-2.2, -1.1, 1.9), (0.15, 0.2, 0.05), 0.9)
    stage.lamp("window", "AREA", 12.5, (-1.5, -0.75, 0.95), (0, 0.1, 0.05), 1.0, 1.2)
    stage.lamp("lamp", "AREA", 8.5, (0.75, -0.35, 0.62), (0.0, 0.12, 0.02), 0.16)
    stage.glow(0.13)
    for x in (-0.36, 0.0, 0.36):  # the window's bars, between the sun and the table
        bar = shapes.box("bar", (0.045, 0.045, 1.8), (0, 0, 0), None, 0)
        bar.location = (-1.35 + x * 0.45, -0.75 - x, 0.3)
        bar.visible_camera = False
    rail = shapes.box("rail", (0.04, 2.2, 0.045), (-1.35, -0.75, 1.03), None, 0, 24)
    rail.visible_camera = False

    stage.camera(lens=52, stop=3.2)
    stage.aim((-0.09, -0.97, 0.385), (0.015, 0.055, 0.055), (0, -0.02, 0.05))
    return stage


def shoot(stage, folder, samples):
    """One picture by each light, and its color on white things."""
    told = {}
    for name in stage.lights:
        stage.only(name)
        told[name] = stage.shoot(folder, f"{name}.exr", samples)
        print(f"still: {name}", flush=True)
    return told


def light(t):
    """The colors of all lights at t, from 0 to 1: the day goes, and a lamp is switched on."""
    dusk, lit = ease((t - 0.15) / 0.55), ease((t - 0.34) / 0.3)
    shares = {"sun": (1.6 * (1 - dusk) ** 1.5, 5400), "window": (0.9 - 0.76 * dusk, 6800 + 2500 * dusk),
              "lamp": (1.1 * lit, 2850), "glow": (1 - 0.8 * dusk, 7000)}
    return {name: [share * value for value in planck(kelvin)] for name, (share, kelvin) in shares.items()}


def camera(t):
    """How far the picture is magnified, and where its middle is, in shares of the whole."""
    return 1.2 + 0.05 * t, 0.47 + 0.05 * ease(t), 0.515 + 0.004 * math.sin(7 * t)
