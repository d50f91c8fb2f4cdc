"""A real RTSP server for tests: GStreamer's, on a port of loopback, serving what it draws or loops of a file.

Started by rtsp-server.ts with one JSON argument; prints "ready PORT" when it listens, ends when its stdin closes.
Runs on Debian's /usr/bin/python3 with gir1.2-gst-rtsp-server-1.0 and the good, bad and ugly plugins.
"""

import json
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402


class Clip:
    """The access units of a video file, to be played over and over with times that go on."""

    def __init__(self, launch):
        """`launch` ends in an appsink named "units"; it is run to its end."""
        pipeline = Gst.parse_launch(launch)
        sink = pipeline.get_by_name("units")
        sink.set_property("sync", False)
        pipeline.set_state(Gst.State.PLAYING)
        self.units = []
        self.caps = None
        while (sample := sink.emit("pull-sample")) is not None:
            self.caps = sample.get_caps()
            self.units.append(sample.get_buffer().copy_deep())
        pipeline.set_state(Gst.State.NULL)
        if not self.units:
            raise SystemExit("no video in the clip")
        self.first = min(self.time(unit) for unit in self.units)
        self.length = max(self.time(unit) + unit.duration for unit in self.units) - self.first

    @staticmethod
    def time(unit):
        return unit.dts if unit.dts != Gst.CLOCK_TIME_NONE else unit.pts

    def play(self, appsrc):
        """Answers each need of `appsrc` with the next unit."""
        position = 0

        def push(source, _length):
            nonlocal position
            round_, index = divmod(position, len(self.units))
            # Not copy(), which gives the unit itself: its times would be shifted again each round.
            unit = self.units[index].copy_deep()
            shift = round_ * self.length - self.first
            unit.pts = unit.pts + shift
            if unit.dts != Gst.CLOCK_TIME_NONE:
                unit.dts = unit.dts + shift
            position += 1
            source.emit("push-buffer", unit)

        appsrc.set_property("caps", self.caps)
        appsrc.set_property("format", Gst.Format.TIME)
        appsrc.set_property("max-bytes", 1)
        appsrc.connect("need-data", push)


def factory_for(mount):
    factory = GstRtspServer.RTSPMediaFactory.new()
    factory.set_launch(mount["launch"])
    factory.set_protocols(
        GstRtsp.RTSPLowerTrans.UDP if mount["transport"] == "udp" else GstRtsp.RTSPLowerTrans.TCP
    )
    factory.set_shared(mount.get("isShared", False))
    if "clip" in mount:
        clip = Clip(mount["clip"])
        factory.connect(
            "media-configure",
            lambda _, media: clip.play(media.get_element().get_by_name("clip")),
        )
    return factory


def login(options):
    auth = GstRtspServer.RTSPAuth.new()
    token = GstRtspServer.RTSPToken.new()
    token.set_string("media.factory.role", "viewer")
    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
    auth.add_digest(options["user"], options["password"], token)
    return auth


def permit(factory):
    role = Gst.Structure.new_empty("viewer")
    role.set_value("media.factory.access", True)
    role.set_value("media.factory.construct", True)
    factory.add_role_from_structure(role)


def main(options):
    Gst.init(None)
    loop = GLib.MainLoop()
    server = GstRtspServer.RTSPServer.new()
    server.set_address("127.0.0.1")
    server.set_service("0")
    mounts = server.get_mount_points()
    for path, mount in options["mounts"].items():
        factory = factory_for(mount)
        if options.get("login"):
            permit(factory)
        mounts.add_factory(path, factory)
    if options.get("login"):
        server.set_auth(login(options["login"]))
    if server.attach(None) == 0:
        raise SystemExit("cannot listen")
    print("ready", server.get_bound_port(), flush=True)

    def wait_for_end():
        sys.stdin.read()
        loop.quit()

    threading.Thread(target=wait_for_end, daemon=True).start()
    loop.run()


main(json.loads(sys.argv[1]))
