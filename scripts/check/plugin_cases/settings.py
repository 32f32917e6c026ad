"""Settings of libsplash by name, against the command."""
import json

from lib.binding import Filter, splashed


def both_names_of_a_setting_mean_the_same(bench):
    lib, raw = bench.library, bench.raw(bench.clip("yuv420p", 320, 180))
    for listed, name, value in (("threshold", "hue-width", "60"), ("drop", "exclude", "red"), ("fill", "close-holes", "3"),
                                ("clean", "remove-specks", "3"), ("stability", "smoothing", "0"),
                                ("defringe", "despill", "off")):
        assert listed in [setting.name.decode() for setting in lib.settings()]
        mine = [splashed(lib, raw, "yuv420p", 320, 180, 25, [(each, value)]) for each in (listed, name)]
        assert mine[0] == mine[1], name


def every_setting_can_be_set(bench):
    lib = bench.library
    given = json.loads(bench.run(
        "sh", "-c", f"cd {bench.scratch} && '{bench.splash}' test: --frames 1 -o null --quiet -y "
        "--save-settings all.json && cat all.json", text=True).stdout)
    settings = lib.settings()
    assert len(settings) == len(given), (len(settings), list(given))
    for setting in settings:
        filter = Filter(lib)
        filter.set(setting.name.decode(), setting.standard.decode())
        values = [setting.standard]
        if setting.kind == 0:
            assert setting.min < setting.max and setting.step > 0, setting.name
            values += [b"%g" % setting.min, b"%g" % setting.max]
        elif setting.kind == 1:
            values += [b"on", b"off"]
        elif setting.kind == 2:
            index = 0
            while setting.choices[index]:
                values.append(setting.choices[index])
                index += 1
        for value in values:
            filter.set(setting.name.decode(), value.decode())
        assert setting.label and b"." in setting.help, setting.name
