/** Words that nothing knows: those that could change the answer stop it, the others are left aside and named. */

import type { Stop } from './draft.ts';
import type { Mark } from './mark.ts';
import type { Marked } from './marks.ts';
import { GYM_WORDS } from './phrases.ts';
import type { Sentence, Token } from './words.ts';

type Leftover = Marked['leftovers'][number];

/** A word behind one of these says whose, where or of what: it could be a name. */
const OF = new Set('with at in for of from called named'.split(' '));
const CLASS =
  /^(class|classes|session|sessions|lesson|lessons|room|studio|trainer|coach|instructor)$/;
/** They change what is asked: nothing with them is answered. */
const RISKY = new Set(
  'ago before after until since summer autumn winter spring if unless why because twice double triple half quarter except but once often regularly consecutive hours minutes neither versus minus plus average per ratio median percentile variance correlation'.split(
    ' ',
  ),
);

export function unusedOf(
  { leftovers, marks, sentence }: Marked,
  isVague: boolean,
): Stop | { readonly notes: readonly string[] } {
  const risky = leftovers.filter(({ word }) => RISKY.has(word) || /\d|est$/.test(word));
  if (risky.length > 0)
    return { stop: 'not_understood', message: `Not understood: ${quoted(risky)}.` };
  const named = leftovers.filter((token) => isLikeName(token, sentence));
  if (named.length > 0) {
    return {
      stop: 'unknown_name',
      message: `No trainer, class or room is called ${quoted(named)}.`,
    };
  }
  const isQualifying = leftovers.some(
    ({ at }, i) =>
      leftovers[i + 1]?.at === at + 1 ||
      marks.some((mark) => mark.at === at + 1 && isContent(mark)),
  );
  if (isQualifying || (isVague && leftovers.length > 0))
    return { stop: 'not_understood', message: `Not understood: ${quoted(leftovers)}.` };
  return { notes: leftovers.length === 0 ? [] : [`Not used: ${quoted(leftovers)}.`] };
}

/** A word right before one of these says which of them: "normal Saturdays", "juice sales". */
const isContent = ({ is }: Mark): boolean =>
  /^(measure|noun|name|time|filter|order|state)$/.test(is);

function quoted(tokens: readonly Token[]): string {
  return [...new Set(tokens.map(({ typed }) => `“${typed}”`))].join(', ');
}

/** Written with a capital, with 's, behind "at" or before "class". */
function isLikeName({ at, typed, isPossessive }: Leftover, sentence: Sentence): boolean {
  const hasSmall = /(^|\s)\p{Ll}{2}/u.test(sentence.text);
  const isCapital = at > 0 && hasSmall && /^\p{Lu}\p{Ll}/u.test(typed);
  const before = sentence.word(at - 1) === 'the' ? sentence.word(at - 2) : sentence.word(at - 1);
  const next = sentence.word(at + 1);
  const isGym = sentence.groups !== undefined && GYM_WORDS.has(next);
  return isPossessive || isCapital || OF.has(before) || CLASS.test(next) || isGym;
}
