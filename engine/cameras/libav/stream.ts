/** Readers of libav: RTSP as far as `rtsp/` leaves it, MJPEG over HTTP, and recordings. */

import type { Packet } from 'node-av/lib';
import { isTurnoutError } from '../../../errors.ts';
import { type Reading, readUntil } from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { isStill } from '../still.ts';
import { LibavInput } from './input.ts';
import type { VideoTrack } from './track.ts';

/** Opens an address, once what was opened before is closed. */
export type OpenInput = (...words: Parameters<LibavInput['open']>) => Promise<LibavInput>;

/** Lets `read` open an input of libav, closed in the end or as soon as the reading is to stop. */
export async function withLibav(
  { signal }: Reading,
  read: (open: OpenInput) => Promise<void>,
): Promise<void> {
  let input: LibavInput | null = null;
  const open: OpenInput = async (...words) => {
    await input?.close();
    signal.throwIfAborted();
    input = new LibavInput();
    await input.open(...words);
    return input;
  };
  await readUntil(
    signal,
    () => read(open),
    () => input?.close(),
  );
}

/** RTSP. */
export function readRtspByLibav(reading: Reading): Promise<void> {
  const { url, reach } = reading;
  return withLibav(reading, async (open) => {
    const input = await openRtsp(reading, open);
    // libav follows redirects of RTSP by itself: nothing is read of a host that was not looked at.
    if (reach !== undefined && hostOf(input.context.url ?? '') !== hostOf(url)) {
      throw redirectFault();
    }
    const track = input.track();
    await readLive(reading, input, track, (packet) => track.mediaMs(packet));
  });
}

/**
 * MJPEG over HTTP. Pictures are found by how JPEG begins, since heads of parts, lengths and boundaries are often wrong: a
 * picture is known when the next one begins. Redirects were followed before, to where it may lead, and no proxy stands
 * between.
 *
 * @param authorization of the first request; libav answers a challenge by the login of the address.
 */
export function readMjpeg(reading: Reading, authorization: string | null): Promise<void> {
  const { url, reach } = reading;
  const settings = {
    protocol_whitelist: 'http,https,tcp,tls',
    format_whitelist: 'mjpeg',
    max_redirects: '0',
    http_proxy: '',
    ...(authorization !== null && { headers: `Authorization: ${authorization}\r\n` }),
  };
  return withLibav(reading, async (open) => {
    const address = reach === undefined ? url : await reach.pinned(url);
    const input = await open(address, settings, 'mjpeg');
    await readLive(reading, input, input.track(), () => null);
  });
}

async function openRtsp({ url, transport }: Reading, open: OpenInput): Promise<LibavInput> {
  const settings = { rtsp_transport: transport };
  try {
    // Sound would cost a read for each of its packets: it is not asked for.
    return await open(url, { ...settings, allowed_media_types: 'video' });
  } catch (error) {
    if (isTurnoutError(error, 'camera_transport_refused')) {
      const other = transport === 'udp' ? 'tcp' : 'udp';
      throw sourceFault('camera_transport_refused', {
        expected: `a camera that sends over ${transport.toUpperCase()}`,
        got: 'one that does not',
        hint: `set transport: ${other} for it`,
      });
    }
    if (!isTurnoutError(error, 'camera_refused')) throw error;
    // To a stream without video nothing was asked for, which servers refuse in many ways: look what there is.
    return open(url, settings);
  }
}

/** @param mediaMs time of a keyframe in the stream; null where it has none. */
async function readLive(
  { tally, clock, ...reading }: Reading,
  input: LibavInput,
  track: VideoTrack,
  mediaMs: (packet: Packet) => number | null,
): Promise<void> {
  const { codec } = track.info;
  reading.opened({ ...track.info, durationMs: null });
  reading.limit(reading.readTimeoutMs);
  await input.read((packet) => {
    tally.packet(packet.size);
    const data = track.keyframe(packet);
    // What stands before the first picture of MJPEG comes as one.
    if (data === null || (codec === 'jpeg' && !isStill(data))) return undefined;
    const atMs = mediaMs(packet);
    tally.keyframe(atMs ?? clock.monotonicMs());
    void reading.deliver({ codec, data, atUtcMs: clock.nowUtcMs(), mediaMs: atMs });
    return undefined;
  });
}

export function redirectFault(): Error {
  return sourceFault('camera_refused', { got: 'a redirect', hint: 'enter where it leads to' });
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
