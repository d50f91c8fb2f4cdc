/**
 * All that somebody may show: keys, tokens, codes, programs, browsers, and who waits to be let in. Rows live in one table of
 * SQLite, at a head office of PostgreSQL, and the live ones in one map here: who asks costs one SHA-256 and no question to
 * the disk. What is revoked is refused from that moment on, whatever the disk does.
 *
 * Where several processes have one table, each hears by a hash what changed, and asks for what it does not know.
 */

import type { Clock } from '../../runtime/clock.ts';
import { createListeners } from '../../runtime/listeners.ts';
import type {
  AuditRecord,
  Credential,
  CredentialKind,
  CredentialStore,
  CredentialUse,
  Revocation,
  WhichCredentials,
} from '../history/access.ts';
import { hashOf } from './key.ts';
import { Recent } from './limits.ts';

/** Of those that ended, and of hashes that the table did not have. Chosen here: more than end while it is read. */
const MAX_LATELY = 1_000;
/** Questions to the table at a time. Chosen here: a flood of made-up cookies takes no connection from others. */
const MAX_ASKING = 4;
/** In memory only: who waits for a screen or a first owner is asked again after a start. They end by the steady clock. */
const UNSTORED: ReadonlySet<CredentialKind> = new Set<CredentialKind>(['pairing', 'set-up']);

export class Credentials {
  readonly #store: CredentialStore;
  readonly #clock: Clock;
  /** By hash, oldest first. Codes are in the table alone: each is used once. */
  readonly #rows = new Map<string, Credential>();
  /** Hashes and families that ended here lately: none comes again, though it was read before it ended. */
  readonly #ended = new Recent<true>(MAX_LATELY);
  readonly #strangers = new Recent<true>(MAX_LATELY);
  readonly #changes = createListeners<[row: Credential, isThere: boolean]>();
  /** Calls a listener with each that comes, changes or ends from now on, at once. It must not throw. */
  readonly onChange = this.#changes.add;
  #asking = 0;

  constructor(store: CredentialStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get isShared(): boolean {
    return this.#store.isShared;
  }

  /** In the table before it resolves. @param most of its kind; the oldest goes first. */
  async issue(rows: readonly Credential[], notes: readonly AuditRecord[] = [], most?: number) {
    await this.#store.issue(rows, notes, most);
    for (const row of rows) if (row.kind !== 'code') this.put(row);
  }

  /** Adds a line to the audit log. */
  note(line: AuditRecord): Promise<void> {
    return this.#store.note(line);
  }

  /** By its hash, while it has not ended. */
  find<Data extends object>(kind: CredentialKind, hash: string): Credential<Data> | null {
    const row = this.#rows.get(hash);
    return row?.kind === kind && !this.#isOver(row) ? (row as Credential<Data>) : null;
  }

  /** All of a kind that have not ended, oldest first. O(all). */
  of<Data extends object>(kind: CredentialKind): Credential<Data>[] {
    return [...this.#rows.values()].filter(
      (row): row is Credential<Data> => row.kind === kind && !this.#isOver(row),
    );
  }

  /** As the table has it now: of codes, which are nowhere else. */
  async read<Data extends object>(hash: string): Promise<Credential<Data> | null> {
    const [row] = await this.#store.find({ hash });
    return (row as Credential<Data> | undefined) ?? null;
  }

  /** See `CredentialStore.use`. What comes in the place of a family is here afterwards, unless that ended meanwhile. */
  async use(uses: readonly CredentialUse[]): Promise<(Credential | null)[]> {
    const used = await this.#store.use(uses);
    for (const [at, { becomes, next }] of uses.entries()) {
      const row = used[at];
      if (row === null || row === undefined) continue;
      if (becomes !== undefined && this.#rows.has(row.hash)) this.put({ ...row, ...becomes });
      if (next === undefined || row.used !== 1) continue;
      this.#dropFamily(familyOf(row));
      for (const one of next) this.put(one);
    }
    return used;
  }

  /** At once here, then in the table. */
  async revoke(what: Revocation): Promise<void> {
    const { rows = [], family, key } = what;
    for (const { hash } of rows) this.drop(hash);
    if (family !== undefined) {
      this.#ended.set(family, true);
      this.#dropFamily(family);
    }
    if (key !== undefined) {
      this.put(key.row);
      for (const row of this.#rows.values()) {
        if (row.key === key.row.key && familyOf(row) !== undefined) this.drop(row.hash);
      }
    }
    await this.#store.revoke(what);
  }

  /** Called every minute: what ended by itself goes. Not browsers: whoever let them in notes their end. */
  async sweep(): Promise<void> {
    for (const row of this.#rows.values()) {
      if (this.#isOver(row)) this.drop(row.hash);
    }
    await this.#store.sweep(this.#clock.nowUtcMs());
  }

  /** Here alone. */
  put(row: Credential): void {
    if (this.#ended.get(row.hash) === true || this.#ended.get(familyOf(row) ?? '') === true) return;
    this.#rows.set(row.hash, row);
    void this.#changes.tell(row, true);
  }

  /** Here alone: it has ended. */
  drop(hash: string): void {
    const row = this.#rows.get(hash);
    if (row === undefined || !UNSTORED.has(row.kind)) this.#ended.set(hash, true);
    if (row === undefined || !this.#rows.delete(hash)) return;
    void this.#changes.tell(row, false);
  }

  /** Takes over what the table has of these, or of all, and lets go of what it has no more. Rejects where it cannot be read. */
  async reread(which: WhichCredentials = {}): Promise<void> {
    // What is issued here from now on comes too late for this reading.
    const before = [...this.#rows.values()].filter((row) => isMeant(row, which));
    const stored = await this.#store.find(which);
    const hashes = new Set(stored.map(({ hash }) => hash));
    for (const { hash } of before) if (!hashes.has(hash)) this.drop(hash);
    for (const row of stored) if (row.kind !== 'code') this.put(row);
  }

  /**
   * Takes over what another process has issued under a hash. Null where there is nothing to wait for: it is known, or was
   * asked for lately, or no one else issues. Rejects where the table cannot be read.
   */
  learn(hash: string): Promise<void> | null {
    const isKnown = this.#rows.has(hash) || this.#strangers.get(hash) === true;
    return !this.isShared || isKnown || this.#asking >= MAX_ASKING ? null : this.#ask(hash);
  }

  async #ask(hash: string): Promise<void> {
    this.#asking += 1;
    try {
      await this.reread({ hash });
      const row = this.#rows.get(hash);
      if (row === undefined) this.#strangers.set(hash, true);
      // It may be bound to a key that is as new.
      else if (row.key !== '' && !this.#hasKey(row.key)) await this.reread();
    } finally {
      this.#asking -= 1;
    }
  }

  #hasKey(id: string): boolean {
    return [...this.#rows.values()].some(({ kind, key }) => kind === 'key' && key === id);
  }

  #dropFamily(family: string | undefined): void {
    for (const row of this.#rows.values()) {
      if (family !== undefined && familyOf(row) === family) this.drop(row.hash);
    }
  }

  /** Not of browsers: their end moves with each request, and the table hears of it later. */
  #isOver({ kind, expires }: Credential): boolean {
    if (expires === null || kind === 'cookie') return false;
    return expires <= (UNSTORED.has(kind) ? this.#clock.monotonicMs() : this.#clock.nowUtcMs());
  }
}

/** The row of what is shown as `secret`. */
export function rowOf<Data extends object>(
  kind: CredentialKind,
  secret: string,
  rest: Pick<Credential<Data>, 'data'> & Partial<Pick<Credential, 'key' | 'expires'>>,
): Credential<Data> {
  return { hash: hashOf(secret), kind, key: '', expires: null, used: 0, ...rest };
}

const familyOf = ({ data }: Credential) => (data as { readonly family?: string }).family;

function isMeant(row: Credential, { hash, family }: WhichCredentials): boolean {
  if (hash !== undefined) return row.hash === hash;
  return family === undefined ? !UNSTORED.has(row.kind) : familyOf(row) === family;
}
