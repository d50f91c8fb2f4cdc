/** Words that turn one measure into another: "rate", "average", "per class", "per visit". */

import { MEASURES, type MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Stop } from '../draft.ts';
import type { Work } from '../work.ts';
import { type Asked, drop, has, noSuch, replace } from './asked.ts';

/** Averages and shares as they are. */
const RATIOS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'average_attendance',
  'fill_rate',
  'no_show_rate',
  'profit_per_class',
  'revenue_per_visit',
  'breakeven_attendance',
  'slot_index',
]);

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
export function turned(
  work: Work,
  of: Map<Mark, readonly MeasureName[]>,
  isGrouped: boolean,
): Asked | Stop {
  let isPerSeries = false;
  const turns = work.all('turn');
  const isAverage = turns.some(({ into }) => into === 'average');
  for (const turn of turns) {
    const stop = turnOne(work, of, turn);
    if (stop !== null && turn.into !== 'per_class') return stop;
    work.use(turn);
  }
  if (turns.some(({ into }) => into === 'per_class')) {
    const isRanked = work.has('order', 'direction', 'bound');
    if (has(of, 'profit')) replace(of, 'profit', 'profit_per_class');
    else if (has(of, 'revenue') && isEarned(work)) replace(of, 'revenue', 'profit_per_class');
    else if (has(of, 'revenue') && isGrouped)
      return noSuch('Revenue per class is not known; profit per class is.');
    else if (has(of, 'attended') && (isAverage || isGrouped || isRanked))
      replace(of, 'attended', 'average_attendance');
    else if ([...of.values()].flat().every((one) => RATIOS.has(one)) && of.size > 0)
      isPerSeries =
        has(of, 'fill_rate') || has(of, 'no_show_rate') || has(of, 'breakeven_attendance');
    else isPerSeries = true;
  }
  return { of, isPerSeries };
}

/** "earns us the most per class" is of what is left, as no revenue is known per class. */
function isEarned(work: Work): boolean {
  return work.all('measure').some(({ typed }) => /\b(earn|make|made|bring)/i.test(typed));
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function turnOne(
  work: Work,
  of: Map<Mark, readonly MeasureName[]>,
  turn: MarkOf<'turn'>,
): Stop | null {
  switch (turn.into) {
    case 'average':
      return averaged(work, of);
    case 'rate':
      if (has(of, 'no_shows')) replace(of, 'no_shows', 'no_show_rate');
      else if (has(of, 'booked') && !has(of, 'no_show_rate'))
        return noSuch('What share of what? The fill rate and the no-show rate are known.');
      else if (has(of, 'attended') || has(of, 'capacity')) {
        replace(of, 'attended', 'fill_rate');
        drop(of, 'capacity');
      } else if (![...of.values()].flat().some((one) => MEASURES[one].unit === 'rate')) {
        return noSuch('What share of what? The fill rate and the no-show rate are known.');
      }
      return null;
    case 'per_visit':
      if (!has(of, 'revenue') && !has(of, 'revenue_per_visit')) {
        return noSuch('Only revenue is known per visit.');
      }
      replace(of, 'revenue', 'revenue_per_visit');
      return null;
    case 'value':
      if (/^los/i.test(turn.typed) && [...of.values()].flat().length === 0) {
        if (work.has('bound', 'order'))
          return noSuch('How much was lost is the profit below zero: ask for the profit.');
        of.set(turn, ['profit']);
        return null;
      }
      return has(of, 'empty_seat_value') || has(of, 'revenue_per_visit')
        ? null
        : noSuch('What is worth is known of empty places and of a visit.');
    case 'per_class':
      return null;
  }
}

function averaged(work: Work, of: Map<Mark, readonly MeasureName[]>): Stop | null {
  if (has(of, 'profit')) replace(of, 'profit', 'profit_per_class');
  if (has(of, 'attended')) replace(of, 'attended', 'average_attendance');
  const rest = [...of.values()].flat().filter((one) => !RATIOS.has(one));
  const [first] = rest;
  if (first === undefined || rest.length < [...of.values()].flat().length) return null;
  if (first === 'sessions' && work.has('by')) return null;
  return noSuch(
    `An average of ${MEASURES[first].sentence.replace(/\.$/, '').toLowerCase()} is not known; the sum is, and so are averages of people and of profit for a class.`,
  );
}
