"""Two red teapots, alike but for where they stand, turn on their stands in a studio."""
import math

import shapes
import surfaces
from light import planck
from parts import shoot_parts, window
from studio import Scene

SECONDS, EXPOSURE, STEP = 4, 0.35, 2  # every second frame is rendered
FRAMES = SECONDS * 24
PLACES = {"pot": (-0.112, -0.03), "twin": (0.115, 0.065)}
TURNED = {"pot": -50, "twin": -165}  # degrees, in the first frame


def teapot(name, glaze, knob):
    """A round pot with a spout, a handle and a lid; its spout points to x."""
    body = shapes.lathe(name, shapes.smooth_profile([
        (0.0, 0.0), (0.04, 0.0), (0.045, 0.003), (0.058, 0.015), (0.072, 0.04), (0.074, 0.06), (0.066, 0.084),
        (0.05, 0.1), (0.041, 0.104), (0.038, 0.103), (0.036, 0.098), (0.0, 0.098)], 6), glaze)
    lid = shapes.lathe(name + " lid", shapes.smooth_profile([
        (0.0, 0.099), (0.036, 0.099), (0.0375, 0.102), (0.036, 0.105), (0.026, 0.1105), (0.012, 0.1145),
        (0.0, 0.115)], 6), glaze)
    top = shapes.lathe(name + " knob", shapes.smooth_profile([
        (0.0, 0.112), (0.006, 0.113), (0.006, 0.118), (0.0105, 0.124), (0.011, 0.129), (0.007, 0.1335),
        (0.0, 0.1345)], 6), knob)
    spout = shapes.tube(name + " spout", [
        (0.05, 0, 0.034), (0.083, 0, 0.049), (0.1, 0, 0.075), (0.121, 0, 0.095)], 0.013, glaze,
        taper=[1.5, 1.15, 0.78, 0.62])
    mouth = shapes.tube(name + " mouth", [(0.115, 0, 0.089), (0.1216, 0, 0.0958)], 0.0058,
                        surfaces.plain("inside", "#1c0606", 0.6))
    grip = shapes.tube(name + " handle", [
        (-0.054, 0, 0.088), (-0.085, 0, 0.097), (-0.112, 0, 0.08), (-0.108, 0, 0.05), (-0.07, 0, 0.028)], 0.0068, glaze,
        taper=[1.1, 0.95, 0.9, 0.95, 1.1])
    return [body, lid, top, spout, mouth, grip]


def stand(name, top, side):
    """A turntable: a round foot, and a plate that turns, with marks on its rim."""
    foot = shapes.lathe(name + " foot", [
        (0, 0), (0.088, 0), (0.09, 0.002), (0.09, 0.012), (0.088, 0.014), (0, 0.014)], side, 128)
    plate = shapes.lathe(name, [
        (0, 0.0155), (0.094, 0.0155), (0.097, 0.017), (0.098, 0.0185), (0.098, 0.0265), (0.0965, 0.0285), (0.094, 0.029),
        (0, 0.029)], top, 128)
    marks = []
    for number in range(24):
        mark = shapes.box(f"{name} mark {number}", (0.0012, 0.0016, 0.004 if number % 6 else 0.007), (
            0.0982 * math.cos(number * math.pi / 12), 0.0982 * math.sin(number * math.pi / 12), 0.0192), side, 0,
            15 * number)
        marks.append(mark)
    return foot, [plate, *marks]


def sweep(material):
    """Paper that hangs from the wall and lies on the table."""
    def height(x, y):
        return 0.0 if y < 0.1 else 0.4 - math.sqrt(0.16 - (y - 0.1) ** 2) if y < 0.45 else 0.2064 + 1.81 * (y - 0.45)
    made = shapes.sheet("paper", 3.4, 1.9, height, material, 200)
    made.location.y = 0.3
    return made


def cup(name, material, place, turn=0):
    body = shapes.lathe(name, shapes.smooth_profile([
        (0.0, 0.004), (0.016, 0.003), (0.018, 0.0), (0.021, 0.001), (0.026, 0.01), (0.031, 0.028), (0.032, 0.048),
        (0.0305, 0.0485), (0.029, 0.03), (0.024, 0.013), (0.0, 0.01)], 6), material)
    return shapes.join(name + " all", [body], place, turn), body


def build(size):
    stage = Scene(size)
    sweep(surfaces.plain("paper", "#8f9a9c", 0.85, 0.05, 900.0))
    glaze = surfaces.glaze("red glaze", "#9d0d10", 0.13)
    knob = surfaces.plain("walnut", "#7d4a24", 0.35, 0.2, 300.0)
    white, dark = surfaces.plain("white lacquer", "#d6d3cb", 0.25), surfaces.plain("dark steel", "#2b2c2e", 0.3, Metallic=0.8)
    labels, stage.turning = {}, []
    for name, (x, y) in PLACES.items():
        pot = teapot(name, glaze, knob)
        foot, plate = stand(name + " stand", white, dark)
        foot.location = (x, y, 0)
        for part in pot:
            part.location.z += 0.029
        handle = shapes.join(name + " all", [*pot, *plate], (x, y, 0))
        stage.turning.append((name, handle))
        labels[name], labels[name + "-stand"] = pot, [foot, *plate]
    _, low = cup("blue cup", surfaces.glaze("blue glaze", "#28518c", 0.16), (-0.262, -0.125, 0))
    _, far = cup("white cup", surfaces.glaze("white glaze", "#cfccc2", 0.2), (-0.225, 0.15, 0))
    tin = shapes.lathe("tin", [
        (0, 0), (0.036, 0), (0.037, 0.001), (0.037, 0.088), (0.038, 0.089), (0.038, 0.108), (0.036, 0.11), (0, 0.11)],
        surfaces.plain("yellow lacquer", "#c7951c", 0.28), 96)
    tin.location = (0.315, 0.24, 0)
    stage.labels = {**labels, "blue-cup": [low], "white-cup": [far], "tin": [tin]}

    stage.lamp("softbox", "AREA", 19, (-1.0, -0.35, 0.85), (0, 0, 0.06), 0.6, 0.85)
    stage.lamp("strip", "AREA", 6, (0.95, 0.35, 0.55), (0.05, 0, 0.06), 0.14, 0.9)
    stage.lamp("ceiling", "AREA", 3, (0.1, 0.35, 1.5), (0.05, 0.25, 0.05), 0.9, 0.5)
    stage.glow(0.05)
    for name, kelvin in (("softbox", 5600), ("strip", 5200), ("ceiling", 6000)):
        stage.lights[name][0].data.color = planck(kelvin)
    stage.sky.inputs["Color"].default_value = (*planck(6500), 1)

    stage.camera(lens=60, stop=5.6)
    stage.aim((0.02, -1.12, 0.34), (0.015, 0.05, 0.068), (-0.1, -0.07, 0.07))
    for frame in range(-1, FRAMES + 1):
        for name, handle in stage.turning:
            handle.rotation_euler.z = math.radians(TURNED[name] + 1.68 * frame)
            handle.keyframe_insert("rotation_euler", frame=frame)
    return stage


def shoot(stage, folder, samples):
    """The studio, and for each picture the part where the pots and what they do to light are."""
    region = window(stage, (-0.26, 0.36), (-0.15, 0.2), (0, 0.172))
    return shoot_parts("product", stage, folder, samples, range(0, FRAMES, STEP), lambda frame: region)


def camera(t):
    """A slow push: how far the picture is magnified, and where its middle is."""
    return 1.06 + 0.06 * t, 0.5 + 0.012 * math.sin(2.2 * t), 0.5 + 0.006 * math.sin(3.1 * t + 1)
