/** One request for a feed and the answer to it, unpacked as it comes. Follows nothing and keeps no connection. */

import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const UNPACKERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** What {@link getAnswer} unpacks. */
export const PACKINGS = Object.keys(UNPACKERS).join(', ');

export interface FeedAnswer {
  readonly status: number;
  /** A header of the answer; null where it has none. */
  header(name: string): string | null;
  /** Read to its end, or closed. */
  readonly body: Readable;
  /** Ends the connection. */
  close(): void;
}

export interface FeedRequest {
  /** Its login is not sent: that is a header's. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

/** Rejects with what Node says of a request that gets no answer. */
export function getAnswer({ url, headers, lookup, signal }: FeedRequest): Promise<FeedAnswer> {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    const asking = get(bare, { agent: false, headers, lookup, signal }, (response) =>
      resolve(answerOf(response)),
    );
    asking.on('error', reject);
  });
}

function answerOf(response: IncomingMessage): FeedAnswer {
  const header = (name: string) => {
    const value = response.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    status: response.statusCode ?? 0,
    header,
    body: unpacked(response, header('content-encoding')),
    close: () => response.destroy(),
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
