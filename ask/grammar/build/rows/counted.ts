/** Things that are counted by a condition, as rows: "how many classes are over 90 % full". */

import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Breakdown } from '../breakdown.ts';
import type { Asked } from '../measures/asked.ts';
import { ABSORBED, EVENTS } from '../measures/families.ts';
import type { Work } from '../work.ts';

/**
 * "How many classes are over 90 % full", "how many full classes", "how often was Power Ride full": the classes are the rows.
 */
export function countedBySeries(work: Work, asked: Asked, { by }: Breakdown): void {
  if (by.length > 0 || !work.has('bound', 'state', 'measure')) return;
  const often = work.all('how_many').find(({ typed }) => /^how (often|many times)/i.test(typed));
  if (often !== undefined && work.has('state', 'bound')) {
    byRows('session', work, by);
    return;
  }
  const [count] = [...asked.of.keys()].filter((mark) => asked.of.get(mark)?.includes('sessions'));
  const isOwn = work.all('bound').some((mark) => work.after(mark) === count);
  if (count !== undefined && !isOwn && isCondition(count, work)) {
    asked.of.delete(count);
    work.noted.add(count);
    byRows(/sessions?/i.test(count.typed) ? 'session' : 'series', work, by);
    return;
  }
  const noun = work.all('noun').find((one) => isCounted(one, work));
  if (noun === undefined) return;
  work.use(noun);
  byRows(noun.dim, work, by);
}

function byRows(dim: DimensionName, work: Work, by: DimensionName[]): void {
  by.push(dim);
  work.note('The rows are those that were asked for.');
}

/** Whether what follows "how many classes" says which: "had no-shows", "are over 90 % full". */
function isCondition(count: Mark, work: Work): boolean {
  if (work.has('bound', 'state')) return true;
  const behind = work.marks.slice(work.marks.indexOf(count) + 1);
  const next = behind.find(({ is }) => !/^(have|past|any|all|which|who|not)$/.test(is));
  const isEvent = next?.is === 'measure' && next.measures.some((one) => EVENTS.has(one));
  return isEvent && !next.measures.some((one) => ABSORBED.sessions?.includes(one));
}

/** "how many full classes", "how many of last week's classes were full". */
function isCounted(noun: MarkOf<'noun'>, work: Work): boolean {
  if (!work.has('state', 'bound')) return false;
  const before = work.marks.slice(0, work.marks.indexOf(noun)).toReversed();
  return (
    before.find(({ is }) => !/^(state|time|filter|name|all|self)$/.test(is))?.is === 'how_many'
  );
}
