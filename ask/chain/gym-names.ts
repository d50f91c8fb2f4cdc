/** The gyms of a chain as the names that the grammar finds: it has no word for gyms, so they stand where rooms stand. */

import { foldName } from '../../gym/sessions/names.ts';
import type { ChainGym } from '../../service/figures/chain-figures.ts';
import { findMarks, type Marked } from '../read/marks.ts';
import type { Surroundings } from '../reader.ts';

/** Names that one question is searched for. Beyond it only those that share a word with the question. Chosen here. */
const MAX_NAMES = 500;

/** What a question over gyms may name. */
export function chainSurroundings(
  text: string,
  gyms: readonly ChainGym[],
  nowUtcMs: number,
): Surroundings {
  const near = gyms.length <= MAX_NAMES ? gyms : nearest(text, gyms);
  const named = counts(near.map(({ name }) => foldName(name)));
  const rooms = near.flatMap(({ id, name }) => {
    const isShared = (named.get(foldName(name)) ?? 0) > 1;
    const own = { id, name: isShared ? id : name };
    const isIdOther = wordsOf(id).join(' ') !== wordsOf(name).join(' ');
    return isShared || !isIdOther ? [own] : [own, { id, name: id }];
  });
  return {
    timezone: zoneOf(gyms),
    nowUtcMs,
    trainers: [],
    self: null,
    classNames: [],
    families: [],
    rooms,
  };
}

/** Those that share the most words with the question. */
function nearest(text: string, gyms: readonly ChainGym[]): readonly ChainGym[] {
  const asked = new Set(wordsOf(text));
  return gyms
    .map((gym) => {
      const words = new Set(wordsOf(`${gym.name} ${gym.id}`));
      return { gym, shared: [...words].filter((word) => asked.has(word)).length };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, MAX_NAMES)
    .map(({ gym }) => gym);
}

/** Ids as the words that they are made of: the grammar takes "leeds-2" for a stretch. */
export function withoutDashes(text: string, gyms: readonly ChainGym[]): string {
  const ids = new Set(gyms.map(({ id }) => id));
  return text.replace(/[a-z0-9]+(?:[.-][a-z0-9]+)+/gi, (word) =>
    ids.has(word.toLowerCase()) ? word.replace(/[.-]/g, ' ') : word,
  );
}

function wordsOf(text: string): string[] {
  return foldName(text).match(/\p{L}+|\d+/gu) ?? [];
}

/** How often each value is there. */
function counts(values: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

/** Of most of them: “yesterday” is the same day in it. */
function zoneOf(gyms: readonly ChainGym[]): string {
  const zones = [...counts(gyms.map(({ timezone }) => timezone))];
  return zones.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'UTC';
}

/** Where a gym is named in a question. */
export interface NamedGym {
  /** Null where several have the name. */
  readonly id: string | null;
  readonly start: number;
  /** Behind its last letter; an ending 's is not of the name. */
  readonly end: number;
  /** Only a part of the name was written. */
  readonly isPart: boolean;
}

export interface NamedGyms {
  /** As it was read: what the places are of. */
  readonly text: string;
  readonly named: readonly NamedGym[];
  readonly marked: Marked;
}

export function namedGyms(typed: string, surroundings: Surroundings): NamedGyms {
  const marked = findMarks(typed, surroundings);
  const { text, marks } = marked;
  const { tokens } = marked.sentence;
  const named = marks.flatMap((mark): NamedGym[] => {
    if (mark.is !== 'name') return [];
    const ids = new Set(mark.candidates.map(({ id }) => id));
    const [only = null] = ids.size === 1 ? ids : [];
    const start = tokens[mark.at]?.start ?? 0;
    const last = tokens[mark.at + mark.length - 1];
    const end = (last?.end ?? start) - (last?.isPossessive === true ? 2 : 0);
    return [{ id: only, start, end, isPart: mark.isPart }];
  });
  return { text, named, marked };
}

/** Groups of gyms in a question: "in the south group", "the south gyms". */

const GYMS = '(?:gyms|clubs|sites|locations|branches)';
const LED = '(?:in|of|at|for|from|to|across|within)\\s+';
const THE = '(?:(?:the|my|our)\\s+)?';

export interface FoundGroups {
  /** The question without them. */
  readonly text: string;
  /** As the head office writes them. */
  readonly groups: readonly string[];
}

/** @param made a question whose names of gyms are hidden: one of them may have the name of a group in it. */
export function findGroups(made: string, known: readonly string[]): FoundGroups {
  let text = made;
  const groups: string[] = [];
  for (const group of known.toSorted((one, other) => other.length - one.length)) {
    const name = group.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[\s-]+/g, '[\\s-]+');
    const word = `(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`;
    const before = text;
    text = text
      .replace(of(`\\b${LED}${THE}(?:all\\s+)?${THE}${word}\\s+${GYMS}\\b`), ' ')
      .replace(of(`${THE}${word}\\s+(?=${GYMS}\\b)`), ' ')
      .replace(of(`(?:\\b${LED})?\\b(?:the\\s+)?group\\s+(?:called\\s+)?${word}`), ' ')
      .replace(of(`(?:\\b${LED})?${THE}${word}\\s+(?:group|region|area)\\b`), ' ')
      .replace(of(`\\b${LED}${THE}${word}`), ' ');
    if (text !== before) groups.push(group);
  }
  return { text, groups };
}

function of(source: string): RegExp {
  return new RegExp(source, 'giu');
}

/** Questions over gyms in words of the grammar: gyms stand where rooms stand, and names stand as they are. */

const ONE = 'gym|club|site|location|branch';
const MANY = 'gyms|clubs|sites|locations|branches';
/** In place of a name while words are changed around it. */
const FIRST = 0xe000;
const NAME = '[\\ue000-\\uefff]';

const pattern = (source: string): RegExp => new RegExp(source, 'giu');

/** Behind a name it says only what is named: "the Riverside gym". */
const AFTER_NAME = pattern(`(${NAME})\\s+(?:${ONE})\\b`);
/** "in all gyms": of all of them together. */
const TOGETHER = pattern(
  `\\b(?:in|at|of|for|from|to|over|across)\\s+all(?:\\s+of)?(?:\\s+(?:the|my|our))?\\s+(?:${MANY})\\b(?:\\s+together)?|\\b(?:over|across)\\s+(?:the|my|our)\\s+(?:(?:${MANY})|(?:whole\\s+)?chain)\\b`,
);
/** "how are my gyms": each of them. */
const ALL_OF = pattern(`\\b(?:all\\s+(?:of\\s+)?)?(?:the|my|our|these|all)\\s+(?:${MANY})\\b`);
/** "the gym" says nothing; "the gym with the most …" is one of several. */
const THE_GYM = pattern(
  `\\b(the|my|our|this)\\s+(?:${ONE})\\b(?!\\s+(?:with|that|which|where)\\b)`,
);
const EACH = pattern(`\\b(?:(${MANY})|(?:${ONE}))\\b`);
const ROOMS = /\b(?:rooms?|studios?|areas?)\b/i;

/** The question with a sign in place of each name. */
export function masked({ text, named }: Pick<NamedGyms, 'text' | 'named'>): string {
  let made = '';
  let from = 0;
  for (const [at, { start, end }] of named.entries()) {
    made += text.slice(from, start) + String.fromCharCode(FIRST + at);
    from = end;
  }
  return (made + text.slice(from)).replace(AFTER_NAME, '$1');
}

/** @param nameOf what stands for the name at its place in `named`; left out: the name as it was typed. */
export function unmasked(
  made: string,
  { text, named }: Pick<NamedGyms, 'text' | 'named'>,
  nameOf = (at: number) => text.slice(named[at]?.start, named[at]?.end),
): string {
  const whole = made.replace(pattern(NAME), (sign) => nameOf(sign.charCodeAt(0) - FIRST));
  return whole
    .replace(/\s+/g, ' ')
    .replace(/\s+([?.!,])/g, '$1')
    .trim();
}

/** Whether gyms are spoken of as several: "which gym", "by club". */
export function speaksOfGyms(made: string): boolean {
  return made.replace(THE_GYM, '').search(EACH) >= 0;
}

/** Whether it speaks of one gym's rooms. */
export function speaksOfRooms(made: string): boolean {
  return ROOMS.test(made);
}

/** In words of the grammar: the first that it understands is meant. */
export function asRooms(made: string): readonly string[] {
  const together = made.replace(TOGETHER, '');
  const each = together.replace(ALL_OF, 'each gym');
  return [...new Set([together, each])].map((one) =>
    one
      .replace(THE_GYM, '$1 \0')
      .replace(EACH, (_, many: string | undefined) => (many === undefined ? 'room' : 'rooms'))
      .replaceAll('\0', 'gym'),
  );
}

/** What the grammar says of rooms, said of gyms. */
export function asGyms(text: string): string {
  return text
    .replace(
      /\b(r)oom(s?)\b/gi,
      (_, letter: string, s: string) => `${letter === 'R' ? 'G' : 'g'}ym${s}`,
    )
    .replace('trainer, class or gym is called', 'gym is called')
    .replace('classes, trainers, gyms, weekdays or hours', 'gyms, days, weeks or months');
}
