/** The network of this computer, to begin a search for cameras with. */

import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '../../../runtime/reach.ts';

/** At most 254 addresses round its own, such as `192.168.1.0/24`; null where it is in no private network of IPv4. */
export function ownRange(interfaces = networkInterfaces()): string | null {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(
      ({ family, internal, address }) =>
        family === 'IPv4' && !internal && !isPublicAddress(address),
    );
  if (own === undefined) return null;
  const bits = Math.max(24, Number(own.cidr?.split('/')[1] ?? 24));
  const parts = own.address.split('.').map(Number);
  const network = (parts[3] ?? 0) & (256 - 2 ** (32 - bits));
  return `${parts.slice(0, 3).join('.')}.${network}/${bits}`;
}
