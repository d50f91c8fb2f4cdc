/** Names in the filters of a query as ids, or why a name is not known: as `/v1/trainers/{trainer}` does it. */

import type { ErrorCode } from '../../../errors.ts';
import { byAlphabet } from '../../reports/order.ts';
import { findName, foldName, type KnownName, nearestNames, wordsOf } from '../../sessions/names.ts';
import type { GymView } from '../../sessions/view.ts';
import type { ClassTable } from '../class-table.ts';
import { type DimensionName, seriesLabel } from '../dimensions.ts';
import { type FilterValue, type NormalQuery, QUERY_LIMITS, type QueryFilter } from '../query.ts';

/** Why a query is not answered; `data` are members for programs. */
export interface QueryRefusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What names are looked up in: `table` has the classes of now beside those that are asked about. */
export type KnownNames = Pick<GymView, 'trainers' | 'rooms'> & { readonly table: Timetable };

export type Timetable = Pick<ClassTable, 'gym' | 'names' | 'rooms' | 'series'>;

/** The ids, or for a class the names, that a value stands for. */
type Meant = { readonly values: readonly FilterValue[]; readonly note?: string };

/** Chosen here: as many as filters. */
const MAX_NOTES = 20;
/** Names that share a word, in a refusal. */
const MAX_SEVERAL = 20;

/** With notes of which classes a word was taken for. */
export function resolveNames(query: NormalQuery, known: KnownNames) {
  const where: QueryFilter[] = [];
  const notes = new Set<string>();
  for (const [dimension, operator, given] of query.where) {
    const found: FilterValue[] = [];
    for (const value of given) {
      const meant = resolve(dimension, value, known);
      if ('code' in meant) return meant;
      found.push(...meant.values);
      if (meant.note !== undefined) notes.add(meant.note);
    }
    // The two ends of a range may be the same.
    const values = operator === 'between' ? found : [...new Set(found)];
    if (values.length > QUERY_LIMITS.values) {
      const detail = `The words of a filter are in the names of ${values.length} classes, and a filter has at most ${QUERY_LIMITS.values}: say more of the names.`;
      const data = { dimension: 'class', names: [] };
      const refusal: QueryRefusal = { code: 'ambiguous_name', detail, data };
      return refusal;
    }
    where.push([dimension, operator, values]);
  }
  return { query: { ...query, where }, notes: [...notes].slice(0, MAX_NOTES) };
}

function resolve(
  dimension: DimensionName,
  value: FilterValue,
  known: KnownNames,
): Meant | QueryRefusal {
  if (typeof value !== 'string' || !isNamed(dimension)) return { values: [value] };
  if (dimension === 'class') return classesIn(known.table, value);
  const found = calledBy(dimension, value, NAMED[dimension].of(known));
  return 'code' in found ? found : { values: [found.id] };
}

function classesIn(table: Timetable, text: string): Meant | QueryRefusal {
  const { names, others, family } = classesCalled(text, table);
  if (names.length === 0) {
    const [name, members] = family ?? [];
    const why =
      members === undefined
        ? `No class is called ${JSON.stringify(text)}, and no family.`
        : `The family ${JSON.stringify(name)} of the configuration has no class in these dates: it is ${listOf(members)}.`;
    const all = [...classNames(table), ...Object.keys(table.gym.families)];
    const known = all.map((one) => ({ id: one, name: one }));
    return unknownName('class', why, nearestNames(known, text));
  }
  if (names.length === 1 && others.length === 0) return { values: names };
  const taken =
    others.length === 0
      ? listOf(names)
      : `the class of this name alone; ${listOf(others)} can be meant too`;
  return { values: names, note: `“${text}” is taken for ${taken}.` };
}

function classNames({ names }: Schedule): readonly string[] {
  return [...names.values()].map(({ name }) => name ?? '');
}

/** Things that a filter names one of, or by a word several classes. */
const NAMED = {
  class: { one: 'class', many: 'classes', of: () => [] },
  trainer: { one: 'trainer', many: 'trainers', of: ({ trainers }: KnownNames) => trainers },
  room: { one: 'room', many: 'rooms', of: roomsIn },
  series: {
    one: 'class of the week',
    many: 'classes of the week',
    of: ({ table }: KnownNames) =>
      table.series.map((series) => ({ id: series.classId, name: seriesLabel(series) })),
  },
} as const;

type Thing = keyof typeof NAMED;

const isNamed = (dimension: string): dimension is Thing => Object.hasOwn(NAMED, dimension);

function roomsIn({ table, rooms }: KnownNames): readonly KnownName[] {
  const named = new Map(rooms.map(({ id, name }) => [id, name]));
  for (const { id, name } of table.rooms.values()) {
    const key = id ?? name;
    if (key !== null && !named.has(key)) named.set(key, name ?? key);
  }
  return [...named].map(([id, name]) => ({ id, name }));
}

/** The one that a text names, or why it names none. */
export function calledBy(dimension: Thing, text: string, known: readonly KnownName[]) {
  const match = findName(known, text);
  if (match.kind === 'one') return match.found;
  const { one, many } = NAMED[dimension];
  const called = JSON.stringify(text);
  if (match.kind === 'none') {
    return unknownName(dimension, `No ${one} is called ${called}.`, match.nearest);
  }
  const among = match.among.slice(0, MAX_SEVERAL);
  const names = among.map(({ id, name }) => ({ id, name }));
  if (dimension === 'trainer') {
    const ids = among.map(({ id }) => id).join(', ');
    const detail = `Several trainers are called ${called}: use one of the ids ${ids}.`;
    return { code: 'ambiguous_trainer', detail, data: { trainers: names } } as const;
  }
  const detail = `${called} can be several ${many}: ${among.map(({ name }) => name).join(', ')}.`;
  return { code: 'ambiguous_name', detail, data: { dimension, names } } as const;
}

function unknownName(dimension: Thing, why: string, known: readonly KnownName[]): QueryRefusal {
  const nearest = known.map(({ id, name }) => ({ id, name }));
  const isTrainer = dimension === 'trainer';
  const { many } = NAMED[dimension];
  const none = isTrainer ? 'This gym has no trainers.' : `There are no ${many} in this range.`;
  const names = nearest.map(({ name }) => name).join(', ');
  const detail = `${why} ${names === '' ? none : `Nearest: ${names}.`}`;
  return isTrainer
    ? { code: 'unknown_trainer', detail, data: { nearest } }
    : { code: 'unknown_name', detail, data: { dimension, nearest } };
}

/*
 * The classes that a word means: a class of this very name, else all that have the word or words in their name ("rides" is
 * in Power Ride, "yoga" in Hot Yoga) or are of the family of this name in the configuration.
 */

type Schedule = Pick<ClassTable, 'gym' | 'names'>;

/** Names in a sentence; the others are counted. */
const MAX_LISTED = 20;

function classesCalled(text: string, schedule: Schedule) {
  const all = classNames(schedule).map((name) => ({ name, words: wordsOf(name) }));
  const wanted = wordsOf(text);
  const families = Object.entries(schedule.gym.families);
  const family = families.find(([name]) => isSame(wordsOf(name), wanted));
  const exact = exactly(text, all);
  const meant = new Set([
    ...all.filter(({ words }) => hasWords(words, wanted)),
    ...(family?.[1] ?? []).flatMap((member) => {
      const named = exactly(member, all);
      const words = wordsOf(member);
      return named.length > 0 ? named : all.filter((one) => hasWords(one.words, words));
    }),
  ]);
  const isExact = exact.length > 0;
  return {
    names: inOrder(isExact ? exact : [...meant]),
    /** Where `names` is the class of this very name: others that the word can mean. */
    others: isExact ? inOrder([...meant].filter((one) => !exact.includes(one))) : [],
    family,
  };
}

type ClassName = { readonly name: string; readonly words: readonly string[] };

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
  return names.map(({ name }) => name).sort(byAlphabet);
}

/** The families of the configuration that have classes. */
export function familiesOf(schedule: Schedule) {
  return Object.keys(schedule.gym.families).flatMap((name) => {
    const { names: classes } = classesCalled(name, schedule);
    return classes.length === 0 ? [] : [{ name, classes }];
  });
}

/** `Hatha Yoga, Hot Yoga and 3 more`. */
export function listOf(names: readonly string[]): string {
  const rest = names.length - MAX_LISTED;
  const listed = rest > 0 ? [...names.slice(0, MAX_LISTED), `${rest} more`] : names;
  return new Intl.ListFormat('en-GB').format(listed);
}

/** Whether the words stand together in a name, each whole. */
function hasWords(name: readonly string[], words: readonly string[]): boolean {
  return name.some((_, at) => isSame(name.slice(at, at + words.length), words));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length === 0 || some.length !== others.length) return false;
  const formsOf = (word: string) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')];
  return some.every((one, at) => {
    const other = others[at] ?? '';
    return formsOf(one).includes(other) || formsOf(other).includes(one);
  });
}
