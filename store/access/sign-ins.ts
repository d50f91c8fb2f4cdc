/** Browsers that signed in: a restart keeps them signed in. Each is bound to a key, and ends with it. */

import { TurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { AccessStore, AuditRecord, Credential } from '../history/access.ts';
import { type Credentials, rowOf } from './credentials.ts';
import { hashOf, type KeyFacts, randomLetters } from './key.ts';

/** Of one key: the one that was seen longest ago ends first. Chosen here: the phones of a large team. */
const MAX_OF_KEY = 50;
const ID_LETTERS = 16;
const SECRET_LETTERS = 32;
const SECRET_FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_LETTERS}}$`);
/** How far the stored time of the last request may lag, ms. Chosen here: a list says minutes, and the disk is spared. */
const SEEN_LAG_MS = 5 * 60_000;

type Cookie = Credential<SignIn>;

export interface SignInParts {
  readonly credentials: Credentials;
  readonly audit: Pick<AccessStore, 'note'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Null for a key that is unknown or revoked. */
  readonly keyOf: (keyId: string) => KeyFacts | null;
  /** Also of a revoked key. */
  readonly gymOf: (keyId: string) => string;
  readonly revokeKey: (keyId: string, by: string) => Promise<unknown>;
}

export interface SignInFigures {
  readonly signedIn: number;
  /** Since the start. */
  readonly begun: number;
  readonly refused: number;
}

export class SignIns {
  readonly #parts: SignInParts;
  /** When a browser last asked, by its id: what the table will hear of. */
  readonly #seen = new Map<string, number>();
  #begun = 0;
  #refused = 0;
  /** Of the refused ones, those that the audit log does not have yet. */
  #unnoted = 0;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.onEnded((id) => void this.#seen.delete(id));
  }

  /** Whether text can be what a browser of ours shows: cookies of other programs on the same computer come along too. */
  static isSecretForm(text: string): boolean {
    return SECRET_FORM.test(text);
  }

  /** Who shows this. It counts as seen. Null for what is unknown, ended, or came another way than it was given out. */
  find(secret: string, isPlain: boolean): SignedIn | null {
    if (!SECRET_FORM.test(secret)) return null;
    const row = this.#parts.credentials.find<SignIn>('cookie', hashOf(secret));
    return row === null || row.data.isPlain !== isPlain ? null : this.#signedIn(row);
  }

  /** See `Credentials.learn`. */
  learn(secret: string): Promise<void> | null {
    return SECRET_FORM.test(secret) ? this.#parts.credentials.learn(hashOf(secret)) : null;
  }

  /** Whether it has not ended. It counts as seen: for streams, which ask once and then listen. */
  isAlive(id: string): boolean {
    const row = this.#rows().find(({ data }) => data.id === id);
    return row !== undefined && this.#signedIn(row) !== null;
  }

  /** What the browser shows from now on is told once, here. Null where the key is revoked by now. */
  async begin(
    wanted: Pick<SignIn, 'keyId' | 'way' | 'device' | 'isPlain'>,
  ): Promise<{ readonly secret: string; readonly signedIn: SignedIn } | null> {
    const { credentials, clock, log, keyOf } = this.#parts;
    const { keyId, way } = wanted;
    const ofKey = this.#rows()
      .filter(({ key }) => key === keyId)
      .toSorted((one, other) => this.#seenOf(one) - this.#seenOf(other));
    await this.#end(ofKey.slice(0, Math.max(0, ofKey.length - MAX_OF_KEY + 1)), keyId);
    const before = keyOf(keyId);
    if (before === null) return null;
    const secret = randomLetters(SECRET_LETTERS);
    const atUtcMs = clock.nowUtcMs();
    const id = `si_${randomLetters(ID_LETTERS)}`;
    const data: SignIn = { ...wanted, id, createdUtcMs: atUtcMs, seenUtcMs: atUtcMs };
    const row = rowOf('cookie', secret, { key: keyId, expires: endsUtcMs(data, before), data });
    const { gymId } = before;
    const line = { atUtcMs, by: keyId, kind: 'signed_in', gymId, subject: id } as const;
    await credentials.issue([row], [line]);
    const key = keyOf(keyId);
    if (key === null) {
      await this.#end([row], keyId);
      return null;
    }
    this.#begun += 1;
    log.info('signed_in', { sign_in: id, key: keyId, way });
    return { secret, signedIn: { key, via: 'sign_in', signIn: data } };
  }

  /** The one that was seen last comes first; of one gym where it is named, or of the keys that are meant. */
  list(of?: string | ((key: KeyFacts) => boolean)): readonly SignedIn[] {
    return this.#listed(of).map(({ key, signIn }) => ({ key, via: 'sign_in', signIn }));
  }

  /** Effective at once. Rejects with `sign_in_unknown`. */
  async end(id: string, by: string): Promise<SignIn> {
    const row = this.#rows().find(({ data }) => data.id === id);
    if (row === undefined) {
      throw new TurnoutError('sign_in_unknown', {
        where: 'sign-in',
        expected: 'the id of one that has not ended',
        got: 'another text',
        hint: 'list them with: turnout sign-in list',
      });
    }
    const ended = this.#told(row);
    await this.#end([row], by);
    return ended;
  }

  /** All of {@link list}; effective at once. @returns how many. */
  async endAll(of: Parameters<SignIns['list']>[0], by: string): Promise<number> {
    const { credentials } = this.#parts;
    // Also what another process has begun.
    if (credentials.isShared) await credentials.reread();
    const rows = this.#listed(of).map(({ row }) => row);
    await this.#end(rows, by);
    return rows.length;
  }

  /** What ends with a key, each with its line in the audit log. */
  endingsOf(keyId: string, by: string) {
    const rows = this.#rows().filter(({ key }) => key === keyId);
    return rows.map((row) => this.#ending(row, by));
  }

  /** Effective at once. Never rejects: where the table cannot be written, the next start ends them, since their key is revoked. */
  async endOfKey(keyId: string, by: string): Promise<void> {
    const rows = this.endingsOf(keyId, by);
    const { credentials, log } = this.#parts;
    if (rows.length === 0) return;
    await credentials
      .revoke({ rows })
      .catch((error: unknown) => log.error('sign_ins_not_ended', { sign_ins: rows.length, error }));
  }

  /** Calls `listener` with the id of each that ends from now on, at once. It must not throw. */
  onEnded(listener: (id: string) => void): void {
    this.#parts.credentials.onChange(({ kind, data }, isThere) => {
      if (kind === 'cookie' && !isThere) listener((data as SignIn).id);
    });
  }

  /** Counts a try that was refused. */
  refuse(): void {
    this.#refused += 1;
    this.#unnoted += 1;
  }

  figures(): SignInFigures {
    return { signedIn: this.#rows().length, begun: this.#begun, refused: this.#refused };
  }

  /** Called every minute: ends what is over, and stores what can be stored later. Never rejects. */
  async settle(lagMs = SEEN_LAG_MS): Promise<void> {
    const { credentials, audit, clock, log, keyOf } = this.#parts;
    const tries = this.#unnoted;
    try {
      const over = this.#rows().filter((row) => !this.#isIn(row));
      await this.#end(over, 'end of its time');
      const uses = this.#rows().flatMap((row) => {
        const data = this.#told(row);
        const key = keyOf(row.key);
        return key === null || data.seenUtcMs - row.data.seenUtcMs < Math.max(1, lagMs)
          ? []
          : [{ hash: row.hash, by: 0, becomes: { expires: endsUtcMs(data, key), data } }];
      });
      if (uses.length > 0) await credentials.use(uses);
      if (tries > 0) {
        this.#unnoted -= tries;
        const subject = `${tries} ${tries === 1 ? 'try' : 'tries'}`;
        const about = { by: 'a browser', kind: 'sign_in_refused', gymId: '', subject } as const;
        await audit.note({ atUtcMs: clock.nowUtcMs(), ...about });
      }
    } catch (error) {
      log.error('sign_ins_not_settled', { error });
    }
  }

  #rows(): Cookie[] {
    return this.#parts.credentials.of<SignIn>('cookie');
  }

  #listed(of: Parameters<SignIns['list']>[0]) {
    return this.#rows()
      .flatMap((row) => {
        const key = this.#parts.keyOf(row.key);
        return key === null ? [] : [{ row, key, signIn: this.#told(row) }];
      })
      .filter(({ key }) =>
        typeof of === 'function' ? of(key) : of === undefined || key.gymId === of,
      )
      .toSorted((one, other) => other.signIn.seenUtcMs - one.signIn.seenUtcMs);
  }

  #seenOf({ data }: Cookie): number {
    return Math.max(data.seenUtcMs, this.#seen.get(data.id) ?? 0);
  }

  #told(row: Cookie): SignIn {
    return { ...row.data, seenUtcMs: this.#seenOf(row) };
  }

  #isIn(row: Cookie): boolean {
    const key = this.#parts.keyOf(row.key);
    return key !== null && this.#parts.clock.nowUtcMs() < endsUtcMs(this.#told(row), key);
  }

  #signedIn(row: Cookie): SignedIn | null {
    const key = this.#parts.keyOf(row.key);
    if (key === null || !this.#isIn(row)) return null;
    this.#seen.set(row.data.id, Math.max(this.#seenOf(row), this.#parts.clock.nowUtcMs()));
    return { key, via: 'sign_in', signIn: this.#told(row) };
  }

  #ending({ hash, key, data }: Cookie, by: string): { hash: string; note: AuditRecord } {
    const { clock, gymOf } = this.#parts;
    const about = { atUtcMs: clock.nowUtcMs(), by, gymId: gymOf(key), subject: data.id };
    return { hash, note: { kind: 'sign_in_ended', ...about } };
  }

  /** No one knows the key of a paired screen: with its sign-in it ends too. */
  async #end(rows: readonly Cookie[], by: string): Promise<void> {
    if (rows.length === 0) return;
    const { credentials, revokeKey, keyOf, log } = this.#parts;
    log.info('sign_ins_ended', { sign_ins: rows.length, by });
    await credentials.revoke({ rows: rows.map((row) => this.#ending(row, by)) });
    for (const { key, data } of rows) {
      if (data.way === 'screen' && keyOf(key) !== null) await revokeKey(key, by);
    }
  }
}

/** How a browser signed in: with a key, with the set-up code of the terminal, or as a screen that an owner paired. */
export type SignInWay = 'key' | 'code' | 'screen';

/** What may be told of it: not what it shows. */
export interface SignIn {
  /** `si_` and 16 letters and digits; not secret. */
  readonly id: string;
  readonly keyId: string;
  readonly way: SignInWay;
  /** What it calls itself, for lists: `Firefox on Android`. */
  readonly device: string;
  /** Whether it signed in over plain http. */
  readonly isPlain: boolean;
  readonly createdUtcMs: number;
  /** When it last asked for something; in the table to some minutes. */
  readonly seenUtcMs: number;
}

/** Somebody who came in by one. */
export interface SignedIn {
  readonly key: KeyFacts;
  readonly via: 'sign_in';
  readonly signIn: SignIn;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Source of these: docs/access.md#sign-ins-of-browsers. */
const IDLE_MS = 14 * DAY_MS;
const WHOLE_MS = 90 * DAY_MS;
const PLAIN_MS = 8 * HOUR_MS;
/** A screen hangs on the wall for years, and may be switched off over the holidays. */
const SCREEN_IDLE_MS = 90 * DAY_MS;
/**
 * How lately an owner must have shown the key at a browser: before pages about who gets in, and before what would let somebody
 * in for good who finds the browser open. The second is chosen here: a set-up takes less.
 */
const FRESH_MS = { lately: 12 * HOUR_MS, just: 30 * 60_000 } as const;

export type Recency = keyof typeof FRESH_MS;

/** When it ends by itself, if nothing is asked any more. */
export function endsUtcMs(
  { isPlain, createdUtcMs, seenUtcMs }: SignIn,
  { role }: Pick<KeyFacts, 'role'>,
): number {
  if (role === 'screen') return seenUtcMs + SCREEN_IDLE_MS;
  if (isPlain) return createdUtcMs + PLAIN_MS;
  return Math.min(seenUtcMs + IDLE_MS, createdUtcMs + WHOLE_MS);
}

/** Whether the key was shown so lately. */
export function isFresh(
  { createdUtcMs }: Pick<SignIn, 'createdUtcMs'>,
  nowUtcMs: number,
  recency: Recency = 'lately',
): boolean {
  return nowUtcMs - createdUtcMs < FRESH_MS[recency];
}

/** Who asks. */
export interface Principal {
  readonly key: KeyFacts;
  /** How the key was shown: itself, an access token bound to it, or a browser that signed in with it. `hand`: no key, see {@link HAND}. */
  readonly via: 'key' | 'token' | 'sign_in' | 'hand';
  /** The browser; there for `sign_in` alone. */
  readonly signIn?: SignIn;
}

/** The command line of this computer: it acts for whoever owns the data folder, in any of the gyms, with all rights of an owner. */
export const HAND: Principal = {
  via: 'hand',
  key: {
    id: 'command line',
    prefix: '',
    gymId: '',
    role: 'owner',
    trainerId: null,
    label: null,
    lookupLimit: null,
    lookupsUsed: 0,
    createdUtcMs: 0,
    revokedUtcMs: null,
  },
};
