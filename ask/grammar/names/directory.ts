/** The names that a question may hold: trainers, classes and rooms of one gym, folded and as words. */

import { foldName } from '../../../gym/sessions/fold-name.ts';
import type { Surroundings } from '../../reader.ts';

export interface Named {
  readonly kind: 'trainer' | 'class' | 'room';
  /** What a query carries: the id of a trainer or a room, the name of a class. */
  readonly id: string;
  /** As the gym writes it. */
  readonly name: string;
  /** Folded; signs left out. */
  readonly words: readonly string[];
}

export interface Directory {
  readonly all: readonly Named[];
  /** Every word of every name that can stand for it; not "and", "the". */
  readonly words: ReadonlySet<string>;
  /** Words that stand next to each other in a name: "lunch lift". */
  readonly pairs: ReadonlySet<string>;
}

const TOO_COMMON = new Set('and of the a in at for with to on by or'.split(' '));
/** Most names that are looked at: a gym has dozens. Bounds the work of one question. */
const MAX_NAMES = 2000;

/** Read once for the questions of one talk. */
const known = new WeakMap<Surroundings, Directory>();

export function directoryOf(surroundings: Surroundings): Directory {
  const directory = known.get(surroundings) ?? readDirectory(surroundings);
  known.set(surroundings, directory);
  return directory;
}

function readDirectory(surroundings: Surroundings): Directory {
  const named = (kind: Named['kind'], id: string, name: string): Named => ({
    kind,
    id,
    name,
    words: knownWords(name),
  });
  const all = [
    ...surroundings.trainers.map(({ id, name }) => named('trainer', id, name)),
    ...surroundings.classNames.map((name) => named('class', name, name)),
    ...surroundings.families.flatMap(({ name, classes }) =>
      classes
        .map((one) => ({ ...named('class', one, one), words: knownWords(name) }))
        // A class of this very name is there already.
        .filter(({ name: own, words }) => words.join(' ') !== knownWords(own).join(' ')),
    ),
    ...surroundings.rooms.map(({ id, name }) => named('room', id, name)),
  ]
    .filter(({ words }) => words.length > 0)
    .slice(0, MAX_NAMES);
  const words = all
    .flatMap(({ kind, words: own }) =>
      kind === 'class' ? own.flatMap((word) => [word, `${word}s`]) : own,
    )
    .filter((word) => !TOO_COMMON.has(word));
  const pairs = all.flatMap((one) =>
    one.words.slice(1).map((word, i) => `${one.words[i]} ${word}`),
  );
  return { all, words: new Set(words), pairs: new Set(pairs) };
}

const wordsByName = new Map<string, readonly string[]>();

/** Names are the same from question to question; forgotten once there are more than of the largest gym. */
function knownWords(name: string): readonly string[] {
  const words = wordsByName.get(name) ?? wordsOf(name);
  if (wordsByName.size > 2 * MAX_NAMES) wordsByName.clear();
  wordsByName.set(name, words);
  return words;
}

/** As a sentence is taken apart: letters and numbers, each run of its own. */
function wordsOf(name: string): string[] {
  const folded = foldName(name).replace(/['’`]/g, '').replace(/[&+]/g, ' and ');
  return folded.match(/\p{L}+|\d+(?:[.:/]\d+)*/gu) ?? [];
}
