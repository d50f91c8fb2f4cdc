/** Bounds of rows and what they bound: "over 90 % full", "never have a waiting list", "profitable". */

import { MEASURES, type MeasureName } from '../../../gym/figures/catalogue.ts';
import type { HavingOperator, QueryHaving } from '../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Breakdown } from './breakdown.ts';
import type { Stop } from './draft.ts';
import type { Asked } from './measures/asked.ts';
import { EVENTS } from './measures/measures.ts';
import type { Work } from './work.ts';

const OPPOSITE: Readonly<Record<HavingOperator, HavingOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** Measures that a bound brings along, and the bounds. */
export interface Conditions {
  readonly having: QueryHaving[];
  readonly measures: MeasureName[];
}

export function conditionsOf(
  work: Work,
  asked: Asked,
  { by, subject }: Breakdown,
): Conditions | Stop {
  const having: QueryHaving[] = [];
  const measures: MeasureName[] = [];
  for (const mark of work.all('bound')) {
    const measure = boundMeasure(mark, work, asked);
    if (typeof measure !== 'string') return measure;
    const isNegated = negation(mark, work);
    const value = scaled(mark, measure, work);
    having.push([measure, isNegated ? OPPOSITE[mark.op] : mark.op, value]);
    measures.push(measure);
    work.use(mark);
  }
  for (const mark of work.free('state')) {
    const isNegated = negation(mark, work);
    const isBounding = subject !== null || by.length > 0 || work.has('any');
    measures.push(mark.measure);
    work.use(mark);
    if (!isBounding && !isNegated) continue;
    having.push([mark.measure, isNegated ? OPPOSITE[mark.op] : mark.op, mark.value]);
  }
  const absent = absentEvents(work, asked, by.length > 0);
  having.push(...absent);
  if (having.length === 0 && subject !== null) having.push(...presentEvents(work, asked, subject));
  return { having, measures };
}

/** "not", "never", "don't" before a mark, with nothing but helping words between. */
function negation(mark: Mark, work: Work): boolean {
  for (let at = work.marks.indexOf(mark) - 1; at >= 0; at--) {
    const before = work.marks[at];
    if (before?.is === 'not' && before.side === 'before' && !work.isUsed(before)) {
      work.use(before);
      return true;
    }
    if (before === undefined || !/^(have|any|all|past|doing|each|measure)$/.test(before.is))
      return false;
  }
  return false;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function boundMeasure(mark: MarkOf<'bound'>, work: Work, asked: Asked): MeasureName | Stop {
  const near = nearest(mark, work, asked);
  const stop = (message: string): Stop => ({ stop: 'not_understood', message });
  if (mark.unit === 'percent') {
    if (near === 'no_shows') return replaced(asked, 'no_shows', 'no_show_rate');
    if (near === null || near === 'attended' || near === 'capacity') {
      return near === null ? 'fill_rate' : replaced(asked, near, 'fill_rate');
    }
    return MEASURES[near].unit === 'rate'
      ? near
      : stop(`“${mark.typed}” is no bound of ${near.replaceAll('_', ' ')}.`);
  }
  if (mark.unit === 'money') {
    if (near === null) return 'revenue';
    return MEASURES[near].isMoney && MEASURES[near].unit === 'money'
      ? near
      : stop(`“${mark.typed}” is an amount of money: of revenue, cost or profit?`);
  }
  if (mark.isCount === true && (near === null || !EVENTS.has(near))) {
    return stop(`“${mark.typed}”: how often that was so is not known.`);
  }
  if (/\bas (many|much)\b/i.test(work.marked.text)) {
    return stop('Two figures of a row cannot be held against each other.');
  }
  const after = work.after(mark);
  if (near === null && after?.is === 'noun' && (after.dim === 'series' || after.dim === 'session'))
    return 'sessions';
  if (near === null) return stop(`“${mark.typed}” of what? Name a figure.`);
  return near;
}

/** The figure that a bound is of: the one right behind it, or else the last one before it. */
function nearest(mark: MarkOf<'bound'>, work: Work, asked: Asked): MeasureName | null {
  const at = work.marks.indexOf(mark);
  const behind = measureAt(work, at + 1, asked);
  if (behind !== null && !(mark.isCount === true)) return behind;
  for (let before = at - 1; before >= 0; before--) {
    const found = measureIn(work.marks[before], asked, work);
    if (found !== null) return found;
    if (work.marks[before]?.is === 'bound' && work.marks[before]?.at !== mark.at) break;
  }
  for (let after = at + 1; after < work.marks.length; after++) {
    const found = measureIn(work.marks[after], asked, work);
    if (found !== null) return found;
  }
  return [...asked.of.values()][0]?.[0] ?? null;
}

/** Right behind a bound, but for a second bound of the same phrase and helping words. */
function measureAt(work: Work, from: number, asked: Asked): MeasureName | null {
  for (let at = from; at < work.marks.length; at++) {
    const mark = work.marks[at];
    if (mark === undefined) return null;
    const found = measureIn(mark, asked, work);
    if (found !== null) return found;
    const isSame = mark.is === 'bound' && mark.at === work.marks[from - 1]?.at;
    if (!isSame && !/^(any|all|or|self)$/.test(mark.is)) return null;
  }
  return null;
}

function measureIn(mark: Mark | undefined, asked: Asked, work: Work): MeasureName | null {
  if (mark === undefined) return null;
  if (mark.is === 'state') {
    if (mark.isMeasureToo) {
      work.use(mark);
      return mark.measure;
    }
    return null;
  }
  if (mark.is === 'measure') return asked.of.get(mark)?.[0] ?? weakIn(mark, asked);
  if (
    mark.is === 'noun' &&
    (mark.dim === 'series' || mark.dim === 'session') &&
    asked.of.size === 0
  ) {
    return null;
  }
  return null;
}

/** "fewer than 10 people on average": the people are those of the figure that is named. */
function weakIn(mark: MarkOf<'measure'>, asked: Asked): MeasureName | null {
  const all = [...asked.of.values()].flat();
  if (mark.strength === 'strong') return null;
  return all.find((one) => MEASURES[one].unit === 'people') ?? all[0] ?? mark.measures[0] ?? null;
}

function replaced(asked: Asked, from: MeasureName, to: MeasureName): MeasureName {
  for (const [mark, measures] of asked.of) {
    if (measures.includes(from))
      asked.of.set(
        mark,
        measures.map((one) => (one === from ? to : one)),
      );
  }
  return to;
}

/** "fill over 90" is of 90 %. */
function scaled({ value, unit, typed }: MarkOf<'bound'>, measure: MeasureName, work: Work): number {
  if (unit !== 'plain' || MEASURES[measure].unit !== 'rate' || value <= 1) return value;
  work.note(`Took “${typed}” as per cent.`);
  return Number((value / 100).toFixed(6));
}

/** "never have a waiting list", "without any walk-ins", "do not fill". */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function absentEvents(work: Work, asked: Asked, isGrouped: boolean): QueryHaving[] {
  const having: QueryHaving[] = [];
  if (!isGrouped) return having;
  for (const [mark, [measure]] of asked.of) {
    if (measure === undefined || mark.is !== 'measure') continue;
    const isEvent = EVENTS.has(measure) || measure === 'booked';
    if (isEvent && negation(mark, work)) having.push([measure, '<=', 0]);
    if (measure === 'breakeven_attendance' && negation(mark, work)) {
      asked.of.set(mark, ['profit']);
      having.push(['profit', '<', 0]);
    }
    if (measure === 'fill_rate' && negation(mark, work)) having.push([measure, '<', 1]);
    const isComing = /^(came|come|attend|visit|people|show|turn)/i.test(mark.typed);
    if (measure === 'attended' && isComing && negation(mark, work)) having.push([measure, '<=', 0]);
  }
  return having;
}

/** "which classes had walk-ins", "which classes were cancelled". */
function presentEvents(work: Work, asked: Asked, subject: Mark): QueryHaving[] {
  if (work.has('order', 'direction', 'compare', 'than', 'by_word', 'by')) return [];
  const entries = [...asked.of];
  const [only, ...others] = entries;
  const measure = only?.[1][0];
  if (only === undefined || others.length > 0 || measure === undefined || !EVENTS.has(measure))
    return [];
  return only[0].at > subject.at ? [[measure, '>', 0]] : [];
}
