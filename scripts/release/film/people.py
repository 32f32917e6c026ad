"""Somebody who walks, seen from afar, and an umbrella to hold."""
import math

import bmesh
from mathutils import Vector

import shapes
import surfaces

HANDLE, REACH = 1.12, 0.57  # the height at which an umbrella is held, and how far above that its brim is
RIBS = 8


def canopy(name, material, radius=0.56, rise=0.3, steps=96, rings=14):
    """Cloth over eight ribs: drawn in between them, and lower there."""
    mesh = bmesh.new()
    net = []
    for ring in range(1, rings + 1):
        v = ring / rings
        row = []
        for step in range(steps):
            a = 2 * math.pi * step / steps
            slack = 1 - abs(math.cos(RIBS / 2 * a)) ** 0.8
            far = radius * v * (1 - 0.085 * v * v * slack)
            up = rise * (1 - v ** 1.9) - 0.022 * v * slack * (1 - v) * 4 + 0.02 * v ** 4 * slack
            row.append(mesh.verts.new((far * math.cos(a), far * math.sin(a), up)))
        net.append(row)
    top = mesh.verts.new((0, 0, rise))
    for step in range(steps):
        after = (step + 1) % steps
        mesh.faces.new([top, net[0][step], net[0][after]])
        for low, high in zip(net, net[1:]):
            mesh.faces.new([low[step], high[step], high[after], low[after]])
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    return shapes.finished(name, mesh, material)


def umbrella(name, color):
    """The canopy, and its shaft and ribs; it stands over the hand of who holds it."""
    cloth = surfaces.Surface(name, color, 0.42, **{"Coat Weight": 0.35, "Coat Roughness": 0.25})
    where = cloth.place()
    wet = cloth.noise(where, 22, 4, 0.6)
    cloth.look(Base_Color=cloth.mix(cloth.ramp(wet, (0.35, 0.0), (0.75, 0.25)), color, "#0a0a0a"),
               Roughness=cloth.ramp(wet, (0.3, 0.5), (0.7, 0.25)))
    # Light shines through thin cloth.
    through = cloth.node("BsdfTranslucent", {"Color": surfaces.srgb(color)})
    both = cloth.node("MixShader", {0: 0.3})
    cloth.tree.links.new(cloth.shader.outputs[0], both.inputs[1])
    cloth.tree.links.new(through.outputs[0], both.inputs[2])
    cloth.tree.links.new(both.outputs[0], cloth.tree.nodes["Material Output"].inputs[0])
    metal = surfaces.plain(name + " metal", "#3a3b3e", 0.3, Metallic=0.9)
    cover = canopy(name, cloth.material)
    shaft = shapes.tube(name + " shaft", [(0, 0, -0.62), (0, 0, -0.2), (0, 0, 0.36)], 0.006, metal)
    grip = shapes.tube(name + " grip", [(0, 0, -0.52), (0, 0, -0.64), (0.03, 0, -0.69), (0.06, 0, -0.65)], 0.013,
                       surfaces.plain(name + " grip", "#4a2f1c", 0.4))
    ribs = []
    for number in range(RIBS):
        a = 2 * math.pi * number / RIBS
        ribs.append(shapes.tube(f"{name} rib {number}", [
            (far * math.cos(a), far * math.sin(a), up) for far, up in ((0.01, 0.29), (0.3, 0.2), (0.557, -0.008))], 0.003, metal))
    return [cover], [shaft, grip, *ribs]


def leg(name, cloth, leather):
    """A leg that hangs from the origin, with a shoe that points to x."""
    shank = shapes.tube(name, [(0, 0, 0), (0.01, 0, -0.42), (-0.02, 0, -0.8)], 0.07, cloth, taper=[1.25, 0.95, 0.75])
    shoe = shapes.ball(name + " shoe", 0.055, (0.05, 0, -0.81), leather, 3)
    shoe.scale = (2.3, 0.9, 0.75)
    return shapes.join(name + " joint", [shank, shoe])


def walker(name, coat, held, begin, end, step, lean, frames):
    """Somebody in a long coat who walks from `begin` to `end` and holds what is `held`, leant forward; returns the body's parts."""
    wool = surfaces.plain(name + " coat", coat, 0.8, 0.2, 500.0)
    trousers = surfaces.plain(name + " trousers", "#15171c", 0.8)
    leather = surfaces.plain(name + " leather", "#1d120c", 0.3)
    skin = surfaces.plain(name + " skin", "#b98a70", 0.5)
    body = shapes.lathe(name, shapes.smooth_profile([
        (0.0, 0.55), (0.2, 0.55), (0.215, 0.57), (0.2, 0.8), (0.178, 1.0), (0.19, 1.2), (0.21, 1.34), (0.19, 1.43), (0.1, 1.48),
        (0.065, 1.5), (0.055, 1.56), (0.0, 1.56)], 5), wool)
    body.scale = (0.72, 1.0, 1.0)
    shapes.rumple(body, 0.014, 0.13, len(name))
    head = shapes.ball(name + " head", 0.1, (0.015, 0, 1.63), skin, 4)
    head.scale = (1.0, 0.8, 1.18)
    hair = shapes.ball(name + " hair", 0.108, (-0.015, 0, 1.655), surfaces.plain(name + " hair", "#20150f", 0.5, 0.4, 60.0), 4)
    hair.scale = (0.95, 0.86, 1.08)
    far = shapes.tube(name + " arm", [(0, 0.17, 1.37), (-0.02, 0.265, 1.12), (0.03, 0.24, 0.86)], 0.056, wool, taper=[1.1, 0.95, 0.75])
    near = shapes.tube(name + " holding arm", [(0, -0.165, 1.365), (0.0, -0.25, 1.12), (0.2, -0.12, HANDLE)], 0.056, wool,
                       taper=[1.1, 0.95, 0.7])
    hand = shapes.ball(name + " hand", 0.045, (0.22, -0.1, HANDLE), skin, 3)
    bag = shapes.box(name + " bag", (0.3, 0.09, 0.24), (0.0, 0.29, 0.6), leather, 0.02)
    legs = [leg(f"{name} leg {side}", trousers, leather) for side in (0, 1)]
    top = shapes.join(name + " top", [body, head, hair, far, near, hand, bag])
    over = shapes.join(name + " held", held, (0.2, -0.08, HANDLE + REACH))
    over.rotation_euler = (-0.06, lean, len(name))
    whole = shapes.join(name + " all", [top, over, *legs])
    parts = [body, head, hair, far, near, hand, bag, *(part for joint in legs for part in joint.children)]

    way = Vector(end) - Vector(begin)
    whole.rotation_euler.z = math.atan2(way.y, way.x)
    for frame in range(-1, frames + 1):
        place = Vector(begin) + way * (frame / (frames - 1))
        phase = math.pi * frame / 24 / step * 2
        swing = 0.42 * math.sin(phase)
        whole.location = (*place, 0)
        top.location.z = 0.02 * math.cos(2 * phase)
        over.location.z = HANDLE + REACH + 0.024 * math.cos(2 * phase + 0.4)
        over.rotation_euler.x = -0.06 + 0.02 * math.sin(phase)
        whole.keyframe_insert("location", frame=frame)
        for thing in (top, over):
            thing.keyframe_insert("location", frame=frame)
        over.keyframe_insert("rotation_euler", frame=frame)
        for side, joint in enumerate(legs):
            joint.location = (0, 0.095 * (1 - 2 * side), 0.86)
            joint.rotation_euler.y = swing * (1 - 2 * side)
            joint.keyframe_insert("rotation_euler", frame=frame)
    return parts
