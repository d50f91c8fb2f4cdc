/** Classes that are counted where nothing else is: "sessions per trainer", "how many evening classes", "who taught the most". */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark } from '../../marks/mark.ts';
import type { Work } from '../work.ts';
import { isCountedIn } from './asked.ts';

type Of = Map<Mark, readonly MeasureName[]>;

/** "For each trainer: classes, visits": how many there are. */
export function countNouns(work: Work, of: Of): void {
  for (const noun of work.all('noun').filter((one) => isCountedIn(one, work))) {
    of.set(noun, ['sessions']);
    work.use(noun);
  }
}

/** "How many *evening classes* did we have": the classes, and not the people in them. */
export function countedClasses(work: Work, of: Of): void {
  if (work.has('state', 'bound', 'verdict', 'order', 'direction')) return;
  for (const count of work.all('how_many')) {
    const behind = work.marks.slice(work.marks.indexOf(count) + 1);
    const noun = behind.find(({ is }) => !/^(name|filter|time|self|all)$/.test(is));
    if (noun?.is !== 'noun' || !/^(series|session)$/.test(noun.dim) || !noun.isPlural) continue;
    of.set(noun, ['sessions']);
    work.use(noun);
  }
}

/** "sessions per trainer": how many there are. */
export function countOfNoun(work: Work, of: Of): void {
  if (work.has('order', 'direction', 'bound', 'state', 'verdict', 'which', 'timetable')) return;
  const [noun] = work
    .all('noun')
    .filter(({ dim, isPlural }) => isPlural && (dim === 'series' || dim === 'session'));
  if (noun !== undefined && work.marks.indexOf(noun) === 0) of.set(noun, ['sessions']);
}

/** "Who taught the most classes", "who teaches the most", "how many times did Anna teach": how many each has. */
export function mostClasses(work: Work, of: Of): void {
  if (work.has('state', 'bound', 'verdict')) return;
  const teaching = work.all('timetable').find(({ typed }) => /^(teach|taught|work)/i.test(typed));
  const isOften = work.all('how_many').some(({ typed }) => /^how (often|many times)/i.test(typed));
  const standing = work.all('filter').find(({ dim }) => dim === 'substitute');
  const next = standing === undefined ? undefined : work.after(standing);
  // "Who stands in the most?"
  if (next?.is === 'direction' && work.has('who')) {
    of.set(next, ['sessions']);
    return;
  }
  const isMostOften = work.all('direction').some((mark) => work.before(mark) === teaching);
  if (teaching !== undefined && (isOften || isMostOften) && !work.has('noun')) {
    of.set(teaching, ['sessions']);
    return;
  }
  const noun = work.all('noun').find((one) => {
    const before = work.before(one);
    const isMost =
      before?.is === 'direction' && /(most|fewest|least|more|fewer)$/i.test(before.typed);
    return isMost && one.isPlural && /^(series|session)$/.test(one.dim);
  });
  const isOfOthers =
    work.has('who') ||
    work.all('noun', 'by').some(({ dim }) => !/^(series|session|class)$/.test(dim)) ||
    work.all('name').length > 1;
  if (noun !== undefined && isOfOthers) of.set(noun, ['sessions']);
}
