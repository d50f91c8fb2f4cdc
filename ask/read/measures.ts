/** Which figures are asked for. */

import { addsUp, MEASURE_NAMES, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { Mark, MarkOf } from './mark.ts';

const PEOPLE: readonly MeasureName[] = [
  'attended',
  'average_attendance',
  'fill_rate',
  'booked',
  'no_shows',
  'no_show_rate',
  'walk_ins',
  'late_cancels',
  'waitlisted',
  'over_capacity',
  'revenue_per_visit',
  'breakeven_attendance',
  'slot_index',
  'trend',
];
const PLACES: readonly MeasureName[] = [
  'capacity',
  'empty_seats',
  'empty_seat_value',
  'fill_rate',
  'over_capacity',
  'booked',
];
const MONEY: readonly MeasureName[] = [
  'revenue',
  'cost',
  'pay',
  'profit',
  'profit_per_class',
  'revenue_per_visit',
  'empty_seat_value',
  'breakeven_attendance',
];
type Others = Partial<Readonly<Record<MeasureName, readonly MeasureName[]>>>;
/** Of a word that says little ("people", "places", "make"): the figures beside which it adds nothing. */
const WEAK: Others = {
  attended: [
    ...PEOPLE,
    'revenue',
    'profit',
    'cost',
    'capacity',
    'empty_seats',
    'sessions',
    'held',
    'cancelled',
    'empty_seat_value',
  ],
  capacity: PLACES,
  revenue: MEASURE_NAMES,
  profit: MONEY,
};
/** What only helps to say another figure, unless the two are listed: "people attended compared with the slot". */
const ABSORBED: Others = {
  attended: ['average_attendance', 'breakeven_attendance', 'slot_index', 'trend', 'walk_ins'],
  average_attendance: ['slot_index', 'breakeven_attendance'],
  fill_rate: ['trend', 'slot_index', 'breakeven_attendance'],
  booked: ['no_shows', 'no_show_rate', 'late_cancels', 'breakeven_attendance', 'walk_ins'],
  no_shows: ['no_show_rate'],
  cost: ['empty_seat_value', 'breakeven_attendance', 'pay'],
  pay: ['profit', 'breakeven_attendance', 'revenue_per_visit'],
  revenue: ['empty_seat_value', 'revenue_per_visit'],
  empty_seats: ['empty_seat_value'],
  profit: ['breakeven_attendance', 'profit_per_class'],
  sessions: ['cancelled', 'over_capacity', 'held', 'attended', 'fill_rate', 'no_shows', ...MONEY],
  held: ['cancelled', 'over_capacity', 'attended', 'fill_rate', 'no_shows', ...MONEY],
  cancelled: ['late_cancels'],
  waitlisted: [],
};
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

/** Figures with the mark that says each; a mark may say several. */
export type Said = Map<Mark, readonly MeasureName[]>;

const allOf = (said: Said): MeasureName[] => [...said.values()].flat();

/** Strong words, and those weak ones that no strong word makes superfluous. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function saidMeasures(marks: Marks): Said {
  const said: Said = new Map();
  for (const mark of marks.all('measure')) said.set(mark, mark.names);
  for (const mark of marks.all('order', 'more')) {
    if (mark.names[0] === 'trend' && !marks.has('than', 'compare')) said.set(mark, mark.names);
  }
  marks.use(...said.keys());
  const isOfTime = [...said.values()]
    .flat()
    .some(
      (name) =>
        !/^(trend|fill_rate|attended|average_attendance|slot_index|sessions|held)$/.test(name),
    );
  if (isOfTime) {
    for (const [mark, names] of [...said]) {
      if (names[0] !== 'trend') continue;
      said.delete(mark);
      marks.isOverTime = true;
    }
  }
  const isWeak = (mark: Mark): boolean => mark.is === 'measure' && mark.isWeak;
  const strong = new Set([...said].flatMap(([mark, names]) => (isWeak(mark) ? [] : names)));
  for (const [mark, names] of [...said]) {
    const others = names.flatMap((name) => WEAK[name] ?? []);
    const isOne = [...said.keys()].some((other) => other !== mark && isListed(mark, other, marks));
    if (isWeak(mark) && !isOne && others.some((other) => strong.has(other))) said.delete(mark);
  }
  for (const [mark, names] of [...said]) {
    const others = new Set(
      [...said].flatMap(([other, own]) => (isListed(mark, other, marks) ? [] : own)),
    );
    // "At least 10 bookings" is a figure of its own.
    const isBound = marks.before(mark)?.is === 'bound';
    if (!isBound && names.some((name) => (ABSORBED[name] ?? []).some((other) => others.has(other))))
      said.delete(mark);
  }
  return said;
}

/** Two figures with only "and", "vs" or nothing between them are two. */
function isListed(mark: Mark, other: Mark, marks: Marks): boolean {
  const [first, second] = [marks.list.indexOf(mark), marks.list.indexOf(other)].sort(
    (a, b) => a - b,
  );
  const between = marks.list.slice((first ?? 0) + 1, second);
  const later = marks.list[second ?? 0];
  const isJoint =
    later?.isApart === true ||
    between.some((one) => one.isApart || isWord(one, 'and', 'compare', 'or'));
  return (
    isJoint &&
    between.every(
      (one) =>
        isWord(one, 'and', 'compare', 'or', 'which', 'how_many', 'past') ||
        one.is === 'measure' ||
        one.is === 'time',
    )
  );
}

function replace(said: Said, from: MeasureName, to: MeasureName): boolean {
  const found = [...said].filter(([, names]) => names.includes(from));
  for (const [mark, names] of found)
    said.set(
      mark,
      names.map((name) => (name === from ? to : name)),
    );
  return found.length > 0;
}

export interface Turned {
  readonly isShare: boolean;
  /** "per class": a row for each class, where it does not turn the figure. */
  readonly isPerClass: boolean;
}

/** "rate", "average", "per visit": what they make of the figures. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function turned(said: Said, marks: Marks, isGrouped: boolean): Turned | Stop {
  let isShare = false;
  const has = (name: MeasureName): boolean => allOf(said).includes(name);
  const turns = marks.all('turn');
  marks.use(...turns);
  for (const turn of turns) {
    if (turn.into === 'average') {
      const isOfTimes = marks
        .all('by')
        .some(({ dims, isPer }) => isPer === true && /^(day|week|month)$/.test(dims[0] ?? ''));
      if (isOfTimes && has('attended') && !perClassMark(marks))
        return notUnderstood(
          'An average over days, weeks or months is not known: ask for each of them, or for the average of a class.',
        );
      replace(said, 'attended', 'average_attendance');
      replace(said, 'profit', 'profit_per_class');
      const sum = allOf(said).find((name) => addsUp(name));
      if (sum !== undefined && allOf(said).every((name) => addsUp(name)))
        return notUnderstood(
          `An average of ${sum.replaceAll('_', ' ')} is not known; the sum is, and so are averages of people and of profit for a class.`,
        );
    } else if (turn.into === 'share') isShare = !replace(said, 'no_shows', 'no_show_rate');
    else if (turn.into === 'rate') isShare = rated(said, turn, marks) || isShare;
    else if (turn.into === 'per_visit') {
      if (!replace(said, 'revenue', 'revenue_per_visit') && !has('revenue_per_visit'))
        return notUnderstood('Only revenue is known per visit.');
    } else if (turn.into === 'value') {
      if (has('empty_seats')) replace(said, 'empty_seats', 'empty_seat_value');
      else if (said.size === 0 || has('revenue')) {
        replace(said, 'revenue', 'profit');
        if (said.size === 0) said.set(turn, ['profit']);
      }
    }
  }
  return { isShare, isPerClass: perClass(said, marks, isGrouped) };
}

/** @returns whether it is the share of a total */
function rated(said: Said, turn: MarkOf<'turn'>, marks: Marks): boolean {
  if (replace(said, 'no_shows', 'no_show_rate')) return false;
  const all = allOf(said);
  if (all.some((name) => MEASURES[name].unit === 'rate')) return false;
  if (all.length === 0) {
    const isNoShow = marks.base?.measures.includes('no_shows') === true;
    said.set(turn, [isNoShow ? 'no_show_rate' : 'fill_rate']);
    return false;
  }
  return all.every((name) => addsUp(name));
}

function perClassMark(marks: Marks): Mark | undefined {
  return (
    marks.all('turn').find(({ into }) => into === 'per_class') ??
    marks
      .all('by')
      .find(({ dims, isPer }) => isPer === true && (dims[0] === 'series' || dims[0] === 'session'))
  );
}

const PER_CLASS: ReadonlyMap<MeasureName, MeasureName> = new Map([
  ['profit', 'profit_per_class'],
  ['revenue', 'profit_per_class'],
  ['attended', 'average_attendance'],
]);

/** "profit per class by trainer" is the average of a class; "no-shows per class" a row for each. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function perClass(said: Said, marks: Marks, isGrouped: boolean): boolean {
  const mark = perClassMark(marks);
  if (mark === undefined) return false;
  const isRows = mark.is === 'by';
  const all = allOf(said);
  const isAverage =
    marks.all('turn').some(({ into }) => into === 'average') ||
    marks.all('bound', 'more', 'order', 'most', 'sorted').length > 0 ||
    marks.has('compare', 'than');
  const isAveraged = marks.all('turn').some(({ into }) => into === 'average');
  if (all.length === 0 && isAveraged) return false;
  const isOne = new Set(all).size <= 1;
  if (all.includes('average_attendance') || all.includes('profit_per_class')) {
    const isFirst = marks.list[0] === mark;
    return isRows && isFirst && !isGrouped;
  }
  if ((isOne || isGrouped) && replace(said, 'profit', 'profit_per_class')) return false;
  if (
    ((isAverage && isOne) || isGrouped || !isRows) &&
    replace(said, 'attended', 'average_attendance')
  )
    return false;
  const order = marks.all('order').find(({ names }) => names[0] !== undefined);
  const ofClass = order === undefined ? undefined : PER_CLASS.get(order.names[0] as MeasureName);
  if (all.length === 0 && order !== undefined && ofClass !== undefined) {
    said.set(order, [ofClass]);
    return false;
  }
  return isRows;
}
