/**
 * Clients that register nowhere: their id is the https address of a document that describes them
 * (draft-ietf-oauth-client-id-metadata-document). Documents are stored for some minutes, and so are failures.
 */

import type { Clock } from '../../../../runtime/clock.ts';
import { fault, isFault, type OAuthFault } from '../fault.ts';
import { type DocumentNetwork, fetchDocument } from '../guarded-fetch.ts';
import { isObject, type OAuthClient, readClientMetadata } from './client.ts';

/** How long a document is believed, and a failure: chosen here, a sign-in takes one fetch and a mended client waits little. */
const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 30_000;
/** Bounds, chosen here: what strangers can make us hold and ask for. */
const MAX_KEPT = 200;
const MAX_FETCHES = 8;
const MAX_ID_LENGTH = 512;

interface Kept {
  readonly client: Promise<OAuthClient | OAuthFault>;
  untilMs: number;
}

export class ClientDocuments {
  readonly #network: DocumentNetwork;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #fetches = 0;

  constructor(network: DocumentNetwork, clock: Clock) {
    this.#network = network;
    this.#clock = clock;
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
      const fetched = await fetchDocument(new URL(clientId), this.#network);
      return fetched.isThere ? clientOf(clientId, fetched.document) : unfit(fetched.reason);
    } finally {
      this.#fetches -= 1;
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
