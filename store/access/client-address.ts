/**
 * Whose address a request comes from, where proxies stand before the service.
 *
 * Every proxy adds the address it was called from at the right end of `X-Forwarded-For`; everything left of what a
 * trusted proxy added can be invented by the caller. So the list is read from the right, and the first address that is
 * no trusted proxy is the client. No address is trusted for being local.
 */

import { BlockList, isIP, SocketAddress } from 'node:net';

/** Proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = Pick<BlockList, 'check'>;

/** Not even asked: an empty list would cost more than all else about a request's address. */
const NOBODY: TrustedProxies = { check: () => false };

/** Of addresses and CIDR blocks as `server.trust_proxy` has them, checked there. Throws RangeError for others. */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0) return NOBODY;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (family === null) throw new RangeError('An address or a CIDR block is expected.');
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Hops that are followed at most: no honest chain is longer, and a request must not choose what it costs. */
const MAX_HOPS = 16;
/** `192.0.2.1:443` and `[2001:db8::1]:443`: some proxies add the port. */
const WITH_PORT = /^(?:\[([^\]]{1,64})\]|([0-9.]{7,15}))(?::\d{1,5})?$/;

/**
 * The client's address in its shortest form; IPv4 in IPv6 is IPv4.
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
  if (trusted === NOBODY) return client;
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
  const [bare = ''] = address.split('%', 1);
  const [left = '', right] = bare.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const family = familyOf(address);
  return family !== null && trusted.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}

/** Null for what is no address. */
function plainAddress(text: string): string | null {
  const { 1: inBrackets, 2: beforePort } = WITH_PORT.exec(text) ?? [];
  // A zone names an interface of this computer (`fe80::1%eth0`), and nothing outside.
  const [bare = ''] = (inBrackets ?? beforePort ?? text).split('%', 1);
  const family = familyOf(bare);
  if (family === null) return null;
  if (family === 'ipv4') return bare;
  const { address } = new SocketAddress({ address: bare, family });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped ?? address;
}
