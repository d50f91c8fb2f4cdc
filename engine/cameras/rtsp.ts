/**
 * An RTSP camera as a frame source. What nearly every camera sends, H.264 or H.265 over TCP, is read without libav, at
 * 0.4 to 0.6 of the cost; everything else (UDP, TLS, JPEG, and servers that answer in unforeseen ways) by libav.
 */

import { lookup } from 'node:dns/promises';
import { isTurnoutError } from '../../errors.ts';
import { isDescriptorFree } from '../../runtime/descriptors.ts';
import type { Reach } from '../../runtime/reach.ts';
import { LibavStream, RTSP, redirectFault } from './libav/stream.ts';
import { DirectRtsp } from './rtsp/direct.ts';
import { Unserved } from './rtsp/session.ts';
import {
  type DeliverFrame,
  type FrameSource,
  NOTHING_READ,
  type SourceOptions,
  type SourceTotals,
  type StreamOpened,
} from './source.ts';
import { sourceFault } from './source-fault.ts';

/** The source for an `rtsp:` or `rtsps:` URL, credentials percent-encoded within. */
export function createRtspSource(options: SourceOptions): FrameSource {
  return new RtspSource(options);
}

class RtspSource implements FrameSource {
  #options: SourceOptions;
  #reader: FrameSource | null = null;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const { clock, openTimeoutMs } = this.#options;
    const beganMs = clock.monotonicMs();
    const { url, reach } = this.#options;
    this.#options = { ...this.#options, url: await findHost(url, reach, signal) };
    const unserved = await this.#direct(signal, deliver, opened);
    if (unserved === null || signal.aborted) return;
    // libav would follow a redirect to wherever it leads.
    if (reach !== undefined && /^it answered 3/.test(unserved)) throw redirectFault();
    const leftMs = Math.max(0, openTimeoutMs - (clock.monotonicMs() - beganMs));
    this.#reader = new LibavStream({ ...this.#options, openTimeoutMs: leftMs }, RTSP);
    await this.#reader.run(signal, deliver, (info) => opened?.({ ...info, whyLibav: unserved }));
  }

  totals(): SourceTotals {
    return this.#reader?.totals() ?? NOTHING_READ;
  }

  /** Null once it was read to its end; else why it cannot be read so. */
  async #direct(
    signal: AbortSignal,
    deliver: DeliverFrame,
    opened?: StreamOpened,
  ): Promise<string | null> {
    const { url, transport } = this.#options;
    if (transport !== 'tcp') return 'it is read over UDP';
    if (!/^rtsp:/i.test(url)) return 'it is read over TLS';
    if (signal.aborted) return null;
    try {
      this.#reader = new DirectRtsp(this.#options);
      await this.#reader.run(signal, deliver, opened);
      return null;
    } catch (error) {
      if (error instanceof Unserved) return error.message;
      throw error;
    }
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
