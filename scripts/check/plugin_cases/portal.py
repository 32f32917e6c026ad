"""A portal that hands out a node of PipeWire as the screen (org.freedesktop.portal.ScreenCast), on the session bus.

usage: portal.py NODE ANSWER SOCKET      NODE by its number, ANSWER 0 for yes, 1 for no, -1 for none; says what it is asked
"""
import socket, sys

import dbus, dbus.mainloop.glib, dbus.service
from gi.repository import GLib

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
SCREENS = "org.freedesktop.portal.ScreenCast"


class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", signature="ua{sv}")
    def Response(self, answer, results):
        pass


class Portal(dbus.service.Object):
    def __init__(self, bus, node, answer, remote):
        super().__init__(bus, PATH, dbus.service.BusName(NAME, bus))
        self.bus, self.node, self.answer, self.remote, self.requests = bus, node, answer, remote, {}

    def answered(self, what, sender, options, answer, results):
        """A request whose answer comes a little later."""
        print(what, *(f"{name}={value}" for name, value in sorted(options.items()) if "token" not in name), flush=True)
        path = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        request = self.requests.setdefault(path, None) or Request(self.bus, path)
        self.requests[path] = request
        if answer >= 0:
            GLib.timeout_add(50, lambda: request.Response(dbus.UInt32(answer), results) and False)
        return dbus.ObjectPath(path)

    @dbus.service.method(SCREENS, in_signature="a{sv}", out_signature="o", sender_keyword="sender")
    def CreateSession(self, options, sender=None):
        session = f"{PATH}/session/{sender[1:].replace('.', '_')}/{options['session_handle_token']}"
        return self.answered("CreateSession", sender, options, 0, {"session_handle": session})

    @dbus.service.method(SCREENS, in_signature="oa{sv}", out_signature="o", sender_keyword="sender")
    def SelectSources(self, session, options, sender=None):
        return self.answered("SelectSources", sender, options, 0, dbus.Dictionary({}, signature="sv"))

    @dbus.service.method(SCREENS, in_signature="osa{sv}", out_signature="o", sender_keyword="sender")
    def Start(self, session, window, options, sender=None):
        about = dbus.Dictionary({"size": dbus.Struct((64, 48), signature="ii")}, signature="sv")
        streams = dbus.Array([dbus.Struct((dbus.UInt32(self.node), about), signature="ua{sv}")], signature="(ua{sv})")
        return self.answered("Start", sender, options, self.answer, {"restore_token": "word", "streams": streams})

    @dbus.service.method(SCREENS, in_signature="oa{sv}", out_signature="h")
    def OpenPipeWireRemote(self, session, options):
        print("OpenPipeWireRemote", flush=True)
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(self.remote)
        return dbus.types.UnixFd(connection)


def main():
    node, answer, remote = sys.argv[1:]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    Portal(dbus.SessionBus(), int(node), int(answer), remote)
    print("ready", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
