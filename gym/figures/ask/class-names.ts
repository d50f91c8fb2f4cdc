/**
 * The classes that a word means: a class of this very name, else all that have the word or words in their name ("rides" is
 * in Power Ride, "yoga" in Hot Yoga) or are of the family of this name in the configuration.
 */

import { joined } from '../../../config/words.ts';
import { byText } from '../../reports/order.ts';
import { type KnownName, nearestNames, wordsOf } from '../../sessions/find-name.ts';
import { foldName } from '../../sessions/fold-name.ts';
import type { ClassTable } from '../class-table.ts';

export interface ClassesCalled {
  /** By the alphabet. */
  readonly names: readonly string[];
  /** Where `names` is the class of this very name: others that the word can mean. */
  readonly others: readonly string[];
  /** The family of this name, if the configuration has one. */
  readonly family: { readonly name: string; readonly members: readonly string[] } | null;
}

type Schedule = Pick<ClassTable, 'gym' | 'names'>;

/** Names in a sentence; the others are counted. */
const MAX_LISTED = 20;

export function classesCalled(text: string, { gym, names }: Schedule): ClassesCalled {
  const all = names.all.map(({ name }) => ({ name: name ?? '', words: wordsOf(name ?? '') }));
  const wanted = wordsOf(text);
  const known = Object.entries(gym.families).find(([name]) => isSame(wordsOf(name), wanted));
  const family = known === undefined ? null : { name: known[0], members: known[1] };
  const exact = exactly(text, all);
  const meant = new Set([
    ...all.filter(({ words }) => hasWords(words, wanted)),
    ...(family?.members ?? []).flatMap((member) => {
      const named = exactly(member, all);
      const words = wordsOf(member);
      return named.length > 0 ? named : all.filter((one) => hasWords(one.words, words));
    }),
  ]);
  return exact.length > 0
    ? {
        names: inOrder(exact),
        others: inOrder([...meant].filter((one) => !exact.includes(one))),
        family,
      }
    : { names: inOrder([...meant]), others: [], family };
}

interface ClassName {
  readonly name: string;
  readonly words: readonly string[];
}

/** Of this very name: as it is spelt, else with other signs between its words. */
function exactly(text: string, all: readonly ClassName[]): readonly ClassName[] {
  const folded = foldName(text);
  const words = wordsOf(text).join(' ');
  const spelt = all.filter(({ name }) => foldName(name) === folded);
  return spelt.length > 0 || words === ''
    ? spelt
    : all.filter((one) => one.words.join(' ') === words);
}

function inOrder(names: readonly ClassName[]): readonly string[] {
  return names.map(({ name }) => name).sort(byText((name) => name));
}

/** The families of the configuration that have classes. */
export function familiesOf(schedule: Schedule) {
  return Object.keys(schedule.gym.families).flatMap((name) => {
    const { names: classes } = classesCalled(name, schedule);
    return classes.length === 0 ? [] : [{ name, classes }];
  });
}

/** Classes and families with the name most like a text, at most 5. */
export function nearestClasses(text: string, { gym, names }: Schedule): readonly KnownName[] {
  const known = [...names.all.map(({ name }) => name ?? ''), ...Object.keys(gym.families)];
  return nearestNames(
    known.map((name) => ({ id: name, name })),
    text,
  );
}

/** `Hatha Yoga, Hot Yoga and 3 more`. */
export function listOf(names: readonly string[]): string {
  const rest = names.length - MAX_LISTED;
  return joined(rest > 0 ? [...names.slice(0, MAX_LISTED), `${rest} more`] : names, 'and');
}

/** Whether the words stand together in a name, each whole. */
function hasWords(name: readonly string[], words: readonly string[]): boolean {
  return name.some((_, at) => isSame(name.slice(at, at + words.length), words));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length === 0 || some.length !== others.length) return false;
  return some.every((one, at) => {
    const other = others[at] ?? '';
    return one === other || isPlural(one, other) || isPlural(other, one);
  });
}

function isPlural(many: string, one: string): boolean {
  return (
    many === `${one}s` ||
    many === `${one}es` ||
    (one.endsWith('y') && many === `${one.slice(0, -1)}ies`)
  );
}
