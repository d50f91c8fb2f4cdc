/** Who may see what: a key belongs to one gym and one role. */

import { hash, randomBytes } from 'node:crypto';
import type { AccessConfig, GymConfig } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import { findName } from '../../gym/sessions/names.ts';
import type { ClassReads } from '../history/classes/reads.ts';

/** `owner`: everything of its gym. `manager`: its figures. `trainer`: own figures only. `free`: the gym `demo`, counted lookups. `screen`: the wall. */
export const ROLES = ['owner', 'manager', 'trainer', 'free', 'screen'] as const;
export type Role = (typeof ROLES)[number];

/** The gym of free keys. */
export const FREE_GYM_ID = 'demo';

/** Which gyms of a chain a key of the head office may see. */
export type KeyScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'gyms'; readonly gyms: readonly string[] };

export interface KeyFacts {
  /** `key_` and 16 letters and digits; not secret. */
  readonly id: string;
  /** First 8 characters of the key, for lists. */
  readonly prefix: string;
  /** Empty for a key of several gyms. */
  readonly gymId: string;
  /** Of a key of several gyms, which a head office alone has: it belongs to none of them. */
  readonly scope?: KeyScope;
  readonly role: Role;
  /** Whose figures a `trainer` key sees; null for the other roles. */
  readonly trainerId: string | null;
  /** What a person called it. */
  readonly label: string | null;
  /** Lookups in all, 1..; null is without limit. */
  readonly lookupLimit: number | null;
  /**
   * As it was when the key was listed. With a limit, a crash may make it up to one block too high, never too low; without one it may lack the last minute
   * before the crash.
   */
  readonly lookupsUsed: number;
  readonly createdUtcMs: number;
  readonly revokedUtcMs: number | null;
}

/** Its gym is empty where there is a scope. */
export interface NewKey extends Pick<KeyFacts, 'gymId' | 'scope' | 'role'> {
  readonly trainerId?: string;
  readonly label?: string;
  /** Default: 100 for `free`, without limit for the others. */
  readonly lookupLimit?: number;
  /** For the audit log: `command line`, `get-key`, `set-up code`, or the id of a key. */
  readonly by: string;
}

export interface KeyWorld {
  readonly config: {
    readonly gyms: readonly (Pick<GymConfig, 'id'> & { readonly groups?: readonly string[] })[];
    readonly access: Pick<AccessConfig, 'freeLookups'>;
  };
  readonly classes: Pick<ClassReads, 'trainers'>;
}

/** Far above what anybody will spend. */
const MAX_LOOKUPS = 1_000_000_000;
const LABEL_CHARACTERS = 100;
/** What would make a terminal or a page show something else than was said. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Rejects with `gym_unknown`, `unknown_trainer`, `ambiguous_trainer`, and `usage` for what does not fit together. */
export async function checkNewKey(wanted: NewKey, { config, classes }: KeyWorld) {
  const { gymId, role, scope } = wanted;
  if (scope === undefined) checkGym(wanted, config);
  else checkScope(scope, wanted, config);
  if ((role === 'trainer') !== (wanted.trainerId !== undefined)) {
    throw role === 'trainer'
      ? misfit('trainer', 'a name or an id, since the role is trainer', 'none')
      : misfit('trainer', 'none, since only the role trainer has one', `one for the role ${role}`);
  }
  const { trainerId: text } = wanted;
  return {
    gymId,
    ...(scope === undefined ? {} : { scope }),
    role,
    trainerId: text === undefined ? null : await trainerIdOf(text, gymId, classes),
    label: labelOf(wanted.label),
    lookupLimit: limitOf(wanted, config.access.freeLookups),
  };
}

function checkGym({ gymId, role }: NewKey, { gyms }: KeyWorld['config']): void {
  if (role === 'free') {
    if (gymId === FREE_GYM_ID) return;
    throw misfit('gym', `${FREE_GYM_ID} for the role free`, gymId);
  }
  if (gyms.some(({ id }) => id === gymId)) return;
  const expected = `one of ${gyms.map(({ id }) => id).join(', ')}`;
  const hint = 'name it with --gym';
  throw new TurnoutError('gym_unknown', { where: 'gym', expected, got: gymId, hint });
}

/** A key of several gyms sees whole gyms, and is of none. */
function checkScope(scope: KeyScope, { gymId, role }: NewKey, { gyms }: KeyWorld['config']): void {
  if (role !== 'owner' && role !== 'manager') {
    throw misfit('role', 'owner or manager for several gyms', role);
  }
  if (gymId !== '') throw misfit('gym', 'none next to a scope', gymId);
  if (scope.kind === 'all') return;
  const [where, named, known] =
    scope.kind === 'gyms'
      ? (['gym', scope.gyms, gyms.map(({ id }) => id)] as const)
      : (['group', [scope.group], gyms.flatMap(({ groups = [] }) => groups)] as const);
  const got = named.find((one) => !known.includes(one));
  const expected = 'one that is known: turnout hq gym list';
  if (got !== undefined) throw new TurnoutError('gym_unknown', { where, expected, got });
}

async function trainerIdOf(text: string, gymId: string, classes: KeyWorld['classes']) {
  const match = findName(await classes.trainers(gymId), text);
  if (match.kind === 'one') return match.found.id;
  const isSeveral = match.kind === 'several';
  const shown = (isSeveral ? match.among : match.nearest).map(({ id, name }) => `${name} (${id})`);
  const none = 'the gym has none yet: import its schedule first, with: turnout schedule import';
  const nearest = shown.length > 0 ? `the nearest are ${shown.join(', ')}` : none;
  throw new TurnoutError(isSeveral ? 'ambiguous_trainer' : 'unknown_trainer', {
    where: `trainer of gym ${gymId}`,
    expected: isSeveral ? 'the id of one trainer' : 'the name or id of a trainer',
    got: isSeveral ? `a name of ${shown.length}` : JSON.stringify(text),
    hint: isSeveral ? `say which is meant: ${shown.join(', ')}` : nearest,
  });
}

function labelOf(label: string | undefined): string | null {
  const text = label?.trim() ?? '';
  if (text === '') return null;
  if ([...text].length <= LABEL_CHARACTERS && !UNSEEN.test(text)) return text;
  throw misfit('label', `at most ${LABEL_CHARACTERS} characters that can be seen`, 'another text');
}

function limitOf({ role, lookupLimit }: NewKey, freeLookups: number): number | null {
  if (lookupLimit === undefined) return role === 'free' ? freeLookups : null;
  if (Number.isInteger(lookupLimit) && lookupLimit >= 1 && lookupLimit <= MAX_LOOKUPS) {
    return lookupLimit;
  }
  throw misfit('lookups', `a whole number from 1 to ${MAX_LOOKUPS}`, String(lookupLimit));
}

function misfit(what: string, expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: `${what} of the key`, expected, got });
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first letters more likely than the others. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);

const SECRET_FORM = /^tk_[0-9A-Za-z]{32}$/;

/** Letters and digits by chance, every one as likely as any other: 5.95 bits each. */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count - text.length)) {
      if (byte < FAIR_BELOW) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}

/** Whether it can be a key at all. Whatever else was sent is refused before anything is worked out of it. */
export const isSecretForm = (text: string): boolean => SECRET_FORM.test(text);

/** What lists show of a key. */
export const prefixOf = (secret: string): string => secret.slice(0, 8);

/**
 * SHA-256 as 64 hexadecimal digits. A key is 190 bits of chance, so it needs no salt and no slow hash against guessing.
 *
 * Looking a hash up in a map need not take constant time: what time could tell is how far a stored hash agrees with that
 * of a guess, and no one can choose a guess whose hash begins as wanted and come nearer to the key by it.
 */
export const hashOf = (secret: string): string => hash('sha256', secret);
