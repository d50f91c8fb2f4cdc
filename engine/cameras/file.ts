/**
 * A recording as a frame source: any container libav reads, holding H.264, H.265 or MJPEG.
 *
 * Played once: in its own time like a camera, or as fast as its keyframes are taken. A file never makes libav open
 * anything else: playlists and the network are shut out.
 */

import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { isTurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';
import { type OpenInput, withLibav } from './libav/stream.ts';
import type { Reading } from './source.ts';
import { sourceFault } from './source-fault.ts';
import { FILE_HINT, readablePath } from './still.ts';

/** Containers that are tried, by libav's names. Leaves out playlists, device and text formats. */
const CONTAINERS = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  'avi,asf,flv,mpeg,mpegts,h264,hevc,mjpeg,mpjpeg,ivf,m4v,ogg,mxf,wav,mp3,aac,flac',
].join(',');

const SETTINGS = { protocol_whitelist: 'file', format_whitelist: CONTAINERS };

/** Reads a path or a `file:` URL. */
export async function readRecording(reading: Reading): Promise<void> {
  try {
    await withLibav(reading, (open) => readAll(reading, open));
  } catch (error) {
    // Elsewhere it is the address that is looked at.
    if (!isTurnoutError(error, 'camera_not_video')) throw error;
    throw sourceFault('camera_not_video', { got: error.parts.got, hint: FILE_HINT });
  }
}

async function readAll(
  { url, clock, pace, signal, tally, ...reading }: Reading,
  open: OpenInput,
): Promise<void> {
  const input = await open(`file:${await readablePath(url)}`, SETTINGS);
  const { streams } = input.context;
  if (streams.length === 0 || streams.some(lacksHead)) await input.probe();
  const track = input.track();
  const { codec, fps } = track.info;
  reading.opened(track.info);
  const startedMs = clock.monotonicMs();
  let picturesBefore = -1;
  await input.read((packet) => {
    tally.packet(packet.size);
    if (track.has(packet)) picturesBefore += 1;
    const data = track.keyframe(packet);
    if (data === null) return undefined;
    // A bare H.264 or H.265 stream has no times: its pictures are counted instead.
    const countedMs = fps === null ? null : (picturesBefore * 1000) / fps;
    const mediaMs = track.mediaMs(packet) ?? countedMs;
    tally.keyframe(mediaMs);
    return hand(data, mediaMs);
  });
  if (tally.totals().keyframes === 0 && !signal.aborted) {
    throw sourceFault('camera_not_video', { got: 'a file without one whole keyframe' });
  }
  /** At the pace that was asked for; the time of the frame is that of its delivery. */
  async function hand(data: Uint8Array<ArrayBuffer>, mediaMs: number | null): Promise<void> {
    const dueMs = startedMs + (mediaMs ?? 0);
    if (pace !== 'fast') await delay(Math.max(0, dueMs - clock.monotonicMs()), signal);
    await reading.deliver({ codec, data, atUtcMs: clock.nowUtcMs(), mediaMs });
  }
}

/** Formats without a table of contents (MPEG-TS) tell size and parameter sets only in the stream itself. */
function lacksHead({ codecpar }: Stream): boolean {
  return codecpar.codecType === AVMEDIA_TYPE_VIDEO && codecpar.width === 0;
}
