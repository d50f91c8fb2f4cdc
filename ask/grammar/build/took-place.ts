/** Which classes a question means by its verb: "how many did we run" those that took place, "what was cancelled" each that was. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { Draft } from './draft.ts';

const TOOK_PLACE = /\b(did|ran|taught|led|hosted|delivered|given)\b/i;
const LISTED = /^\W*(what|which|list|show|name)\b(?!.*\b(how many|number|count|total|rate)\b)/i;

/** @param today of the gym: classes to come have not taken place. */
export function tookPlace(draft: Draft, text: string, today: string): Draft {
  const { measures, by, where, having, order, range, compare } = draft;
  const isAlone = measures.join() === 'cancelled' && [by, having, order].flat().length === 0;
  if (isAlone && compare === null && LISTED.test(text)) {
    return { ...draft, by: ['session'], having: [['cancelled', '>', 0]] };
  }
  const isAhead = range !== null && range.from > today;
  const isOfStatus = where.some(([dimension]) => dimension === 'status');
  if (!TOOK_PLACE.test(text) || isAhead || isOfStatus) return draft;
  const held = (name: MeasureName) => (name === 'sessions' ? 'held' : name);
  return {
    ...draft,
    measures: [...new Set(measures.map(held))],
    having: having.map(([name, bound, value]) => [held(name), bound, value]),
    order: order.map(([name, way]) => [name === 'sessions' ? 'held' : name, way]),
  };
}
