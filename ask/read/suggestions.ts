/** Questions to ask instead: made of what was understood, the nearest first; then the gym's examples. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { Surroundings } from '../reader.ts';
import { isDays } from './calendar.ts';
import { examplesOf } from './examples.ts';
import type { Filter, Mark } from './mark.ts';
import type { Marked } from './marks.ts';
import { type Asked, phraseOf } from './phrase.ts';

const MOST = 8;

function filterOf(mark: Mark): Filter[] {
  if (mark.is === 'filter' && mark.op === 'is' && mark.dim === 'part_of_day')
    return [[mark.dim, 'is', mark.values]];
  const [only, ...others] = mark.is === 'name' ? mark.candidates : [];
  return only === undefined || others.length > 0 ? [] : [[only.kind, 'is', [only.id]]];
}

/** 3 to 8 questions, each understood as it stands. */
export function suggestionsOf({ marks, today }: Marked, surroundings: Surroundings): string[] {
  const measures = marks.flatMap((mark): readonly MeasureName[] => {
    if (mark.is === 'state') return [mark.bound[0]];
    return mark.is === 'measure' || mark.is === 'order' ? mark.names : [];
  });
  const by = marks.flatMap((mark) => {
    if (mark.is === 'by') return mark.dims;
    return mark.is === 'noun' && mark.dim !== 'verdict' && mark.dim !== 'substitute'
      ? [mark.dim]
      : [];
  });
  const [named] = marks.flatMap(filterOf);
  const { self } = surroundings;
  const own: Filter[] =
    self === null || named?.[0] === 'trainer' ? [] : [['trainer', 'is', [self]]];
  const where = named === undefined ? [] : [named];
  const examples = examplesOf(surroundings);
  if (measures.length + by.length + where.length === 0) return examples.slice(0, MOST);
  const [days] = marks.flatMap((mark) => {
    const found = mark.is === 'time' ? mark.time.days('back') : null;
    return found !== null && isDays(found) && found.to <= today ? [found] : [];
  });
  const [measure = where.length > 0 ? 'attended' : 'fill_rate'] = measures;
  const [dim = 'weekday'] = by;
  const near: Asked[] = [
    ...(days === undefined ? [] : [{ measures: [measure], by: [dim], where, ...days }]),
    { measures: [measure], by: [dim], where },
    where.length === 0 ? { measures: [measure], by: ['week'] } : { measures: [measure], where },
    { measures: [measure], by: [dim] },
  ];
  const phrases = near.map(({ where: of = [], ...query }) =>
    phraseOf({ ...query, where: [...of, ...own] }, surroundings),
  );
  return [...new Set([...phrases.slice(0, 3), ...examples])].slice(0, MOST);
}
