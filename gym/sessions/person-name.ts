/**
 * Names of people that a booking system writes with the last name first: `Mills, Joanna` is Joanna Mills.
 *
 * A comma also divides two people (`Anna, Ben`), a title (`Smith, Jr.`) and a company (`Motion, Inc.`), so a name is
 * turned round only where both of its parts look like those of a person, and the other names that are known do not say
 * otherwise.
 */

import { foldName } from './fold-name.ts';

/** A name as it is spoken. Gives the same text for the same name; other texts come out unchanged. */
export type NameReader = (name: string) => string;

/** What stands between several people in one cell. */
const BETWEEN = /(\s*[;|/&+]\s*|\s+(?:and|und|et|with)\s+)/iu;
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;
/** Behind a name, after a comma; compared without dots. */
const SUFFIX =
  /^(?:jr|sr|junior|senior|[iv]{1,4}|esq|phd|md|do|dc|rn|pt|dpt|mba|ma|msc|bsc|ba|dipl|cpt|nasm|ace|e?ryt(?:[ -]?\d+)?|yacep)$/;
/** No part of a person's name. */
const NO_PERSON = new Set(
  'inc ltd llc llp gmbh ag kg ug co corp sa sarl srl sl spa bv nv team staff crew studio gym club fitness yoga pilates class classes course room tba tbc tbd na none cover covering sub substitute guest various instructor instructors trainer trainers coach coaches teacher teachers'.split(
    ' ',
  ),
);
/** Before a last name, part of it. */
const PARTICLE = new Set(
  'van von de der den del della di da do dos das du la le el al bin ibn ter ten zu zum zur st mac mc'.split(
    ' ',
  ),
);

/** @param heard all names that are known, among them those that will be read: they tell two people from one. */
export function createNameReader(heard: Iterable<string>): NameReader {
  const names = [...new Set(heard)];
  const plain = new Set(names.filter((name) => !name.includes(',')).map(foldName));
  const isUsual = names.some((name) => partsOf(name)?.isClear === true);
  const known = new Map<string, string>();
  const read = (name: string) => {
    const parts = partsOf(name);
    if (parts === null) return name;
    const { last, first, suffix, isClear } = parts;
    const turned = `${first} ${last}${suffix}`;
    if (plain.has(foldName(turned))) return turned;
    const isWhole = first.includes(' ') && plain.has(foldName(first));
    if (isWhole || plain.has(foldName(last))) return name;
    return isClear || isUsual ? turned : name;
  };
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const spoken = name.includes(',') ? name.split(BETWEEN).map(read).join('') : name;
    known.set(name, spoken);
    return spoken;
  };
}

interface NameParts {
  readonly last: string;
  readonly first: string;
  /** With what stands before it; empty for none. */
  readonly suffix: string;
  /** False for `Garcia Lopez, Maria Jose`, which could as well be two people. */
  readonly isClear: boolean;
}

function partsOf(name: string): NameParts | null {
  if (!name.includes(',') || BETWEEN.test(name)) return null;
  const parts = name.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const behind = parts.length === 3 && isSuffix(parts[2] ?? '') ? parts.pop() : undefined;
  const [last = '', first = ''] = parts;
  if (parts.length !== 2 || isSuffix(first)) return null;
  const [lasts, firsts] = [last.split(' '), first.split(' ')];
  const isPerson =
    isName(lasts, 5) && isName(firsts, 3) && isCapital(first) === isCapital(lasts.at(-1) ?? '');
  if (!isPerson) return null;
  const own = lasts.filter((word) => !PARTICLE.has(foldName(word)) && !isSuffix(word));
  const given = firsts.filter((word) => !/^\p{L}\.?$/u.test(word));
  return {
    last,
    first,
    suffix: behind === undefined ? '' : `, ${behind}`,
    isClear: own.length <= 1 || given.length <= 1,
  };
}

function isName(words: readonly string[], most: number): boolean {
  return (
    words.length <= most &&
    words.every((word) => WORD.test(word) && !NO_PERSON.has(foldName(word).replaceAll('.', '')))
  );
}

function isSuffix(text: string): boolean {
  return SUFFIX.test(foldName(text).replaceAll('.', ''));
}

/** Also for letters that have no case. */
function isCapital(text: string): boolean {
  return !/^\p{Ll}/u.test(text);
}
