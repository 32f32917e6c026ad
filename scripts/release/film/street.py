"""A street at dusk in the rain: three people with umbrellas walk past lamps, over wet stones."""
import math

import cv2
import numpy

import shapes
import surfaces
from light import planck
from parts import shoot_whole
from people import umbrella, walker
from studio import Scene

SECONDS, EXPOSURE, STEP = 4, 0.9, 2  # every second frame is rendered
FRAMES = SECONDS * 24
# Where each person walks from and to, in meters, the duration of a step in seconds, and the forward lean of the
# umbrella.
WALKS = {"red": ((-0.55, 5.6), (-0.35, 8.0), 1.0, -0.06), "yellow": ((1.75, 9.6), (1.1, 6.7), 1.1, 0.4),
         "blue": ((2.9, 11.6), (-2.3, 10.6), 0.95, 0.15)}
CANOPIES = {"red": "#b3141a", "yellow": "#d9a312", "blue": "#1d4f9e"}
COATS = {"red": "#23252b", "yellow": "#2b3340", "blue": "#57493c"}


def glowing(name, kelvin, strength):
    """Something that shines by itself, and lights nothing else."""
    made = surfaces.Surface(name, "#101010", 0.5)
    made.look(Emission_Color=(*planck(kelvin), 1), Emission_Strength=strength)
    made.material.cycles.emission_sampling = "NONE"
    return made.material


def wet_stones():
    """Paving with water on it: mirrors where it is deep, dull where stones stand out, and it never is still."""
    made = surfaces.Surface("wet stones", "#1b1c1e", 0.2, **{"Specular IOR Level": 0.5})
    where = made.place()
    stones = made.node("TexBrick", {
        "Vector": where, "Scale": 1.0, "Mortar Size": 0.012, "Mortar Smooth": 0.6, "Brick Width": 0.42,
        "Row Height": 0.21, "Color1": (0.2, 0.2, 0.2, 1), "Color2": (0.8, 0.8, 0.8, 1), "Mortar": (0, 0, 0, 1)})
    deep = made.ramp(made.noise(where, 0.55, 3, 0.6), (0.46, 0.0), (0.58, 1.0))
    grain = made.noise(where, 60, 4, 0.7)
    tone = made.mix(stones.outputs["Color"], "#1a1b1d", "#37373a")
    tone = made.mix(deep, made.mix(stones.outputs["Fac"], tone, "#0c0d0e"), "#0b0c0e")
    made.look(Base_Color=tone, Roughness=made.mix(deep, made.ramp(grain, (0.3, 0.16), (0.7, 0.36)), "#0c0c0c"))
    made.moving = made.node("Mapping", {"Vector": where})
    drops = made.noise(made.moving.outputs[0], 17, 2, 0.5)
    height = made.mix(deep, made.mix(0.3, made.mix(stones.outputs["Fac"], "#ffffff", "#000000"), grain), drops)
    made.bump(height, 0.22, 0.006)
    return made


def front(name, wall, seed, lit):
    """A house front with rows of windows, some of them lit; y runs along it, and z up."""
    made = surfaces.Surface(name, wall, 0.8)
    where = made.node("SeparateXYZ", {"Vector": made.place()})
    flat = made.node("CombineXYZ", {"X": where.outputs[1], "Y": where.outputs[2], "Z": float(seed)}).outputs[0]
    panes = made.node("TexBrick", {
        "Vector": flat, "Scale": 1.0, "Mortar Size": 0.42, "Mortar Smooth": 0.02, "Brick Width": 1.9, "Row Height": 2.9,
        "Color1": (0, 0, 0, 1), "Color2": (1, 1, 1, 1), "Mortar": (0, 0, 0, 1)}, offset=0.0)
    glass = made.ramp(panes.outputs["Fac"], (0.3, 1.0), (0.6, 0.0))
    shining = made.mix(1.0, glass, made.ramp(panes.outputs["Color"], (lit, 0.0), (lit + 0.05, 1.0)), "MULTIPLY")
    curtain = made.ramp(made.noise(flat, 2.0, 3), (0.35, 0.35), (0.7, 1.0))
    made.look(
        Base_Color=made.mix(glass, made.mix(made.ramp(made.noise(flat, 1.3, 5), (0.3, 0.0), (0.7, 0.5)), wall, "#1c1a1a"),
                            "#0a0d12"),
        Roughness=made.ramp(glass, (0.0, 0.8), (1.0, 0.08)),
        Emission_Color=made.mix(1.0, made.mix(1.0, shining, curtain, "MULTIPLY"), "#ffb45e", "MULTIPLY"), Emission_Strength=0.9)
    made.material.cycles.emission_sampling = "NONE"
    return made.material


def haze(stage, name, y, share):
    """Wet air in front of what is far: a thin veil across the street."""
    made = surfaces.Surface(name, "#000000", 1.0, **{"Specular IOR Level": 0.0})
    made.look(Alpha=share, Emission_Color=(0.16, 0.2, 0.3, 1), Emission_Strength=0.55)
    made.material.cycles.emission_sampling = "NONE"
    veil = shapes.box(name, (60, 0.001, 40), (0, y, -1), made.material, 0)
    veil.visible_shadow = veil.visible_diffuse = veil.visible_glossy = False
    stage.veils.append(veil)


def sky():
    made = surfaces.Surface("dusk", "#000000", 1.0)
    height = made.node("SeparateXYZ", {"Vector": made.place()}).outputs[2]
    share = made.node("Math", {0: height, 1: 45.0}, operation="DIVIDE").outputs[0]
    made.look(Emission_Color=made.ramp(share, (0.0, "#8a6f72"), (0.25, "#5d6b8c"), (0.8, "#2c3c5e")), Emission_Strength=0.8)
    made.material.cycles.emission_sampling = "NONE"
    shapes.box("sky", (140, 0.1, 60), (0, 80, 0), made.material, 0)


def lamp(stage, number, x, y, post, globe, power):
    """A street lamp; those with `power` light what is around."""
    top = 3.35
    shapes.lathe(f"post {number}", [
        (0, 0), (0.11, 0), (0.11, 0.25), (0.06, 0.35), (0.045, 0.9), (0.035, 3.05), (0.07, 3.1), (0.08, 3.16), (0, 3.16)],
        post, 24).location = (x, y, 0)
    ball = shapes.ball(f"globe {number}", 0.18, (x, y, top), globe, 4)
    ball.visible_shadow = False
    if power:
        stage.lamp(f"lamp {number}", "POINT", power, (x, y, top), (x, y, 0), 0.18)
        stage.lights[f"lamp {number}"][0].data.color = planck(2700)
    return ball


def houses(stage):
    left, right = front("left front", "#4a423d", 3, 0.5), front("right front", "#3d4148", 8, 0.55)
    for number, (y, long, back) in enumerate([(4, 12, 0.0), (16.5, 12, 0.3), (29, 12, -0.3), (41.5, 12, 0.2)]):
        shapes.box(f"left house {number}", (4, long, 14 + 2 * (number % 3)), (-6.2 - back, y + 4, 0), left, 0.02)
        shapes.box(f"right house {number}", (4, long, 15 - 2 * (number % 2)), (6.4 + back, y + 2, 0), right, 0.02)
    for number, (x, y, kelvin) in enumerate([(-4.17, 9.5, 3000), (-4.17, 19, 4200), (4.37, 14.5, 2700), (4.37, 7.5, 3400)]):
        shapes.box(f"shop {number}", (0.03, 2.6, 1.9), (x, y, 0.55), glowing(f"shop {number}", kelvin, 1.0), 0)
        away = 0.25 if x < 0 else -0.25
        stage.lamp(f"shop light {number}", "AREA", 42, (x + away, y, 1.6), (0, y - 0.5, 0.2), 2.4, 1.6)
        stage.lights[f"shop light {number}"][0].data.color = planck(kelvin)
        cloth = surfaces.cloth(f"awning {number}", ("#23463a", "#5a2226")[number % 2], "#8a857a", 0.4, 8)
        blind = shapes.box(f"blind {number}", (1.0, 3.0, 0.03), (x + 2 * away, y, 2.62), cloth, 0.005)
        blind.rotation_euler.y = 0.35 if x < 0 else -0.35


def cars():
    """Two cars far down the street, of which only the lights are seen."""
    tail, head = surfaces.Surface("tail light", "#200404", 0.4), glowing("head light", 4800, 9)
    tail.look(Emission_Color=(1.0, 0.03, 0.015, 1), Emission_Strength=7)
    tail.material.cycles.emission_sampling = "NONE"
    dark = surfaces.plain("car paint", "#15171b", 0.15)
    made = []
    for name, x, y, light in (("one", -1.3, 27, tail.material), ("two", 1.9, 31, head)):
        shapes.box(f"car {name}", (1.7, 3.6, 0.75), (x, y + 1.9, 0.3), dark, 0.15)
        shapes.box(f"roof {name}", (1.4, 1.9, 0.5), (x, y + 2.1, 1.0), dark, 0.18)
        made.append([shapes.ball(f"light {name} {side}", 0.12, (x + side, y, 0.75), light, 3) for side in (-0.66, 0.66)])
    return made[0]


def build(size):
    stage = Scene(size)
    stage.bounces, stage.scene.cycles.denoising_prefilter = 4, "FAST"
    stones = wet_stones()
    shapes.box("street", (40, 120, 0.1), (0, 40, -0.1), stones.material, 0)
    for frame in (-1, FRAMES):  # water that drops fall into
        stones.moving.inputs["Location"].default_value = (0, 0, 0.028 * frame)
        stones.moving.inputs["Location"].keyframe_insert("default_value", frame=frame)
    sky()
    houses(stage)
    tails = cars()
    haze(stage, "near haze", 15, 0.10)
    haze(stage, "haze", 24, 0.16)
    haze(stage, "far haze", 38, 0.24)

    post, globe = surfaces.plain("iron", "#17191c", 0.35, Metallic=0.7), glowing("globe", 2700, 7)
    globes = [lamp(stage, number, x, y, post, globe, power) for number, (x, y, power) in enumerate([
        (-2.9, 7.4, 150), (2.75, 10.2, 150), (-3.0, 14.5, 150), (2.9, 18.5, 120), (-3.0, 23, 0), (2.9, 28, 0), (-3.0, 34, 0),
        (2.9, 40, 0)])]
    labels, people = {}, {}
    for name, (begin, end, step, lean) in WALKS.items():
        canopy, rest = umbrella(f"{name} umbrella", CANOPIES[name])
        body = walker(f"{name} walker", COATS[name], [*canopy, *rest], begin, end, step, lean, FRAMES)
        labels[f"{name}-umbrella"], people[f"{name}-walker"] = canopy, body + rest
    stage.labels = {**labels, **people, "lamps": globes, "tail-lights": tails}

    stage.lamp("front", "AREA", 60, (-1.5, -2.0, 5.0), (0, 7, 0.8), 3.0, 2.0)
    stage.lights["front"][0].data.color = planck(6800)
    stage.glow(0.16)
    stage.sky.inputs["Color"].default_value = (*planck(11000), 1)
    stage.scene.cycles.use_light_tree = True

    stage.camera(lens=44, stop=2.4)
    for frame in (-1, FRAMES):
        t = frame / (FRAMES - 1)
        stage.aim((-0.12 + 0.3 * t, 0.1 + 0.55 * t, 1.42), (0.25 + 0.05 * t, 8.5, 1.36), (-0.4, 6.8, 1.3))
        stage.eye.keyframe_insert("location", frame=frame)
        stage.eye.keyframe_insert("rotation_euler", frame=frame)
    return stage


def shoot(stage, folder, samples):
    """All of each picture, since the camera moves."""
    return shoot_whole("street", stage, folder, samples, range(0, FRAMES, STEP))


def camera(t):
    """A hand that holds the camera: how far the picture is magnified, and where its middle is."""
    return 1.03, 0.5 + 0.004 * math.sin(9.1 * t) + 0.0015 * math.sin(31 * t), 0.5 + 0.004 * math.sin(12.3 * t + 1)


def weather(linear, dice):
    """Rain before the camera: streaks that shine with the light behind them. The truth does not have it."""
    height, width = linear.shape[:2]
    around = cv2.GaussianBlur(linear, (0, 0), width / 24) * 0.8 + 0.012
    out = linear
    for count, length, thick, blur, share in ((420, 0.035, 1, 0.5, 0.34), (130, 0.075, 1, 0.9, 0.42), (22, 0.16, 2, 2.4, 0.4)):
        veil = numpy.zeros((height, width), numpy.uint8)
        for _ in range(count):
            x, y = dice.uniform(-0.05, 1.05) * width, dice.uniform(-0.1, 1.0) * height
            long = length * height * dice.uniform(0.6, 1.4)
            ends = [int(16 * value) for value in (x, y, x - 0.12 * long, y + long)]
            cv2.line(veil, ends[:2], ends[2:], int(dice.uniform(90, 255)), thick, cv2.LINE_AA, 4)
        weight = cv2.GaussianBlur(veil.astype(numpy.float32) / 255, (0, 0), blur)[..., None] * numpy.float32(share)
        out = out * (1 - 0.5 * weight) + around * weight * 1.6
    return out
