/** When two names are the same name: of classes, trainers and rooms, in schedules, settings and requests alike. */

import { createHash } from 'node:crypto';

/** Letters that Unicode does not take apart into a base and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ß: 'ss',
  ł: 'l',
  ı: 'i',
};

/** What spellings of a name have in common, whatever the case, accents and spaces: `  José  GARCÍA` and `jose garcia`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[æœøðđþßłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Folds names, remembering what it has folded: the same few names come thousands of times in a table. */
export function createFold(): (name: string) => string {
  const folded = new Map<string, string>();
  return (name) => {
    const known = folded.get(name);
    if (known !== undefined) return known;
    const value = foldName(name);
    folded.set(name, value);
    return value;
  };
}

/** Longest slug; chosen here: an id must fit an address. */
const SLUG_LENGTH = 60;

/**
 * A name in lower-case letters, digits and hyphens: `grosse-halle` for «Große Halle». Where letters of another alphabet
 * would be lost («Анна 2»), `kind` and a digest of the name, which stays the same for the same name.
 */
export function slugOf(name: string, kind: string): string {
  const folded = foldName(name);
  const slug = folded
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '');
  const isWhole = slug !== '' && !/(?![a-z])\p{Letter}/u.test(folded);
  return isWhole ? slug : `${kind}-${digestOf(folded)}`;
}

function digestOf(folded: string): string {
  return createHash('sha256')
    .update(JSON.stringify([folded]))
    .digest('hex')
    .slice(0, 10);
}
