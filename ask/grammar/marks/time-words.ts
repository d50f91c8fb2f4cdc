/** Parts of the day, clock times, who stands in, grades: filters that are words. */

import { type Rule, rule, type Slots } from '../text/pattern.ts';
import type { Meaning } from './mark.ts';

type Filter = Extract<Meaning, { is: 'filter' }>;

const filter = (dim: Filter['dim'], ...values: Filter['values']): Meaning => ({
  is: 'filter',
  dim,
  op: 'is',
  values,
});
const between = (from: string, to: string, note?: string): Meaning => ({
  is: 'filter',
  dim: 'start_time',
  op: 'between',
  values: [from, to],
  ...(note === undefined ? {} : { note }),
});
const rough = (words: string, from: string, to: string): Rule<Meaning>[] =>
  [`in|during? the? ${words}`, words].map((pattern) =>
    rule(pattern, () =>
      between(from, to, `Took “${words.split('|')[0]}” as starts from ${from} to ${to}.`),
    ),
  );
const words = (make: () => Meaning, ...patterns: readonly string[]): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, make));

const SUBSTITUTE =
  'substitute|substitutes|substituted|sub|subs|subbed|stand-in|standin|standins|replacement|replacements|cover|covers|covered';

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
/** "weekday evenings": the days from Monday to Friday, and no breakdown. Read before nouns. */
export const WORKDAY_RULES: readonly Rule<Meaning>[] = words(
  () => filter('weekday', ...WORKDAYS),
  'weekday <part_ahead>',
  'on|during the? weekday <part_ahead>',
  'weekdays only|alone',
  'only|just weekdays',
);
const PARTS = /^(early|late|morning|afternoon|evening|night|lunchtime|lunch|class|session)(s|es)?$/;
const RANK =
  /^(best|worst|most|least|more|less|too|so|not|usually|always|never|currently|full|empty|busy|quiet|dead|popular|profitable|unprofitable|losing|making|earning|getting|doing|used|over|under|above|below|overcrowded|half|growing|shrinking|\w+est|\w+ier|better|fuller)$/;
/** Only looks: the part of the day is a filter of its own. */
export const PART_SLOTS: Slots = {
  part_ahead: (sentence, at) => (PARTS.test(sentence.word(at)) ? { value: null, length: 0 } : null),
  // "Which room is the fullest": no place of a class.
  rank_ahead: (sentence, at) => {
    if (!/^(is|are|was|were)$/.test(sentence.word(at))) return null;
    const next = sentence.word(at + 1) === 'the' ? at + 2 : at + 1;
    return RANK.test(sentence.word(next)) ? { value: null, length: 0 } : null;
  },
  after_sub: ({ tokens }, at) =>
    tokens.slice(0, at).some(({ word }) => SUBSTITUTES.has(word))
      ? { value: null, length: 0 }
      : null,
  after_part: (sentence, at) =>
    PARTS.test(sentence.word(at - 1)) ? { value: null, length: 0 } : null,
};

const SUBSTITUTES = new Set([...SUBSTITUTE.split('|'), 'stood', 'stand']);
const STAFF =
  'trainer|trainers|teacher|teachers|coach|coaches|instructor|instructors|staff|one|ones|person|people';
const USUAL = 'regular|regulars|normal|usual|usuals|own|main|permanent|original';
const AGAINST = 'vs|versus|v|against|and|or|than|compared|with|to';
const STANDING = `${SUBSTITUTE}|stand`;
const bySubstitute = (): Meaning => ({ is: 'by', dim: 'substitute' });
/** "regular teachers vs substitutes": the two as rows. Read before "regular" means members. */
export const SUBSTITUTE_RULES: readonly Rule<Meaning>[] = [
  ...words(
    bySubstitute,
    `the? our? ${USUAL} ${STAFF}? ${AGAINST} with|to? a|the? our? ${STANDING} in|ins? ${STAFF}?`,
    `a? ${STANDING} in|ins? ${STAFF}? ${AGAINST} with|to? the|a? our|their? ${USUAL} ${STAFF}?`,
    `with|by|when? a? ${STANDING} in|ins? ${STAFF}? ${AGAINST} with|to? not|no ${SUBSTITUTE}?`,
    `with a|the? ${STANDING}? in|ins? and|or|vs|versus without a|the? ${STANDING} in|ins?`,
    `by whether it was? a? ${SUBSTITUTE} or? not?`,
    `than|to|with|against|vs|versus|v|from the? our? their? ${USUAL} ${STAFF}? do|does|did|get|gets|got? <after_sub>`,
  ),
];

export const FILTER_RULES: readonly Rule<Meaning>[] = [
  ...words(
    () => filter('part_of_day', 'morning'),
    'in|during|of|from? the? morning|mornings',
    'in|during the? am',
  ),
  ...words(
    () => filter('part_of_day', 'afternoon'),
    'in|during|of|from? the? afternoon|afternoons',
  ),
  ...words(
    () => filter('part_of_day', 'evening'),
    'in|during|of|from? the? evening|evenings|night|nights|nighttime',
    'after work',
    'at night',
  ),
  ...words(() => filter('part_of_day', 'night'), 'at? overnight'),
  ...rough('early morning|mornings', '05:00', '08:59'),
  ...rough('late morning|mornings', '10:00', '11:59'),
  ...rough('early afternoon|afternoons', '12:00', '14:29'),
  ...rough('late afternoon|afternoons', '14:30', '16:59'),
  ...rough('early evening|evenings', '17:00', '18:59'),
  ...rough('late evening|evenings|night', '20:00', '23:59'),
  ...words(
    () => between('11:00', '13:59', 'Took lunchtime as starts from 11:00 to 13:59.'),
    'in|during|at|over? the? lunchtime|lunchtimes|midday',
    'at|over|during the? lunch',
    'in|during? the? lunch time|hour|break',
  ),
  ...words(() => filter('part_of_day', 'morning'), 'am'),
  ...words(() => filter('part_of_day', 'afternoon', 'evening'), 'pm'),
  ...words(() => between('12:00', '12:59'), 'at? noon'),
  ...words(() => between('00:00', '11:59'), 'before noon|midday|lunch'),
  ...words(() => between('12:00', '23:59'), 'after noon|midday|lunch'),
  ...words(
    () => filter('substitute', false),
    `when|where|if it|they was|were|is|are not a|an|the? ${SUBSTITUTE} teaching|taking|covering|running|it?`,
    `when|where|if there was|were|is|are not|no a|an|any? ${SUBSTITUTE}`,
    `when|where|if no|not a|any? ${SUBSTITUTE} was|were|is|are? teaching|taught|took|covered|used?`,
    `without|no a|any? ${SUBSTITUTE} teaching|taking|involved`,
    `by|with|of|from? the|a|our|their|its|my ${USUAL} ${STAFF} was|were|is|are? teaching|teaches|taught|taking|took|there|on|in?`,
  ),
  ...words(
    () => filter('substitute', true),
    `by|with|when|from? a|the? ${SUBSTITUTE}`,
    `${SUBSTITUTE}`,
    'by|with? a? stand ins|in',
    'stood in',
    'sub|substitute|cover usage|use',
    'covered|taught|taken|run by someone|somebody|anyone else',
    'someone|somebody else taught|teaches|took|covered|stood?',
    'substitute|replacement trainer|trainers|coach|coaches|instructor|instructors|teacher|teachers',
    `where|when|that|which? a|the? ${SUBSTITUTE} teach|teaches|taught|was|were|took|takes|is|are teaching|used?`,
    'covered classes|sessions',
  ),
  ...['a', 'b', 'c'].flatMap((grade) =>
    words(
      () => filter('quality', grade.toUpperCase()),
      `with|of|a? quality|grade|graded of? ${grade}`,
      `${grade} quality|grade|graded|grades`,
    ),
  ),
  ...words(
    () => filter('quality', 'none'),
    'quality|grade none',
    'with? no grade|quality',
    'ungraded|uncounted',
  ),
  ...words(
    () => filter('source', 'camera'),
    'counted? by the? camera|cameras',
    'camera counted|counts',
  ),
  ...words(
    () => filter('source', 'manual'),
    'counted|entered|corrected|typed by hand|manually',
    'manual|manually|corrected counted|entered|counts|count?',
  ),
  ...words(() => filter('source', 'import'), 'imported|import counts|attendance|data?'),
];
