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
  const shared = sharedNames(near);
  const rooms = near.flatMap(({ id, name }) => {
    const isShared = shared.has(foldName(name));
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

function sharedNames(gyms: readonly ChainGym[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const { name } of gyms) seen.set(foldName(name), (seen.get(foldName(name)) ?? 0) + 1);
  return new Set([...seen].filter(([, count]) => count > 1).map(([name]) => name));
}

/** Of most of them: “yesterday” is the same day in it. */
function zoneOf(gyms: readonly ChainGym[]): string {
  const counts = new Map<string, number>();
  for (const { timezone } of gyms) counts.set(timezone, (counts.get(timezone) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? 'UTC';
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
