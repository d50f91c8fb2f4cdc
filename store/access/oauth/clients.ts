/**
 * A program that asks for access, and what it says of itself: the same rules whether it is registered here or has a
 * metadata document. All clients are public: none has a secret, PKCE stands in for it.
 */

import { isObject } from '../../../gym/schedule/values.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { type GuardedAnswer, type GuardedNetwork, guardedFetch } from '../../guarded-fetch.ts';
import { Recent } from '../limits.ts';
import {
  fault,
  isAllowedRedirect,
  isFault,
  type OAuthErrorCode,
  type OAuthFault,
  redirectHost,
} from './requests.ts';

export interface OAuthClient {
  /** `client_` and 24 letters and digits, or the https address of a metadata document. */
  readonly id: string;
  /** What it calls itself: no one has checked it. 1..80 characters that can be shown. */
  readonly name: string;
  /** 1..10, each one {@link isAllowedRedirect}. */
  readonly redirectUris: readonly string[];
}

const MAX_REDIRECTS = 10;

/** What a client says of itself, without its id. */
export type ClientFacts = Omit<OAuthClient, 'id'>;

/**
 * Reads client metadata (RFC 7591 section 2). Members that mean nothing here are passed over; a client that cannot work
 * with what there is here (codes, no secret) is told so.
 */
export function readClientMetadata(metadata: unknown): ClientFacts | OAuthFault {
  if (!isObject(metadata)) return bad('The metadata must be a JSON object.');
  const redirectUris = metadata['redirect_uris'];
  if (!isTextList(redirectUris) || redirectUris.length === 0) {
    return bad('redirect_uris must be a list of addresses.', 'invalid_redirect_uri');
  }
  if (redirectUris.length > MAX_REDIRECTS || !redirectUris.every(isAllowedRedirect)) {
    return bad(
      `redirect_uris: up to ${MAX_REDIRECTS}, each https or http on loopback, in canonical form, without user and fragment.`,
      'invalid_redirect_uri',
    );
  }
  if (!mayInclude(metadata['grant_types'], 'authorization_code')) {
    return bad('grant_types must include authorization_code: it is the only way in.');
  }
  if (!mayInclude(metadata['response_types'], 'code')) {
    return bad('response_types must include code: it is the only one.');
  }
  const name = shownName(metadata['client_name']);
  if (name !== null && !isOneScript(name)) {
    return bad(
      'client_name must be of one script: letters of several, such as Latin and Cyrillic, can look the same.',
    );
  }
  return { name: name ?? redirectHost(redirectUris[0] ?? ''), redirectUris };
}

/** Left out, or a list with `value`. */
function mayInclude(list: unknown, value: string): boolean {
  return list === undefined || (isTextList(list) && list.includes(value));
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

const bad = (description: string, error: OAuthErrorCode = 'invalid_client_metadata') =>
  fault(error, description);

/**
 * What can be shown of the name that a client gives itself. No one has checked it, so at least it cannot be spelt with
 * letters of another script that look the same: the rule is "highly restrictive" of Unicode Technical Standard 39,
 * section 5.2, over the scripts that Unicode Standard Annex 31 recommends for names (its table 5).
 */
const MAX_CHARACTERS = 80;

/** Han stands with the scripts that are written with it; all of these with Latin. Every other script stands alone. */
const TOGETHER = [
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati'.split(' '),
  ...'Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil'.split(' '),
  ...'Telugu Thaana Thai Tibetan'.split(' '),
].map((scripts) => {
  const classes = ['Common', 'Inherited', ...scripts.split(' ')];
  return new RegExp(`^[${classes.map((name) => `\\p{Script=${name}}`).join('')}]*$`, 'u');
});

/** No control characters, none that turn the direction of writing, no runs of spaces, 1..80 characters; null for none. */
function shownName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const plain = name.slice(0, 1_000).replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  const shown = Array.from(plain.trim());
  return shown.length === 0 ? null : shown.slice(0, MAX_CHARACTERS).join('').trim();
}

/** Whether all letters of a name are of scripts that are written together. */
const isOneScript = (name: string) => TOGETHER.some((letters) => letters.test(name));

/** How long a document is believed, and a failure: chosen here, a sign-in takes one fetch and a mended client waits little. */
const CACHE_MS = 10 * 60_000;
const FAILURE_CACHE_MS = 30_000;
/** Bounds, chosen here: what strangers can make us hold and ask for. */
const MAX_CACHED = 200;
const MAX_FETCHES = 8;
const MAX_ID_LENGTH = 512;
/** Well above what a document of one kilobyte takes: name, connection and document together. Chosen here. */
const FETCH_MS = 5_000;
const MAX_BYTES = 64 * 1024;

/**
 * Clients that register nowhere: their id is the https address of a document that describes them
 * (draft-ietf-oauth-client-id-metadata-document). Documents are cached for some minutes, and so are failures. Those who ask at
 * the same time share one fetch.
 *
 * @param fetchMs only tests give one.
 */
export function createClientDocuments(network: GuardedNetwork, clock: Clock, fetchMs = FETCH_MS) {
  const cache = new Recent<{ client: Promise<OAuthClient | OAuthFault>; untilMs: number }>(
    MAX_CACHED / 2,
  );
  let fetches = 0;
  const read = async (clientId: string): Promise<OAuthClient | OAuthFault> => {
    fetches += 1;
    try {
      return clientOf(clientId, await documentAt(new URL(clientId), network, fetchMs));
    } catch (error) {
      return unfit(error instanceof Unfit ? error.message : 'its server cannot be reached');
    } finally {
      fetches -= 1;
    }
  };
  return (clientId: string): Promise<OAuthClient | OAuthFault> => {
    const cached = cache.get(clientId);
    if (cached !== undefined && clock.monotonicMs() < cached.untilMs) return cached.client;
    if (fetches >= MAX_FETCHES) return Promise.resolve(BUSY);
    const fresh = { client: read(clientId), untilMs: Number.POSITIVE_INFINITY };
    cache.set(clientId, fresh);
    return fresh.client.then((found) => {
      fresh.untilMs = clock.monotonicMs() + (isFault(found) ? FAILURE_CACHE_MS : CACHE_MS);
      return found;
    });
  };
}

/** Why a document cannot be used, in words for a developer that say nothing about our network. */
class Unfit extends Error {}

/** Every address of the host must be public, since which one is taken would be chance. */
async function documentAt(url: URL, network: GuardedNetwork, fetchMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(fetchMs);
  const check = (addresses: readonly string[]) => {
    if (addresses.length > 0 && addresses.every(network.isPublic)) return;
    throw new Unfit('its host has no address, or one that is not public');
  };
  try {
    const answer = await guardedFetch(url, { headers: HEADERS, network, check, signal });
    return await jsonOf(answer).finally(answer.close);
  } catch (error) {
    throw signal.aborted ? new Unfit('it did not arrive in time') : error;
  }
}

const JSON_TYPE = 'application/json';
const HEADERS = { accept: JSON_TYPE, 'accept-encoding': 'identity', 'user-agent': 'turnout' };

async function jsonOf(answer: GuardedAnswer): Promise<unknown> {
  if (answer.status !== 200) throw new Unfit('it does not answer with status 200 (no redirects)');
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(answer.header('content-type') ?? '')) {
    throw new Unfit('it is not application/json');
  }
  if (answer.header('content-encoding') !== null) throw new Unfit('it comes compressed');
  const bytes = await answer.read(MAX_BYTES);
  if (bytes === null) throw new Unfit(`it has more than ${MAX_BYTES} bytes`);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new Unfit('it is not JSON');
  }
}

const BUSY = fault(
  'temporarily_unavailable',
  'Too many client documents are being fetched; try again in a moment.',
);

/** Whether an id is the address of a document: https, a path, no user, no fragment, no dot segments, one spelling. */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > MAX_ID_LENGTH || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (clientId.includes('#') || !URL.canParse(clientId)) return false;
  const { href, pathname, username, password } = new URL(clientId);
  return href === clientId && pathname !== '/' && username === '' && password === '';
}

function clientOf(clientId: string, document: unknown): OAuthClient | OAuthFault {
  if (!isObject(document)) return unfit('it is no JSON object');
  if (document['client_id'] !== clientId) return unfit('its client_id is not its own address');
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || document['client_secret'] !== undefined) {
    return unfit('its token_endpoint_auth_method must be none, and it must have no secret');
  }
  const facts = readClientMetadata(document);
  return isFault(facts) ? unfit(facts.description) : { id: clientId, ...facts };
}

const unfit = (reason: string) =>
  fault('invalid_client', `The document at client_id cannot be used: ${reason}`);
