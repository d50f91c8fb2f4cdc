/**
 * A real RTSP server on loopback for tests: GStreamer's, in a process of its own (`rtsp-server.py`). Needs Debian's
 * packages gir1.2-gst-rtsp-server-1.0, python3-gi and gstreamer1.0-plugins-{good,bad,ugly}; `.ci/run` installs them.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('rtsp-server.py', import.meta.url));

const ENCODERS = ['x264enc', 'x265enc', 'jpegenc'];
const ELEMENTS = [...ENCODERS, 'rtph264pay', 'rtph265pay', 'rtpjpegpay', 'qtdemux'];

const PROBE = `
import gi, sys
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer
Gst.init(None)
sys.exit(0 if all(Gst.ElementFactory.find(name) for name in ${JSON.stringify(ELEMENTS)}) else 1)`;

/** For `describe.skipIf(!isRtspServerAvailable())`. */
export function isRtspServerAvailable(): boolean {
  return spawnSync(PYTHON, ['-c', PROBE], { stdio: 'ignore' }).status === 0;
}

/** For the titles of suites that are skipped without it. */
export const RTSP_SERVER_NEEDED =
  'skipped where GStreamer’s RTSP server is not installed (gir1.2-gst-rtsp-server-1.0, python3-gi, plugins)';

export interface DrawnStream {
  readonly codec: 'h264' | 'hevc' | 'jpeg';
  readonly transport?: 'tcp' | 'udp';
  readonly width?: number;
  readonly height?: number;
  /** Frames from one keyframe to the next. */
  readonly gopFrames?: number;
  /** Parameter sets stand before each keyframe, not only in the SDP. */
  readonly hasInBandSets?: boolean;
  /** A sound track beside the pictures. */
  readonly hasSound?: boolean;
  /** One stream for all clients, as a camera has it; else each gets one of its own, which stands still while it rests. */
  readonly isShared?: boolean;
}

interface Mount {
  readonly launch: string;
  readonly transport: 'tcp' | 'udp';
  readonly clip?: string;
  readonly isShared?: boolean;
}

/** A test picture with a moving ball, encoded live, ten frames a second. */
export function drawn(stream: DrawnStream): Mount {
  const { width = 320, height = 240, transport = 'tcp' } = stream;
  const picture =
    `videotestsrc is-live=true pattern=ball ! ` +
    `video/x-raw,format=I420,width=${width},height=${height},framerate=10/1 ! ${encoder(stream)}`;
  const sound = stream.hasSound
    ? ' audiotestsrc is-live=true ! alawenc ! rtppcmapay name=pay1 pt=97'
    : '';
  return { launch: `( ${picture}${sound} )`, transport, isShared: stream.isShared ?? false };
}

/** An H.264 file (MP4), played over and over; its pictures are sent as they are. */
export function looped(path: string): Mount {
  return {
    launch: '( appsrc name=clip ! h264parse config-interval=1 ! rtph264pay name=pay0 pt=96 )',
    clip:
      `filesrc location="${path}" ! qtdemux ! h264parse ! ` +
      'video/x-h264,stream-format=avc,alignment=au ! appsink name=units',
    transport: 'tcp',
  };
}

function encoder({ codec, gopFrames = 10, hasInBandSets = true }: DrawnStream): string {
  const speed = `tune=zerolatency speed-preset=ultrafast key-int-max=${gopFrames}`;
  const payload = `name=pay0 pt=96 config-interval=${hasInBandSets ? 1 : 0}`;
  const encoders = {
    h264: `x264enc ${speed} ! h264parse ! rtph264pay ${payload}`,
    hevc: `x265enc ${speed} ! h265parse ! rtph265pay ${payload}`,
    jpeg: 'jpegenc ! rtpjpegpay name=pay0 pt=26',
  };
  return encoders[codec];
}

/**
 * Resolves once the server listens.
 * @param options `mounts` by path, such as `/hall`.
 */
export async function startRtspServer(options: {
  readonly mounts: Readonly<Record<string, Mount>>;
  /** By digest. */
  readonly login?: { user: string; password: string };
}) {
  const words = [SCRIPT, JSON.stringify(options)];
  const child = spawn(PYTHON, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, port] = line.split(' ');
    if (word !== 'ready') continue;
    return {
      port: Number(port),
      /** Address of a mount, without credentials. */
      url: (path: string) => `rtsp://127.0.0.1:${port}${path}`,
      /** Ends the process at once, as a power cut would. */
      async stop() {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
      },
    };
  }
  throw new Error('the RTSP server for tests did not start');
}
