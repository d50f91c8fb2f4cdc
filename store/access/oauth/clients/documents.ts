/**
 * Clients that register nowhere: their id is the https address of a document that describes them
 * (draft-ietf-oauth-client-id-metadata-document). Documents are stored for some minutes, and so are failures.
 */

import type { Clock } from '../../../../runtime/clock.ts';
import { type GuardedAnswer, type GuardedNetwork, guardedFetch } from '../../../guarded-fetch.ts';
import { fault, isFault, type OAuthFault } from '../fault.ts';
import { isObject, type OAuthClient, readClientMetadata } from './client.ts';

/** How long a document is believed, and a failure: chosen here, a sign-in takes one fetch and a mended client waits little. */
const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 30_000;
/** Bounds, chosen here: what strangers can make us hold and ask for. */
const MAX_KEPT = 200;
const MAX_FETCHES = 8;
const MAX_ID_LENGTH = 512;
/** Well above what a document of one kilobyte takes: name, connection and document together. Chosen here. */
const FETCH_MS = 5_000;
const MAX_BYTES = 64 * 1024;

interface Kept {
  readonly client: Promise<OAuthClient | OAuthFault>;
  untilMs: number;
}

export class ClientDocuments {
  readonly #network: GuardedNetwork;
  readonly #clock: Clock;
  readonly #fetchMs: number;
  readonly #kept = new Map<string, Kept>();
  #fetches = 0;

  /** @param fetchMs only tests give one. */
  constructor(network: GuardedNetwork, clock: Clock, fetchMs = FETCH_MS) {
    this.#network = network;
    this.#clock = clock;
    this.#fetchMs = fetchMs;
  }

  /** The client that the document at `clientId` describes. Those who ask at the same time share one fetch. */
  client(clientId: string): Promise<OAuthClient | OAuthFault> {
    const kept = this.#kept.get(clientId);
    if (kept !== undefined && this.#clock.monotonicMs() < kept.untilMs) return kept.client;
    if (this.#fetches >= MAX_FETCHES) return Promise.resolve(BUSY);
    const client = this.#fetch(clientId);
    const fresh: Kept = { client, untilMs: Number.POSITIVE_INFINITY };
    this.#keep(clientId, fresh);
    return client.then((found) => {
      const keptMs = isFault(found) ? FAILURE_KEPT_MS : KEPT_MS;
      fresh.untilMs = this.#clock.monotonicMs() + keptMs;
      return found;
    });
  }

  async #fetch(clientId: string): Promise<OAuthClient | OAuthFault> {
    this.#fetches += 1;
    try {
      return clientOf(clientId, await this.#document(new URL(clientId)));
    } catch (error) {
      return unfit(error instanceof Unfit ? error.message : 'its server cannot be reached');
    } finally {
      this.#fetches -= 1;
    }
  }

  /** Every address of the host must be public, since which one is taken would be chance. */
  async #document(url: URL): Promise<unknown> {
    const signal = AbortSignal.timeout(this.#fetchMs);
    const { isPublic } = this.#network;
    const check = (addresses: readonly string[]) => {
      if (addresses.length > 0 && addresses.every(isPublic)) return;
      throw new Unfit('its host has no address, or one that is not public');
    };
    try {
      const answer = await guardedFetch(url, {
        headers: HEADERS,
        network: this.#network,
        check,
        signal,
      });
      try {
        return await jsonOf(answer);
      } finally {
        answer.close();
      }
    } catch (error) {
      throw signal.aborted ? new Unfit('it did not arrive in time') : error;
    }
  }

  /** The newest last; the oldest goes where there are too many. */
  #keep(clientId: string, kept: Kept): void {
    this.#kept.delete(clientId);
    this.#kept.set(clientId, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** Why a document cannot be used, in words for a developer that say nothing about our network. */
class Unfit extends Error {}

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'turnout',
};

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

function unfit(reason: string): OAuthFault {
  return fault('invalid_client', `The document at client_id cannot be used: ${reason}`);
}
