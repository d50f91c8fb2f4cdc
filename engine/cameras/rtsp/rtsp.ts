/**
 * An RTSP camera as a frame source. What nearly every camera sends, H.264 or H.265 over TCP, is read without libav, at
 * 0.4 to 0.6 of the cost; everything else (UDP, TLS, JPEG, and servers that answer in unforeseen ways) by libav.
 */

import { lookup } from 'node:dns/promises';
import { isTurnoutError } from '../../../errors.ts';
import { isDescriptorFree } from '../../../runtime/descriptors.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { delay } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/decoder.ts';
import { readRtspByLibav, redirectFault } from '../libav/stream.ts';
import { type Reading, readUntil } from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { RtspClient } from './client.ts';
import { type Keyframe, KeyframeCollector } from './keyframe-collector.ts';
import { parseRtp, RtpTicks, saysGoodbye } from './rtp.ts';
import { play, type SdpVideo, type SetUpMedia, Unserved } from './session.ts';

/** Reads an `rtsp:` or `rtsps:` URL, credentials percent-encoded within. */
export async function readRtsp(asked: Reading): Promise<void> {
  const { signal, reach } = asked;
  const reading = { ...asked, url: await findHost(asked.url, reach, signal) };
  const whyLibav = await direct(reading);
  if (whyLibav === null || signal.aborted) return;
  // libav would follow a redirect to wherever it leads.
  if (reach !== undefined && /^it answered 3/.test(whyLibav)) throw redirectFault();
  await readRtspByLibav({ ...reading, opened: (info) => asked.opened({ ...info, whyLibav }) });
}

/** Reads without libav as far as that goes, and says why it did not: null where it did. */
async function direct(reading: Reading): Promise<string | null> {
  if (reading.transport !== 'tcp') return 'it is read over UDP';
  if (!/^rtsp:/i.test(reading.url)) return 'it is read over TLS';
  try {
    await readDirect(reading);
    return null;
  } catch (error) {
    if (error instanceof Unserved) return error.message;
    throw error;
  }
}

/** What follows the first @ or # of a password is read as the host. */
const UNKNOWN_WITH_PASSWORD =
  'check the host name and the network; in a password @ is written as %40, : as %3A, / as %2F, # as %23 and ? as %3F';

/**
 * libav's own look-up of a name cannot be interrupted and tells no cause. Throws `camera_unreachable`,
 * `descriptors_exhausted` and `address_refused`; an abort ends the wait.
 *
 * @returns the URL; within `reach` with the address that was found in place of the name.
 */
async function findHost(
  url: string,
  reach: Reach | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (!URL.canParse(url)) {
    throw sourceFault('camera_unreachable', {
      expected: 'an address such as rtsp://host/path',
      got: 'one that cannot be read',
      hint: 'percent-encode special characters of the password',
    });
  }
  const { hostname, username } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  const looking = reach === undefined ? lookup(name).then(() => url) : reach.pinned(url);
  const found = looking.catch(async (error: unknown) => {
    if (isTurnoutError(error)) return error;
    return (await isDescriptorFree())
      ? sourceFault('camera_unreachable', {
          got: 'a host name that is not known',
          ...(username !== '' && { hint: UNKNOWN_WITH_PASSWORD }),
        })
      : sourceFault('descriptors_exhausted');
  });
  const aborted = new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve(url), { once: true });
    if (signal.aborted) resolve(url);
  });
  const answer = await Promise.race([found, aborted]);
  if (typeof answer !== 'string') throw answer;
  return answer;
}

/**
 * H.264 and H.265 over RTSP and TCP, without libav: what nearly every camera sends, at 0.4 to 0.6 of the cost (measured by
 * `bench/engine/cameras-per-core.bench.ts`; libav asks the system three times for each packet, and a thread for each picture).
 * Throws `Unserved` where the camera has to be read in another way.
 */
async function readDirect(reading: Reading): Promise<void> {
  const { signal, tally, clock } = reading;
  /** The connection is over, or about to be closed. */
  const over = new AbortController();
  const ticks = new RtpTicks();
  let media: SetUpMedia | null = null;
  let collector: KeyframeCollector | null = null;
  let isOpen = false;
  /** What came between opening and reading. */
  let early: EncodedFrame | null = null;

  const show = ({ data, timestamp }: Keyframe, { codec, clockRate }: SdpVideo): void => {
    const mediaMs = (ticks.since(timestamp) * 1000) / clockRate;
    tally.keyframe(mediaMs);
    const frame = { codec, data, atUtcMs: clock.nowUtcMs(), mediaMs };
    if (isOpen) void reading.deliver(frame);
    else early = frame;
  };
  /** Runs for every packet of every camera. */
  const take = (channel: number, bytes: Uint8Array): void => {
    if (media === null || collector === null || over.signal.aborted) return;
    if (channel === media.channel + 1) {
      if (saysGoodbye(bytes)) client.destroy();
      return;
    }
    const packet = channel === media.channel ? parseRtp(bytes) : null;
    if (packet?.payloadType !== media.video.payloadType) return;
    tally.packet(bytes.length);
    ticks.begin(packet.timestamp);
    const keyframe = collector.take(packet);
    if (keyframe !== null) show(keyframe, media.video);
  };
  const client = new RtspClient(new URL(reading.url), take);
  const read = async () => {
    const { video, stayEveryMs, stayConnected } = await play(client, (setUp) => {
      media = setUp;
      collector = new KeyframeCollector(setUp.video.codec, setUp.video.parameterSets);
    });
    if (signal.aborted) return;
    const { codec, width, height, fps } = video;
    reading.opened({ codec, width, height, fps, durationMs: null });
    reading.limit(reading.readTimeoutMs);
    isOpen = true;
    if (early !== null) void reading.deliver(early);
    void client.over.then(() => over.abort());
    // Not waited for: who does not answer this time is told the next time, too.
    while (await delay(stayEveryMs, over.signal)) void stayConnected();
  };
  await readUntil(signal, read, () => {
    over.abort();
    return client.close();
  });
}
