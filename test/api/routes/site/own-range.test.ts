import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { ownRange } from '../../../../api/routes/site/owner/pages.ts';

function at(address: string, bits: number, internal = false): NetworkInterfaceInfo {
  const [mac, netmask, family] = ['00:00:00:00:00:00', '', 'IPv4'] as const;
  return { address, cidr: `${address}/${bits}`, internal, family, mac, netmask };
}

it.each([
  ['a usual network', [at('192.168.1.17', 24)], '192.168.1.0/24'],
  ['a part of one', [at('192.168.1.77', 28)], '192.168.1.64/28'],
  ['a large network, of which a part is enough', [at('10.20.30.40', 8)], '10.20.30.0/24'],
  ['a public address', [at('8.8.8.8', 24)], null],
  ['this computer alone', [at('127.0.0.1', 8, true)], null],
])('a search for cameras begins with %s', (_, interfaces, range) => {
  expect(ownRange({ lo: [at('127.0.0.1', 8, true)], eth0: interfaces })).toBe(range);
});
