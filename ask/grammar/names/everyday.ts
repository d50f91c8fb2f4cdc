/**
 * Words of class names that are everyday English as well: "early", "low", "spin". Alone they are a name only where they stand
 * as one; elsewhere they are left over, and the question is not understood rather than answered about one class.
 */

import type { Sentence } from '../text/sentence.ts';

/** Describe a time or a figure: alone never a name, unless written with a capital. */
const ADJECTIVES = new Set(
  'early late low high slow fast quick easy hard light heavy deep gentle soft total open hot cold new long short full prime super ultimate basic simple active strong'.split(
    ' ',
  ),
);
/** Verbs and nouns of other things: "spin up a report", "core hours", "the stretch to 8 November". */
const OTHERS = new Set(
  'core power stretch spin flow ride reset lift dance box run jump blast boost burn express weekend lunch family'.split(
    ' ',
  ),
);
const DETERMINERS = new Set('a an the this that each every over my our'.split(' '));
const GOES_ON = new Set(
  'up out the a an it me us to through this that these those back over hour hours time times day days number numbers figures attendance members people revenue money range period business team goal goals'.split(
    ' ',
  ),
);
const CLASS_WORDS = /^(class|classes|session|sessions|course|courses)$/;

/** @param at a word that is a part of some name, alone */
export function isEverydayWord(sentence: Sentence, at: number): boolean {
  const word = sentence.word(at);
  const isAdjective = ADJECTIVES.has(word);
  if (!isAdjective && !OTHERS.has(word)) return false;
  const typed = sentence.tokens[at]?.typed ?? '';
  const hasSmallLetters = /(^|\s)\p{Ll}{2}/u.test(sentence.text);
  if (at > 0 && hasSmallLetters && /^\p{Lu}\p{Ll}/u.test(typed)) return false;
  if (isAdjective) return true;
  const next = sentence.word(at + 1);
  if (CLASS_WORDS.test(next)) return false;
  return GOES_ON.has(next) || DETERMINERS.has(sentence.word(at - 1));
}
