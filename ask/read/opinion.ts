/**
 * A small trained model that says what shape of query a question means. It sees words and the kinds of names, times and
 * numbers among them, and no name itself, so that it reads for every gym alike. How it was made is in `training/`.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSession } from '../../detectors/onnx/session.ts';
import { contentsOf, textOf } from '../../detectors/onnx/wire.ts';
import { isOfMoney, type MeasureName } from '../../gym/figures/catalogue.ts';
import { installedFile } from '../../runtime/installation.ts';
import type { Mark } from './mark.ts';
import type { Marked } from './marks.ts';
import { KINDS, type Kind, PARTS, type Part, type Shape } from './shape.ts';
import { nearest } from './words.ts';

/** What is put before the words of a question over several gyms, and between it and the one before. */
const OVER_GYMS = '<gyms>';
export const BEFORE = '»';
/** Of a longer question the end is looked at. As in `train.py`. */
const MOST_WORDS = 60;
const UNKNOWN = 1;
/** From this chance on a second figure is told beside the first. Chosen here. */
const LEAST_OF_BOTH = 0.1;
/** Chances below are not looked at. */
const NEGLIGIBLE = 1e-4;
/** Fields of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: properties of a model, the value of one. */
const [PROPERTIES, VALUE] = [14, 2];

export interface OpinionInput {
  readonly marked: Marked;
  readonly before: Marked | null;
  readonly isOverGyms: boolean;
  /** Words of the question say what is left out: then it does not matter which way the model took a filter. */
  readonly hasExclusion?: boolean;
}

export interface Opinion {
  readonly shape: Shape;
  /** That its kind is right, and then all the rest of it, 0..1. */
  readonly kindChance: number;
  readonly restChance: number;
  /** Words that it has never seen. */
  readonly unknown: ReadonlySet<string>;
}

/** Words and marks as the model takes them, a mark for each word; '' is none. */
export function featuresOf({ marked, before, isOverGyms }: OpinionInput) {
  const tagged: Tagged[] = [
    ...(isOverGyms ? [[OVER_GYMS, ''] as const] : []),
    ...(before === null ? [] : [...taggedOf(before), [BEFORE, ''] as const]),
    ...taggedOf(marked),
  ].slice(-MOST_WORDS);
  return { words: tagged.map(([word]) => word), tags: tagged.map(([, tag]) => tag) };
}

/** A word, and the mark that it is in. */
type Tagged = readonly [word: string, tag: string];
function taggedOf({ marks, sentence, strangers }: Marked): Tagged[] {
  return sentence.tokens.map(({ word }, at) => {
    const mark = marks.find((one) => one.at <= at && at < one.at + one.length);
    const tag = mark === undefined ? '' : tagOf(mark);
    const shown = mark?.is === 'name' ? `<${tag}>` : /\d/.test(word) ? '<number>' : word;
    if (mark === undefined) return [shown, strangers.has(at) ? 'stranger' : ''];
    return [shown, mark.at === at ? tag : `${tag} …`];
  });
}

function tagOf(mark: Mark): string {
  if (mark.is === 'name') return `name ${mark.candidates[0]?.kind}`;
  if (mark.is === 'clock') return `clock ${mark.clock.op}`;
  if (mark.is === 'amount') return `amount ${mark.amount.unit}`;
  const { unit, weekdays, before, part, isEither } = mark.time;
  const has = Object.entries({ weekdays, before, part, isEither });
  return ['time', unit, ...has.flatMap(([name, value]) => (value ? [name] : []))].join(' ');
}

/** Figures that people take for one another: "the busiest". Source: pairs that were labelled both right, of 6,400 questions. */
const ALIKE = [
  ['attended', 'fill_rate', 'average_attendance'],
  ['no_shows', 'no_show_rate'],
  ['held', 'sessions'],
  ['profit', 'revenue'],
  ['cost', 'pay'],
];
const isAlike = (one: string, other: string): boolean =>
  one === other || ALIKE.some((names) => names.includes(one) && names.includes(other));
/** People are whole. "Are any losing people", "any waiting lists": all rows, or those that are. */
function areBoundsAlike(one: string, other: string): boolean {
  const whole = (bound: string) => bound.replace(/<= 0$/, '< 1').replace(/>= 1$/, '> 0');
  const isOfAny = /^((trend|profit) < 0|waitlisted > 0)$/.test(one + other);
  return whole(one) === whole(other) || isOfAny;
}

/**
 * "Which class" can be a name, a slot of the week or one that was held; the sum of a few is told one by one as well, and so
 * is that of what a filter names.
 */
function areRowsAlike(
  shape: Readonly<Partial<Record<Part, string>>>,
  one: string,
  other: string,
): boolean {
  const isNamed = (by: string) =>
    /^(class|trainer|room)$/.test(by) && shape[by as 'class'] === 'on';
  if (one === '' || other === '') return other === 'session' || isNamed(one + other);
  const oneClass = (by: string) => by.replace(/series|session/, 'class');
  const oneDay = (by: string) => by.replace(/\bday\b/, 'session');
  return oneClass(one) === oneClass(other) || oneDay(one) === oneDay(other);
}

/** Whether who means another value of a part is served by this shape as well. */
function isAsGood(shape: Readonly<Partial<Record<Part, string>>>, part: Part, other: string) {
  const { [part]: value = '', limit = '' } = shape;
  if (part === 'kind' && value === 'timetable')
    return other === 'figures' && shape.measures === 'sessions';
  if (part === 'kind') return [value, other].every((one) => /^(refuse|unknown_name)$/.test(one));
  if (part === 'by') return areRowsAlike(shape, value, other);
  // All rows are the same in any order; the first are those with the most.
  if (part === 'order') return limit === '' || (value !== 'asc' && other !== 'asc');
  // Of a superlative the first row or all of them.
  if (part === 'limit') return [value, other].every((one) => /^(one)?$/.test(one));
  if (part === 'bound') return areBoundsAlike(value, other);
  if (part !== 'measures' || other === '') return false;
  // Further figures do no harm.
  const figures = value.split(',');
  return other.split(',').every((one) => figures.some((its) => isAlike(one, its)));
}

/**
 * "How much did we make" is of profit or revenue: both are told, where no row is chosen by one of them. Not money beside
 * people, which not everybody may see.
 */
function either([first, second]: readonly (readonly [string, number])[]): string {
  const [one = ''] = first ?? [];
  if (second === undefined || second[1] <= LEAST_OF_BOTH) return one;
  const isOfClasses = [one, second[0]].every((name) => /^(held|sessions)$/.test(name));
  if (isOfClasses) return one;
  const names = [...new Set(`${one},${second[0]}`.split(','))] as MeasureName[];
  const isOfOneKind = new Set(names.map(isOfMoney)).size === 1;
  return isOfOneKind ? names.sort().join() : one;
}

/** In the file of the weights: what their numbers stand for. */
interface Key {
  /** The most frequent first. */
  readonly words: readonly string[];
  /** How many of them are frequent enough to be no typing error. */
  readonly common: number;
  readonly tags: readonly string[];
  readonly heads: readonly (readonly [Part, readonly string[]])[];
}

let opened: ReturnType<typeof open> | undefined;

async function open() {
  const path = fileURLToPath(installedFile('ask/read/opinion.onnx'));
  const [properties = new Uint8Array()] = contentsOf(await readFile(path), PROPERTIES);
  const key = JSON.parse(textOf(properties, VALUE)) as Key;
  const session = await openSession({ path, size: null });
  const numbers = (list: readonly string[]) =>
    new Map(list.map((one, i) => [one, i + UNKNOWN + 1]));
  const common: ReadonlySet<string> = new Set(key.words.slice(0, key.common));
  return { session, common, words: numbers(key.words), tags: numbers(key.tags), heads: key.heads };
}

function model(): ReturnType<typeof open> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** English words that people ask with. */
export async function commonWords(): Promise<ReadonlySet<string>> {
  return (await model()).common;
}

/**
 * Opens the model with the first question. A word that it does not know is taken for the one that is a typing error away.
 * @param isPossible whether the question has what a value of a part needs
 */
export async function opinionOf(
  question: OpinionInput,
  isPossible: (part: Part, value: string) => boolean,
): Promise<Opinion> {
  const { session, words, tags, heads } = await model();
  const features = featuresOf(question);
  const wordIds = features.words.map(
    (word) => words.get(word) ?? words.get(nearest(word, words.keys()) ?? '') ?? UNKNOWN,
  );
  const input = (ids: readonly number[]) =>
    ({ type: 'int64', data: BigInt64Array.from(ids.map(BigInt)), shape: [1, ids.length] }) as const;
  const run = await session.run({
    words: input(wordIds),
    tags: input(features.tags.map((tag) => tags.get(tag) ?? UNKNOWN)),
  });
  const values = run['chances']?.data as Float32Array;
  let at = 0;
  const likely = heads.map(([part, names]) => {
    const from = at;
    at += names.length;
    const chances = names.flatMap((name, i) => {
      const one = values[from + i] ?? 0;
      return one > NEGLIGIBLE ? [[name, one] as const] : [];
    });
    chances.sort((one, other) => other[1] - one[1]);
    const best = chances.find(([value]) => isPossible(part, value))?.[0] ?? '';
    return { part, best, chances };
  });
  const all = Object.fromEntries(likely.map(({ part, best }) => [part, best]));
  const figures = likely.find(({ part }) => part === 'measures');
  if (figures !== undefined && [all['order'], all['limit'], all['bound']].join('') === '')
    all['measures'] = figures.best = either(figures.chances);
  const kind = (all['kind'] ?? KINDS[0]) as Kind;
  const parts = likely.filter(({ part }) => part === 'kind' || PARTS[kind].includes(part));
  const goodOf = ({ part, best, chances }: (typeof likely)[number]) => {
    const isWay = ([value]: readonly [string, number]) =>
      question.hasExclusion === true && [value, best].every((one) => /^(on|not)$/.test(one));
    const good = chances.filter(
      (one) => one[0] === best || isWay(one) || isAsGood(all, part, one[0]),
    );
    return good.reduce((sum, [, one]) => sum + one, 0);
  };
  const chanceOf = (some: typeof likely) =>
    some.reduce((product, part) => product * goodOf(part), 1);
  const kindChance = chanceOf(parts.filter(({ part }) => part === 'kind'));
  const restChance = chanceOf(parts.filter(({ part }) => part !== 'kind'));
  const shape = Object.fromEntries(parts.map(({ part, best }) => [part, best]));
  const unknown = new Set(features.words.filter((_, i) => wordIds[i] === UNKNOWN));
  return { unknown, shape: { ...shape, kind }, kindChance, restChance };
}
