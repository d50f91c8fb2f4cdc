/**
 * One GET of a JSON document whose address a stranger has named. The name is resolved once, every address it has must be
 * public, and the connection goes to the one that was looked at: a name that changes its mind meanwhile gains nothing. No
 * redirects, no compression, no proxies; limits on time and size.
 */

import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../../runtime/public-address.ts';

/** The network as it is fetched over. Tests bring their own; nothing of the configuration reaches it. */
export interface DocumentNetwork {
  /** All addresses of a host name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isPublic: (address: string) => boolean;
  /** Of name resolution, connection and document together, ms. */
  readonly timeoutMs: number;
  /** Certificates trusted in place of the usual ones, PEM. */
  readonly ca?: string;
}

/** The internet. Limits: decisions chosen here, well above what a document of one kilobyte takes. */
export const INTERNET: DocumentNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  timeoutMs: 5_000,
};

const MAX_BYTES = 64 * 1024;

/** The document, or why there is none, in words for a developer that say nothing about our network. */
export type Fetched =
  | { readonly isThere: true; readonly document: unknown }
  | { readonly isThere: false; readonly reason: string };

/** Fetches the JSON document at `url` (https). Never rejects. */
export async function fetchDocument(url: URL, network: DocumentNetwork): Promise<Fetched> {
  const late = AbortSignal.timeout(network.timeoutMs);
  try {
    const address = await inTime(addressOf(url, network), late);
    if (address === null) return none('its host has no address, or one that is not public');
    return await read(await get(url, { address, late, ca: network.ca }));
  } catch {
    return none(late.aborted ? 'it did not arrive in time' : 'its server cannot be reached');
  }
}

function none(reason: string): Fetched {
  return { isThere: false, reason };
}

/** The address to connect to; null where any of them is not public, since which one is taken would be chance. */
async function addressOf(url: URL, network: DocumentNetwork): Promise<string | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await network.resolve(host) : [host];
  return addresses.every((one) => network.isPublic(one)) ? (addresses[0] ?? null) : null;
}

function inTime<Value>(work: Promise<Value>, late: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason), { once: true });
    work.then(resolve, reject);
  });
}

interface Connection {
  readonly address: string;
  readonly late: AbortSignal;
  readonly ca: string | undefined;
}

function get(url: URL, { address, late, ca }: Connection): Promise<IncomingMessage> {
  const family = isIP(address);
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        agent: false,
        signal: late,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'turnout',
        },
        lookup: (_host, { all }, found) =>
          all === true ? found(null, [{ address, family }]) : found(null, address, family),
        ...(ca === undefined ? {} : { ca }),
      },
      resolve,
    );
    asking.once('error', reject);
    asking.end();
  });
}

async function read(response: IncomingMessage): Promise<Fetched> {
  try {
    const { statusCode, headers } = response;
    if (statusCode !== 200) return none('it does not answer with status 200 (no redirects)');
    if (!isJson(headers['content-type'])) return none('it is not application/json');
    if (headers['content-encoding'] !== undefined) return none('it comes compressed');
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_BYTES) return none(`it has more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return parsed(Buffer.concat(chunks).toString('utf8'));
  } finally {
    response.destroy();
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

function parsed(text: string): Fetched {
  try {
    return { isThere: true, document: JSON.parse(text) };
  } catch {
    return none('it is not JSON');
  }
}
