/** When people come: classes by weekday and hour of their start on the gym's wall. */

import { type Static, Type } from 'typebox';
import { tableOf } from '../figures/class-table.ts';
import { WEEKDAYS } from '../figures/dimensions.ts';
import type { ClassFacts } from '../figures/facts.ts';
import { VALUES } from '../figures/measures.ts';
import { Sums } from '../figures/sums.ts';
import { DAY_MINUTES } from '../figures/wall.ts';
import type { GymView } from '../sessions/view.ts';
import { COVERAGE, coverageOf } from './covered.ts';
import { list, nullable, ORDER, object, schemasOf, valuesOf, words } from './fields/field.ts';
import { HELD } from './figures/figures.ts';
import { HEAD, headOf, RANGE } from './head.ts';
import { highestFirst, inOrder } from './order.ts';
import type { DateRange } from './period.ts';
import { isHeld } from './sessions/session-facts.ts';

const CELL = object('HourCell', 'Classes that start within an hour of the week.', {
  rank: Type.Integer({ minimum: 1, description: 'Place among the cells of its list.' }),
  weekday: nullable(words(WEEKDAYS, 'Day of the week in the gym’s zone; null is all of them.')),
  hour: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 23,
      description: 'Local hour in which the classes start; null is all of them.',
    }),
  ),
  ...schemasOf(HELD),
});

export const HOURS = object(
  'Hours',
  'When people come, by weekday and hour of the start. People are sums of the range.',
  {
    ...HEAD,
    ...RANGE,
    ...COVERAGE,
    by: words(['fill_rate'], 'What the lists are ordered by.'),
    order: ORDER,
    cells: list(CELL, 168, 'By weekday and hour, without those in which no class took place.'),
    weekdays: list(CELL, 7, 'By weekday, whatever the hour.'),
    hours: list(CELL, 24, 'By hour, whatever the weekday.'),
  },
);

export type HoursBody = Static<typeof HOURS>;

/** Classes that took place. Weekdays are numbers: 1 is Monday, 7 is Sunday. */
interface Cell {
  readonly weekday: number | null;
  readonly hour: number | null;
  readonly sums: Sums;
}

const fullestFirst = inOrder<Cell>(
  highestFirst(({ sums }) => VALUES.fill_rate.value(sums)),
  (a, b) => (a.weekday ?? 0) - (b.weekday ?? 0),
  (a, b) => (a.hour ?? 0) - (b.hour ?? 0),
);

/**
 * Sums up a range by weekday and hour of the start, the fullest first, unknown last. Sessions of the range must be in the
 * view. People are sums over the range: over whole weeks they compare, over others a weekday may be in it once more than
 * the next.
 */
export function hoursReport(view: GymView, range: DateRange): HoursBody {
  const inRanks = (cellOf: (facts: ClassFacts) => Place) =>
    cellsOf(view, range, cellOf).map(({ weekday, hour, sums }, at) => ({
      rank: at + 1,
      weekday: weekday === null ? null : (WEEKDAYS[weekday - 1] ?? null),
      hour,
      ...valuesOf(HELD, { sums }),
    }));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverageOf(view, range),
    by: 'fill_rate',
    order: 'highest',
    cells: inRanks(hourOfWeek),
    weekdays: inRanks((facts) => ({ ...hourOfWeek(facts), hour: null })),
    hours: inRanks((facts) => ({ ...hourOfWeek(facts), weekday: null })),
  };
}

/** Every hour of every weekday with how full it was, for a picture. */
export function hourCells(view: GymView, range: DateRange) {
  return cellsOf(view, range, hourOfWeek).map(({ weekday, hour, sums }) => ({
    weekday: weekday ?? 0,
    hour: hour ?? 0,
    fillRate: VALUES.fill_rate.value(sums),
    classes: sums.places.n,
  }));
}

type Place = Pick<Cell, 'weekday' | 'hour'>;

function hourOfWeek({ minuteOfWeek }: ClassFacts): Place {
  return {
    weekday: Math.floor(minuteOfWeek / DAY_MINUTES) + 1,
    hour: Math.floor((minuteOfWeek % DAY_MINUTES) / 60),
  };
}

/** Without those in which no class took place. */
function cellsOf(view: GymView, range: DateRange, placeOf: (facts: ClassFacts) => Place): Cell[] {
  const cells = new Map<string, Cell>();
  for (const facts of tableOf(view).within(range)) {
    if (!isHeld(facts.session, view.nowUtcMs)) continue;
    const place = placeOf(facts);
    const key = `${place.weekday} ${place.hour}`;
    const cell = cells.get(key) ?? { ...place, sums: new Sums() };
    cells.set(key, cell);
    cell.sums.add(facts, view);
  }
  return [...cells.values()].sort(fullestFirst);
}
