/**
 * How fast keys and addresses may ask, how often free keys are given out, and whose address a request comes from. Ids that
 * were not seen for a while are forgotten, so that no flood of them grows the memory.
 */

import { isIP, SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AccessConfig } from '../../config/config.ts';
import type { Clock } from '../../runtime/clock.ts';

export interface WaitVerdict {
  readonly isAllowed: boolean;
  /** Until the next request is allowed, s, rounded up: 1 or more where this one is not, else 0. */
  readonly retryAfterS: number;
}

export interface RateVerdict extends WaitVerdict {
  /** Requests that would be allowed now, after this one. */
  readonly remaining: number;
  /** Until the whole quota is there again, s, rounded up. */
  readonly resetS: number;
}

export interface Window {
  /** 1 and more. */
  readonly limit: number;
  readonly windowS: number;
}

type SteadyClock = Pick<Clock, 'monotonicMs'>;

/** Some 10 MB when full. With 10,000 new ids a second one is remembered for 5 s, and after 1 s it has its whole quota anyway. */
const REMEMBERED = 50_000;
const MINUTE_S = 60;
const DAY_S = 86_400;
/** Source: docs/access.md#sign-ins-of-browsers. */
const TRIES_PER_MINUTE = 10;

export type AccessLimits = ReturnType<typeof createLimits>;

export function createLimits(config: Omit<AccessConfig, 'freeLookups'>, clock: SteadyClock) {
  const limiter = (...windows: Window[]) => createWindowLimiter(windows, clock);
  const perAddress = limiter(
    { limit: config.freeKeysPerMinute, windowS: MINUTE_S },
    { limit: config.freeKeysPerDay, windowS: DAY_S },
  );
  const inAll = limiter({ limit: config.freeKeysPerDayInAll, windowS: DAY_S });
  return {
    /** Tries to sign in with a browser, by {@link addressGroup}. Starts again with the program. */
    signIns: limiter({ limit: TRIES_PER_MINUTE, windowS: MINUTE_S }),
    /** By id of the key. */
    keys: createRateLimiter(config.keyRequestsPerSecond, clock),
    addresses: createAddressLimiter(config.addressRequestsPerSecond, clock),
    /** Free keys that are given out, by {@link addressGroup}. Starts again with the program. */
    freeKeys: {
      windows: perAddress.windows,
      take: (id: string) => {
        const own = perAddress.take(id);
        // Only what the address may have is counted for all: no one uses it up by asking too often.
        return own.isAllowed ? inAll.take('') : own;
      },
    },
  };
}

/** Sums of fractions are off by less, ms. */
const ROUNDING_MS = 1e-6;

/**
 * A rate with a burst of one second's worth (GCRA, the leaky bucket as a meter, ITU-T I.371). An id costs one number: when
 * its bucket will be empty.
 */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** @param limit requests a second, 1 and more. */
export function createRateLimiter(limit: number, clock: SteadyClock, remembered = REMEMBERED) {
  const buckets = new Recent<{ emptyAtMs: number }>(remembered);
  const costMs = 1_000 / limit;
  return {
    /** Requests of the quota, and the time over which it fills, s. For `RateLimit-Policy`. */
    limit,
    windowS: 1,
    /** Counts one request of `id`. One that is refused costs nothing. O(1). */
    take: (id: string): RateVerdict => {
      const nowMs = clock.monotonicMs();
      const bucket = buckets.get(id);
      const before = bucket === undefined ? nowMs : Math.max(bucket.emptyAtMs, nowMs);
      const after = before + costMs;
      const overMs = after - nowMs - 1_000;
      const isAllowed = overMs <= ROUNDING_MS;
      if (bucket !== undefined) bucket.emptyAtMs = isAllowed ? after : bucket.emptyAtMs;
      else if (isAllowed) buckets.set(id, { emptyAtMs: after });
      const filledMs = (isAllowed ? after : before) - nowMs;
      return {
        isAllowed,
        remaining: Math.max(0, Math.floor((1_000 - filledMs + ROUNDING_MS) / costMs)),
        resetS: Math.ceil(filledMs / 1_000),
        retryAfterS: isAllowed ? 0 : Math.max(1, Math.ceil(overMs / 1_000)),
      };
    },
  };
}

/** From this rate on addresses may stay unseen, requests a second. Chosen here: below it looking holds nobody up. */
const UNSEEN_FROM = 1_000;
/** Share of one burst that all together may use unseen. Chosen here. */
const UNSEEN_SHARE = 0.1;

/**
 * By {@link addressGroup}. Asking the system for the peer of a connection takes a third of the time of an answer, so no
 * address is looked at while all together ask for so little that none can be too fast. What is unseen is counted for all of
 * them: one address may get a tenth more in a burst, and no more in the long run.
 */
function createAddressLimiter(limit: number, clock: SteadyClock) {
  const each = createRateLimiter(limit, clock);
  const all = createRateLimiter(limit, clock);
  return {
    ...each,
    take: (addressOf: () => string): RateVerdict => {
      const together = all.take('');
      const isUnseen = limit >= UNSEEN_FROM && together.remaining >= limit * (1 - UNSEEN_SHARE);
      return isUnseen ? together : each.take(addressGroup(addressOf()));
    },
  };
}

/**
 * How often something may be had in all of several windows of time, counted exactly: the instants of the last ones are
 * kept for each id, so that no stretch as long as a window ever holds more. For small limits, such as those of free keys.
 */
export type WindowLimiter = ReturnType<typeof createWindowLimiter>;

export function createWindowLimiter(windows: readonly Window[], clock: SteadyClock) {
  const most = Math.max(...windows.map(({ limit }) => limit));
  const instants = new Recent<readonly number[]>(REMEMBERED / 5);
  return {
    windows,
    /** Counts one for `id`; one that is refused costs nothing. O(windows + limit). */
    take: (id: string): WaitVerdict => {
      const nowMs = clock.monotonicMs();
      const before = instants.get(id) ?? [];
      /** Until each window has room. */
      const waitsMs = windows.map(({ limit, windowS }) => {
        return (before.at(-limit) ?? Number.NEGATIVE_INFINITY) + windowS * 1_000 - nowMs;
      });
      const waitMs = Math.max(...waitsMs);
      if (waitMs > 0) return { isAllowed: false, retryAfterS: Math.ceil(waitMs / 1_000) };
      instants.set(id, [...before, nowMs].slice(-most));
      return { isAllowed: true, retryAfterS: 0 };
    },
  };
}

/**
 * A map that remembers what was set or asked for most recently and forgets the rest: two generations, the older one dropped whole when the
 * younger is full. So its size is bounded, and every call is O(1) with no list to keep in order.
 */
export class Recent<Value> {
  readonly #capacity: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** Remembers the `capacity` last ids at least, twice as many at most. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** It is remembered as if it was set again. */
  get(id: string): Value | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.set(id, old);
    return old;
  }

  set(id: string, value: Value): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(id)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, value);
  }
}

/** Proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number][];

/** Of addresses and CIDR blocks as `server.trust_proxy` has them, checked there. Throws for others. */
export const trustedProxies = (networks: readonly string[]): TrustedProxies =>
  networks.map((network) => {
    const whole = `${network}/${network.includes(':') ? 128 : 32}`;
    return ipaddr.parseCIDR(network.includes('/') ? network : whole);
  });

/** Hops that are followed at most: no honest chain is longer, and a request must not choose what it costs. */
const MAX_HOPS = 16;
/** `192.0.2.1:443` and `[2001:db8::1]:443`: some proxies add the port. */
const WITH_PORT = /^(?:\[([^\]]{1,64})\]|([0-9.]{7,15}))(?::\d{1,5})?$/;

/**
 * The client's address in its shortest form; IPv4 in IPv6 is IPv4. Every proxy adds the address it was called from at the
 * right end of `X-Forwarded-For`, and everything left of what a trusted one added can be invented by the caller: so the list
 * is read from the right, to the first address that is no trusted proxy. None is trusted for being local.
 *
 * @param peer the other end of the socket.
 * @param forwardedFor value of `X-Forwarded-For`, several joined by commas; whatever was sent.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  // Of a peer, what has no colon is IPv4, which has one way to be written.
  let client = peer.includes(':') ? (plainAddress(peer) ?? peer) : peer;
  if (trusted.length === 0) return client;
  const hops = forwardedFor?.split(',').slice(-MAX_HOPS) ?? [];
  while (isTrusted(client, trusted)) {
    const before = plainAddress((hops.pop() ?? '').trim());
    // What a trusted proxy could not name is as far as can be seen: the proxy itself stands for it.
    if (before === null) break;
    client = before;
  }
  return client;
}

/**
 * What limits are counted for: an IPv4 address, or the first 64 bits of an IPv6 one, since every connection has at least
 * that many to itself.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

function isTrusted(client: string, trusted: TrustedProxies): boolean {
  if (isIP(client) === 0) return false;
  const address = ipaddr.parse(client);
  return trusted.some(([network, bits]) => {
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/** Null for what is no address. */
function plainAddress(text: string): string | null {
  const { 1: inBrackets, 2: beforePort } = WITH_PORT.exec(text) ?? [];
  // A zone names an interface of this computer (`fe80::1%eth0`), and nothing outside.
  const [bare = ''] = (inBrackets ?? beforePort ?? text).split('%', 1);
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : null;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}
