/**
 * Classes that a read of the history says again as they were known: they stay the objects they were, so that what reports
 * cache for them stays valid, and one changed class costs little more than that one.
 */

import { CLASS_FIELDS } from '../../gym/sessions/class-fields.ts';
import {
  type Attendance,
  bySessionStart,
  type ClassSession,
  type Trainer,
} from '../../gym/sessions/session.ts';

/** Asked once for each class of a list, by start and id, as the list that is known. */
export class KnownSessions {
  readonly #known: readonly ClassSession[];
  #at = 0;

  constructor(known: readonly ClassSession[]) {
    this.#known = known;
  }

  /** The known object where it says the same; else the given one. */
  orSame(session: ClassSession): ClassSession {
    let known = this.#known[this.#at];
    while (known !== undefined && bySessionStart(known, session) < 0) {
      this.#at += 1;
      known = this.#known[this.#at];
    }
    return known !== undefined && saysSame(known, session) ? known : session;
  }
}

function saysSame(one: ClassSession, other: ClassSession): boolean {
  for (const name of FIELDS) if (one[name] !== other[name]) return false;
  return isSameTrainer(one.trainer, other.trainer) && isSameCount(one.attendance, other.attendance);
}

type Compared = Exclude<keyof ClassSession, 'trainer' | 'attendance'>;

const { trainerId, room, noShows, ...OF_CLASSES } = CLASS_FIELDS;
/** All but those that are objects, which are compared by what is in them. */
const FIELDS = Object.keys({
  id: true,
  gymId: true,
  roomId: true,
  roomName: true,
  ...OF_CLASSES,
} satisfies Record<Compared, unknown>) as readonly Compared[];

function isSameTrainer(one: Trainer | null, other: Trainer | null): boolean {
  return one?.id === other?.id && one?.name === other?.name;
}

function isSameCount(one: Attendance | null, other: Attendance | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.source === other.source &&
    one.attended === other.attended &&
    one.low === other.low &&
    one.high === other.high &&
    one.quality === other.quality &&
    one.reasons.length === other.reasons.length &&
    one.reasons.every((reason, at) => reason === other.reasons[at])
  );
}
