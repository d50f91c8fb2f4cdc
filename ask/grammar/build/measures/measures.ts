/** Which measures a question asks for: words that turn one into another are in `turns.ts`. */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark } from '../../marks/mark.ts';
import type { Draft, Stop } from '../draft.ts';
import type { Work } from '../work.ts';
import { type Asked, drop, has, noSuch, replace } from './asked.ts';
import { turned } from './turns.ts';

/** Measures of things that happen to a class: "classes with no-shows", "never have a waiting list". */
export const EVENTS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'no_shows',
  'walk_ins',
  'late_cancels',
  'waitlisted',
  'cancelled',
  'over_capacity',
  'empty_seats',
]);
/** None of them is a part of another. */
const APART: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'no_shows',
  'no_show_rate',
  'late_cancels',
  'waitlisted',
  'walk_ins',
]);
/** Figures that are known of classes to come. */
export const PLANNED: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'sessions',
  'booked',
  'capacity',
  'waitlisted',
  'late_cancels',
  'cancelled',
]);

/**
 * @param isGrouped whether rows are of something other than classes already
 * @param base the question before, whose figures stay where none are named
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
export function measuresOf(work: Work, isGrouped: boolean, base: Draft | null): Asked | Stop {
  const of = new Map<Mark, readonly MeasureName[]>();
  const strong = work.all('measure').filter(({ strength }) => strength === 'strong');
  const kept = strong.filter((mark) => !isExcluded(mark, strong, work));
  if (kept.some((mark) => isOfClassesWith(mark, kept, work))) {
    return noSuch(
      'Classes cannot be picked by one figure and listed with another: ask for both by class.',
    );
  }
  const isBrought = work.all('order').some((mark) => mark.measures.length > 0) || work.has('state');
  const weak = isBrought
    ? []
    : work
        .all('measure')
        .filter((mark) => !strong.includes(mark))
        .slice(0, 1);
  const named = kept.length > 0 ? kept : weak;
  for (const mark of named) of.set(mark, mark.measures);
  const alone = kept.length === 0 ? work.all('turn').filter(({ into }) => into === 'average') : [];
  if (work.all('free').length > 0) freePlaces(work, of);
  work.use(...work.all('measure'));
  if (of.size === 0 && isGrouped) countOfNoun(work, of);
  const [first] = work.marks;
  const isBare = of.size === 0 && !work.has('state', 'verdict');
  if (base !== null && first !== undefined && isBare) of.set(first, base.measures);
  const stop = combined(work, of);
  if (stop !== null) return stop;
  const [average] = alone;
  if (of.size === 0 && average !== undefined && work.has('bound'))
    of.set(average, ['average_attendance']);
  if (of.size === 0 && alone.length > 0 && !work.has('state', 'verdict')) {
    return noSuch('An average of what? Name a figure: people who came, for example.');
  }
  return turned(work, of, isGrouped);
}

/** "the no-show rate of classes with a waitlist": that would be the rate of all classes. */
function isOfClassesWith(mark: Mark, strong: readonly Mark[], work: Work): boolean {
  const have = work.before(mark);
  const noun = have === undefined ? undefined : work.before(have);
  const isWith = have?.is === 'have' && noun?.is === 'noun';
  const isEvent = mark.is === 'measure' && mark.measures.some((one) => EVENTS.has(one));
  return (
    isWith &&
    isEvent &&
    strong.length > 1 &&
    strong[0] !== mark &&
    !work.has('bound') &&
    !/\bwhich\b/i.test(work.marked.text)
  );
}

/** "No-shows, but not late cancels": a figure that is left out of the others is not in them anyway. */
function isExcluded(mark: Mark, strong: readonly Mark[], work: Work): boolean {
  const before = work.before(mark);
  if (before?.is !== 'not' || before.side !== 'before' || strong.length < 2) return false;
  if (mark.is === 'measure' && mark.measures.includes('cancelled') && before.kind === 'leave_out') {
    work.use(before);
    work.extraWhere.push(['status', 'is_not', ['cancelled']]);
    return true;
  }
  if (before.kind !== 'leave_out' || work.marks.indexOf(before) === 0) return false;
  const rest = strong.filter((one) => one !== mark && one.at < mark.at);
  const own = mark.is === 'measure' ? mark.measures : [];
  const isApart = [
    ...own,
    ...rest.flatMap((one) => (one.is === 'measure' ? one.measures : [])),
  ].every((one) => APART.has(one));
  const isCancelled = own.includes('cancelled');
  if (rest.length === 0 || work.has('which') || !(isApart || isCancelled)) return false;
  work.use(before);
  work.note(`“${mark.typed}” is a figure of its own and is not in this one.`);
  return true;
}

/** "places still free" of classes to come: those there are, and those booked. */
function freePlaces(work: Work, of: Map<Mark, readonly MeasureName[]>): void {
  const [free, ...others] = work.all('free');
  if (free === undefined) return;
  work.use(free, ...others);
  of.clear();
  of.set(free, ['capacity', 'booked']);
  work.note('Free places are the capacity less the bookings.');
}

/** "sessions per trainer": how many there are. */
function countOfNoun(work: Work, of: Map<Mark, readonly MeasureName[]>): void {
  if (work.has('order', 'direction', 'bound', 'state', 'verdict', 'which', 'timetable')) return;
  const [noun] = work
    .all('noun')
    .filter(({ dim, isPlural }) => isPlural && (dim === 'series' || dim === 'session'));
  if (noun !== undefined && work.marks.indexOf(noun) === 0) of.set(noun, ['sessions']);
}

/** Two words for one figure: "what do empty places cost", "how many classes were cancelled". */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function combined(work: Work, of: Map<Mark, readonly MeasureName[]>): Stop | null {
  const isJoined = work.has('and', 'compare', 'or');
  const isMoneyAsked =
    has(of, 'cost') ||
    has(of, 'revenue') ||
    work.all('turn').some(({ into }) => into === 'value') ||
    work.all('measure').some(({ measures }) => measures[0] === 'revenue');
  if (has(of, 'empty_seats') && isMoneyAsked && !isJoined) {
    for (const money of ['cost', 'revenue'] as const) drop(of, money);
    replace(of, 'empty_seats', 'empty_seat_value');
    work.use(...work.all('turn').filter(({ into }) => into === 'value'));
  }
  for (const event of [
    'no_shows',
    'late_cancels',
    'waitlisted',
    'cancelled',
    'no_show_rate',
  ] as const) {
    if (has(of, event) && isMoneyAsked && !isJoined) {
      return noSuch(
        `What they cost is not known: no price is stored with a booking. Their number is, and so is the revenue.`,
      );
    }
  }
  const isCountOfOthers = ['cancelled', 'over_capacity'].some((one) => has(of, one as MeasureName));
  if (has(of, 'sessions') && isCountOfOthers && !work.has('and')) drop(of, 'sessions');
  const counted = work.all('measure').find(({ measures }) => measures[0] === 'sessions');
  if (of.size > 1 && counted !== undefined && !/how many|number|count|total/i.test(counted.typed)) {
    drop(of, 'sessions');
  }
  // "Does it break even?" asks for its profit, not from which number on.
  if (/^\W*(do|does|did|is|are)\b/i.test(work.marked.text))
    replace(of, 'breakeven_attendance', 'profit');
  if (has(of, 'average_attendance') && has(of, 'attended')) drop(of, 'attended');
  if (has(of, 'breakeven_attendance')) {
    for (const other of ['attended', 'profit', 'cost'] as const) {
      if (!work.has('and', 'compare')) drop(of, other);
    }
  }
  const weakMoney = [...of].find(
    ([mark]) => mark.is === 'measure' && mark.strength === 'weak' && mark.measures[0] === 'revenue',
  );
  const isLost = work
    .all('turn')
    .some(({ into, typed }) => into === 'value' && /^los/i.test(typed));
  if (weakMoney !== undefined && isLost) of.delete(weakMoney[0]);
  if (has(of, 'empty_seat_value'))
    for (const other of ['cost', 'revenue'] as const) if (!isJoined) drop(of, other);
  if (has(of, 'over_capacity') && !isJoined) drop(of, 'attended');
  if (has(of, 'no_shows') && !isJoined) drop(of, 'booked');
  if (has(of, 'slot_index') && !isJoined)
    for (const other of ['attended'] as const) drop(of, other);
  if (has(of, 'waitlisted') && !isJoined) drop(of, 'attended');
  return null;
}
