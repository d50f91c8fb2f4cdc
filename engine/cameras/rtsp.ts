/**
 * An RTSP camera as a frame source. What nearly every camera sends, H.264 or H.265 over TCP, is read without libav, at
 * 0.4 to 0.6 of the cost; everything else (UDP, TLS, JPEG, and servers that answer in unforeseen ways) by libav.
 */

import { lookup } from 'node:dns/promises';
import { isDescriptorFree } from '../../runtime/descriptors.ts';
import { LibavRtsp } from './libav/rtsp.ts';
import { DirectRtsp } from './rtsp/direct.ts';
import {
  type DeliverFrame,
  type FrameSource,
  NOTHING_READ,
  type SourceOptions,
  type SourceTotals,
  type StreamInfo,
} from './source.ts';
import { sourceFault } from './source-fault.ts';

/** The source for an `rtsp:` or `rtsps:` URL, credentials percent-encoded within. */
export function createRtspSource(options: SourceOptions): FrameSource {
  return new RtspSource(options);
}

class RtspSource implements FrameSource {
  readonly #options: SourceOptions;
  #reader: DirectRtsp | LibavRtsp | null = null;
  #isClosed = false;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async open(): Promise<StreamInfo> {
    const { url, transport, clock, openTimeoutMs } = this.#options;
    const beganMs = clock.monotonicMs();
    await findHost(url);
    if (transport === 'tcp' && /^rtsp:/i.test(url)) {
      const info = await this.#use(new DirectRtsp(this.#options)).open();
      if (info !== null) {
        return info;
      }
      await this.#reader?.close();
    }
    const leftMs = Math.max(0, openTimeoutMs - (clock.monotonicMs() - beganMs));
    return await this.#use(new LibavRtsp({ ...this.#options, openTimeoutMs: leftMs })).open();
  }

  async read(deliver: DeliverFrame): Promise<void> {
    await this.#reader?.read(deliver);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reader?.close();
  }

  noteTaken(): void {
    if (this.#reader instanceof DirectRtsp) {
      this.#reader.noteTaken();
    }
  }

  totals(): SourceTotals {
    return this.#reader?.totals() ?? NOTHING_READ;
  }

  #use<Reader extends DirectRtsp | LibavRtsp>(reader: Reader): Reader {
    if (this.#isClosed) {
      throw sourceFault('camera_ended', { got: 'its own end' });
    }
    this.#reader = reader;
    return reader;
  }
}

/** What follows the first @ or # of a password is read as the host. */
const UNKNOWN_WITH_PASSWORD =
  'check the host name and the network; in a password @ is written as %40, : as %3A, / as %2F, # as %23 and ? as %3F';

/** libav's own look-up of a name cannot be interrupted and tells no cause. Throws `camera_unreachable` and `descriptors_exhausted`. */
async function findHost(url: string): Promise<void> {
  if (!URL.canParse(url)) {
    throw sourceFault('camera_unreachable', {
      expected: 'an address such as rtsp://host/path',
      got: 'one that cannot be read',
      hint: 'percent-encode special characters of the password',
    });
  }
  const { hostname, username } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  await lookup(name).catch(async () => {
    throw (await isDescriptorFree())
      ? sourceFault('camera_unreachable', {
          got: 'a host name that is not known',
          ...(username !== '' && { hint: UNKNOWN_WITH_PASSWORD }),
        })
      : sourceFault('descriptors_exhausted');
  });
}
