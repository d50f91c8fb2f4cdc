/**
 * A question whose names are settled: what the reports are built from. Whatever cannot be settled ends here as a question
 * back or a plain "not understood".
 */

import { foldName } from '../../gym/sessions/fold-name.ts';
import type { Reading, Surroundings } from '../reader.ts';
import type { Hours } from './dates/hours.ts';
import { directoryOf, type Named } from './names/directory.ts';
import type { Parts } from './parts.ts';
import { nearestOf } from './text/likeness.ts';
import type { Cue } from './words.ts';

export type Unclear = Extract<Reading, { kind: 'unclear' }>;
export type Reason = Unclear['reason'];

export interface Request {
  readonly parts: Parts;
  readonly surroundings: Surroundings;
  readonly trainers: readonly Named[];
  readonly classes: readonly Named[];
  readonly rooms: readonly Named[];
  /** Undefined where all days or hours are meant. */
  readonly weekday: number | undefined;
  readonly hours: Hours | undefined;
  /** What was assumed so far. */
  readonly notes: readonly string[];
  readonly has: (...cues: readonly Cue[]) => boolean;
}

/** Something that stops the reading: the message is for people. */
export interface Stop {
  readonly stop: Reason;
  readonly message: string;
  /** What to suggest instead of the gym's examples. */
  readonly suggestions?: readonly string[];
}

export function isStop(value: object): value is Stop {
  return 'stop' in value;
}

const NEAREST_NAMES = 3;

/** The parts as a request; every mention has one candidate by now. */
export function requestOf(parts: Parts, surroundings: Surroundings): Request | Stop {
  const asker = askerOf(parts, surroundings);
  if (asker !== null && isStop(asker)) return asker;
  const named = parts.mentions.flatMap(({ candidates }) => candidates.slice(0, 1));
  const isBeside = parts.cues.has('selfStrong') || !named.some(({ kind }) => kind === 'trainer');
  if (asker !== null && isBeside) named.unshift(asker);
  const of = (kind: Named['kind']): Named[] => [
    ...new Map(named.filter((one) => one.kind === kind).map((one) => [one.id, one])).values(),
  ];
  const hours = commonHours(parts.hours);
  if (hours === null) {
    return {
      stop: 'not_understood',
      message: 'The times of the day that were named exclude each other.',
    };
  }
  return {
    parts,
    surroundings,
    hours,
    weekday: parts.weekdays[0],
    trainers: of('trainer'),
    classes: of('class'),
    rooms: of('room'),
    notes: [...parts.notes, ...partNotes(parts), ...hourNotes(hours)],
    has: (...cues) => cues.some((cue) => parts.cues.has(cue)),
  };
}

/** "my classes": the trainer who asks; for everybody else "my" means the gym's. */
function askerOf({ cues }: Parts, { self, trainers }: Surroundings): Named | Stop | null {
  const isStrong = cues.has('selfStrong');
  if (!isStrong && !cues.has('selfWeak')) return null;
  const trainer = trainers.find(({ id }) => id === self);
  if (trainer !== undefined) return { kind: 'trainer', ...trainer, words: [] };
  const isGym =
    cues.has('money') || cues.has('losing') || cues.has('profitable') || cues.has('dead');
  if (!isStrong || isGym) return null;
  return { stop: 'unknown_name', message: 'You are not known as a trainer here: name one.' };
}

function partNotes({ mentions }: Parts): string[] {
  return mentions.flatMap(({ candidates: [only], typed, isPart }) =>
    isPart && only !== undefined && only.kind !== 'trainer'
      ? [`Took “${typed}” for ${only.name}.`]
      : [],
  );
}

function hourNotes(hours: Hours | undefined): string[] {
  if (hours === undefined) return [];
  const { from, to, isGuess, minutes } = hours;
  return isGuess === true || minutes === true
    ? [`Looked at classes that start from ${from}:00 up to ${to}:00.`]
    : [];
}

/** "tomorrow morning before 9": what lies in all of them. Null where nothing does. */
function commonHours(all: readonly Hours[]): Hours | undefined | null {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first;
  const from = Math.max(...all.map((one) => one.from));
  const to = Math.min(...all.map((one) => one.to));
  const isGuess = all.some((one) => one.isGuess === true || one.minutes === true);
  return from < to ? { from, to, isGuess } : null;
}

/** The names most like what was typed, for "did you mean"; none where nothing is like it. */
export function nearestNames(typed: string, surroundings: Surroundings): string[] {
  return nearestOf(foldName(typed), directoryOf(surroundings).all, ({ name, words }) => [
    foldName(name),
    ...words,
  ])
    .slice(0, NEAREST_NAMES)
    .map(({ name }) => name);
}
