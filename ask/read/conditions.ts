/** What rows are held to: filters of names, days and hours with what is left out of them, and bounds of figures. */

import { weekdayOf } from '../../gym/calendar/zone.ts';
import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { HavingOperator, QueryHaving } from '../../gym/figures/query.ts';
import { isDays, type Time, WEEKDAY_IDS } from './calendar.ts';
import { isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import { EVENTS, type Said } from './figures.ts';
import type { AmountUnit, Dim, Filter, Mark, MarkOf } from './mark.ts';

export interface Filters {
  readonly where: readonly Filter[];
  /** Dimensions of which several values were named and not left out. */
  readonly several: readonly Dim[];
}

/** @param self the trainer who asks; null for all others */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function filtersOf(marks: Marks, self: string | null): Filters {
  marks.leftOut = leftOutOf(
    marks,
    (mark) => isLeavable(mark) || (self !== null && isWord(mark, 'self')),
  );
  const all: Filter[] = marks.list.flatMap((mark) => conditionsOf(mark, marks));
  const [own] = marks.words('self');
  if (self !== null && own !== undefined && !all.some(([dim]) => dim === 'trainer'))
    all.unshift(['trainer', marks.leftOut.has(own) ? 'is_not' : 'is', [self]]);
  const where: Filter[] = [];
  const several: Dim[] = [];
  for (const one of all) {
    const [dim, op, values] = one;
    const at = where.findIndex((known) => known[0] === dim && known[1] === op);
    const known = op === 'between' ? undefined : where[at];
    if (known === undefined) where.push(one);
    else {
      const both = [...new Set([...known[2], ...values])];
      if (both.length === 7 && weekpartOf(one) !== null && weekpartOf(known) !== null) {
        where.splice(at, 1);
        several.push('weekpart');
        continue;
      }
      if (op === 'is' && both.length > known[2].length) several.push(dim);
      where[at] = [dim, op, both];
      // "Mornings, afternoons or evenings": all of them, each a row.
      if (op === 'is' && dim === 'part_of_day' && both.length === 3) where.splice(at, 1);
    }
  }
  const isClock = where.some(([dim, op]) => dim === 'start_time' && op === 'is');
  const kept = where.filter(
    ([dim, op]) =>
      !(dim === 'substitute' && several.includes(dim)) &&
      // "6am" and "morning" say the same thing.
      !(isClock && dim === 'part_of_day' && op === 'is'),
  );
  return { where: kept, several: [...new Set(several)] };
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function conditionsOf(mark: Mark, marks: Marks): Filter[] {
  const isOut = marks.leftOut.has(mark);
  const op = isOut ? 'is_not' : 'is';
  if (mark.is === 'name') {
    return mark.candidates.slice(0, 1).map(({ kind }): Filter => {
      const named = mark.candidates.filter((one) => one.kind === kind);
      return [kind, op, [...new Set(named.map(({ id }) => id))]];
    });
  }
  if (mark.is === 'filter') {
    marks.note(mark.note);
    if (mark.dim === 'substitute' && isOut) return [[mark.dim, 'is', [mark.values[0] !== true]]];
    return [[mark.dim, mark.op === 'between' ? mark.op : op, mark.values]];
  }
  if (mark.is !== 'time') return [];
  const { part, weekdays, unit, days } = mark.time;
  const found: Filter[] = part === undefined ? [] : [['part_of_day', op, [part]]];
  const range = days('back');
  const named = isOut && unit === 'weekend' ? [6, 7] : weekdays;
  if (isOut && named === undefined && isDays(range)) return [['day', op, [range.from]]];
  if (named === undefined || isOneDate(mark, marks)) return found;
  return [...found, ['weekday', op, named.map((day) => WEEKDAY_IDS[day - 1] ?? '')]];
}

/** "How many came on Tuesday" is a date; "Tuesday attendance" and what ranks or compares is all of them. */
export function isOneDate(mark: MarkOf<'time'>, marks: Marks): boolean {
  if (mark.time.isEither !== true || marks.leftOut.has(mark)) return false;
  const isOn = mark.length > 1;
  const isHeld = marks.has('compare', 'than');
  const times = marks.all('time').filter((one) => one !== mark);
  const ranges = times.filter(({ time }) => time.weekdays === undefined);
  const [day] = mark.time.weekdays ?? [];
  const isThatDay = ({ unit, days }: Time): boolean => {
    const found = days('back');
    return unit === 'day' && isDays(found) && weekdayOf(found.from) === day;
  };
  // "Wed 25th" is one day.
  if (ranges.some(({ time }) => isThatDay(time))) return true;
  if (ranges.length > 0) return isHeld && times.length === 1;
  const isRanked = marks.all('order', 'most', 'by').length > 0;
  if (times.length > 0) return isOn && !isHeld && times.every(({ length }) => length > 1);
  if (isRanked && !isOn) return false;
  if (isRanked && !marks.has('how_many') && marks.all('noun').some(({ isMany }) => isMany))
    return false;
  const next = marks.after(mark);
  const isOfPart = next?.is === 'filter' && next.dim === 'part_of_day';
  return (
    isOn ||
    marks.all('report', 'free').length > 0 ||
    marks.all('measure').some(({ names }) => names[0] === 'waitlisted') ||
    (!isOfPart && isWord(marks.before(mark), 'how', 'asked', 'follow', 'past')) ||
    marks.list.every((one) => one === mark || one.is === 'filter')
  );
}

/** What negations leave out: what follows one, joined by "and" or nothing, or stands before "left out". */
function leftOutOf(marks: Marks, isThing: (mark: Mark) => boolean): ReadonlySet<Mark> {
  const found = new Set<Mark>();
  for (const not of marks.all('not')) {
    const step = not.place === 'after' ? -1 : 1;
    let last: Mark | undefined;
    for (let mark = marks.after(not, step); mark !== undefined; mark = marks.after(mark, step)) {
      const isJoined =
        last === undefined || last.is === mark.is || isWord(marks.after(mark, -step), 'and', 'or');
      if (isThing(mark) && isJoined) {
        last = mark;
        found.add(mark);
        marks.use(not);
      } else if (
        !isWord(mark, 'and', 'or') &&
        (last !== undefined || !/^(word|noun|not)$/.test(mark.is))
      )
        break;
    }
  }
  return found;
}

const isLeavable = (mark: Mark): boolean =>
  mark.is === 'name' ||
  mark.is === 'filter' ||
  (mark.is === 'time' &&
    (mark.time.weekdays !== undefined || /^(day|weekend)$/.test(mark.time.unit)));

/** "weekend" and "weekday" as the two parts of a week; null where other days are named. */
export function weekpartOf([dim, op, values]: Filter): 'weekday' | 'weekend' | null {
  if (dim !== 'weekday' || op !== 'is') return null;
  const days = [...values].sort().join();
  if (days === 'saturday,sunday') return 'weekend';
  return days === 'friday,monday,thursday,tuesday,wednesday' ? 'weekday' : null;
}

const OPPOSITE: Readonly<Record<HavingOperator, HavingOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

export interface Bounds {
  readonly having: readonly QueryHaving[];
  /** Marks of figures that only say what a bound is of. */
  readonly bounded: ReadonlySet<Mark>;
}

/** @param isRows there is more than one row to choose from */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function boundsOf(marks: Marks, said: Said, isRows: boolean): Bounds | Stop {
  const having: QueryHaving[] = [];
  const bounded = new Set<Mark>();
  for (const bound of marks.all('bound')) {
    const [name, mark] = bound.name === undefined ? boundedBy(bound, marks, said) : [bound.name];
    if (mark !== undefined) bounded.add(mark);
    const isPercent =
      MEASURES[name].unit === 'rate' && bound.unit === 'plain' && Math.abs(bound.value) > 1;
    const sized = (value: number): number => (isPercent ? value / 100 : value);
    // "that do not reach 8".
    const not = marks.before(bound);
    const isNot = not?.is === 'not' && not.place === 'verb' && bound.to === undefined;
    if (isNot) marks.use(not);
    const op = isNot ? OPPOSITE[bound.op] : bound.op;
    having.push([name, op, sized(bound.value)]);
    if (bound.to !== undefined) having.push([name, '<=', sized(bound.to)]);
  }
  // "90 % *full*", "which is *full* most" has no bound of its own.
  const isMeasured = marks.all('bound', 'amount').some(({ unit }) => unit === 'percent');
  for (const state of marks.all('state')) {
    const [name, op, value] = state.bound;
    const not = marks.before(state);
    const isNot = not?.is === 'not' && /^(before|verb)$/.test(not.place);
    if (isNot) marks.use(not);
    if (isRows && !(state.isMeasureToo && !isNot && isMeasured))
      having.push([name, isNot ? OPPOSITE[op] : op, value]);
    else if (!said.names().includes(name)) said.set(state, [name]);
  }
  for (const not of marks.free('not')) {
    const figure = figureAfter(not, marks);
    const [name] = figure === undefined ? [] : (said.get(figure) ?? []);
    if (figure === undefined || name === undefined) continue;
    marks.use(not);
    if (name === 'cancelled' && !isRows) said.set(figure, ['held']);
    else if (isRows && (EVENTS.has(name) || /^(attended|sessions|held)$/.test(name)))
      having.push([name, '<=', 0]);
    else return notUnderstood(`What “${not.typed}” leaves out or denies was not understood.`);
  }
  if (isRows) having.push(...eventsOf(marks, said, new Set(having.map(([name]) => name))));
  return { having, bounded };
}

/** The figure that a negation is of: the next one, past "had", "a" and "any". */
function figureAfter(not: Mark, marks: Marks): Mark | undefined {
  let mark = marks.after(not);
  while (mark !== undefined && /^(word|noun|turn)$/.test(mark.is)) mark = marks.after(mark);
  return mark?.is === 'measure' ? mark : undefined;
}

/** "classes with a waiting list", "which classes were cancelled": at least one. */
function eventsOf(marks: Marks, said: Said, bound: ReadonlySet<string>): QueryHaving[] {
  const isBroken = marks.all('by').length > 0 && !marks.has('list');
  const isRanked = marks.all('order', 'most', 'sorted').length > 0;
  if (isBroken || isRanked || marks.has('compare', 'than')) return [];
  return [...said].flatMap(([mark, names]): QueryHaving[] => {
    const [name, ...others] = names;
    if (name === undefined || others.length > 0 || !EVENTS.has(name) || bound.has(name)) return [];
    const previous = marks.before(mark);
    const isHad =
      marks.has('when') ||
      isWord(previous, 'which', 'have', 'past', 'asked', 'any', 'and', 'who', 'add', 'them') ||
      /^(noun|time)$/.test(previous?.is ?? '') ||
      (previous !== undefined && said.get(previous)?.[0] === 'sessions') ||
      (name === 'cancelled' && marks.has('list'));
    return isHad ? [[name, '>', 0]] : [];
  });
}

/** The figure that a number is of: the nearest of its unit to the right, else to the left, else the usual one. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function boundedBy(bound: MarkOf<'bound'>, marks: Marks, said: Said): [MeasureName, Mark?] {
  const at = marks.list.indexOf(bound);
  const behind = marks.list.slice(at + 1);
  const end = behind.findIndex((mark) => mark.is === 'bound' || isWord(mark, 'and'));
  const right = end < 0 ? behind : behind.slice(0, end);
  const [next] = right;
  // "more than 15 classes".
  if (bound.unit === 'plain' && next?.is === 'noun' && /^(series|session)$/.test(next.dim)) {
    const event = right.find((mark) => EVENTS.has(said.get(mark)?.[0] ?? 'held'));
    return event === undefined ? ['held'] : [said.get(event)?.[0] ?? 'held', event];
  }
  for (const mark of [...right, ...marks.list.slice(0, at).reverse()]) {
    if (mark.is === 'state' && mark.isMeasureToo && bound.unit === 'percent')
      return [mark.bound[0]];
    const [name] = said.get(mark) ?? [];
    const fit =
      name === undefined || mark.is === 'bound' ? null : fitting(name, bound.unit, bound.value);
    if (fit === null) continue;
    if (fit !== name) said.set(mark, [fit]);
    return [fit, mark];
  }
  if (bound.unit !== 'plain') return [bound.unit === 'percent' ? 'fill_rate' : 'revenue'];
  const isAverage = marks.all('turn').some(({ into }) => into === 'average');
  return [isAverage ? 'average_attendance' : 'attended'];
}

/** The figure in the unit of a number: "no-shows over 15 %" are a rate. Null where it cannot be meant. */
function fitting(name: MeasureName, unit: AmountUnit, value: number): MeasureName | null {
  const own = MEASURES[name].unit;
  if (unit === 'money') return own === 'money' ? name : null;
  if (unit === 'plain') return name === 'fill_rate' && value < 30 && value > 1 ? null : name;
  if (own === 'rate') return name;
  if (name === 'no_shows') return 'no_show_rate';
  return /^(attended|capacity|average_attendance)$/.test(name) ? 'fill_rate' : null;
}
