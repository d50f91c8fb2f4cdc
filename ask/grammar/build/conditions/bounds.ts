/** Which figure a bound is of: "over *90 %* full", "more than 15 *classes*", "lost more than £100". */

import { MEASURES, type MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import { notUnderstood, type Stop } from '../draft.ts';
import { type Asked, boundNoun, isListed, replace } from '../measures/asked.ts';
import { EVENTS } from '../measures/families.ts';
import type { Work } from '../work.ts';

export function boundMeasure(mark: MarkOf<'bound'>, work: Work, asked: Asked): MeasureName | Stop {
  if (mark.measure !== undefined) return mark.measure;
  const counted = changeBefore(mark, work) ?? countedRight(mark, work);
  if (counted !== null) return counted;
  const doubtful = doubtOf(mark, work, asked);
  if (doubtful !== null) return doubtful;
  const near = nearest(mark, work, asked);
  if (mark.unit === 'percent') return ofPercent(mark, near, asked);
  if (mark.unit === 'money') {
    if (near === null) return 'revenue';
    return MEASURES[near].unit === 'money'
      ? near
      : notUnderstood(`“${mark.typed}” is an amount of money: of revenue, cost or profit?`);
  }
  if (mark.isCount === true && (near === null || !EVENTS.has(near))) {
    return notUnderstood(`“${mark.typed}”: how often that was so is not known.`);
  }
  return (
    near ?? countedBehind(mark, work) ?? notUnderstood(`“${mark.typed}” of what? Name a figure.`)
  );
}

function doubtOf(mark: MarkOf<'bound'>, work: Work, asked: Asked): Stop | null {
  if (/\bas (many|much)\b/i.test(work.marked.text) && mark.unit === 'plain')
    return notUnderstood('Two figures of a row cannot be held against each other.');
  return isTimeToo(mark) && rightBehind(mark, work, asked) === null
    ? notUnderstood(
        `“${mark.typed}”: a number or a time of the day? Write “6pm to 8pm”, or “between 6 and 8 people”.`,
      )
    : null;
}

/** "Classes *down* more than 10 %". */
function changeBefore(mark: Mark, work: Work): Stop | null {
  const change = work.before(mark);
  const isChange = change?.is === 'direction' && change.isComparative;
  return isChange && !work.has('compare', 'than')
    ? notUnderstood(`By how much it is “${change.typed}” is no figure: ask for the trend.`)
    : null;
}

/** "Attendance by class between 6 and 8". */
function isTimeToo({ typed, unit }: MarkOf<'bound'>): boolean {
  const [, from, to] = /^(?:between|from) (\d{1,2}) (?:and|to|-|–) (\d{1,2})$/i.exec(typed) ?? [];
  return unit === 'plain' && from !== undefined && Number(from) <= 12 && Number(to) <= 12;
}

/** "more than 15 *classes*" are classes, whatever else is asked for; of "more than 3 *rooms*" no figure is known. */
function countedRight(mark: MarkOf<'bound'>, work: Work): MeasureName | Stop | null {
  const noun = boundNoun(mark, work);
  if (noun === null || mark.unit !== 'plain') return null;
  if (!/^(series|session)$/.test(noun.dim))
    return notUnderstood(`“${mark.typed} ${noun.typed}”: how many of them there are is no figure.`);
  work.use(noun);
  work.noted.add(noun);
  // "At least two classes *were cancelled*".
  const behind = work.marks.slice(work.marks.indexOf(noun) + 1);
  const next = behind.find(({ is }) => !/^(have|past|which|who|any|doing|not|all)$/.test(is));
  const isOf = (one: MeasureName): boolean => next?.is === 'measure' && next.measures.includes(one);
  if (isOf('cancelled')) return 'cancelled';
  if (isOf('over_capacity')) return 'over_capacity';
  const isEvent = next?.is === 'measure' && next.measures.some((one) => EVENTS.has(one));
  return isEvent || next?.is === 'state' || next?.is === 'bound'
    ? notUnderstood(`“${mark.typed} ${noun.typed}”: only all classes of a row can be counted.`)
    : 'sessions';
}

/** "more than 12 classes", "more than 12 a class". */
function countedBehind(mark: Mark, work: Work): MeasureName | null {
  const after = work.after(mark);
  if (after?.is === 'turn' && after.into === 'per_class') return 'average_attendance';
  const isClass = after?.is === 'noun' && (after.dim === 'series' || after.dim === 'session');
  const behind = work.marked.text.split(mark.typed).slice(1).join(' ');
  const isIn = /^\s+in\b/i.test(behind) && !/^(in|during)\b/i.test(after?.typed ?? 'x');
  return isClass ? 'sessions' : isIn ? 'attended' : null;
}

const SHARES: Partial<Readonly<Record<MeasureName, MeasureName>>> = {
  no_shows: 'no_show_rate',
  attended: 'fill_rate',
  capacity: 'fill_rate',
};

function ofPercent(
  mark: MarkOf<'bound'>,
  near: MeasureName | null,
  { of }: Asked,
): MeasureName | Stop {
  if (near === null) return 'fill_rate';
  const share = SHARES[near];
  if (share !== undefined) replace(of, near, share);
  const measure = share ?? near;
  return MEASURES[measure].unit === 'rate'
    ? measure
    : notUnderstood(`“${mark.typed}” is no bound of ${measure.replaceAll('_', ' ')}.`);
}

/** The figure that a bound is of: the one right behind it, or else the last one before it. */
function nearest(mark: MarkOf<'bound'>, work: Work, asked: Asked): MeasureName | null {
  const at = work.marks.indexOf(mark);
  const behind = rightBehind(mark, work, asked);
  if (behind !== null && mark.isCount !== true) return behind;
  for (const before of work.marks.slice(0, at).toReversed()) {
    const found = measureIn(before, asked, work);
    if (found !== null) return found;
    if (before.is === 'bound' && before.at !== mark.at) break;
  }
  for (const after of work.marks.slice(at + 1)) {
    const found = measureIn(after, asked, work);
    if (found !== null) return found;
  }
  return [...asked.of.values()][0]?.[0] ?? null;
}

/** Right behind a bound, but for a second bound of the same phrase and helping words. */
function rightBehind(bound: Mark, work: Work, asked: Asked): MeasureName | null {
  for (const mark of work.marks.slice(work.marks.indexOf(bound) + 1)) {
    const found = measureIn(mark, asked, work);
    if (found !== null) return found;
    const isSame = mark.is === 'bound' && mark.at === bound.at;
    if (!isSame && !/^(any|all|or|self)$/.test(mark.is)) return null;
  }
  return null;
}

function measureIn(mark: Mark, asked: Asked, work: Work): MeasureName | null {
  if (mark.is === 'measure') return asked.of.get(mark)?.[0] ?? weakIn(mark, asked, work);
  if (mark.is !== 'state' || !mark.isMeasureToo) return null;
  work.use(mark);
  return mark.measure;
}

/** "fewer than 10 people on average": the people are those of the figure that is named. */
function weakIn(mark: MarkOf<'measure'>, { of }: Asked, work: Work): MeasureName | null {
  if (mark.strength === 'strong') return null;
  const [own] = mark.measures;
  if (isListed(mark, work)) return own ?? null;
  const unit = own === undefined ? null : MEASURES[own].unit;
  return [...of.values()].flat().find((one) => MEASURES[one].unit === unit) ?? own ?? null;
}

/** "fill over 90" is of 90 %. */
export function scaled(
  { value, unit, typed }: MarkOf<'bound'>,
  measure: MeasureName,
  work: Work,
): number {
  if (unit !== 'plain' || MEASURES[measure].unit !== 'rate' || value <= 1) return value;
  work.note(`Took “${typed}” as per cent.`);
  return Number((value / 100).toFixed(6));
}
