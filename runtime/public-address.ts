/**
 * Which addresses are of the public internet: what is fetched because a stranger named it goes nowhere else. Source: the
 * IANA special-purpose address registries (RFC 6890 and its updates).
 */

import { BlockList, isIP } from 'node:net';

const NOT_PUBLIC_V4: readonly (readonly [net: string, prefixBits: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a carrier (CGNAT)
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local; clouds tell credentials there
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, deprecated
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** Of IPv6 only 2000::/3 is given out: mapped, translated, local and multicast addresses lie outside. */
const GIVEN_OUT_V6 = ['2000::', 3] as const;
const NOT_PUBLIC_V6: readonly (readonly [net: string, prefixBits: number])[] = [
  ['2001::', 23], // protocol assignments, Teredo among them: it holds an IPv4 address
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4 address
  ['3fff::', 20], // documentation
];

const notPublicV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const givenOutV6 = listOf([GIVEN_OUT_V6], 'ipv6');
const notPublicV6 = listOf(NOT_PUBLIC_V6, 'ipv6');

/** Whether `address`, an IP address as text, is one that anybody on the internet could reach. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublicV4.check(address, 'ipv4');
    case 6:
      return givenOutV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
    default:
      return false;
  }
}

function listOf(
  nets: readonly (readonly [net: string, prefixBits: number])[],
  family: 'ipv4' | 'ipv6',
): BlockList {
  const list = new BlockList();
  for (const [net, prefixBits] of nets) list.addSubnet(net, prefixBits, family);
  return list;
}
