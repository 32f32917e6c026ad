"""Camera, lights, and what a rendering keeps: linear light, what is where, and the color of the light."""
import math, os

import bpy
from mathutils import Vector

import surfaces


class Scene:
    """A scene on an empty stage.

    `labels` maps names to the objects whose masks are kept, at most nine; `lights` names to lamps and their power in
    watts (of a sun W/m²), None for what comes from all around; `veils` are things that dim what is behind and hide
    nothing. All lights are white: a film gives them their colors afterwards, since light adds up.
    """

    def __init__(self, size):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.labels, self.lights, self.veils, self.bounces = {}, {}, [], 6
        scene = self.scene
        scene.render.engine = "CYCLES"
        scene.render.resolution_x, scene.render.resolution_y = size
        scene.render.resolution_percentage = 100
        scene.render.image_settings.file_format = "PNG"
        scene.render.image_settings.compression = 30
        scene.world = bpy.data.worlds.new("world")
        scene.world.use_nodes = True
        self.sky = scene.world.node_tree.nodes["Background"]
        self.sky.inputs["Strength"].default_value = 0
        cycles = scene.cycles
        cycles.device = "CPU"
        cycles.use_adaptive_sampling = False
        cycles.sample_clamp_indirect = 4
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 4, 3
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.seed = 1
        cycles.use_light_tree = False
        scene.render.use_persistent_data = True
        scene.render.motion_blur_shutter = 0.5
        scene.render.use_motion_blur = False
        scene.render.fps = 24

    def camera(self, lens=50, stop=2.8):
        """A full-frame camera, to be placed by `aim`."""
        data = bpy.data.cameras.new("camera")
        data.lens, data.sensor_width = lens, 36
        data.dof.use_dof, data.dof.aperture_fstop = True, stop
        data.dof.aperture_blades = 7
        self.eye = bpy.data.objects.new("camera", data)
        self.scene.collection.objects.link(self.eye)
        self.scene.camera = self.eye

    def aim(self, place, target, focus=None):
        """Where the camera stands, what it looks at, and the point in focus."""
        self.eye.location = place
        self.eye.rotation_euler = (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
        self.eye.data.dof.focus_distance = (Vector(focus or target) - Vector(place)).length

    def glow(self, power):
        """Light that comes from all around."""
        self.lights["glow"] = (None, power)

    def lamp(self, name, kind, power, place, target, size=1.0, height=None):
        """A light that looks at `target`."""
        data = bpy.data.lights.new(name, kind)
        if kind == "AREA":
            data.shape = "RECTANGLE"
            data.size, data.size_y = size, height or size
        elif kind == "SUN":
            data.angle = math.radians(size)
        else:
            data.shadow_soft_size = size
        thing = bpy.data.objects.new(name, data)
        thing.location = place
        thing.rotation_euler = (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
        self.scene.collection.objects.link(thing)
        thing.visible_camera = False
        data.energy = power
        self.lights[name] = (thing, power)

    def only(self, light):
        """Switches all lights off but `light`, a name in `lights`; and all on without a name."""
        for name, (lamp, power) in self.lights.items():
            on = power if light in (None, name) else 0
            if lamp is None:
                self.sky.inputs["Strength"].default_value = on
            else:
                lamp.data.energy = on

    def shoot(self, folder, name, samples, region=None):
        """Writes linear light and masks of the present moment into the EXR file `name`; returns the light's color.

        Masks are a part of the same rendering: each point that a ray meets adds its label's color, so that their edges
        have the picture's blur. Three go into each of the layers truth0, truth1 and truth2. `region` (left, bottom,
        right, top as shares of the picture) leaves the rest of the picture empty, and the light unmeasured.
        """
        scene = self.scene
        self._label()
        render, settings = scene.render, scene.render.image_settings
        render.use_border = region is not None
        if region:
            render.border_min_x, render.border_min_y, render.border_max_x, render.border_max_y = region
        self._passes(samples, denoise=True, bounces=self.bounces)
        bpy.ops.render.render()
        settings.media_type = "MULTI_LAYER_IMAGE"
        settings.file_format, settings.color_depth, settings.exr_codec = "OPEN_EXR_MULTILAYER", "16", "ZIP"
        os.makedirs(folder, exist_ok=True)
        bpy.data.images["Render Result"].save_render(os.path.join(folder, name))
        settings.media_type = "IMAGE"
        render.use_border = False
        return None if region else self.measure(folder)

    def _label(self):
        """Before the first rendering, since data that persist would keep other numbers."""
        layer = self.scene.view_layers[0]
        for number in range(3 if not layer.aovs else 0):
            layer.aovs.add().name = f"truth{number}"
        for number, things in enumerate(self.labels.values()):
            for thing in things:
                thing.pass_index = number + 1

    def _passes(self, samples, denoise, bounces):
        cycles = self.scene.cycles
        cycles.samples, cycles.max_bounces = samples, bounces
        cycles.use_denoising = denoise
        if denoise:
            cycles.denoiser = "OPENIMAGEDENOISE"
            cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"

    def measure(self, folder):
        """The mean light that a scene of white walls and white things would send to the camera."""
        settings, render = self.scene.render.image_settings, self.scene.render
        self._label()
        layer, path = self.scene.view_layers[0], os.path.join(folder, "light.exr")
        size = render.resolution_x, render.resolution_y
        render.resolution_x, render.resolution_y, render.filepath = 64, 36, path
        settings.file_format = "OPEN_EXR"
        layer.material_override = white_material()
        self._passes(16, denoise=False, bounces=2)
        bpy.ops.render.render(write_still=True)
        layer.material_override = None
        render.resolution_x, render.resolution_y = size
        settings.file_format = "PNG"
        picture = bpy.data.images.load(path)
        picture.colorspace_settings.name = "Non-Color"
        values = list(picture.pixels)
        bpy.data.images.remove(picture)
        os.remove(path)
        count = len(values) // 4
        return [sum(values[channel::4]) / count for channel in range(3)]


def white_material():
    if "white" not in bpy.data.materials:
        surfaces.Surface("white", "#c0c0c0", 1.0)
    return bpy.data.materials["white"]
