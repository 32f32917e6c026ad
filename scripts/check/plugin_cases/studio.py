"""OBS Studio itself, on a display that nobody sees: a scene with the filter, recorded."""
import glob, json, os, shutil, signal, subprocess, time

WIDTH, HEIGHT = 640, 360
# Places of the filter: on a media source, whose frames it gets as they are decoded; on the same and on the scene, as
# they are rendered; on a display capture, with the clip playing in a window.
PLACES = ["media", "rendered media", "scene", "display"]


def source(name, kind, settings, **others):
    return dict(name=name, id=kind, versioned_id=kind, settings=settings, enabled=True, **others)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def configure(bench, home, clip, place, settings):
    """A configuration with one scene, the clip, looped, and the filter at one of the places."""
    config = os.path.join(home, "obs-studio")
    plugin = os.path.join(config, "plugins", "obs-splash")
    os.makedirs(os.path.join(plugin, "bin", "64bit"))
    shutil.copy(os.path.join(bench.libraries, "obs-plugins", "obs-splash.so"),
                os.path.join(plugin, "bin", "64bit"))
    shutil.copytree(os.path.join(bench.prefix, "share", "obs", "obs-plugins", "obs-splash"),
                    os.path.join(plugin, "data"))
    write(config, "global.ini",
          "[General]\nFirstRun=true\nLastVersion=486539266\nInfoIncrement=99\nEnableAutoUpdates=false\n"
          "Pre19Defaults=false\nPre21Defaults=false\nPre23Defaults=false\nPre24.1Defaults=false\n"
          "[Basic]\nProfile=P\nProfileDir=P\nSceneCollection=S\nSceneCollectionFile=S\n")
    write(config, "basic/profiles/P/basic.ini",
          f"[General]\nName=P\n[Output]\nMode=Simple\n[SimpleOutput]\nFilePath={home}\nRecFormat=mkv\n"
          f"RecQuality=Stream\nStreamEncoder=x264\nVBitrate=4000\n[Video]\nBaseCX={WIDTH}\nBaseCY={HEIGHT}\n"
          f"OutputCX={WIDTH}\nOutputCY={HEIGHT}\nFPSType=0\nFPSCommon=30\n")
    media = dict(is_local_file=True, local_file=clip, looping=True, hw_decode=False)
    shown = ("xshm_input", dict(screen=0, show_cursor=False)) if place == "display" else ("ffmpeg_source", media)
    splash = [source("splash", "splash_filter" if place == "media" else "splash_rendered", settings)]
    scene = {
        "name": "S", "current_scene": "A", "current_program_scene": "A", "scene_order": [{"name": "A"}],
        "sources": [
            source("A", "scene", {"id_counter": 1, "items": [
                {"name": "M", "id": 1, "visible": True, "align": 5, "pos": {"x": 0, "y": 0},
                 "scale": {"x": 1, "y": 1}, "rot": 0, "bounds_type": 0}]},
                   filters=splash if place == "scene" else []),
            source("M", *shown, filters=[] if place == "scene" else splash),
        ],
    }
    write(config, "basic/scenes/S.json", json.dumps(scene))


def recorded(bench, clip, place, settings):
    """A picture of what OBS Studio recorded, as RGB."""
    home = bench.path(f"obs-home-{place.replace(' ', '-')}")
    configure(bench, home, clip, place, settings)
    environment = dict(bench.environment, HOME=home, XDG_CONFIG_HOME=home, LIBGL_ALWAYS_SOFTWARE="1",
                       XDG_RUNTIME_DIR=home)
    log = open(bench.path("obs.log"), "wb")
    display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    studio = player = None
    try:
        environment["DISPLAY"] = ":" + display.stdout.readline().decode().strip()
        studio = subprocess.Popen(["obs", "--multi", "--startrecording", "--minimize-to-tray"],
                                  env=environment, cwd=home, stdout=log, stderr=log)

        def grows(bytes):
            end = time.monotonic() + 90
            while not any(os.path.getsize(path) > bytes for path in glob.glob(os.path.join(home, "*.mkv"))):
                if studio.poll() is not None or time.monotonic() > end:
                    break
                time.sleep(0.5)

        if place == "display":
            # On top of OBS's own window, which is open by then.
            grows(0)
            player = subprocess.Popen(["ffplay", "-v", "quiet", "-loop", "0", "-left", "0", "-top", "0", "-noborder", clip],
                                      env=dict(environment, SDL_RENDER_DRIVER="software", SDL_AUDIODRIVER="dummy"),
                                      stdin=subprocess.DEVNULL)
        grows(400_000)
        # OBS may ask whether to stop the recording; a Matroska file survives if it is killed.
        studio.send_signal(signal.SIGINT)
        try:
            studio.wait(10)
        except subprocess.TimeoutExpired:
            pass
    finally:
        if studio and studio.poll() is None:
            studio.kill()
            studio.wait()
        for process in (player, display):
            if process:
                process.terminate()
                process.wait()
        log.close()
    found = glob.glob(os.path.join(home, "*.mkv"))
    if not found or not os.path.getsize(found[0]):
        with open(bench.path("obs.log"), errors="replace") as file:
            raise AssertionError("nothing recorded\n" + file.read()[-3000:])
    # The last recording.
    still = bench.path("still.rgb")
    bench.ffmpeg("-i", found[0], "-pix_fmt", "rgb24", "-c:v", "rawvideo", "-f", "image2", "-update", "1", still)
    with open(still, "rb") as file:
        return file.read()
