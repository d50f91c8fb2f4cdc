/** Questions to ask instead: of what was named, then the gym's examples. */

import type { AskContext } from '../reader.ts';
import { isDays } from './calendar.ts';
import { examplesOf } from './examples.ts';
import { type Filter, marksOf } from './mark.ts';
import type { Marked } from './marks.ts';
import { type Draft, phraseOf } from './phrase.ts';

const MOST = 8;

/** 3 to 8 questions, each understood as it stands. */
export function suggestionsOf({ marks, today }: Marked, context: AskContext): string[] {
  const examples = examplesOf(context);
  const where = marksOf(marks, 'name').flatMap(({ candidates: [only, ...others] }): Filter[] =>
    only === undefined || others.length > 0 ? [] : [[only.kind, 'is', [only.id]]],
  );
  const [named] = where;
  const { self } = context;
  const own: Filter[] =
    self === null || named?.[0] === 'trainer' ? [] : [['trainer', 'is', [self]]];
  const of = [...(named === undefined ? [] : [named]), ...own];
  if (of.length === 0) return examples.slice(0, MOST);
  const days = marksOf(marks, 'time').map(({ time }) => time.days('back'));
  const past = days.filter(isDays).find(({ to }) => to <= today);
  const near: Draft[] = [
    ...(past === undefined ? [] : [{ measures: ['attended'] as const, ...past }]),
    { measures: ['fill_rate'], by: ['weekday'] },
    { measures: ['attended'], by: ['week'] },
  ];
  const phrases = near.map((query) => phraseOf({ ...query, where: of }, context));
  return [...new Set([...phrases, ...examples])].slice(0, MOST);
}
