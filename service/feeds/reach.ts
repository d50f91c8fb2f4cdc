/**
 * Where a feed may lead. Its address is the operator's own, in the gym's network or outside; redirects and further pages
 * are what a server says. One on the internet leads nowhere into a private network: it would be read with our rights there.
 *
 * A name is resolved once for each connection, and the connection goes to what was looked at: a name that changes its
 * mind meanwhile gains nothing.
 */

import { lookup as resolveName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../runtime/public-address.ts';
import type { Reach } from '../../runtime/reach.ts';
import { feedFault } from './fault.ts';

/** The network as feeds are read over. Tests bring their own. */
export interface FeedNetwork {
  /** All addresses of a host name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isPublic: (address: string) => boolean;
}

export const FEED_NETWORK: FeedNetwork = {
  resolve: async (host) => (await resolveName(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
};

/** Of one read of a feed, with all that it leads to. */
export class FeedReach {
  readonly #network: FeedNetwork;
  readonly #allowed: Reach | undefined;
  /** Whether it began on the internet; null before the first connection. */
  #isFromInternet: boolean | null = null;

  constructor(network: FeedNetwork, allowed?: Reach) {
    this.#network = network;
    this.#allowed = allowed;
  }

  /**
   * How the connection for `url` finds its way: to the addresses that its host has now, and to no others. Rejects with
   * what the name server said, with `address_refused`, and with `feed_refused` where it would lead from the internet into a private network.
   */
  async wayTo({ hostname }: URL): Promise<LookupFunction> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) === 0 ? await this.#network.resolve(host) : [host];
    for (const address of addresses) this.#allowed?.check(address);
    if (this.#isFromInternet === null) {
      this.#isFromInternet = addresses.some((address) => this.#network.isPublic(address));
    } else if (this.#isFromInternet && !addresses.every((one) => this.#network.isPublic(one))) {
      throw feedFault('feed_refused', {
        expected: 'a feed that stays on the internet, where its address is',
        got: 'one that leads into a private network',
        hint: 'if that is right, enter the address that it leads to',
      });
    }
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    return (_host, { all }, done) => {
      const [first] = found;
      if (all === true) done(null, found);
      else if (first !== undefined) done(null, first.address, first.family);
      else done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
    };
  }
}
