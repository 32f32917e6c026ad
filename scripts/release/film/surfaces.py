"""Surfaces for the film: wood, glaze, clay, cloth, paper, plaster. All colors are linear Rec. 709."""
import bpy


def srgb(text):
    """A color as #rrggbb, linear."""
    codes = [int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in codes) + (1.0,)


class Surface:
    """A material whose nodes are made and joined by short calls."""

    def __init__(self, name, color="#808080", roughness=0.5, **values):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]
        self.set(self.shader, {"Base Color": srgb(color), "Roughness": roughness, **values})
        self._place = None
        self._tell()

    def _tell(self):
        """What the masks are made of: object n of a scene's labels adds to channel n - 1 of the truth."""
        number = self.node("ObjectInfo").outputs["Object Index"]
        for layer in range(3):
            color = self.node("CombineColor")
            for channel in range(3):
                self.put(color, channel, self.node("Math", {
                    0: number, 1: 3 * layer + channel + 1, 2: 0.1}, operation="COMPARE").outputs[0])
            self.node("OutputAOV", {"Color": color.outputs[0]}, aov_name=f"truth{layer}")

    def set(self, node, values):
        for name, value in values.items():
            self.put(node, name, value)
        return node

    def put(self, node, name, value):
        """Joins an output to input `name`, or sets its value."""
        entry = node.inputs[name]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, entry)
        else:
            entry.default_value = value

    def node(self, kind, inputs=None, **properties):
        made = self.tree.nodes.new("ShaderNode" + kind)
        for name, value in properties.items():
            setattr(made, name, value)
        return self.set(made, inputs or {})

    def place(self, output="Object", scale=(1, 1, 1), turn=(0, 0, 0)):
        """Coordinates for textures."""
        if self._place is None:
            self._place = self.node("TexCoord")
        return self.node("Mapping", {
            "Vector": self._place.outputs[output], "Scale": scale, "Rotation": turn}).outputs[0]

    def noise(self, where, scale, detail=4.0, rough=0.55, distort=0.0):
        return self.node("TexNoise", {
            "Vector": where, "Scale": scale, "Detail": detail, "Roughness": rough, "Distortion": distort}).outputs[0]

    def ramp(self, value, *stops):
        """`stops` are (place, color) with colors as #rrggbb or a grey."""
        made = self.node("ValToRGB", {"Fac": value})
        marks = made.color_ramp.elements
        while len(marks) < len(stops):
            marks.new(0.5)
        for mark, (place, color) in zip(marks, stops):
            mark.position = place
            mark.color = srgb(color) if isinstance(color, str) else (color, color, color, 1)
        return made.outputs[0]

    def mix(self, share, one, other, blend="MIX"):
        made = self.node("MixRGB", {}, blend_type=blend)
        for name, value in (("Fac", share), ("Color1", one), ("Color2", other)):
            self.put(made, name, srgb(value) if isinstance(value, str) else value)
        return made.outputs[0]

    def look(self, **values):
        """Inputs of the shader, by names with _ for blanks."""
        self.set(self.shader, {name.replace("_", " "): value for name, value in values.items()})
        return self

    def bump(self, height, strength=0.2, distance=0.002):
        self.look(Normal=self.node("Bump", {
            "Height": height, "Strength": strength, "Distance": distance}).outputs[0])
        return self


def wood(name, light="#a9794b", dark="#5f3c20", plank=0.14, gloss=0.38):
    """Planks along x with grain, gaps and worn varnish."""
    made = Surface(name)
    where = made.place("Object")
    planks = made.node("TexBrick", {
        "Vector": where, "Scale": 1.0, "Mortar Size": 0.0011, "Mortar Smooth": 0.4, "Brick Width": 1.1,
        "Row Height": plank, "Color1": (0.15, 0.15, 0.15, 1), "Color2": (0.85, 0.85, 0.85, 1), "Mortar": (0, 0, 0, 1)},
        offset=0.37)
    # Each plank has its own tone and grain: the tone shifts the grain's coordinates.
    shifted = made.node("VectorMath", {0: where, 1: made.node("VectorMath", {
        0: planks.outputs["Color"], 1: (3.0, 7.0, 5.0)}, operation="MULTIPLY").outputs[0]}, operation="ADD").outputs[0]
    long = made.node("Mapping", {"Vector": shifted, "Scale": (1.2, 14, 14)}).outputs[0]
    rings = made.noise(long, 2.2, 6, 0.6, 1.1)
    fibre = made.noise(made.node("Mapping", {"Vector": shifted, "Scale": (9, 260, 260)}).outputs[0], 1.0, 3)
    grain = made.ramp(rings, (0.32, dark), (0.5, light), (0.68, dark))
    grain = made.mix(0.55, grain, made.ramp(rings, (0.3, light), (0.7, dark)))
    grain = made.mix(0.35, grain, made.ramp(fibre, (0.35, 0.25), (0.65, 1.0)), "MULTIPLY")
    grain = made.mix(0.35, grain, planks.outputs["Color"], "SOFT_LIGHT")
    color = made.mix(planks.outputs["Fac"], grain, "#1a0f08")
    worn = made.noise(where, 9, 5)
    made.look(Base_Color=color, Roughness=made.ramp(worn, (0.3, gloss - 0.08), (0.7, gloss + 0.16)))
    height = made.mix(planks.outputs["Fac"], made.ramp(fibre, (0.2, 0.6), (0.8, 0.8)), "#000000")
    return made.bump(height, 0.25, 0.0012).material


def glaze(name, color, roughness=0.12, speckle=0.0, coat=0.6):
    """Glazed stoneware, perhaps with dark specks."""
    made = Surface(name, color, roughness, **{"Coat Weight": coat, "Coat Roughness": 0.05})
    where = made.place()
    soft = made.noise(where, 14, 4)
    tone = made.mix(made.ramp(soft, (0.3, 0.0), (0.8, 0.22)), color, "#ffffff", "SOFT_LIGHT")
    if speckle:
        specks = made.node("TexVoronoi", {"Vector": where, "Scale": 320.0}).outputs["Distance"]
        gate = made.noise(where, 90, 2)
        dots = made.mix(1.0, made.ramp(specks, (0.12, 1.0), (0.2, 0.0)), made.ramp(gate, (0.5, 0.0), (0.56, speckle)),
                        "MULTIPLY")
        tone = made.mix(dots, tone, "#3a2a20")
    made.look(Base_Color=tone, Roughness=made.ramp(soft, (0.3, roughness), (0.8, roughness + 0.1)))
    return made.bump(made.noise(where, 30, 2), 0.06, 0.002).material


def clay(name, color="#a5532f"):
    """Unglazed terracotta, with pale stains."""
    made = Surface(name, color, 0.85)
    where = made.place()
    stain = made.noise(where, 25, 6, 0.65)
    made.look(Base_Color=made.mix(made.ramp(stain, (0.45, 0.0), (0.75, 0.45)), color, "#d8b79c"))
    return made.bump(made.noise(where, 220, 4), 0.25, 0.001).material


def skin_of(name, base, second, dots, amount=0.45, pores=0.1, roughness=0.28):
    """The skin of a fruit: two tones that run from pole to pole, and small dots."""
    made = Surface(name, base, roughness, **{
        "Coat Weight": 0.25, "Coat Roughness": 0.15, "Subsurface Weight": 0.12,
        "Subsurface Radius": (0.01, 0.004, 0.002), "Subsurface Scale": 0.6})
    where = made.place()
    streak = made.noise(made.node("Mapping", {"Vector": where, "Scale": (38, 38, 7)}).outputs[0], 1.0, 5, 0.6, 0.4)
    patch = made.noise(where, 13, 3)
    share = made.mix(0.5, made.ramp(streak, (0.4, 0.0), (0.7, 1.0)), made.ramp(patch, (0.48, 0.0), (0.68, 1.0)),
                     "MULTIPLY")
    share = made.mix(1.0, share, made.ramp(share, (0.0, amount), (1.0, amount)), "MULTIPLY")
    tone = made.mix(share, base, second)
    specks = made.node("TexVoronoi", {"Vector": where, "Scale": 300.0}).outputs["Distance"]
    tone = made.mix(made.ramp(specks, (0.06, 0.5), (0.16, 0.0)), tone, dots)
    made.look(Base_Color=tone)
    return made.bump(made.noise(where, 260, 2), pores, 0.001).material


def cloth(name, color, stripe=None, width=0.12, count=5.0):
    """Woven linen; `stripe` is the color of bands across it."""
    made = Surface(name, color, 0.9, **{"Sheen Weight": 0.25, "Sheen Roughness": 0.5})
    where = made.place("UV")
    tone = made.mix(made.ramp(made.noise(where, 60, 4), (0.3, 0.0), (0.8, 0.3)), color, "#6d6a63", "MULTIPLY")
    if stripe:
        band = made.node("TexWave", {"Vector": where, "Scale": count * 0.314, "Distortion": 0.0},
                         wave_profile="SIN").outputs["Fac"]
        tone = made.mix(made.ramp(band, (1 - width - 0.02, 0.0), (1 - width, 1.0)), tone, stripe)
    thread = made.node("TexChecker", {"Vector": where, "Scale": 340.0}).outputs["Fac"]
    made.look(Base_Color=tone)
    return made.bump(thread, 0.15, 0.0006).material


def plain(name, color, roughness=0.6, grain=0.0, size=200.0, **values):
    """One color, perhaps with a fine grain."""
    made = Surface(name, color, roughness, **values)
    where = made.place()
    cloud = made.noise(where, 3.0, 5)
    made.look(Base_Color=made.mix(made.ramp(cloud, (0.3, 0.0), (0.8, 0.14)), color, "#000000"))
    return made.bump(made.noise(where, size, 4), grain, 0.002).material if grain else made.material


def pages(name):
    """The edges of a book's pages."""
    made = Surface(name, "#e4dbc4", 0.9)
    where = made.place("Object", (1, 1, 900))
    lines = made.noise(where, 1.0, 2)
    made.look(Base_Color=made.mix(0.6, "#e4dbc4", made.ramp(lines, (0.35, 0.45), (0.6, 1.0)), "MULTIPLY"))
    return made.material
