/** Who waits to be let in: screens, and the first owner of a gym. */

import { randomInt } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';
import { type Credentials, rowOf } from './credentials.ts';
import { hashOf, randomLetters } from './key.ts';
import { createWindowLimiter } from './limits.ts';

type SteadyClock = Pick<Clock, 'monotonicMs'>;

/** Letters that make no words and are not mistaken for each other (RFC 8628 section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** Of both kinds. Source: docs/access.md#sign-ins-of-browsers. */
const CODE_MS = 15 * 60_000;
/** Screens that wait at a time; the oldest goes first. Chosen here: more than any gym has, and no memory for a flood. */
const MAX_WAITING = 200;

/** What an owner said of a screen. */
export interface Agreed {
  readonly gymId: string;
  /** What the screen is called in lists. */
  readonly label: string;
  /** Id of the owner's key, or `command line`. */
  readonly by: string;
}

type Waiting = { readonly code: string; readonly agreed: Agreed | null };

/**
 * Screens that wait to be let in (the flow of RFC 8628): the screen shows a code, an owner types it somewhere else, and the
 * screen, which alone holds the secret, comes in.
 */
export function createPairings(credentials: Credentials, clock: SteadyClock) {
  const look = (secret: string) => {
    const row = credentials.find<Waiting>('pairing', hashOf(secret));
    if (row === null) return { kind: 'unknown' } as const;
    const { code, agreed } = row.data;
    if (agreed !== null) return { kind: 'agreed', agreed } as const;
    return { kind: 'waiting', code } as const;
  };
  return {
    look,
    /** A screen begins to wait. Its code is `BCDF-GHJK`: 34 bits. */
    begin: (): { readonly secret: string; readonly code: string } => {
      const waiting = credentials.of('pairing');
      for (const { hash } of waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING + 1))) {
        credentials.drop(hash);
      }
      const secret = randomLetters(32);
      const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
      const code = `${letters.slice(0, 4)}-${letters.slice(4)}`;
      const expires = clock.monotonicMs() + CODE_MS;
      credentials.put(rowOf('pairing', secret, { expires, data: { code, agreed: null } }));
      return { secret, code };
    },
    /** An owner lets the screen in that shows `code`. False where none does. */
    agree: (code: string, agreed: Agreed): boolean => {
      const wanted = code.toUpperCase().replace(/[^A-Z]/g, '');
      const row = credentials
        .of<Waiting>('pairing')
        .find(({ data }) => data.code.replace('-', '') === wanted);
      if (row === undefined || row.data.agreed !== null) return false;
      credentials.put({ ...row, data: { ...row.data, agreed } });
      return true;
    },
    /** What was agreed for the screen, once. */
    claim: (secret: string): Agreed | null => {
      const state = look(secret);
      if (state.kind !== 'agreed') return null;
      credentials.drop(hashOf(secret));
      return state.agreed;
    },
  };
}

/** Source: docs/access.md#sign-ins-of-browsers. */
const MAX_TRIES = 5;
/** Time in which the wrong tries of one address count once, s: else anyone in the network ends every code at once. */
const TRY_S = 60;
const DIGITS = 8;

type Code = { readonly gymId: string; readonly triesLeft: number };

/** In place of the id of a gym: the code is for one that is made with it. No id is empty. */
export const NEW_GYM = '';

/** A code that is being used: nobody else can use it. */
export type HeldCode = NonNullable<ReturnType<ReturnType<typeof createSetUpCodes>['hold']>>;

/**
 * Codes by which the first owner of a gym signs in: shown where Turnout was started, typed in a browser, for one use. Whoever
 * comes first in a network owns nothing by that.
 */
export function createSetUpCodes(credentials: Credentials, clock: SteadyClock) {
  const tries = createWindowLimiter([{ limit: 1, windowS: TRY_S }], clock);
  /** Gyms whose first owner is being made. */
  const held = new Set<string>();
  const offered = () => credentials.of<Code>('set-up');
  /** Whether a code for a gym is good, or is being used: another one would only end it. */
  const isOffered = (gymId: string): boolean =>
    held.has(gymId) || offered().some(({ data }) => data.gymId === gymId);
  const costATry = () => {
    for (const { data, ...code } of offered()) {
      const triesLeft = data.triesLeft - 1;
      if (triesLeft === 0) credentials.drop(code.hash);
      else credentials.put({ ...code, data: { ...data, triesLeft } });
    }
  };
  return {
    isOffered,
    /** A new code for a gym; the one before is good for nothing. `1234 5678`. */
    make: (gymId: string): string => {
      const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      for (const row of offered()) if (row.data.gymId === gymId) credentials.drop(row.hash);
      const expires = clock.monotonicMs() + CODE_MS;
      const data: Code = { gymId, triesLeft: MAX_TRIES };
      credentials.put(rowOf('set-up', digits, { expires, data }));
      return `${digits.slice(0, 4)} ${digits.slice(4)}`;
    },
    /**
     * Holds a code until its owner is made; null for a wrong one, which costs every code a try, once a minute for an address.
     *
     * @param from where the try comes from, see `addressGroup`.
     * @param newGymId the gym that is made with it: then a code of a gym that is there is a wrong one, and the other way round.
     */
    hold: (text: string, from: string, newGymId: string | null = null) => {
      const digits = text.replace(/[\s-]/g, '');
      if (digits.length !== DIGITS || !/^\d+$/.test(digits)) return null;
      const row = credentials.find<Code>('set-up', hashOf(digits));
      if (row === null || (row.data.gymId === NEW_GYM) !== (newGymId !== null)) {
        if (offered().length > 0 && tries.take(from).isAllowed) costATry();
        return null;
      }
      const { gymId } = row.data;
      credentials.drop(row.hash);
      const ownedId = newGymId ?? gymId;
      held.add(ownedId);
      return {
        /** What the code is for. */
        gymId,
        /** It made an owner, and is good for nothing any more. */
        use: (): void => void held.delete(ownedId),
        /** It came to nothing, and is good again as it was; @param to for this gym from now on. */
        giveBack: (to = gymId): void => {
          held.delete(ownedId);
          // One that was made in the meantime is the newer one.
          if (!isOffered(to)) credentials.put({ ...row, data: { ...row.data, gymId: to } });
        },
      };
    },
  };
}
