/** Which figures are asked for. */

import { addsUp, isOfMoney, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { Mark } from './mark.ts';

const MONEY =
  'revenue cost pay profit profit_per_class revenue_per_visit empty_seat_value breakeven_attendance';
/** What only helps to say another figure, unless the two are listed: "people attended compared with the slot". */
const PART_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  `attended: average_attendance breakeven_attendance slot_index trend walk_ins
average_attendance: slot_index breakeven_attendance
fill_rate: trend slot_index breakeven_attendance
booked: no_shows no_show_rate late_cancels breakeven_attendance walk_ins
no_shows: no_show_rate
cost: empty_seat_value breakeven_attendance pay
pay: profit breakeven_attendance revenue_per_visit
revenue: empty_seat_value revenue_per_visit
empty_seats: empty_seat_value
profit: breakeven_attendance profit_per_class
sessions: cancelled over_capacity held attended fill_rate no_shows ${MONEY}
held: cancelled over_capacity attended fill_rate no_shows ${MONEY}
cancelled: late_cancels`
    .split('\n')
    .map((line) => line.split(': '))
    .map(([part = '', wholes = '']) => [part, new Set(wholes.split(' '))] as const),
);
/** Of things that happen to a class: "classes with no-shows", "never have a waiting list". */
export const EVENTS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'no_shows',
  'walk_ins',
  'late_cancels',
  'waitlisted',
  'cancelled',
  'over_capacity',
  'empty_seats',
]);
/** Known of classes to come. */
export const PLANNED: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'sessions',
  'booked',
  'capacity',
  'waitlisted',
  'late_cancels',
  'cancelled',
]);
/** Figures that have a trend, which is one figure; of all others the weeks are shown. */
const HAS_TREND = /^(trend|fill_rate|attended|average_attendance|slot_index|sessions|held)$/;

/** Figures by the mark that says each; a mark may say several. */
export class Said extends Map<Mark, readonly MeasureName[]> {
  names(): MeasureName[] {
    return [...this.values()].flat();
  }

  /** @returns whether there was anything to replace */
  replace(from: MeasureName, to: MeasureName): boolean {
    const found = [...this].filter(([, names]) => names.includes(from));
    for (const [mark, names] of found)
      this.set(
        mark,
        names.map((name) => (name === from ? to : name)),
      );
    return found.length > 0;
  }
}

/** What the words say, without those that another makes superfluous. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function saidFigures(marks: Marks): Said {
  const said = new Said(marks.all('measure').map((mark) => [mark, mark.names]));
  const isHeld = marks.has('than', 'compare');
  for (const mark of marks.all('order', 'more'))
    if (mark.names[0] === 'trend' && !isHeld) said.set(mark, mark.names);
  marks.isOverTime =
    said.names().includes('trend') && !said.names().every((name) => HAS_TREND.test(name));
  for (const [mark, names] of [...said])
    if (marks.isOverTime && names[0] === 'trend') said.delete(mark);
  // "Attendance trend by week" is attendance, week by week.
  const isByTime = marks.all('by').some(({ dims }) => /^(day|week|month)$/.test(dims[0] ?? ''));
  for (const [mark, names] of isByTime && said.size > 1 ? [...said] : [])
    if (names[0] === 'trend') said.delete(mark);
  const isWeak = (mark: Mark): boolean => mark.is === 'measure' && mark.isWeak;
  const others = (mark: Mark) => [...said].filter(([other]) => other !== mark);
  for (const mark of [...said.keys()].filter(isWeak)) {
    // "How many classes had under five people": the bound is of people.
    const isBound =
      marks.before(mark)?.is === 'bound' &&
      others(mark).every(([, names]) => /^(sessions|held)$/.test(names[0] ?? ''));
    const isListed = isBound || others(mark).some(([other]) => areListed(mark, other, marks));
    if (!isListed && others(mark).some(([other]) => !isWeak(other))) said.delete(mark);
  }
  for (const [mark, names] of [...said]) {
    const wholes = others(mark).flatMap(([other, own]) =>
      areListed(mark, other, marks) ? [] : own,
    );
    // "At least 10 bookings" is a figure of its own.
    const isBound = marks.before(mark)?.is === 'bound';
    if (!isBound && names.some((name) => wholes.some((whole) => PART_OF.get(name)?.has(whole))))
      said.delete(mark);
  }
  return said;
}

/** Two figures with "and", "vs" or a comma between them are two. */
function areListed(one: Mark, other: Mark, marks: Marks): boolean {
  const [first = 0, second = 0] = [marks.list.indexOf(one), marks.list.indexOf(other)].sort(
    (a, b) => a - b,
  );
  const between = marks.list.slice(first + 1, second);
  const isJoint = (mark: Mark): boolean => isWord(mark, 'and', 'compare', 'or');
  // "How much did it bring in, and what did it cost?"
  const and = between.findIndex((mark) => isWord(mark, 'and'));
  const asks = and < 0 ? undefined : marks.list[first + 2 + and];
  if (/^(how|what)\b/i.test(asks?.typed ?? '')) return true;
  return (
    [...between, marks.list[second] as Mark].some((mark) => mark.isApart || isJoint(mark)) &&
    between.every(
      (mark) =>
        isJoint(mark) ||
        isWord(mark, 'which', 'how_many', 'past') ||
        /^(measure|time|name|filter)$/.test(mark.is),
    )
  );
}

export interface Turned {
  readonly isShare: boolean;
  /** "per class" makes a row for each class where it does not turn the figure. */
  readonly isPerClass: boolean;
}

/** "rate", "average", "per visit": what they make of the figures. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function turned(said: Said, marks: Marks, isGrouped: boolean): Turned | Stop {
  let isShare = false;
  for (const turn of marks.all('turn')) {
    const names = said.names();
    if (turn.into === 'average') {
      const isOfTimes = marks
        .all('by')
        .some(({ dims, isPer }) => isPer === true && /^(day|week|month)$/.test(dims[0] ?? ''));
      const next = marks.after(turn);
      const isOfDay = marks.has('how_many') && next?.is === 'time' && next.time.isEither === true;
      const isOfDays = isOfTimes || isOfDay;
      if (isOfDays && names.includes('attended') && perClassMark(marks) === undefined)
        return notUnderstood(
          'An average over days, weeks or months is not known: ask for each of them, or for the average of a class.',
        );
      if (names.length === 0 && marks.all('order', 'most', 'more').length === 0)
        said.set(turn, ['average_attendance']);
      said.replace('attended', 'average_attendance');
      said.replace('profit', 'profit_per_class');
      const [sum] = said.names();
      const isOfRows = marks.all('bound').length > 0;
      if (sum !== undefined && !isOfRows && said.names().every((name) => addsUp(name)))
        return notUnderstood(
          `An average of ${sum.replaceAll('_', ' ')} is not known; the sum is, and so are averages of people and of profit for a class.`,
        );
    } else if (turn.into === 'share' || turn.into === 'rate') {
      if (isSecond(turn, said, marks)) {
        said.set(turn, ['no_show_rate']);
        continue;
      }
      if (
        said.replace('no_shows', 'no_show_rate') ||
        names.some((name) => MEASURES[name].unit === 'rate')
      )
        continue;
      if (turn.into === 'rate' && names.length === 0)
        said.set(turn, [
          marks.base?.measures.includes('no_shows') === true ? 'no_show_rate' : 'fill_rate',
        ]);
      else isShare = turn.into === 'share' || names.every((name) => addsUp(name));
    } else if (turn.into === 'value' && !said.replace('empty_seats', 'empty_seat_value')) {
      said.replace('revenue', 'profit');
      if (names.length === 0) said.set(turn, ['profit']);
      else if (!names.some(isOfMoney))
        return notUnderstood(`What “${turn.typed}” is of was not understood.`);
    }
  }
  return { isShare, isPerClass: isPerClass(said, marks, isGrouped) };
}

/** "The most no-shows, and what was the rate?" are two figures. */
function isSecond(turn: Mark, said: Said, marks: Marks): boolean {
  const before = marks.list.slice(0, marks.list.indexOf(turn));
  const joint = before.findLastIndex((mark) => isWord(mark, 'and'));
  return before.slice(0, Math.max(0, joint)).some((mark) => said.get(mark)?.[0] === 'no_shows');
}

const perClassMark = (marks: Marks): Mark | undefined =>
  marks.all('turn').find(({ into }) => into === 'per_class') ??
  marks
    .all('by')
    .find(({ dims, isPer }) => isPer === true && /^(series|session)$/.test(dims[0] ?? ''));

/** "The highest attendance a class ever had" is that of a class on one date. */
export const isRecord = (marks: Marks): boolean =>
  marks.all('order', 'most').length > 0 &&
  marks.all('measure', 'order').some(({ names }) => /attend|revenue|profit/.test(names[0] ?? '')) &&
  marks
    .all('word', 'time', 'most')
    .some(({ typed }) => /\bever\b|record|\b(one|single)\b/i.test(typed));

/** "profit per class by trainer" is the average of a class; "no-shows per class" a row for each. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function isPerClass(said: Said, marks: Marks, isGrouped: boolean): boolean {
  const mark = perClassMark(marks);
  if (mark === undefined) return false;
  const isRows = mark.is === 'by';
  const names = said.names();
  if (names.includes('average_attendance') || names.includes('profit_per_class'))
    return isRows && marks.list[0] === mark && !isGrouped;
  const isOne = new Set(names).size <= 1;
  const isRanked =
    marks.all('bound', 'more', 'order', 'most', 'sorted').length > 0 && !isRecord(marks);
  // "Making over £100 a go" is what a class leaves.
  const isWeak = marks.all('measure').some((one) => one.isWeak && said.has(one));
  if ((!isRows || isGrouped) && isOne && isWeak) said.replace('revenue', 'profit');
  if ((isOne || isGrouped) && said.replace('profit', 'profit_per_class')) return false;
  if (
    ((isRanked && isOne) || isGrouped || !isRows) &&
    said.replace('attended', 'average_attendance')
  )
    return false;
  const order = marks
    .all('order')
    .find((one) => /^(attended|profit|revenue)$/.test(one.names[0] ?? ''));
  if (order === undefined || names.length > 0) return isRows;
  said.set(order, [order.names[0] === 'attended' ? 'average_attendance' : 'profit_per_class']);
  return false;
}

/** "How often", "how many times" count dates of a class. */
export const isOfTimes = (count: Mark | undefined): boolean =>
  /times|often/i.test(count?.typed ?? '');

/** "how many classes" counts them; "how many classes had fewer than 5" lists them. */
export function countRows(marks: Marks, said: Said): void {
  const [count] = [
    ...marks.words('how_many'),
    ...marks.all('turn').filter(({ into }) => /^(share|rate)$/.test(into)),
  ];
  if (count === undefined || said.size > 0) return;
  const next = marks.after(count);
  const isChosen = marks.all('bound', 'state', 'order', 'verdict').length > 0;
  const isTimes = isOfTimes(count) && marks.all('state', 'report').length > 0;
  const noun = marks.all('noun').find(({ dim, isMany }) => isOfClasses(dim) && isMany);
  const isNoun = next?.is === 'noun' && count.is === 'word';
  const isOfClass = next?.is === 'by' && next.dims[0] === 'class';
  const isOfSubstitutes = marks.all('filter').some(({ dim }) => dim === 'substitute');
  if (isTimes || isOfClass || isOfSubstitutes || (noun !== undefined && !isNoun && !isChosen))
    said.set(count, ['sessions']);
  else if (count.is === 'word' && !isNoun && !isChosen) said.set(count, ['attended']);
}

/** "How many classes were full", "had a waitlist": only those are counted. */
export function chosenCount(marks: Marks, said: Said): Mark | undefined {
  const [count] = [...said].find(([, names]) => names.join() === 'sessions') ?? [];
  const isOfThem = marks.all('by').length === 0 && !marks.has('and');
  const isChosen = marks.all('state').length > 0 || said.names().some((name) => EVENTS.has(name));
  return isOfThem && isChosen ? count : undefined;
}

export const isOfClasses = (dim: string | undefined): boolean =>
  /^(series|class|session)$/.test(dim ?? '');

/** Of which a query may name several, each a row. */
export const isOfThings = (dim: string): boolean => /^(trainer|room|gym)$/.test(dim);
