/** The filters of a query: which ones, the shape says; their values, the question or the one before it. */

import type { FilterValue } from '../../gym/figures/query.ts';
import { type Lack, lack, WEEKDAY_IDS } from './calendar.ts';
import type { Dim, Filter, Mark } from './mark.ts';
import type { Material } from './material.ts';
import { CLOSED, NAMED, partOf } from './shape.ts';

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function whereOf(
  { shape, marks, leftOut, self, isOwn, base }: Material,
  used: Set<Mark>,
): Filter[] | Lack {
  const where: Filter[] = [];
  if ((shape.other ?? '') !== '')
    return lack(
      'What is left out or picked was not understood: name a class, room, trainer or day.',
    );
  for (const part of [...NAMED, ...CLOSED]) {
    const [taken = '', ...rest] = (shape[part] ?? '').split(' ');
    const named = marks.filter((mark) => valuesOf(part, mark) !== null);
    const valuesIn = (some: readonly Mark[]) => some.flatMap((mark) => valuesOf(part, mark) ?? []);
    const out = named.filter((mark) => leftOut.has(mark));
    const others = named.filter((mark) => !leftOut.has(mark));
    // What words such as "except" say goes before what the model took: "Rides except Power Ride" are the others of them.
    const isCut = named.length > 0 && leftOut.size > 0;
    const way = !isCut ? taken : others.length === 0 ? 'not' : out.length > 0 || taken ? 'on' : '';
    if (way === '') continue;
    for (const mark of named) used.add(mark);
    const own = valuesIn(way === 'on' ? others : named);
    const gone = way === 'on' ? valuesIn(out) : [];
    const before = (base?.where ?? []).filter(([dim]) => partOf(dim) === part);
    const learnt = learntOf(part, rest);
    const ranges = own.filter(([, op]) => op === 'between').length;
    if (ranges > 0 && (way === 'not' || ranges < own.length))
      return lack(
        'Which hours are meant was not understood: name one stretch of time, or one start.',
      );
    if (own.length > 0) where.push(...joined(own, way, gone));
    else if (learnt !== null)
      where.push([learnt[0], way === 'not' ? 'is_not' : learnt[1], learnt[2]]);
    else if (before.length > 0) where.push(...before);
    else if (part === 'trainer' && self !== null)
      where.push(['trainer', way === 'not' ? 'is_not' : 'is', [self]]);
    else
      return lack(
        /^(class|trainer|room|gym|group)$/.test(part)
          ? `No ${part} of that name is known.`
          : 'Which days or hours are meant was not understood.',
        /^(weekday|time)$/.test(part) ? 'not_understood' : 'unknown_name',
      );
  }
  if (self !== null && isOwn && !where.some(([dim]) => dim === 'trainer'))
    where.push(['trainer', 'is', [self]]);
  return where;
}

/** A filter that a mark of the question is. */
export function valuesOf(part: string, mark: Mark): Filter[] | null {
  if (mark.is === 'name') {
    const [first] = mark.candidates;
    if (first?.kind !== part) return null;
    const ids = mark.candidates.filter(({ kind }) => kind === part).map(({ id }) => id);
    return [[first.kind, 'is', [...new Set(ids)]]];
  }
  if (mark.is === 'clock' && part === 'time')
    return [['start_time', mark.clock.op, mark.clock.values]];
  if (mark.is === 'time' && part === 'weekday' && mark.time.weekdays !== undefined)
    return [['weekday', 'is', mark.time.weekdays.map((day) => WEEKDAY_IDS[day - 1] ?? '')]];
  if (mark.is === 'time' && part === 'part_of_day' && mark.time.part !== undefined)
    return [['part_of_day', 'is', [mark.time.part]]];
  return null;
}

/** Stretches of time as they are, lists of values as one. */
function joined(filters: readonly Filter[], way: string, gone: readonly Filter[]): Filter[] {
  const [[dim, op] = []] = filters;
  if (dim === undefined || op === 'between') return [...filters];
  const allOf = (some: readonly Filter[]) => some.flatMap(([, , all]) => all as FilterValue[]);
  const values = [...new Set(allOf(filters))].filter((value) => !allOf(gone).includes(value));
  // "Ben bills himself, so the wages without Ben": nobody is left of those that were named.
  if (values.length === 0) return [[dim, 'is_not', allOf(gone)]];
  return [[dim, way === 'not' ? 'is_not' : 'is', values]];
}

/** The values that the shape has itself: `on evening`, `on start_time between 12:00,13:59`. */
function learntOf(part: string, rest: readonly string[]): Filter | null {
  const text = rest.at(-1);
  if (text === undefined) return null;
  const all = text.split(',');
  const inOrder = part === 'weekday' ? WEEKDAY_IDS.filter((day) => all.includes(day)) : all;
  const values = inOrder.map((one) => (part === 'substitute' ? one === 'true' : one));
  const [dim = part, op = 'is'] = rest.length > 2 ? rest : [];
  return [dim as Dim, op === 'between' ? 'between' : 'is', values as string[]];
}
