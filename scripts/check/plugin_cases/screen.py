"""The screen of a desktop as a source, through a portal (portal.py) that hands out a node of GStreamer."""
import os, signal, subprocess

from .desktop import Desktop, ended, read, source


class Bus:
    """A session bus of its own with a portal that hands out a node, or does not."""

    def __init__(self, desktop, node, answer):
        daemon = desktop.start("dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
        desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().decode().strip()
        script = os.path.join(os.path.dirname(__file__), "portal.py")
        self.portal = desktop.start("/usr/bin/python3", script, str(node), str(answer),
                                    os.path.join(desktop.folder, "pipewire-0"), stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL)
        desktop.others += [daemon, self.portal]
        assert self.portal.stdout.readline() == b"ready\n"


def number_of(desktop, node):
    done = subprocess.run(["pw-cli", "ls", "Node"], env=desktop.environment, capture_output=True, text=True)
    return next(int(part.split(",")[0]) for part in done.stdout.split("\tid ")[1:] if f'node.name = "{node}"' in part)


def the_screen_comes_through_a_portal(bench):
    with Desktop(bench) as desktop:
        source(desktop, "the-screen", "BGRx")
        # A second camera, which a session manager might prefer.
        desktop.camera(bench, "test:64x48@30")
        bus = Bus(desktop, number_of(desktop, "the-screen"), 0)
        data = ended(read(desktop, bench, "pipewire:screen", 2, "--rest", "none", "--pixel-format", "yuv444p"))
        size = 322 * 182
        assert len(data) == 6 * size, len(data)
        # The cyan and red bars.
        picture, row = data[-3 * size:], size // 4 // 322 * 322
        for bar, (blue, red) in ((2, (166, 16)), (5, (90, 240))):
            place = row + (2 * bar + 1) * 322 // 14
            found = (picture[size + place], picture[2 * size + place])
            assert all(abs(a - b) < 8 for a, b in zip(found, (blue, red))), (bar, found)
        os.killpg(bus.portal.pid, signal.SIGTERM)
        asked = bus.portal.stdout.read().decode().split("\n")
        assert asked[:4] == ["CreateSession", "SelectSources cursor_mode=2 types=1", "Start", "OpenPipeWireRemote"], asked


def a_stop_is_heard_while_the_user_is_asked(bench):
    with Desktop(bench) as desktop:
        bus = Bus(desktop, 0, -1)
        reader = read(desktop, bench, "pipewire:screen", 2)
        while bus.portal.stdout.readline() != b"Start\n":
            pass
        os.killpg(reader.pid, signal.SIGINT)
        errors = reader.communicate(timeout=10)[1].decode()
        assert reader.returncode == 0 and not errors, errors


def a_screen_that_is_not_granted_is_said(bench):
    with Desktop(bench) as desktop:
        Bus(desktop, 0, 1)
        reader = read(desktop, bench, "pipewire:screen", 2)
        errors = reader.communicate(timeout=30)[1].decode()
        assert reader.returncode == 2 and "it was not granted" in errors and errors.count("\n") == 1, errors
