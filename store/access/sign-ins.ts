/** Browsers that signed in: a restart keeps them signed in. Each is bound to a key, and ends with it. */

import { TurnoutError } from '../../errors.ts';
import { DAY_MS } from '../../gym/calendar/zone.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { AuditRecord, Credential } from '../history/access.ts';
import { type Credentials, rowOf } from './credentials.ts';
import { hashOf, type KeyFacts, randomLetters } from './key.ts';

/** Of one key: the one that was seen longest ago ends first. Chosen here: the phones of a large team. */
const MAX_OF_KEY = 50;
/** How far the stored time of the last request may lag, ms. Chosen here: a list says minutes, and the disk is spared. */
const SEEN_LAG_MS = 5 * 60_000;

type Cookie = Credential<SignIn>;

/** All, those of one gym, or those of the keys that are meant. */
type Which = string | ((key: KeyFacts) => boolean) | undefined;

export type SignIns = ReturnType<typeof createSignIns>;
export type SignInFigures = ReturnType<SignIns['figures']>;

/** Whether text can be what a browser of ours shows: cookies of other programs on the same computer come along too. */
export const isCookieForm = (text: string): boolean => /^[0-9A-Za-z]{32}$/.test(text);

/** @param keyOf also of a revoked key. */
export function createSignIns(
  credentials: Credentials,
  clock: Clock,
  log: Log,
  keyOf: (keyId: string) => KeyFacts | undefined,
  revokeKey: (keyId: string, by: string) => Promise<unknown>,
) {
  /** When a browser last asked, by its id: what the table will hear of. */
  const seen = new Map<string, number>();
  /** Since the start; `noted`: of those refused, of which one line of the audit log has those of a minute. */
  const tries = { begun: 0, refused: 0, noted: 0 };

  const cookies = () => credentials.of<SignIn>('cookie');
  /** Null where it is over, or its key is revoked. */
  const signedIn = ({ key: keyId, data }: Cookie): SignedIn | null => {
    const key = live(keyOf(keyId));
    const signIn = { ...data, seenUtcMs: Math.max(data.seenUtcMs, seen.get(data.id) ?? 0) };
    const isIn = key !== null && clock.nowUtcMs() < endsUtcMs(signIn, key);
    return isIn ? { key, via: 'sign_in', signIn } : null;
  };
  /** It counts as seen. */
  const look = (row: Cookie | null | undefined): SignedIn | null => {
    const before = row && signedIn(row);
    if (!before) return null;
    seen.set(before.signIn.id, Math.max(before.signIn.seenUtcMs, clock.nowUtcMs()));
    return signedIn(row);
  };
  const listed = (of: Which) => {
    const isOf = ({ gymId }: KeyFacts) => gymId === (of ?? gymId);
    const isMeant = typeof of === 'function' ? of : isOf;
    return cookies()
      .flatMap((row) => {
        const one = signedIn(row);
        return one !== null && isMeant(one.key) ? [{ row, one }] : [];
      })
      .toSorted((a, b) => b.one.signIn.seenUtcMs - a.one.signIn.seenUtcMs);
  };
  const ending = ({ hash, key, data }: Cookie, by: string): { hash: string; note: AuditRecord } => {
    const about = { atUtcMs: clock.nowUtcMs(), by, gymId: keyOf(key)?.gymId ?? '' };
    return { hash, note: { kind: 'sign_in_ended', subject: data.id, ...about } };
  };
  /** What ends with a key, each with its line in the audit log. */
  const endingsOf = (keyId: string, by: string) =>
    cookies()
      .filter(({ key }) => key === keyId)
      .map((row) => ending(row, by));
  /** No one knows the key of a paired screen: with its sign-in it ends too. */
  const endRows = async (rows: readonly Cookie[], by: string): Promise<void> => {
    if (rows.length === 0) return;
    log.info('sign_ins_ended', { sign_ins: rows.length, by });
    await credentials.revoke({ rows: rows.map((row) => ending(row, by)) });
    for (const { key, data } of rows) {
      if (data.way === 'screen' && live(keyOf(key)) !== null) await revokeKey(key, by);
    }
  };
  /** Calls `listener` with the id of each that ends from now on, at once. It must not throw. */
  const onEnded = (listener: (id: string) => void) =>
    credentials.onChange(({ kind, data }, isThere) => {
      if (kind === 'cookie' && !isThere) listener((data as SignIn).id);
    });
  onEnded((id) => void seen.delete(id));

  return {
    endingsOf,
    onEnded,
    /** Who shows this. It counts as seen. Null for what is unknown, ended, or came another way than it was given out. */
    find: (secret: string, isPlain: boolean): SignedIn | null => {
      const row = isCookieForm(secret) && credentials.find<SignIn>('cookie', hashOf(secret));
      return row && row.data.isPlain === isPlain ? look(row) : null;
    },
    /** See `Credentials.learn`. */
    learn: (secret: string): Promise<void> | null =>
      isCookieForm(secret) ? credentials.learn(hashOf(secret)) : null,
    /** Whether it has not ended. It counts as seen: for streams, which ask once and then listen. */
    isAlive: (id: string): boolean => look(cookies().find(({ data }) => data.id === id)) !== null,
    /** What the browser shows from now on is told once, here. Null where the key is revoked by now. */
    begin: async (wanted: NewSignIn) => {
      const { keyId, way } = wanted;
      const ofKey = listed(({ id }) => id === keyId).map(({ row }) => row);
      await endRows(ofKey.slice(MAX_OF_KEY - 1), keyId);
      const before = live(keyOf(keyId));
      if (before === null) return null;
      const { secret, row, note } = newCookie(wanted, before, clock.nowUtcMs());
      await credentials.issue([row], [note]);
      const key = live(keyOf(keyId));
      if (key === null) {
        await endRows([row], keyId);
        return null;
      }
      tries.begun += 1;
      log.info('signed_in', { sign_in: row.data.id, key: keyId, way });
      const made: SignedIn = { key, via: 'sign_in', signIn: row.data };
      return { secret, signedIn: made };
    },
    /** The one that was seen last comes first. */
    list: (of?: Which): readonly SignedIn[] => listed(of).map(({ one }) => one),
    /** Effective at once. Rejects with `sign_in_unknown`. */
    end: async (id: string, by: string): Promise<SignIn> => {
      const found = listed(undefined).find(({ one }) => one.signIn.id === id);
      if (found === undefined) throw unknownSignIn();
      await endRows([found.row], by);
      return found.one.signIn;
    },
    /** Effective at once. @returns how many. */
    endAll: async (of: Which, by: string): Promise<number> => {
      // Also what another process has begun.
      if (credentials.isShared) await credentials.reread();
      const rows = listed(of).map(({ row }) => row);
      await endRows(rows, by);
      return rows.length;
    },
    /** Effective at once. Never rejects: where the table cannot be written, the next start ends them, since their key is revoked. */
    endOfKey: async (keyId: string, by: string): Promise<void> => {
      const rows = endingsOf(keyId, by);
      const onError = (error: unknown) =>
        log.error('sign_ins_not_ended', { sign_ins: rows.length, error });
      if (rows.length > 0) await credentials.revoke({ rows }).catch(onError);
    },
    /** Counts a try that was refused. */
    refuse: (): void => {
      tries.refused += 1;
    },
    /** How many are signed in; and since the start, how many began and were refused. */
    figures: () => {
      const { begun, refused } = tries;
      return { signedIn: cookies().length, begun, refused };
    },
    /** Called every minute: ends what is over, and stores what can be stored later. Never rejects. */
    flush: async (lagMs = SEEN_LAG_MS): Promise<void> => {
      try {
        const over = cookies().filter((row) => signedIn(row) === null);
        await endRows(over, 'end of its time');
        const uses = listed(undefined)
          .filter(({ row, one }) => one.signIn.seenUtcMs - row.data.seenUtcMs >= Math.max(1, lagMs))
          .map(({ row: { hash }, one: { key, signIn } }) => {
            return { hash, by: 0, becomes: { expires: endsUtcMs(signIn, key), data: signIn } };
          });
        if (uses.length > 0) await credentials.use(uses);
        const news = tries.refused - tries.noted;
        if (news === 0) return;
        tries.noted += news;
        const subject = `${news} ${news === 1 ? 'try' : 'tries'}`;
        const about = { by: 'a browser', kind: 'sign_in_refused', gymId: '', subject } as const;
        await credentials.note({ atUtcMs: clock.nowUtcMs(), ...about });
      } catch (error) {
        log.error('sign_ins_not_settled', { error });
      }
    },
  };
}

const live = (key: KeyFacts | undefined) => (key?.revokedUtcMs === null ? key : null);

type NewSignIn = Pick<SignIn, 'keyId' | 'way' | 'device' | 'isPlain'>;

function newCookie(wanted: NewSignIn, { id: key, gymId, role }: KeyFacts, atUtcMs: number) {
  const secret = randomLetters(32);
  const id = `si_${randomLetters(16)}`;
  const data: SignIn = { ...wanted, id, createdUtcMs: atUtcMs, seenUtcMs: atUtcMs };
  const row = rowOf('cookie', secret, { key, expires: endsUtcMs(data, { role }), data });
  const note = { atUtcMs, by: key, kind: 'signed_in', gymId, subject: id } as const;
  return { secret, row, note };
}

function unknownSignIn(): TurnoutError {
  const expected = 'the id of one that has not ended';
  const hint = 'list them with: turnout sign-in list';
  const parts = { where: 'sign-in', expected, got: 'another text', hint };
  return new TurnoutError('sign_in_unknown', parts);
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
export type SignedIn = Principal & { readonly via: 'sign_in'; readonly signIn: SignIn };

const HOUR_MS = 3_600_000;

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
export function endsUtcMs(signIn: SignIn, { role }: Pick<KeyFacts, 'role'>): number {
  const { isPlain, createdUtcMs, seenUtcMs } = signIn;
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
