/** Words that turn one measure into another: "rate", "average", "per class", "per visit". */

import { MEASURES, type MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Stop } from '../draft.ts';
import type { Work } from '../work.ts';
import { type Asked, drop, has, isListed, noSuch, replace } from './asked.ts';
import { RATIOS } from './families.ts';

type Of = Map<Mark, readonly MeasureName[]>;
type Into = MarkOf<'turn'>['into'];

const SHARE_OF_WHAT =
  'Of shares, the fill rate and the no-show rate are known; the share of a sum is not.';
const allOf = (of: Of): MeasureName[] => [...of.values()].flat();

export function turned(work: Work, of: Of, isGrouped: boolean): Asked | Stop {
  const turns = work.all('turn');
  for (const turn of turns) {
    const stop = TURNS[turn.into](of, turn, work);
    if (stop !== null) return stop;
    work.use(turn);
  }
  const perClassTurn = turns.find(({ into }) => into === 'per_class');
  if (perClassTurn === undefined) return { of, each: overTime(of, work) };
  const isAverage =
    turns.some(({ into }) => into === 'average') ||
    work.has('order', 'direction', 'bound') ||
    (of.size === 1 && work.has('compare', 'than'));
  // "How often were there too many *in a class*": those classes are counted.
  const isOfClasses = allOf(of).every((one) => /^(over_capacity|cancelled)$/.test(one));
  if (of.size > 0 && isOfClasses && /^in/i.test(perClassTurn.typed)) {
    work.noted.add(perClassTurn);
    return { of, each: null };
  }
  const isEach = perClass(of, isGrouped, isAverage, work);
  if (typeof isEach !== 'boolean') return isEach;
  const each = /session/i.test(perClassTurn.typed) ? 'session' : 'series';
  return { of, each: isEach ? each : null };
}

/** "Revenue trend": the revenue week by week. The trend that is known is that of the fill rate. */
function overTime(of: Of, work: Work): 'week' | null {
  const [trend] = [...of].find(([, measures]) => measures.includes('trend')) ?? [];
  if (trend === undefined || isListed(trend, work)) return null;
  if (allOf(of).every((one) => one === 'trend' || one === 'fill_rate' || one === 'slot_index'))
    return null;
  of.delete(trend);
  work.noted.add(trend);
  const isTimed = work.all('by').some(({ dim }) => /^(day|week|month)$/.test(dim));
  return isTimed ? null : 'week';
}

/** Each class has a row of its own, but for figures that are known of a class on average. */
function perClass(of: Of, isGrouped: boolean, isAverage: boolean, work: Work): boolean | Stop {
  const earning = work.all('order').find(({ measures }) => measures[0] === 'profit');
  if (of.size === 0 && isGrouped && earning !== undefined) of.set(earning, ['profit_per_class']);
  const all = allOf(of);
  const [only, ...others] = new Set(all);
  if (only === undefined) return true;
  if (others.length === 0 && /^(average_attendance|profit_per_class)$/.test(only))
    return isFirst(work) && !isGrouped;
  const isProfit = others.length === 0 || isGrouped;
  const turned = [
    ['profit', 'profit_per_class', isProfit],
    ['revenue', 'profit_per_class', isEarned(work)],
    ['attended', 'average_attendance', isAverage || isGrouped],
  ] as const;
  const turn = turned.find(([from, , isTurned]) => isTurned && all.includes(from));
  const money = isGrouped ? all.find((one) => one === 'revenue' || one === 'cost') : undefined;
  if (money !== undefined && turn?.[0] !== 'revenue')
    return noSuch(`The ${money} of a class on average is not known; profit per class is.`);
  if (turn !== undefined) replace(of, turn[0], turn[1]);
  return turn === undefined;
}

/** "Per class average turnout". */
function isFirst({ marks: [first] }: Work): boolean {
  return first?.is === 'turn' && first.into === 'per_class';
}

/** "earns us the most per class" is of what is left, as no revenue is known per class. */
function isEarned(work: Work): boolean {
  return work.all('measure').some(({ typed }) => /\b(earn|make|made|bring)/i.test(typed));
}

const OF_PEOPLE =
  /^\w+ of (all |our |the |my |these |those |total )*(visits|visitors|people|attendances?|attendees|members|customers|footfall|everyone)\b/i;

const OVER_TIMES =
  'An average over days, weeks or months is not known: ask for each of them, or for the average of a class.';

/** "how many people a day on average": not those of a class. */
function isOfPeopleATime(of: Of, work: Work): boolean {
  const isWeak = [...of.keys()].some(
    (mark) => mark.is === 'measure' && mark.strength === 'weak' && has(of, 'attended'),
  );
  const isTimed = work.all('by').some(({ dim }) => /^(day|week|month)$/.test(dim));
  return isWeak && isTimed && !work.all('turn').some(({ into }) => into === 'per_class');
}

/** What each turning word makes of the measures that are named. */
const TURNS: Readonly<Record<Into, (of: Of, turn: MarkOf<'turn'>, work: Work) => Stop | null>> = {
  per_class: () => null,
  average: (of, turn, work) => {
    const next = work.after(turn);
    const isOfTimes = next?.is === 'by' && /^(dai|week|month|hour)ly$/i.test(next.typed);
    if (isOfTimes || isOfPeopleATime(of, work)) return noSuch(OVER_TIMES);
    replace(of, 'profit', 'profit_per_class');
    replace(of, 'attended', 'average_attendance');
    const all = allOf(of);
    const [first] = all;
    if (first === undefined || all.some((one) => RATIOS.has(one))) return null;
    const what = MEASURES[first].sentence.replace(/\.$/, '').toLowerCase();
    return noSuch(
      `An average of ${what.split(/[,:;]/)[0] ?? what} is not known; the sum is, and so are averages of people and of profit for a class.`,
    );
  },
  rate: (of, turn, work) => {
    // "What share of the visits is in the morning": of a sum.
    const behind = work.marked.text.slice(work.marked.text.indexOf(turn.typed));
    const isOfComing = [...of.keys()].some(({ typed }) => /^(show|turn|came|come)/i.test(typed));
    if (has(of, 'attended') && (isOfComing || OF_PEOPLE.test(behind))) return noSuch(SHARE_OF_WHAT);
    replace(of, 'no_shows', 'no_show_rate');
    const isOfPlaces = has(of, 'capacity');
    if (!has(of, 'no_show_rate') && !has(of, 'booked')) replace(of, 'attended', 'fill_rate');
    if (isOfPlaces && has(of, 'fill_rate')) drop(of, 'capacity');
    else if (isOfPlaces) replace(of, 'capacity', 'fill_rate');
    return allOf(of).some((one) => MEASURES[one].unit === 'rate') ? null : noSuch(SHARE_OF_WHAT);
  },
  per_visit: (of) => {
    replace(of, 'revenue', 'revenue_per_visit');
    return has(of, 'revenue_per_visit') ? null : noSuch('Only revenue is known per visit.');
  },
  value: (of, turn, work) => {
    const isLost = /^los/i.test(turn.typed);
    if (has(of, 'empty_seat_value') || (has(of, 'revenue_per_visit') && !isLost)) return null;
    if (of.size > 0 || !isLost)
      return noSuch('What is worth is known of empty places and of a visit.');
    const isOfRows = work.has('which') && work.all('noun').some(({ isPlural }) => isPlural);
    if (work.has('bound', 'order') || isOfRows)
      return noSuch('How much was lost is the profit below zero: ask for the profit.');
    of.set(turn, ['profit']);
    return null;
  },
};
