/** When people come: classes by weekday and hour of their start on the gym's wall. */

import { type Static, Type } from 'typebox';
import { tableOf } from '../figures/class-table.ts';
import { WEEKDAYS } from '../figures/dimensions.ts';
import { Sums } from '../figures/sums.ts';
import { DAY_MINUTES } from '../figures/wall.ts';
import type { GymView } from '../sessions/view.ts';
import { COVERAGE, coverageOf } from './covered.ts';
import { closed, nullable, ORDER, words } from './fields/field.ts';
import { type Figures, figuresOf, HELD, heldOf, rounded } from './figures/figures.ts';
import { HEAD, headOf, RANGE } from './head.ts';
import { highestFirst, inOrder } from './order.ts';
import type { DateRange } from './period.ts';

const CELL = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Place among the cells of its list.' }),
    weekday: nullable(words(WEEKDAYS, 'Day of the week in the gym’s zone; null is all of them.')),
    hour: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 23,
        description: 'Local hour in which the classes start; null is all of them.',
      }),
    ),
    ...HELD,
  },
  { ...closed, title: 'HourCell', description: 'Classes that start within an hour of the week.' },
);

export const HOURS = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    ...COVERAGE,
    by: words(['fill_rate'], 'What the lists are ordered by.'),
    order: ORDER,
    cells: Type.Array(CELL, {
      maxItems: 168,
      description: 'By weekday and hour, without those in which no class took place.',
    }),
    weekdays: Type.Array(CELL, { maxItems: 7, description: 'By weekday, whatever the hour.' }),
    hours: Type.Array(CELL, { maxItems: 24, description: 'By hour, whatever the weekday.' }),
  },
  {
    ...closed,
    title: 'Hours',
    description:
      'When people come, by weekday and hour of the start. People are sums of the range.',
  },
);

export type HoursBody = Static<typeof HOURS>;

/** A cell before it has its rank. Weekdays are numbers until then: 1 is Monday, 7 is Sunday. */
interface Cell {
  readonly weekday: number | null;
  readonly hour: number | null;
  readonly figures: Figures;
}

const fullestFirst = inOrder<Cell>(
  highestFirst(({ figures }) => figures.fill_rate),
  (a, b) => (a.weekday ?? 0) - (b.weekday ?? 0),
  (a, b) => (a.hour ?? 0) - (b.hour ?? 0),
);

/**
 * Sums up a range by weekday and hour of the start, the fullest first, unknown last. Sessions of the range must be in the
 * view. People are sums over the range: over whole weeks they compare, over others a weekday may be in it once more than
 * the next.
 */
export function hoursReport(view: GymView, range: DateRange): HoursBody {
  const { byHour, weekdays, hours } = cellsOf(view, range);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverageOf(view, range),
    by: 'fill_rate',
    order: 'highest',
    cells: byHour.map(bodyOf),
    weekdays: weekdays.map(bodyOf),
    hours: hours.map(bodyOf),
  };
}

/** Every hour of every weekday with its exact figures, for a picture. */
export function hourCells(view: GymView, range: DateRange): readonly Cell[] {
  return cellsOf(view, range).byHour;
}

function bodyOf({ weekday, hour, figures }: Cell, at: number): HoursBody['cells'][number] {
  return {
    rank: at + 1,
    weekday: weekday === null ? null : (WEEKDAYS[weekday - 1] ?? null),
    hour,
    ...rounded(figures),
  };
}

/** Sums of each hour of the week, of each weekday and of each hour, without those in which no class took place. */
function cellsOf(view: GymView, range: DateRange) {
  const { nowUtcMs } = view;
  const held = heldOf(tableOf(view).within(range), nowUtcMs);
  const rankedBy = (hasWeekday: boolean, hasHour: boolean): Cell[] => {
    const cells = new Map<number, { weekday: number | null; hour: number | null; sums: Sums }>();
    for (const facts of held) {
      const weekday = hasWeekday ? Math.floor(facts.minuteOfWeek / DAY_MINUTES) + 1 : null;
      const hour = hasHour ? Math.floor((facts.minuteOfWeek % DAY_MINUTES) / 60) : null;
      const key = (weekday ?? 0) * 100 + (hour ?? 0);
      const cell = cells.get(key) ?? { weekday, hour, sums: new Sums() };
      cells.set(key, cell);
      cell.sums.add(facts, { nowUtcMs });
    }
    return [...cells.values()]
      .map(({ sums, ...place }) => ({ ...place, figures: figuresOf(sums) }))
      .sort(fullestFirst);
  };
  return {
    byHour: rankedBy(true, true),
    weekdays: rankedBy(true, false),
    hours: rankedBy(false, true),
  };
}
