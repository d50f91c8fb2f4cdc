/**
 * Faults of a configuration: where, what was expected, what came, what to do. All of them are gathered and told at
 * once. No fault shows an address, a secret or anything that came from the environment.
 */

import { closest, distance } from 'fastest-levenshtein';
import { type Finding, TurnoutError } from '../errors.ts';

/** One thing that is wrong with the file. */
export interface ConfigFault {
  /** First line is 1. */
  readonly line: number;
  /** First column is 1; counted in UTF-16 units, as editors do. */
  readonly column: number;
  /** Where in the structure: `gyms[0].rooms[1].cameras[0].url`; empty for the whole file. */
  readonly path: string;
  /** `expected …, got …; hint`. */
  readonly message: string;
}

/** Steps from the root: keys and indexes. */
export type FaultPath = readonly (string | number)[];

/** A finding, and the value or the key that it is of. */
export interface PlacedFinding extends Finding {
  readonly path: FaultPath;
  readonly isOfKey?: boolean;
}

/** A key that can be shown: anything else may be an address or a password that slipped into the wrong place. */
const PLAIN_KEY = /^(?:[A-Za-z0-9_.-]{1,64}|<<)$/;

/** `gyms[0].rooms[1].url`. */
export function formatPath(path: FaultPath): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${shownKey(step)}`));
  return steps.join('').replace(/^\./, '');
}

/** A key as it may be shown. */
export const shownKey = (key: string) => (PLAIN_KEY.test(key) ? key : '(a key that is not shown)');

/** Most faults that the message of the error spells out; `parts.data.faults` has all of them. */
const LISTED = 50;

/**
 * The error for a file with faults. Its message lists them in the order of the file, one a line.
 */
export function configInvalid(name: string, sorted: readonly ConfigFault[]): TurnoutError {
  const { length } = sorted;
  const lines = sorted.slice(0, LISTED).map((fault) => `\n  ${formatFault(name, fault)}`);
  if (length > LISTED) lines.push(`\n  and ${length - LISTED} more`);
  const number = length === 1 ? '1 fault' : `${length} faults`;
  return new TurnoutError('config_invalid', {
    where: name,
    expected: 'a configuration without faults',
    got: `${number}:${lines.join('')}`,
    data: { faults: sorted },
  });
}

/** `turnout.yaml:12:9 gyms[0].timezone: expected …, got …`. */
export function formatFault(name: string, fault: ConfigFault): string {
  const path = fault.path === '' ? '' : ` ${fault.path}`;
  return `${name}:${fault.line}:${fault.column}${path}: ${fault.message}`;
}

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** Longest text that a fault quotes. */
const QUOTED = 60;

/** A value as a fault shows it. Texts that hold an address are not shown, wherever they stand. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section of "key: value" lines';
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'an empty text';
  if (/:\/\/|@/.test(value)) return 'a text that is not shown';
  return `"${value.length > QUOTED ? `${value.slice(0, QUOTED)}…` : value}"`;
}

/** How far a word may be from a known one, in edits a letter, to be taken for it. Chosen here: "capcity", "idel_period". */
const NEAR = 0.4;

/** The known word that was probably meant; null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (known.length === 0 || word.length > 100) return null;
  const best = closest(word, known);
  return distance(word, best) <= Math.max(1, Math.floor(best.length * NEAR)) ? best : null;
}

/** What to write in place of a word that is none of the known ones. */
export function nearestHint(word: string, known: readonly string[], most = 8): { hint?: string } {
  const near = nearest(word, known);
  if (near !== null) return { hint: `did you mean ${near}?` };
  return known.length <= most ? { hint: `write ${oneOf(known)}` } : {};
}
