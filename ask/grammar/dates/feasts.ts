/** Days that have a name and a fixed date. Those that move (Easter) are not known. */

import type { Slot } from '../text/pattern.ts';
import type { WrittenDay } from './absolute.ts';

/** Without the s of a possessive, which people leave out. The longer ones first. */
const WORDS = `
new year eve 31/12, new year day 1/1, new year 1/1, valentine day 14/2, valentine 14/2, st patrick day 17/3,
april fool day 1/4, may day 1/5, independence day 4/7, halloween 31/10, all saint day 1/11, bonfire night 5/11,
guy fawke night 5/11, guy fawke day 5/11, armistice day 11/11, veteran day 11/11, christmas eve 24/12,
christmas day 25/12, christmas 25/12, xmas eve 24/12, xmas day 25/12, xmas 25/12, boxing day 26/12`
  .trim()
  .split(/,\s+/)
  .map((line) => {
    const words = line.split(' ');
    const [day = 0, month = 0] = words.pop()?.split('/').map(Number) ?? [];
    return { words, day, month };
  });

/** Words of the feasts: no typing errors. */
export const FEAST_WORDS: readonly string[] = [
  ...new Set(WORDS.flatMap(({ words }) => words.flatMap((word) => [word, `${word}s`]))),
];

/** "eve" has been written out as "evening" by then. */
export const feast: Slot = (sentence, at) => {
  const isHere = (word: string, i: number): boolean =>
    sentence.word(at + i) === (word === 'eve' ? 'evening' : word) ||
    sentence.word(at + i) === `${word}s`;
  const found = WORDS.find(({ words }) => words.every(isHere));
  if (found === undefined) return null;
  const value: WrittenDay = { day: found.day, month: found.month, year: null, weekday: null };
  return { value, length: found.words.length };
};
