/** What `turnout init` writes down: a gym with its rooms and cameras, as its owner calls them. */

import { isTimezone, zoneOfCity } from '../../config/forms.ts';
import type { TurnoutError } from '../../errors.ts';
import { slugOf } from '../../gym/sessions/fold-name.ts';
import type { StoredAddress } from '../stored-password.ts';
import { usageFault } from './usage-fault.ts';

/** The address as it stands in the file: with variables, or a path made absolute. */
export interface CameraPlan extends StoredAddress {
  readonly id: string;
  /** Whether it sees a mirror or the like, where people are not to be counted. */
  readonly hasMirror?: boolean;
}

export interface RoomPlan {
  readonly id: string;
  readonly name: string;
  /** People; null where it is not known. */
  readonly capacity: number | null;
  readonly cameras: readonly CameraPlan[];
}

export interface GymPlan {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly rooms: readonly RoomPlan[];
  /** Where the classes are read from; null where that comes later. */
  readonly schedule: string | null;
}

/** Longest name that the configuration takes, characters. */
const MAX_NAME = 100;
const MAX_PEOPLE = 10_000;

/** `main-hall` for `Main Hall`, and one not in `taken`, which may need a number. */
export function idFor(name: string, kind: string, taken: readonly string[] = []): string {
  const base = slugOf(name, kind);
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`;
  return id;
}

/** What is wrong with a name for people; null when nothing is. */
export function nameFault(name: string): string | null {
  const { length } = [...name.trim()];
  return length >= 1 && length <= MAX_NAME ? null : `a name of 1 to ${MAX_NAME} characters`;
}

/** What is wrong with a number of people that a room holds; null when nothing is. */
export function capacityFault(text: string): string | null {
  const people = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return people >= 1 && people <= MAX_PEOPLE ? null : `a whole number from 1 to ${MAX_PEOPLE}`;
}

/** What is wrong with a name of a time zone; null when nothing is. */
export function timezoneFault(zone: string): string | null {
  if (isTimezone(zone)) return null;
  const meant = zoneOfCity(zone);
  return meant === null
    ? 'a place, such as Europe/London; take the largest city of the country'
    : `a place, such as Europe/London; did you mean ${meant}?`;
}

/** {@link usageFault} for what one of the faults above says of `got`; a hint is what follows its semicolon. */
export function wrongFlag(flag: string, fault: string, got: string): TurnoutError {
  const [expected = '', hint = ''] = fault.split('; ');
  return usageFault(flag, expected, `"${got}"`, hint);
}
