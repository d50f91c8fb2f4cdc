/** Clients that registered themselves (RFC 7591): in memory and on the disk, and only so many. */

import type { Clock } from '../../../../runtime/clock.ts';
import type { GrantStore, StoredClient } from '../../../history/access/grant-store.ts';
import { randomLetters } from '../../secret.ts';
import { fault, isFault, type OAuthFault } from '../fault.ts';
import { type OAuthClient, readClientMetadata } from './client.ts';

/** Chosen here: anybody may register, some 1 KB each. */
const MAX_CLIENTS = 2_000;
const ID_SECRET_LENGTH = 24;

export interface RegisteredClientsParts {
  readonly store: GrantStore;
  readonly clock: Clock;
  /** Ids of the clients that hold tokens: these stay. */
  readonly inUse: () => ReadonlySet<string>;
}

export class RegisteredClients {
  readonly #store: GrantStore;
  readonly #clock: Clock;
  readonly #inUse: () => ReadonlySet<string>;
  /** By id, the oldest first. */
  readonly #clients: Map<string, StoredClient>;

  private constructor({ store, clock, inUse }: RegisteredClientsParts, clients: StoredClient[]) {
    this.#store = store;
    this.#clock = clock;
    this.#inUse = inUse;
    this.#clients = new Map(clients.map((client) => [client.id, client]));
  }

  static async open(parts: RegisteredClientsParts): Promise<RegisteredClients> {
    return new RegisteredClients(parts, await parts.store.clients());
  }

  /** A promise where it may be registered at another process. Rejects where the store cannot be read. */
  find(id: string): OAuthClient | undefined | Promise<OAuthClient | undefined> {
    const known = this.#clients.get(id);
    const { shared } = this.#store;
    if (known !== undefined || shared === undefined) return known;
    return shared.client(id).then((stored) => {
      if (stored !== null) this.#clients.set(id, stored);
      return stored ?? undefined;
    });
  }

  /** On the disk before it resolves. Where there are too many, the oldest that holds no tokens goes. */
  async register(metadata: unknown): Promise<OAuthClient | OAuthFault> {
    const facts = readClientMetadata(metadata);
    if (isFault(facts)) return facts;
    const surplus = this.#surplus();
    if (surplus === null) return FULL;
    const id = `client_${randomLetters(ID_SECRET_LENGTH)}`;
    const client = { id, ...facts, createdUtcMs: this.#clock.nowUtcMs() };
    for (const old of surplus) this.#clients.delete(old);
    this.#clients.set(id, client);
    try {
      if (surplus.length > 0) await this.#store.removeClients(surplus);
      await this.#store.addClient(client);
    } catch (error) {
      this.#clients.delete(id);
      throw error;
    }
    return client;
  }

  /** Ids that make room for one more; null where all are in use. */
  #surplus(): string[] | null {
    if (this.#clients.size < MAX_CLIENTS) return [];
    const inUse = this.#inUse();
    const unused = [...this.#clients.keys()].find((id) => !inUse.has(id));
    return unused === undefined ? null : [unused];
  }
}

const FULL = fault('temporarily_unavailable', 'No more clients can be registered at present.');
