import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../runtime/reach.ts';

describe('an address is public', () => {
  it.each([
    ['100.63.255.255', 'just below the addresses of carriers'],
    ['100.128.0.0', 'just beyond them'],
    ['172.15.255.255', 'just below 172.16/12'],
    ['172.32.0.0', 'just beyond it'],
    ['223.255.255.255', 'just below multicast'],
    ['2a00:1450:4009::200e', 'of IPv6'],
    ['2001:4860:4860::8888', 'beyond the protocol assignments'],
  ])('as %s, %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['0.0.0.0', 'this computer'],
    ['127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'where clouds tell credentials'],
    ['100.127.255.255', 'of a carrier'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['239.255.255.250', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::ffff:8.8.8.8', 'mapped, whatever it maps'],
    ['::127.0.0.1', 'compatible loopback'],
    ['64:ff9b::7f00:1', 'translated loopback'],
    ['fe80::1', 'link-local'],
    ['fd12:3456::1', 'local'],
    ['ff02::1', 'multicast'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['3fff::1', 'documentation'],
    ['localhost', 'a name'],
    ['0177.0.0.1', 'octal'],
  ])('but not as %j: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
