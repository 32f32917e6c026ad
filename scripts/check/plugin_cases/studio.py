"""OBS Studio itself, on a display that nobody sees: a scene with the filter, recorded."""
import glob, json, os, shutil, signal, subprocess, time

WIDTH, HEIGHT = 640, 360


def source(name, kind, settings, **others):
    return dict(name=name, id=kind, versioned_id=kind, settings=settings, enabled=True, **others)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def configure(bench, home, clip, settings):
    """A configuration with one scene: the clip, looped, with the filter on it."""
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
    scene = {
        "name": "S", "current_scene": "A", "current_program_scene": "A", "scene_order": [{"name": "A"}],
        "sources": [
            source("A", "scene", {"id_counter": 1, "items": [
                {"name": "M", "id": 1, "visible": True, "align": 5, "pos": {"x": 0, "y": 0},
                 "scale": {"x": 1, "y": 1}, "rot": 0, "bounds_type": 0}]}),
            source("M", "ffmpeg_source", {"is_local_file": True, "local_file": clip, "looping": True,
                                          "hw_decode": False},
                   filters=[source("splash", "splash_filter", settings)]),
        ],
    }
    write(config, "basic/scenes/S.json", json.dumps(scene))


def recorded(bench, clip, settings):
    """A picture of what OBS Studio recorded, as RGB."""
    home = bench.path("obs-home")
    configure(bench, home, clip, settings)
    environment = dict(bench.environment, HOME=home, XDG_CONFIG_HOME=home, LIBGL_ALWAYS_SOFTWARE="1",
                       XDG_RUNTIME_DIR=home)
    log = open(bench.path("obs.log"), "wb")
    display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    studio = None
    try:
        environment["DISPLAY"] = ":" + display.stdout.readline().decode().strip()
        studio = subprocess.Popen(["obs", "--multi", "--startrecording", "--minimize-to-tray"],
                                  env=environment, cwd=home, stdout=log, stderr=log)
        end = time.monotonic() + 90
        while not any(os.path.getsize(path) > 200_000 for path in glob.glob(os.path.join(home, "*.mkv"))):
            if studio.poll() is not None or time.monotonic() > end:
                break
            time.sleep(0.5)
        # It may ask whether to stop the recording, which Matroska survives.
        studio.send_signal(signal.SIGINT)
        try:
            studio.wait(10)
        except subprocess.TimeoutExpired:
            pass
    finally:
        if studio and studio.poll() is None:
            studio.kill()
            studio.wait()
        display.terminate()
        display.wait()
        log.close()
    found = glob.glob(os.path.join(home, "*.mkv"))
    if not found or not os.path.getsize(found[0]):
        with open(bench.path("obs.log"), errors="replace") as file:
            raise AssertionError("nothing recorded\n" + file.read()[-3000:])
    return bench.run("ffmpeg", "-v", "error", "-nostdin", "-ss", "1", "-i", found[0], "-frames:v", "1",
                     "-pix_fmt", "rgb24", "-f", "rawvideo", "-").stdout
