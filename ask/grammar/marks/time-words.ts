/** Parts of the day, clock times, who stands in, grades: filters that are words. */

import { type Rule, rule } from '../text/pattern.ts';
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
  'substitute|substitutes|substituted|sub|subs|stand-in|standin|standins|replacement|replacements|cover|covers|covered';

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
  ...words(() => between('12:00', '12:59'), 'at noon'),
  ...words(() => between('00:00', '11:59'), 'before noon|midday|lunch'),
  ...words(() => between('12:00', '23:59'), 'after noon|midday|lunch'),
  ...words(
    () => filter('substitute', true),
    `by|with|when|from? a|the? ${SUBSTITUTE}`,
    `${SUBSTITUTE}`,
    'stand ins|in',
    'stood in',
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
