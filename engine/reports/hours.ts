/** When people come: classes by weekday and hour of their start on the gym's wall. */

import type { ClassSession, GymView } from '../sessions/index.ts';
import { atStart } from './at-start.ts';
import { type AttendanceFigures, figuresOf } from './figures.ts';
import { grouped } from './groups.ts';
import { headOf, type ReportHead } from './head.ts';
import { inOrder, type Order, ordered } from './order.ts';
import { type DateRange, sessionsIn } from './period.ts';
import { DAY_MINUTES, minuteOfWeekAt } from './series.ts';
import { isHeld } from './session-facts.ts';

/** What hours can be ordered by. */
export type HoursKey = 'attended' | 'fill_rate';

/** Classes that start within one hour of one weekday, of all weekdays, or within any hour of one weekday. */
export interface HourCell extends AttendanceFigures {
  /** 1.. among the cells of its list. */
  readonly rank: number;
  /** 1 is Monday, 7 is Sunday; null is all of them. */
  readonly weekday: number | null;
  /** Of the start, 0..23; null is all of them. */
  readonly hour: number | null;
}

/** Each list is in the order asked for, then by weekday and hour; unknown last. Cells without a class that took place are not there. */
export interface HoursReport extends ReportHead, DateRange {
  readonly by: HoursKey;
  readonly order: Order;
  /** Weekday and hour: at most 168. */
  readonly cells: readonly HourCell[];
  /** Weekdays, whatever the hour. */
  readonly weekdays: readonly HourCell[];
  /** Hours, whatever the weekday. */
  readonly hours: readonly HourCell[];
}

type HourFigures = Omit<HourCell, 'rank'>;

type Place = Pick<HourCell, 'weekday' | 'hour'>;

const VALUES: Readonly<Record<HoursKey, (cell: HourFigures) => number | null>> = {
  attended: ({ attended }) => attended,
  fill_rate: ({ fillRate }) => fillRate,
};

/**
 * Sums up a range by weekday and hour of the start. Sessions of the range must be in the view. People are sums over the
 * range: over whole weeks they compare, over others a weekday may be in it once more than the next.
 */
export function hoursReport(
  view: GymView,
  range: DateRange,
  { by, order }: { readonly by: HoursKey; readonly order: Order },
): HoursReport {
  const held = sessionsIn(view, range).filter((session) => isHeld(session, view.nowUtcMs));
  const inRanks = inOrder<HourFigures>(
    ordered(order, VALUES[by]),
    (a, b) => (a.weekday ?? 0) - (b.weekday ?? 0),
    (a, b) => (a.hour ?? 0) - (b.hour ?? 0),
  );
  const cells = (placeIn: (hour: Place) => Place) => {
    const placeOf = atStart((startsUtcMs) => placeIn(hourAt(view.gym.timezone, startsUtcMs)));
    return cellsOf(held, placeOf, view.nowUtcMs)
      .sort(inRanks)
      .map((cell, at) => ({ rank: at + 1, ...cell }));
  };
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    by,
    order,
    cells: cells((place) => place),
    weekdays: cells(({ weekday }) => ({ weekday, hour: null })),
    hours: cells(({ hour }) => ({ weekday: null, hour })),
  };
}

function hourAt(timezone: string, startsUtcMs: number): Place {
  const minuteOfWeek = minuteOfWeekAt(timezone, startsUtcMs);
  return {
    weekday: Math.floor(minuteOfWeek / DAY_MINUTES) + 1,
    hour: Math.floor((minuteOfWeek % DAY_MINUTES) / 60),
  };
}

function cellsOf(
  held: readonly ClassSession[],
  placeOf: (session: ClassSession) => Place,
  nowUtcMs: number,
): HourFigures[] {
  const groups = grouped(held, (session) => {
    const { weekday, hour } = placeOf(session);
    return (weekday ?? 0) * 100 + (hour ?? 0);
  });
  return [...groups.values()].flatMap((sessions) => {
    const [first] = sessions;
    return first === undefined ? [] : [{ ...placeOf(first), ...figuresOf(sessions, nowUtcMs) }];
  });
}
