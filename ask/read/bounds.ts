/** Bounds of rows: "over 90 %", "fewer than five people", "never have a waiting list", "lose money". */

import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { HavingOperator, QueryHaving } from '../../gym/figures/query.ts';
import { isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { AmountUnit, Mark, MarkOf } from './mark.ts';
import { EVENTS, type Said } from './measures.ts';

export interface Bounds {
  readonly having: readonly QueryHaving[];
  /** Figures that only a bound named. */
  readonly bounded: ReadonlySet<Mark>;
}

const OPPOSITE: Readonly<Record<HavingOperator, HavingOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function boundsOf(marks: Marks, said: Said, isRows: boolean): Bounds | Stop {
  const having: QueryHaving[] = [];
  const bounded = new Set<Mark>();
  for (const bound of marks.all('bound')) {
    const [name, mark] =
      bound.name === undefined ? measureOf(bound, marks, said) : [bound.name, undefined];
    marks.use(bound);
    if (mark !== undefined) bounded.add(mark);
    const { unit } = MEASURES[name];
    const isPercent = unit === 'rate' && bound.unit === 'plain' && Math.abs(bound.value) > 1;
    having.push([name, bound.op, isPercent ? bound.value / 100 : bound.value]);
  }
  for (const state of marks.all('state')) {
    const not = marks.before(state);
    const isNot = not?.is === 'not' && not.place !== 'after';
    if (isNot) marks.use(not);
    marks.use(state);
    const isFigure = state.isMeasureToo && !isNot && isMeasured(marks);
    if (isRows && !isFigure)
      having.push([state.name, isNot ? OPPOSITE[state.op] : state.op, state.value]);
    else if (![...said.values()].flat().includes(state.name)) said.set(state, [state.name]);
  }
  const stop = negated(marks, said, having, isRows);
  if (stop !== null) return stop;
  if (isRows) having.push(...events(marks, said, having));
  return { having, bounded };
}

/** "90 % *full*", "which is *full* most": no bound of its own. */
function isMeasured(marks: Marks): boolean {
  const isPercent = marks.all('bound', 'amount').some(({ unit }) => unit === 'percent');
  return (
    isPercent ||
    marks.has('compare', 'than', 'how') ||
    marks.all('order', 'most', 'more').length > 0
  );
}

/** "never have a waitlist", "no walk-ins": none of it. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function negated(marks: Marks, said: Said, having: QueryHaving[], isRows: boolean): Stop | null {
  for (const not of marks.free('not')) {
    const mark = nextSaid(not, marks);
    const isLast = marks.list.indexOf(not) === marks.list.length - 2;
    const isOfWords = mark?.is === 'measure' && mark.isWeak && !said.has(mark) && said.size > 0;
    if (isOfWords || (isLast && marks.after(not)?.is === 'noun')) marks.use(not);
    if (mark === undefined) continue;
    const names = said.get(mark) ?? [];
    const [name] = names;
    if (name === undefined) continue;
    if (name === 'cancelled' && !isRows) {
      marks.use(not);
      said.set(mark, ['held']);
    } else if (
      isRows &&
      (EVENTS.has(name) || name === 'attended' || name === 'sessions' || name === 'held')
    ) {
      marks.use(not);
      having.push([name, '<=', 0]);
    } else return notUnderstood(`What “${not.typed}” leaves out or denies was not understood.`);
  }
  return null;
}

/** The figure that a negation is of: the next one, past "had", "a" and "any". */
function nextSaid(not: Mark, marks: Marks): Mark | undefined {
  for (let at = marks.list.indexOf(not) + 1; at < marks.list.length; at += 1) {
    const mark = marks.list[at];
    if (mark?.is === 'measure') return mark;
    const isPassed = mark?.is === 'word' || mark?.is === 'noun' || mark?.is === 'turn';
    if (!isPassed) return undefined;
  }
  return undefined;
}

/** "classes with a waiting list", "which classes were cancelled": at least one. */
function events(marks: Marks, said: Said, having: readonly QueryHaving[]): QueryHaving[] {
  if (marks.all('order', 'most', 'sorted', 'by').length > 0 || marks.has('compare', 'than'))
    return [];
  const bound = new Set(having.map(([name]) => name));
  return [...said].flatMap(([mark, names]): QueryHaving[] => {
    const [name] = names;
    if (
      mark.is !== 'measure' ||
      name === undefined ||
      names.length > 1 ||
      !EVENTS.has(name) ||
      bound.has(name)
    )
      return [];
    const previous = marks.before(mark);
    const isHad =
      marks.has('when') ||
      (previous !== undefined &&
        (isWord(previous, 'which', 'have', 'past', 'any', 'and', 'who', 'add', 'them') ||
          previous.is === 'noun' ||
          previous.is === 'time' ||
          (name === 'cancelled' && isWord(previous, 'list'))));
    return isHad ? [[name, '>', 0]] : [];
  });
}

/** The figure that a number is of: the nearest of its unit to the right, else to the left. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function measureOf(
  bound: MarkOf<'bound'>,
  marks: Marks,
  said: Said,
): [MeasureName, Mark | undefined] {
  const at = marks.list.indexOf(bound);
  const end = marks.list.findIndex(
    (mark, i) => i > at && (mark.is === 'bound' || isWord(mark, 'and')),
  );
  const stop = end < 0 ? marks.list.length : end;
  const right = marks.list.slice(at + 1, stop);
  const left = marks.list.slice(0, at).reverse();
  const next = right[0];
  // "more than 15 classes".
  if (bound.unit === 'plain' && next?.is === 'noun' && /^(series|session)$/.test(next.dim)) {
    marks.use(next);
    const event = right.find((mark) =>
      /^(cancelled|over_capacity)$/.test(said.get(mark)?.[0] ?? ''),
    );
    const [name = 'held'] = event === undefined ? [] : (said.get(event) ?? []);
    return [name, event];
  }
  const rest = marks.all('bound').length > 1 ? [] : marks.list.slice(stop);
  for (const mark of [...right, ...left, ...rest]) {
    if (mark.is === 'state' && mark.isMeasureToo && bound.unit === 'percent')
      return [mark.name, undefined];
    if (mark.is === 'bound') continue;
    const [name] = said.get(mark) ?? [];
    const fit = name === undefined ? null : fitting(name, bound.unit, bound.value);
    if (fit === null) continue;
    if (fit !== name) said.set(mark, [fit]);
    return [fit, mark];
  }
  return [usual(bound, marks), undefined];
}

/** The figure in the unit of a number: "no-shows over 15 %" are a rate. Null where it cannot be meant. */
function fitting(name: MeasureName, unit: AmountUnit, value: number): MeasureName | null {
  const own = MEASURES[name].unit;
  if (unit === 'percent') {
    if (own === 'rate') return name;
    if (name === 'no_shows') return 'no_show_rate';
    return name === 'attended' || name === 'capacity' || name === 'average_attendance'
      ? 'fill_rate'
      : null;
  }
  if (unit === 'money') return own === 'money' ? name : null;
  if (name === 'fill_rate' && value < 30 && value > 1) return null;
  return name;
}

function usual(bound: MarkOf<'bound'>, marks: Marks): MeasureName {
  if (bound.unit === 'percent') return 'fill_rate';
  if (bound.unit === 'money') return 'revenue';
  return marks.all('turn').some(({ into }) => into === 'average')
    ? 'average_attendance'
    : 'attended';
}
