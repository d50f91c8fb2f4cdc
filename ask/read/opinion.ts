/**
 * A small trained model that says what shape of query a question means. It sees words and the kinds of names, times and
 * numbers among them, and no name itself, so that it reads for every gym alike. How it was made is in `training/`.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSession } from '../../detectors/onnx/session.ts';
import { installedFile } from '../../runtime/installation.ts';
import type { Mark } from './mark.ts';
import type { Marked } from './marks.ts';
import { KINDS, type Kind, PARTS, type Part, type Shape } from './shape.ts';
import { nearest } from './words.ts';

/** What is put before the words of a question over several gyms, and between it and the one before. */
const OVER_GYMS = '<gyms>';
const BEFORE = '»';
/** Of a longer question the end is looked at. As in `train.py`. */
const MOST_WORDS = 60;
const UNKNOWN = 1;

export interface Said {
  readonly marked: Marked;
  readonly before: Marked | null;
  readonly isOverGyms: boolean;
}

export interface Opinion {
  readonly shape: Shape;
  /** That it is this one, 0..1. */
  readonly chance: number;
  /** Words that it has never seen. */
  readonly unknown: ReadonlySet<string>;
}

/** Words and marks as the model takes them, a mark for each word; '' is none. */
export function featuresOf({ marked, before, isOverGyms }: Said): {
  readonly words: readonly string[];
  readonly tags: readonly string[];
} {
  const parts = [
    ...(isOverGyms ? [{ words: [OVER_GYMS], tags: [''] }] : []),
    ...(before === null ? [] : [wordsAndTags(before), { words: [BEFORE], tags: [''] }]),
    wordsAndTags(marked),
  ];
  return {
    words: parts.flatMap(({ words }) => words).slice(-MOST_WORDS),
    tags: parts.flatMap(({ tags }) => tags).slice(-MOST_WORDS),
  };
}

function wordsAndTags({ marks, sentence }: Marked): { words: string[]; tags: string[] } {
  const words = sentence.tokens.map(({ word }) => (/\d/.test(word) ? '<number>' : word));
  const tags = words.map(() => '');
  for (const mark of marks) {
    const tag = tagOf(mark);
    for (let at = mark.at; at < Math.min(mark.at + mark.length, words.length); at += 1) {
      tags[at] = at === mark.at ? tag : `${tag} …`;
      if (mark.is === 'name') words[at] = `<${tag}>`;
    }
  }
  return { words, tags };
}

function tagOf(mark: Mark): string {
  switch (mark.is) {
    case 'name':
      return `name ${mark.candidates[0]?.kind}`;
    case 'time': {
      const { unit, weekdays, before, part, isEither } = mark.time;
      const has = Object.entries({ weekdays, before, part, isEither });
      return ['time', unit, ...has.flatMap(([name, value]) => (value ? [name] : []))].join(' ');
    }
    case 'clock':
      return `clock ${mark.clock.op}`;
    default:
      return `amount ${mark.amount.unit}`;
  }
}

/** Beside the weights: what their numbers stand for. */
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
  const file = (ending: string) => installedFile(`ask/read/opinion.${ending}`);
  const key = JSON.parse(await readFile(file('json'), 'utf8')) as Key;
  const session = await openSession({ path: fileURLToPath(file('onnx')), size: null });
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
  said: Said,
  isPossible: (part: Part, value: string) => boolean,
): Promise<Opinion> {
  const { session, words, tags, heads } = await model();
  const features = featuresOf(said);
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
  const best = new Map<Part, readonly [string, number]>();
  let at = 0;
  for (const [part, names] of heads) {
    const from = at;
    at += names.length;
    const chances = names.map((name, i) => [name, values[from + i] ?? 0] as const);
    const possible = chances.filter(([value]) => isPossible(part, value));
    const [value, chance] = possible.reduce(
      (one, other) => (other[1] > one[1] ? other : one),
      ['', 0],
    );
    // "Which classes" can be their names or the slots of the week: either is an answer.
    const twin = value.replace(/class|series/, (one) => (one === 'class' ? 'series' : 'class'));
    const same = possible.find(([other]) => part === 'by' && other === twin && other !== value);
    best.set(part, [value, chance + (same?.[1] ?? 0)]);
  }
  const [kind = KINDS[0], sure = 0] = best.get('kind') ?? [];
  const parts = PARTS[kind as Kind].map((part) => [part, best.get(part) ?? ['', 1]] as const);
  const shape = Object.fromEntries(parts.map(([part, [value]]) => [part, value]));
  const unknown = new Set(features.words.filter((_, i) => wordIds[i] === UNKNOWN));
  return {
    unknown,
    shape: { ...shape, kind: kind as Kind },
    chance: parts.reduce((product, [, [, chance]]) => product * chance, sure),
  };
}
