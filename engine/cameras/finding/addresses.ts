/** The addresses of a range that was asked for: `192.168.1.64/28`, or one alone. Bounded, and of no one else's network. */

import { isIPv4 } from 'node:net';
import { TurnoutError } from '../../../errors.ts';
import { isPublicAddress } from '../../../runtime/reach.ts';

/** Most addresses that are asked in one go; chosen here: four networks of a usual size. */
export const MAX_ADDRESSES = 1_024;

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
    throw wrong('an IPv4 address or a range such as 192.0.2.0/28', 'something else', '');
  }
  const count = 2 ** (32 - bits);
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return { first: Math.floor(number / count) * count, count };
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

function wrong(expected: string, got: string, hint: string): TurnoutError {
  const help = hint === '' ? {} : { hint };
  return new TurnoutError('usage', { where: 'range of addresses', expected, got, ...help });
}
