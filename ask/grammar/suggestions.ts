/** Questions to ask instead: made of what was understood, the nearest first; then the gym's examples. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FiguresQuery, QueryFilter } from '../../gym/figures/query.ts';
import type { Surroundings } from '../reader.ts';
import { examplesOf } from './examples.ts';
import type { Marked } from './marks/find-marks.ts';
import { phraseOf } from './phrase.ts';

const MOST = 8;

/** 3 to 8 questions, each understood as it stands. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
export function suggestionsOf({ marks }: Marked, surroundings: Surroundings): string[] {
  const measures: MeasureName[] = [];
  const by: DimensionName[] = [];
  const where: QueryFilter[] = [];
  for (const mark of marks) {
    if (mark.is === 'measure') measures.push(...mark.measures);
    if (mark.is === 'state' || mark.is === 'order') {
      measures.push(...(mark.is === 'state' ? [mark.measure] : mark.measures));
    }
    if ((mark.is === 'by' || mark.is === 'noun') && mark.dim !== 'verdict') by.push(mark.dim);
    const [only, ...others] = mark.is === 'name' ? mark.candidates : [];
    if (only !== undefined && others.length === 0) where.push([only.kind, 'is', [only.id]]);
  }
  if (measures.length + by.length + where.length === 0)
    return examplesOf(surroundings).slice(0, MOST);
  const [measure = where.length > 0 ? 'attended' : 'fill_rate'] = measures;
  const [filter] = where;
  const [dim = 'weekday'] = by;
  const near: FiguresQuery[] = [
    { measures: [measure], by: [dim], ...(filter === undefined ? {} : { where: [filter] }) },
    { measures: [measure], ...(filter === undefined ? { by: ['week'] } : { where: [filter] }) },
    { measures: [measure], by: [dim] },
    { measures: [measure] },
  ];
  const phrases = near.map((query) => phraseOf(query, surroundings));
  return [...new Set([...phrases.slice(0, 3), ...examplesOf(surroundings)])].slice(0, MOST);
}
