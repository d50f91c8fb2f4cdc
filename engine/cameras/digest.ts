/**
 * The answer to a digest challenge: RFC 7616, tested with its own examples. Pure: the caller keeps nonces and counts.
 * No library: the small ones know MD5 only.
 */

import { createHash } from 'node:crypto';
import type { Challenge } from './http/challenge.ts';

/** Hashes by the names of RFC 7616, strongest first; `-sess` variants are the same hash. */
const HASHES: readonly (readonly [string, string])[] = [
  ['sha-512-256', 'sha512-256'],
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
];

export interface DigestInput {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  /** The target of the request line: path and query. */
  readonly uri: string;
  /** Random, new for each nonce. */
  readonly cnonce: string;
  /** How often the nonce has been used, this time included: 1 and up. */
  readonly count: number;
}

/** Place of a digest challenge among those we can answer, 0 the strongest; null where we cannot. */
export function digestRank({ parameters }: Challenge): number | null {
  const rank = HASHES.findIndex(([name]) => name === hashName(parameters));
  const qop = parameters.get('qop');
  const isAnswerable = rank >= 0 && parameters.has('nonce') && (qop === undefined || hasAuth(qop));
  return isAnswerable ? rank : null;
}

/** The value of the `Authorization` header for a challenge that has a {@link digestRank}. */
export function digestAnswer({ parameters }: Challenge, input: DigestInput): string {
  const { user, password, method, uri, cnonce } = input;
  const algorithm = parameters.get('algorithm') ?? '';
  const hash = hasher(hashName(parameters));
  const realm = parameters.get('realm') ?? '';
  const nonce = parameters.get('nonce') ?? '';
  const nc = input.count.toString(16).padStart(8, '0');
  const isSession = algorithm.toLowerCase().endsWith('-sess');
  const secret = hash(`${user}:${realm}:${password}`);
  const ha1 = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(`${method}:${uri}`);
  const qop = parameters.get('qop');
  const isUserHashed = parameters.get('userhash')?.toLowerCase() === 'true';
  const fields = [
    `username=${quote(isUserHashed ? hash(`${user}:${realm}`) : user)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    // Not said where it was not asked for: old cameras know no such word.
    ...(algorithm === '' ? [] : [`algorithm=${algorithm}`]),
    // Without qop: the older way of RFC 2069, which RFC 7616 still allows for.
    ...(qop === undefined
      ? [`response=${quote(hash(`${ha1}:${nonce}:${ha2}`))}`]
      : [
          `response=${quote(hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`))}`,
          'qop=auth',
          `nc=${nc}`,
        ]),
    ...(qop === undefined && !isSession ? [] : [`cnonce=${quote(cnonce)}`]),
  ];
  const opaque = parameters.get('opaque');
  if (opaque !== undefined) {
    fields.push(`opaque=${quote(opaque)}`);
  }
  if (isUserHashed) {
    fields.push('userhash=true');
  }
  return `Digest ${fields.join(', ')}`;
}

function hashName(parameters: Challenge['parameters']): string {
  return (parameters.get('algorithm') ?? 'md5').toLowerCase().replace(/-sess$/, '');
}

function hasher(name: string): (text: string) => string {
  const known = HASHES.find(([candidate]) => candidate === name)?.[1] ?? 'md5';
  return (text) => createHash(known).update(text, 'utf8').digest('hex');
}

function hasAuth(qop: string): boolean {
  return qop
    .toLowerCase()
    .split(',')
    .some((option) => option.trim() === 'auth');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
