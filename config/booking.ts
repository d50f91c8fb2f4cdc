/**
 * Addresses of booking systems, such as `mindbody://SITE?key=…&user=…&password=…`: what the account of each has, for the
 * configuration, the set-up and the reader. A whole address is a secret, as that of a feed is.
 */

import { TurnoutError } from '../errors.ts';

export const BOOKING_SYSTEMS = {
  mindbody: {
    title: 'Mindbody',
    site: 'Site ID',
    account: { key: 'API key', user: 'Staff user name', password: 'Staff password' },
  },
  momence: {
    title: 'Momence',
    site: 'Client ID',
    account: { secret: 'Client secret', user: 'E-mail address of the host', password: 'Password' },
  },
  teamup: { title: 'TeamUp', site: 'Provider ID', account: { token: 'M2M token' } },
  glofox: { title: 'Glofox', site: 'Branch ID', account: { key: 'API key', token: 'API token' } },
} as const;

export type BookingSystem = keyof typeof BOOKING_SYSTEMS;

export type BookingAccount = NonNullable<ReturnType<typeof bookingAccount>>;

/** Schemes of their addresses, for patterns. */
export const BOOKING_SCHEMES = Object.keys(BOOKING_SYSTEMS).join('|');

const ADDRESS = new RegExp(`^(${BOOKING_SCHEMES})://`, 'i');

/** Whether a feed can be read at an address; anything else is the path of a file. */
export function isFeedAddress(address: string): boolean {
  return isBookingAddress(address) || /^(?:https?|webcals?):/i.test(address);
}

export const isBookingAddress = (address: string): boolean => ADDRESS.test(address);

/**
 * What an address has of the account: `account` has the texts by the names of {@link BOOKING_SYSTEMS}, all of them, and `api`
 * is where its API is in place of the usual address: a sandbox, a proxy. Null for another address.
 *
 * @throws `usage` where something of the account is missing; no part of it is shown.
 */
export function bookingAccount(address: string) {
  const system = ADDRESS.exec(address)?.[1]?.toLowerCase() as BookingSystem | undefined;
  if (system === undefined) return null;
  const { site: siteName, account: names } = BOOKING_SYSTEMS[system];
  const parameters = Object.keys(names).map((name) => `${name}=…`);
  const expected = `${system}://${siteName.replace(/ .*/, '').toUpperCase()}?${parameters.join('&')}`;
  const wrong = (got: string) =>
    new TurnoutError('usage', { where: 'address of the booking system', expected, got });
  if (!URL.canParse(address)) throw wrong('another form');
  const { searchParams, host } = new URL(address);
  const { api = null, ...account } = Object.fromEntries(searchParams) as Record<string, string>;
  const missing = Object.keys(names).find((name) => !account[name]);
  if (missing !== undefined) throw wrong(`one without ${missing}`);
  if (host === '') throw wrong(`one without the ${siteName}`);
  if (api !== null && !(URL.canParse(api) && /^https?:/i.test(api))) {
    throw wrong('an api that is no address of the web');
  }
  return { system, site: unescaped(host), account, api: api === null ? null : new URL(api) };
}

/** The address of an account as it was typed. */
export function bookingAddress(
  system: BookingSystem,
  site: string,
  account: Readonly<Record<string, string>>,
): string {
  return `${system}://${encodeURIComponent(site)}?${new URLSearchParams(account)}`;
}

/** The URL of the web that is connected to for an address of a feed: its own, or the API of a booking system. */
export function webUrlOf(address: string): string {
  if (!isBookingAddress(address)) return address.replace(/^webcals?:/i, 'https:');
  return bookingAccount(address)?.api?.href ?? '';
}

/** A part of an address as it was meant; itself where it is not encoded. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
