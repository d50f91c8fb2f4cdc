/**
 * Cameras of this network, when someone asks for them: by one question to all of it, or address by address in ranges that
 * were named. Nothing here is ever run by the program itself.
 */

import { isIPv4 } from 'node:net';
import { isTurnoutError, TurnoutError } from '../../errors.ts';
import { isPublicAddress } from '../../runtime/reach.ts';
import { makerCalled } from './makers.ts';
import { type DiscoveryOptions, discover } from './onvif/discovery.ts';
import type { OnvifLogin } from './onvif/soap.ts';
import { type AskOptions, readStreams, smallestUseful } from './onvif/streams.ts';
import { callsIn, RtspClient } from './rtsp/client.ts';

export interface FindOptions extends DiscoveryOptions {
  readonly rtspPort: number;
  /** Asks no further address once it aborts. */
  readonly signal?: AbortSignal;
}

export type FoundCamera = Awaited<ReturnType<typeof findCameras>>[number];

/** Connections under way at once; chosen here: a small recorder's router takes as many without a stir. */
const AT_ONCE = 32;

/** In the order of their addresses. */
export async function findCameras(options: FindOptions) {
  const { rtspPort } = options;
  const [discovered, greeted] = await Promise.all([discover(options), greetAll(options)]);
  const found = new Map(discovered.map((camera) => [camera.host, camera]));
  const all = [...new Set([...found.keys(), ...greeted.keys()])];
  return all
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((host) => {
      const { name = null, hardware = null, service = null } = found.get(host) ?? {};
      const calls = greeted.get(host);
      const isTwice = name !== null && hardware !== null && name.includes(hardware);
      const title = [name, isTwice ? null : hardware].filter((part) => part !== null).join(' ');
      return {
        /** IPv4 address. */
        host,
        maker: makerCalled(name, hardware, ...(calls ?? [])),
        /** What it calls itself; null where it does not say. */
        name: title === '' ? null : title,
        /** Its device service; null where it does not answer to ONVIF. */
        onvif: service,
        /** Where it speaks RTSP; null where that was not asked, or it does not. */
        rtspPort: calls === undefined ? null : rtspPort,
      };
    });
}

async function greetAll({ hosts, rtspPort, waitMs, signal }: FindOptions) {
  const calls = new Map<string, readonly string[]>();
  const waiting = (hosts ?? []).values();
  const work = async () => {
    for (const host of waiting) {
      if (signal?.aborted) return;
      const greeting = await greet(host, rtspPort, waitMs);
      if (greeting !== null) calls.set(host, greeting);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return calls;
}

/** What a camera that was found sends: its streams by ONVIF, or the paths that its maker is known for. */

/** A clock that is further off makes cameras refuse a login. Chosen here; they allow for seconds or minutes. */
export const CLOCK_OFF_MS = 60_000;
/** Keyframes further apart than this are told of, ms: docs/cameras.md#the-cameras. */
export const FAR_MS = 2_000;

export type LookedAt = Awaited<ReturnType<typeof lookAt>>;

const RTSP_PORT = 554;

/** @param login what the camera is asked with; null asks without one, which few cameras answer. */
export async function lookAt(
  camera: FoundCamera,
  login: OnvifLogin | null,
  { timeoutMs, nowUtcMs }: Pick<AskOptions, 'timeoutMs' | 'nowUtcMs'>,
) {
  const { onvif: service } = camera;
  let found: Awaited<ReturnType<typeof readStreams>> = { streams: [], clockAheadMs: null };
  /** Why it gives no streams; null where it does, or was not asked. */
  let fault: TurnoutError | null = null;
  try {
    if (service !== null) found = await readStreams({ service, login, timeoutMs, nowUtcMs });
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    fault = error;
  }
  /** The one to count with; null where none is known. */
  const best = smallestUseful(found.streams);
  /** The address to try, without a login: of the best stream, else of the maker's small one; null for none. */
  const address = best?.url ?? usual(camera);
  return { camera, ...found, best, address, fault };
}

/** Where cameras of its maker have their small stream. */
function usual({ host, maker, rtspPort }: FoundCamera): string | null {
  const port = rtspPort === null || rtspPort === RTSP_PORT ? '' : `:${rtspPort}`;
  return maker?.sub === undefined ? null : `rtsp://${host}${port}${maker.sub}`;
}

/** Whether an address speaks RTSP, and what it calls itself: two requests without a login, of which none plays anything. */

/** Its server and the realm of its login, as far as it tells them; null for what does not speak RTSP within the time. */
export async function greet(
  host: string,
  port: number,
  timeoutMs: number,
): Promise<readonly string[] | null> {
  const client = new RtspClient(new URL(`rtsp://${host}:${port}/`), () => undefined);
  const late = setTimeout(() => client.destroy(), timeoutMs);
  try {
    const options = await client.ask('OPTIONS', client.uri);
    if (options === null) return null;
    const described = await client.ask('DESCRIBE', client.uri, { Accept: 'application/sdp' });
    return [options, described].flatMap((answer) => callsIn(answer?.headers));
  } finally {
    clearTimeout(late);
    client.destroy();
  }
}

/** The addresses of a range that was asked for: `192.168.1.64/28`, or one alone. Bounded, and of no one else's network. */

/** Most addresses that are asked in one go; chosen here: four networks of a usual size. */
const MAX_ADDRESSES = 1_024;

/**
 * The addresses of all ranges, each once, without the first and the last of a network.
 *
 * @throws `usage` for what is no range of IPv4, for too many, and for addresses of the public internet.
 */
export function addressesOf(
  ranges: readonly string[],
  max: number = MAX_ADDRESSES,
): readonly string[] {
  const all = new Set<string>();
  for (const range of ranges) {
    const { first, count } = boundsOf(range);
    if (all.size + count > max) {
      const least = 32 - Math.log2(max);
      throw wrong(`${max} addresses at most`, 'more', `a range of /${least} or smaller`);
    }
    const from = count > 2 ? 1 : 0;
    for (let at = from; at < count - from; at += 1) all.add(dotted(first + at));
  }
  const isForeign = [...all].some(isPublicAddress);
  if (isForeign) {
    const hint = 'try a single camera there with: turnout camera test -';
    throw wrong('addresses of your own network', 'some of the public internet', hint);
  }
  return [...all];
}

function boundsOf(range: string): { first: number; count: number } {
  const [address = '', prefix = '32', ...more] = range.split('/');
  const bits = /^\d{1,2}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!isIPv4(address) || !(bits >= 0 && bits <= 32) || more.length > 0) {
    throw wrong('an IPv4 address, or one with a length such as /28', 'something else');
  }
  const count = 2 ** (32 - bits);
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return { first: Math.floor(number / count) * count, count };
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

function wrong(expected: string, got: string, hint?: string): TurnoutError {
  const parts = { where: 'range of addresses', expected, got };
  return new TurnoutError('usage', hint === undefined ? parts : { ...parts, hint });
}
