/**
 * Where an address may lead that came over HTTP: not to this computer, whose services trust each other, and not to
 * link-local addresses, at which clouds give out their secrets. Each address is looked at once its name is resolved, and the
 * connection goes to what was looked at: a name that changes its address meanwhile gains nothing.
 */

import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { TurnoutError } from '../errors.ts';

/** Metadata of two clouds that are not link-local (AWS, Alibaba). */
const METADATA: readonly string[] = ['fd00:ec2::254', '100.100.100.200'];
/** Where IPv6 has IPv4 inside, but for the mapped form, which the library knows. */
const IPV4_INSIDE = ['::/96', '64:ff9b::/96'].map((form) => ipaddr.IPv6.parseCIDR(form));

export class Reach {
  readonly #mayBeHere: boolean;

  /** @param mayBeHere Whether this computer itself may be reached: `server.probe_local`. */
  constructor(mayBeHere: boolean) {
    this.#mayBeHere = mayBeHere;
  }

  /** @throws `address_refused` for an IP address that must not be reached. A name passes: {@link resolve} looks at it. */
  check(host: string): void {
    const fault = faultOf(host);
    const isFine = fault === null || (fault === OF_HERE && this.#mayBeHere);
    if (!isFine) throw new TurnoutError('address_refused', fault);
  }

  /**
   * The addresses of a name, or of an address in any form of it, each of them looked at.
   *
   * @throws `address_refused`, and what the name server said.
   */
  async resolve(host: string, options: LookupOptions = {}): Promise<LookupAddress[]> {
    const found = await lookup(host.replace(/^\[|\]$/g, ''), { ...options, all: true });
    for (const { address } of found) this.check(address);
    return found;
  }

  /** For `http` and `net`, which do not ask it for addresses: those are for {@link check}. */
  readonly lookup: LookupFunction = (host, options, done) => {
    const answer = (found: LookupAddress[]) => {
      if (options.all === true) done(null, found);
      else done(null, found[0]?.address ?? '', found[0]?.family);
    };
    this.resolve(host, options).then(answer, (error) => done(error, ''));
  };

  /**
   * The same URL with an address that was looked at in place of its host.
   *
   * @throws `address_refused`, and what the name server said.
   */
  async pinned(url: string): Promise<string> {
    const [{ address = '', family = 4 } = {}] = await this.resolve(new URL(url).hostname);
    const host = family === 6 ? `[${address}]` : address;
    return url.replace(HOST, (_, before: string) => `${before}${host}`);
  }

  /** Whether the host of a URL may be reached now. A name that is not known passes: there is nothing to reach. */
  async checkUrl(url: string): Promise<void> {
    const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
    if (hostname === '') return;
    await this.resolve(hostname).catch((error: unknown) => {
      if (error instanceof TurnoutError) throw error;
    });
  }
}

/** Why an IP address must not be reached; null for any other, and for a name. */
function faultOf(host: string) {
  const [address = ''] = host.replace(/^\[|\]$/g, '').split('%');
  if (isIP(address) === 0) return null;
  const known = unpacked(address);
  const range = known.range();
  if (range === 'linkLocal' || METADATA.includes(known.toString())) return OF_LINK;
  // "This network" (RFC 1122): systems take it for themselves.
  return range === 'loopback' || range === 'unspecified' ? OF_HERE : null;
}

/** The IPv4 address that an IPv6 one stands for, else the address itself. */
function unpacked(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4 || address.range() === 'loopback') return address;
  const isInside = IPV4_INSIDE.some((form) => address.match(form));
  return isInside ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

/**
 * The rule for a URL of the configuration: it may lead to this computer where it says so itself, since it was written
 * there by hand or with `probe_local`; a name may not. Undefined where there is no rule.
 */
export function reachOfConfigured(url: string, mayBeHere = false): Reach | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  const isHere = /^(?:.*\.)?localhost\.?$/i.test(hostname) || faultOf(hostname) !== null;
  return isHere ? undefined : new Reach(mayBeHere);
}

const HOST = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)(?:\[[^\]]*\]|[^:/?#]*)/i;

const OF_HERE = {
  where: 'address',
  expected: 'one of another computer',
  got: 'one of this computer',
  hint: 'if this computer is meant, add this line to turnout.yaml: server: { probe_local: true }',
};
const OF_LINK = {
  where: 'address',
  expected: 'one of your network or of the internet',
  got: 'a link-local one, at which clouds give out secrets',
  hint: 'give the device an address of your network',
};

/**
 * Whether `address`, an IP address as text, is one that anybody on the internet could reach: what is fetched because a
 * stranger named it goes nowhere else. Mapped, translated and tunnelled addresses are none.
 */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'unicast';
}
