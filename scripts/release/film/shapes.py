"""Shapes for the film: what is turned on a lathe, bent along a line, boxed or draped. Meters; z is up."""
import math, random

import bmesh
import bpy
from mathutils import Vector, noise


def from_mesh(name, mesh, material=None, smooth=True):
    """An object of `mesh`, linked to the scene."""
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    for face in mesh.polygons:
        face.use_smooth = smooth
    if material:
        mesh.materials.append(material)
    return thing


def finished(name, mesh, material=None, smooth=True):
    """An object of a mesh that is done."""
    data = bpy.data.meshes.new(name)
    mesh.to_mesh(data)
    mesh.free()
    return from_mesh(name, data, material, smooth)


def refine(thing, levels=2):
    """Catmull-Clark subdivision."""
    modifier = thing.modifiers.new("subdivision", "SUBSURF")
    modifier.levels = modifier.render_levels = levels
    return thing


def lathe(name, profile, material=None, steps=96, levels=1):
    """The solid of revolution about z of `profile`, a list of (radius, height)."""
    mesh = bmesh.new()
    rings = []
    for radius, height in profile:
        if radius < 1e-5:
            rings.append([mesh.verts.new((0, 0, height))])
        else:
            rings.append([
                mesh.verts.new((radius * math.cos(a), radius * math.sin(a), height))
                for a in (2 * math.pi * i / steps for i in range(steps))])
    for low, high in zip(rings, rings[1:]):
        for i in range(steps):
            j = (i + 1) % steps
            corners = [low[i % len(low)], low[j % len(low)], high[j % len(high)], high[i % len(high)]]
            corners = list(dict.fromkeys(corners))
            if len(corners) > 2:
                mesh.faces.new(corners)
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    return refine(finished(name, mesh, material), levels)


def smooth_profile(points, steps=10):
    """Catmull-Rom through `points`."""
    ends = [points[0], *points, points[-1]]
    out = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
        for k in range(steps):
            t = k / steps
            out.append(tuple(
                0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t ** 3)
                for p, q, r, s in zip(a, b, c, d)))
    return [(max(0, x), y) for x, y in out] + [points[-1]]


def tube(name, points, radius, material=None, taper=None):
    """A round bar along a smooth line through `points`; `taper` has a share of `radius` for each."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = radius, 6, 16
    curve.use_fill_caps = True
    line = curve.splines.new("BEZIER")
    line.bezier_points.add(len(points) - 1)
    for i, (place, point) in enumerate(zip(points, line.bezier_points)):
        point.co = place
        point.handle_left_type = point.handle_right_type = "AUTO"
        point.radius = taper[i] if taper else 1
    thing = bpy.data.objects.new(name, curve)
    bpy.context.scene.collection.objects.link(thing)
    if material:
        curve.materials.append(material)
    return thing


def box(name, size, place=(0, 0, 0), material=None, bevel=0.004, turn=0.0):
    """A box of `size` that stands on `place`, turned by `turn` degrees, with rounded edges."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=1)
    bmesh.ops.scale(mesh, vec=size, verts=mesh.verts)
    bmesh.ops.translate(mesh, vec=(0, 0, size[2] / 2), verts=mesh.verts)
    thing = finished(name, mesh, material, smooth=False)
    thing.location = place
    thing.rotation_euler.z = math.radians(turn)
    if bevel:
        modifier = thing.modifiers.new("bevel", "BEVEL")
        modifier.width, modifier.segments = bevel, 3
        modifier.harden_normals = False
        for face in thing.data.polygons:
            face.use_smooth = True
        thing.modifiers.new("normals", "WEIGHTED_NORMAL")
    return thing


def ball(name, radius, place, material=None, detail=5):
    """A sphere about `place`."""
    mesh = bmesh.new()
    bmesh.ops.create_icosphere(mesh, subdivisions=detail, radius=radius)
    thing = finished(name, mesh, material)
    thing.location = place
    return thing


def sheet(name, width, depth, height_at, material=None, steps=160):
    """A square net of `width` by `depth` whose height is `height_at(x, y)`; with coordinates for textures."""
    mesh = bmesh.new()
    uv = mesh.loops.layers.uv.new("UVMap")
    net = [[mesh.verts.new((x, y, height_at(x, y)))
            for x in (width * (i / steps - 0.5) for i in range(steps + 1))]
           for y in (depth * (j / steps - 0.5) for j in range(steps + 1))]
    for j in range(steps):
        for i in range(steps):
            face = mesh.faces.new([net[j][i], net[j][i + 1], net[j + 1][i + 1], net[j + 1][i]])
            for loop, (a, b) in zip(face.loops, [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]):
                loop[uv].uv = (a / steps, b / steps)
    return finished(name, mesh, material)


def leaf(name, length, width, bend, material=None):
    """A leaf that grows along x from the origin and hangs down at its end by `bend`."""
    def surface(i, j, steps=12):
        t, s = i / steps, j / 4 - 0.5
        half = width * math.sin(math.pi * t ** 0.8) ** 0.9
        return (length * t, s * half, length * (0.55 * t - bend * t * t) + 0.25 * abs(s) * half)
    mesh = bmesh.new()
    net = [[mesh.verts.new(surface(i, j)) for j in range(5)] for i in range(13)]
    for i in range(12):
        for j in range(4):
            mesh.faces.new([net[i][j], net[i + 1][j], net[i + 1][j + 1], net[i][j + 1]])
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=1e-5)
    return refine(finished(name, mesh, material), 2)


def rumple(thing, amount, size, seed=0):
    """Moves the points of a mesh along their normals by smooth noise: `amount` meters, over `size` meters."""
    shift = Vector((seed * 7.1, seed * 3.3, seed))
    for vertex in thing.data.vertices:
        vertex.co += vertex.normal * amount * noise.noise(vertex.co / size + shift)
    return thing


def join(name, parts, place=(0, 0, 0), turn=0.0):
    """An empty that `parts` follow, at `place`, turned by `turn` degrees."""
    handle = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(handle)
    for part in parts:
        part.parent = handle
    handle.location = place
    handle.rotation_euler.z = math.radians(turn)
    return handle


def plant(name, pot, green, soil, place, seed=1, leaves=26, size=1.0):
    """A pot of clay with long leaves; returns the pot's handle and the leaves."""
    dice = random.Random(seed)
    body = lathe(name + " pot", [
        (0, 0), (0.042, 0), (0.046, 0.004), (0.058, 0.078), (0.058, 0.08), (0.064, 0.08), (0.066, 0.084),
        (0.067, 0.1), (0.064, 0.102), (0.058, 0.1), (0.056, 0.085), (0.0, 0.085)], pot)
    earth = lathe(name + " soil", [(0, 0.09), (0.03, 0.092), (0.0575, 0.088)], soil, levels=0)
    parts = [body, earth]
    blades = []
    for i in range(leaves):
        blade = leaf(f"{name} leaf {i}", size * dice.uniform(0.11, 0.2), dice.uniform(0.03, 0.05),
                     dice.uniform(0.25, 0.75), green)
        blade.rotation_euler = (dice.uniform(-0.3, 0.3), -dice.uniform(0.1, 1.0) * (1 - i / leaves) - 0.25 * i / leaves,
                                i * 2.39996 + dice.uniform(-0.3, 0.3))
        blade.location = (0, 0, 0.09)
        blades.append(blade)
    return join(name, parts + blades, place), parts, blades
