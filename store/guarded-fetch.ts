/**
 * One GET or POST whose address, or what it leads to, somebody else has named. The name is resolved once, all that it means is looked
 * at, and the connection goes to what was looked at: a name that changes its mind meanwhile gains nothing. It follows no
 * redirect, keeps no connection, uses no proxy, and reads no more than it is told to.
 */

import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from '../runtime/reach.ts';
import { bytesWithin } from '../runtime/wire.ts';

/** The network as it is read over. Tests bring their own; nothing of the configuration reaches it. */
export interface GuardedNetwork {
  /** All addresses of a host name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isPublic: (address: string) => boolean;
  /** Certificates trusted in place of the usual ones, PEM. */
  readonly ca?: string;
}

export const INTERNET: GuardedNetwork = {
  resolve: async (host) => (await resolveName(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
};

const UNPACKERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** What {@link GuardedAnswer.read} unpacks. */
export const PACKINGS = Object.keys(UNPACKERS).join(', ');

interface GuardedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly network: GuardedNetwork;
  /** Looks at all addresses that the host has now, and throws where none of them may be connected to. */
  readonly check: (addresses: readonly string[]) => void;
  readonly signal: AbortSignal;
  /** Makes it a POST. */
  readonly body?: string;
}

export type GuardedAnswer = Awaited<ReturnType<typeof guardedFetch>>;

/**
 * The login of the address is not sent: that is a header's. Rejects with what `check` throws, with what the name server or
 * Node says of a request that gets no answer, and with the reason of `signal`.
 */
export async function guardedFetch(url: URL, request: GuardedRequest) {
  const { headers, network, check, signal, body } = request;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(host) !== 0;
  const addresses = isAddress ? [host] : await unlessAborted(network.resolve(host), signal);
  check(addresses);
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const ca = network.ca === undefined ? {} : { ca: network.ca };
  const begin = url.protocol === 'https:' ? requestSecure : requestPlain;
  const method = body === undefined ? 'GET' : 'POST';
  const options = { method, agent: false, headers, lookup: lookupOf(addresses), signal, ...ca };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    begin(bare, options, resolve).on('error', reject).end(body);
  });
  const header = (name: string) => {
    const value = response.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    status: response.statusCode ?? 0,
    /** A header of the answer; null where it has none. */
    header,
    /** The body, unpacked; null where it has more bytes: a packed one of a few can be endless. */
    read: (maxBytes: number, onData?: () => void) =>
      bytesWithin(unpacked(response, header('content-encoding')), maxBytes, onData),
    /** Ends the connection. */
    close: () => void response.destroy(),
  };
}

/** Name servers cannot be interrupted. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, found);
    else if (first !== undefined) done(null, first.address, first.family);
    else done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
  };
}

function unpacked(response: IncomingMessage, packing: string | null): Readable {
  const name = packing?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(UNPACKERS, name)) return response;
  const unpack = UNPACKERS[name as keyof typeof UNPACKERS]();
  // The reader of what is unpacked gets the error of either.
  pipeline(response, unpack, () => undefined);
  return unpack;
}
