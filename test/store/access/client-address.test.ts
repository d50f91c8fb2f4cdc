import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressGroup, clientAddress, trustedProxies } from '../../../store/access/limits.ts';

const PROXIES = trustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48']);

describe('the address of a client', () => {
  it.each([
    ['a stranger says what it likes', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['a trusted proxy is believed', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['only its own word', '10.1.2.3', '1.1.1.1, 8.8.8.8, 203.0.113.9', '203.0.113.9'],
    ['a chain of trusted proxies', '127.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['invented proxies do not hide it', '127.0.0.1', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['all of them trusted: the farthest', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['no header', '127.0.0.1', undefined, '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['garbage', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['garbage beyond a proxy', '127.0.0.1', '203.0.113.9, _hidden, 10.0.0.2', '10.0.0.2'],
    ['control characters', '127.0.0.1', '203.0.113.9\u0000', '127.0.0.1'],
    ['a number that only some read as an address', '127.0.0.1', '0x7f.1', '127.0.0.1'],
    ['an IPv4 port', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['an IPv6 port', '127.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
    ['IPv6 in full', '2001:0db8:ffff:0000:0000:0000:0000:0001', '2001:DB8:0::9', '2001:db8::9'],
    ['IPv4 in IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['IPv4 in IPv6, in hexadecimal', '::ffff:0a00:0001', '203.0.113.9', '203.0.113.9'],
    ['an interface', '127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['a peer without address', '', '203.0.113.9', ''],
  ] as const)('%s', (_, peer, forwardedFor, expected) => {
    expect(clientAddress(peer, forwardedFor, PROXIES)).toBe(expected);
  });

  it('is that of the connection where no proxy is trusted, also for this computer', () => {
    expect(clientAddress('127.0.0.1', '203.0.113.9', trustedProxies([]))).toBe('127.0.0.1');
  });

  it('is what the last trusted proxy added, whatever stands left of it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (invented) => {
        const header = `${invented}, 203.0.113.9, 10.0.0.2`;
        expect(clientAddress('127.0.0.1', header, PROXIES)).toBe('203.0.113.9');
      }),
    );
  });

  it('is found in a header of any length without following it', () => {
    const header = Array.from({ length: 100_000 }, () => '10.0.0.1').join(',');
    expect(clientAddress('127.0.0.1', header, PROXIES)).toBe('10.0.0.1');
  });

  it('needs networks that are some', () => {
    expect(() => trustedProxies(['cloud'])).toThrow(RangeError);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('limits of %s are counted for %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
