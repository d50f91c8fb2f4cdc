/**
 * Cameras of this network, when someone asks for them: by one question to all of it, or address by address in ranges that
 * were named. Nothing here is ever run by the program itself.
 */

import type { Maker } from '../makers/maker.ts';
import { makerCalled } from '../makers/recognise.ts';
import { type DiscoveredCamera, discover } from '../onvif/discovery.ts';
import { greet } from './greeting.ts';

export interface FoundCamera {
  /** IPv4 address. */
  readonly host: string;
  readonly maker: Maker | null;
  /** What it calls itself; null where it does not say. */
  readonly name: string | null;
  /** Its device service; null where it does not answer to ONVIF. */
  readonly onvif: URL | null;
  /** Where it speaks RTSP; null where that was not asked, or it does not. */
  readonly rtspPort: number | null;
}

export interface FindOptions {
  /** Addresses to ask one by one; null asks the network at once, which does not reach other networks. */
  readonly hosts: readonly string[] | null;
  readonly waitMs: number;
  readonly rtspPort: number;
  /** For tests: other than WS-Discovery's own. */
  readonly discoveryPort?: number;
  readonly from?: readonly string[];
  /** Asks no further address once it aborts. */
  readonly signal?: AbortSignal;
}

/** Connections under way at once; chosen here: a small recorder's router takes as many without a stir. */
const AT_ONCE = 32;

/** In the order of their addresses. */
export async function findCameras(options: FindOptions): Promise<readonly FoundCamera[]> {
  const { hosts, waitMs, rtspPort, discoveryPort: port, from, signal } = options;
  const discovering = discover({
    hosts,
    waitMs,
    ...(port !== undefined && { port }),
    ...(from !== undefined && { from }),
  });
  const [discovered, greeted] = await Promise.all([
    discovering,
    greetAll(hosts ?? [], rtspPort, waitMs, signal),
  ]);
  const found = new Map(discovered.map((camera) => [camera.host, camera]));
  const all = [...new Set([...found.keys(), ...greeted.keys()])];
  return all
    .sort(byNumber)
    .map((host) => joined(host, found.get(host), greeted.get(host), rtspPort));
}

function joined(
  host: string,
  camera: DiscoveredCamera | undefined,
  calls: readonly string[] | undefined,
  rtspPort: number,
): FoundCamera {
  const { name = null, hardware = null, service = null } = camera ?? {};
  const isTwice = name !== null && hardware !== null && name.includes(hardware);
  const title = [name, isTwice ? null : hardware].filter((part) => part !== null).join(' ');
  return {
    host,
    maker: makerCalled(name, hardware, ...(calls ?? [])),
    name: title === '' ? null : title,
    onvif: service,
    rtspPort: calls === undefined ? null : rtspPort,
  };
}

async function greetAll(
  hosts: readonly string[],
  port: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const calls = new Map<string, readonly string[]>();
  const waiting = hosts.values();
  const work = async () => {
    for (const host of waiting) {
      if (signal?.aborted) return;
      const greeting = await greet(host, port, timeoutMs);
      if (greeting !== null) calls.set(host, greeting.calls);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return calls;
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
