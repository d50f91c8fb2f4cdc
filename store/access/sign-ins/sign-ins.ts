/**
 * Browsers that signed in: all in memory and on the disk, so that a restart keeps them signed in. Each is bound to a key, and
 * ends with it. What is ended is refused from that moment on, whatever the disk does.
 */

import { TurnoutError } from '../../../errors.ts';
import type { StoredSignIn } from '../../history/access/sign-in-store.ts';
import type { KeyFacts } from '../key.ts';
import { Recent } from '../recent.ts';
import { hashOf, randomLetters } from '../secret.ts';
import { endsUtcMs, type SignedIn, type SignIn, type SignInParts } from './sign-in.ts';

/** Of one key: the one that was seen longest ago ends first. Chosen here: the phones of a large team. */
const MAX_OF_KEY = 50;
const ID_LETTERS = 16;
const SECRET_LETTERS = 32;
const SECRET_FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_LETTERS}}$`);
/** Chosen here: more than end while the store is read. */
const MAX_LATELY = 1_000;
/** Questions to the store at a time. Chosen here: a flood of made-up cookies takes no connection from others. */
const MAX_ASKING = 4;
/** How far the stored time of the last request may lag, ms. Chosen here: a list says minutes, and the disk is spared. */
const SEEN_LAG_MS = 5 * 60_000;

interface Entry extends Omit<StoredSignIn, 'seenUtcMs'> {
  seenUtcMs: number;
  /** As the disk has it. */
  storedSeenUtcMs: number;
}

export type NewSignIn = Pick<StoredSignIn, 'keyId' | 'way' | 'device' | 'isPlain'>;

export interface SignInFigures {
  readonly signedIn: number;
  /** Since the start. */
  readonly begun: number;
  readonly refused: number;
}

export class SignIns {
  readonly #parts: SignInParts;
  readonly #byId = new Map<string, Entry>();
  readonly #byHash = new Map<string, Entry>();
  readonly #listeners: ((id: string) => void)[] = [];
  /** Ids that ended lately, and hashes that the store did not have: none of either comes again. */
  readonly #ended = new Recent<true>(MAX_LATELY);
  readonly #strangers = new Recent<true>(MAX_LATELY);
  #asking = 0;
  #begun = 0;
  #refused = 0;
  /** Of the refused ones, those that the audit log does not have yet. */
  #unnoted = 0;

  /** @param stored All that the store has. */
  constructor(parts: SignInParts, stored: readonly StoredSignIn[] = []) {
    this.#parts = parts;
    for (const one of stored) this.#set({ ...one, storedSeenUtcMs: one.seenUtcMs });
  }

  /** Whether text can be what a browser of ours shows: cookies of other programs on the same computer come along too. */
  static isSecretForm(text: string): boolean {
    return SECRET_FORM.test(text);
  }

  /** Who shows this. It counts as seen. Null for what is unknown, ended, or came another way than it was given out. */
  find(secret: string, isPlain: boolean): SignedIn | null {
    const entry = SECRET_FORM.test(secret) ? this.#byHash.get(hashOf(secret)) : undefined;
    return entry === undefined || entry.isPlain !== isPlain ? null : this.#signedIn(entry);
  }

  /**
   * Where several processes have one store: takes over what this browser shows from another of them. Null where there is
   * nothing to wait for: it is known, or was asked for lately. Rejects where the store cannot be read.
   */
  learn(secret: string): Promise<void> | null {
    if (this.#parts.store.find === undefined || !SECRET_FORM.test(secret)) return null;
    const hash = hashOf(secret);
    const isKnown = this.#byHash.has(hash) || this.#strangers.get(hash) === true;
    return isKnown || this.#asking >= MAX_ASKING ? null : this.#ask(hash);
  }

  async #ask(hash: string): Promise<void> {
    const { store, keyOf, refreshKeys } = this.#parts;
    this.#asking += 1;
    try {
      const stored = (await store.find?.(hash)) ?? null;
      if (stored === null) return this.#strangers.set(hash, true);
      this.#takeOver(stored);
      if (keyOf(stored.keyId) === null) await refreshKeys();
    } finally {
      this.#asking -= 1;
    }
  }

  /** Takes over what other processes have begun and ended. Rejects where the store cannot be read. */
  async refresh(): Promise<void> {
    // What begins here from now on is stored too late for this reading.
    const before = [...this.#byId.keys()];
    const stored = await this.#parts.store.all();
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of before) if (!ids.has(id)) this.drop(id);
    for (const one of stored) this.#takeOver(one);
  }

  /** It has ended in the store: another process has done it. */
  drop(id: string): void {
    this.#ended.set(id, true);
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    this.#byHash.delete(entry.hash);
    for (const listener of this.#listeners) listener(id);
  }

  #takeOver(stored: StoredSignIn): void {
    const known = this.#byId.get(stored.id);
    // It was read before it ended.
    if (this.#ended.get(stored.id) === true) return;
    if (known === undefined) {
      this.#set({ ...stored, storedSeenUtcMs: stored.seenUtcMs });
      return;
    }
    known.seenUtcMs = Math.max(known.seenUtcMs, stored.seenUtcMs);
    known.storedSeenUtcMs = Math.max(known.storedSeenUtcMs, stored.seenUtcMs);
  }

  /** Whether it has not ended. It counts as seen: for streams, which ask once and then listen. */
  isAlive(id: string): boolean {
    const entry = this.#byId.get(id);
    return entry !== undefined && this.#signedIn(entry) !== null;
  }

  /** What the browser shows from now on is told once, here. Null where the key is revoked by now. */
  async begin(
    wanted: NewSignIn,
  ): Promise<{ readonly secret: string; readonly signedIn: SignedIn } | null> {
    const { store, clock, log, keyOf } = this.#parts;
    await this.#makeRoom(wanted.keyId);
    const secret = randomLetters(SECRET_LETTERS);
    const nowUtcMs = clock.nowUtcMs();
    const stored: StoredSignIn = {
      ...wanted,
      id: `si_${randomLetters(ID_LETTERS)}`,
      hash: hashOf(secret),
      createdUtcMs: nowUtcMs,
      seenUtcMs: nowUtcMs,
    };
    await store.add(stored);
    const entry = { ...stored, storedSeenUtcMs: nowUtcMs };
    const key = keyOf(wanted.keyId);
    if (key === null) {
      await store.end([stored.id], wanted.keyId, nowUtcMs);
      return null;
    }
    this.#set(entry);
    this.#begun += 1;
    log.info('signed_in', { sign_in: stored.id, key: wanted.keyId, way: wanted.way });
    return { secret, signedIn: { key, via: 'sign_in', signIn: factsOf(entry) } };
  }

  /** The one that was seen last comes first; of one gym where it is named, or of the keys that are meant. */
  list(of?: string | ((key: KeyFacts) => boolean)): readonly SignedIn[] {
    const isMeantKey = (key: KeyFacts) =>
      typeof of === 'function' ? of(key) : of === undefined || key.gymId === of;
    return [...this.#byId.values()]
      .toSorted((one, other) => other.seenUtcMs - one.seenUtcMs)
      .flatMap((entry): SignedIn[] => {
        const key = this.#keyOf(entry);
        return key !== null && isMeantKey(key)
          ? [{ key, via: 'sign_in', signIn: factsOf(entry) }]
          : [];
      });
  }

  /** Effective at once. Rejects with `sign_in_unknown`. */
  async end(id: string, by: string): Promise<SignIn> {
    const entry = this.#byId.get(id);
    if (entry === undefined) {
      throw new TurnoutError('sign_in_unknown', {
        where: 'sign-in',
        expected: 'the id of one that has not ended',
        got: 'another text',
        hint: 'list them with: turnout sign-in list',
      });
    }
    await this.#remove([entry], by);
    return factsOf(entry);
  }

  /** All of {@link list}; effective at once. @returns how many. */
  async endAll(of: Parameters<SignIns['list']>[0], by: string): Promise<number> {
    // Also what another process has begun.
    if (this.#parts.store.find !== undefined) await this.refresh();
    const ids = new Set(this.list(of).map(({ signIn }) => signIn.id));
    const ended = [...this.#byId.values()].filter(({ id }) => ids.has(id));
    await this.#remove(ended, by);
    return ended.length;
  }

  /** Effective at once. Never rejects: where the disk fails, the next start ends them, since their key is revoked. */
  async endOfKey(keyId: string, by: string): Promise<void> {
    const ended = [...this.#byId.values()].filter((entry) => entry.keyId === keyId);
    await this.#remove(ended, by).catch((error: unknown) =>
      this.#parts.log.error('sign_ins_not_ended', { sign_ins: ended.length, error }),
    );
  }

  /** Calls `listener` with the id of each that ends from now on, at once. It must not throw. */
  onEnded(listener: (id: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Counts a try that was refused. */
  refuse(): void {
    this.#refused += 1;
    this.#unnoted += 1;
  }

  figures(): SignInFigures {
    return { signedIn: this.#byId.size, begun: this.#begun, refused: this.#refused };
  }

  /** Called every minute: ends what is over, and stores what can be stored later. Never rejects. */
  async settle(lagMs = SEEN_LAG_MS): Promise<void> {
    const { store, clock, log } = this.#parts;
    const nowUtcMs = clock.nowUtcMs();
    const over = [...this.#byId.values()].filter((entry) => !this.#isIn(entry, nowUtcMs));
    const seen = [...this.#byId.values()].filter(
      ({ seenUtcMs, storedSeenUtcMs }) => seenUtcMs - storedSeenUtcMs >= Math.max(1, lagMs),
    );
    const tries = this.#unnoted;
    try {
      await this.#remove(over, 'end of its time');
      if (seen.length > 0) {
        const times = seen.map(({ id, seenUtcMs }) => ({ id, seenUtcMs }));
        await store.seen(times);
        for (const [at, entry] of seen.entries()) {
          entry.storedSeenUtcMs = times[at]?.seenUtcMs ?? entry.storedSeenUtcMs;
        }
      }
      if (tries > 0) {
        this.#unnoted -= tries;
        await store.noteRefused(tries, nowUtcMs);
      }
    } catch (error) {
      log.error('sign_ins_not_settled', { error });
    }
  }

  #keyOf({ keyId }: Entry): KeyFacts | null {
    return this.#parts.keyOf(keyId);
  }

  #isIn(entry: Entry, nowUtcMs: number): boolean {
    const key = this.#keyOf(entry);
    return key !== null && nowUtcMs < endsUtcMs(entry, key);
  }

  #signedIn(entry: Entry): SignedIn | null {
    const nowUtcMs = this.#parts.clock.nowUtcMs();
    const key = this.#keyOf(entry);
    if (key === null || !this.#isIn(entry, nowUtcMs)) return null;
    entry.seenUtcMs = Math.max(entry.seenUtcMs, nowUtcMs);
    return { key, via: 'sign_in', signIn: factsOf(entry) };
  }

  async #makeRoom(keyId: string): Promise<void> {
    const ofKey = [...this.#byId.values()].filter((entry) => entry.keyId === keyId);
    const surplus = ofKey
      .toSorted((one, other) => one.seenUtcMs - other.seenUtcMs)
      .slice(0, Math.max(0, ofKey.length - MAX_OF_KEY + 1));
    await this.#remove(surplus, keyId);
  }

  #set(entry: Entry): void {
    this.#byId.set(entry.id, entry);
    this.#byHash.set(entry.hash, entry);
  }

  /** No one knows the key of a paired screen: with its sign-in it ends too. */
  async #remove(entries: readonly Entry[], by: string): Promise<void> {
    if (entries.length === 0) return;
    const { store, clock, revokeKey, keyOf, log } = this.#parts;
    for (const { id } of entries) this.drop(id);
    const ids = entries.map(({ id }) => id);
    log.info('sign_ins_ended', { sign_ins: ids.length, by });
    await store.end(ids, by, clock.nowUtcMs());
    for (const { way, keyId } of entries) {
      if (way === 'screen' && keyOf(keyId) !== null) await revokeKey(keyId, by);
    }
  }
}

function factsOf(entry: Entry): SignIn {
  const { id, keyId, way, device, isPlain, createdUtcMs, seenUtcMs } = entry;
  return { id, keyId, way, device, isPlain, createdUtcMs, seenUtcMs };
}
