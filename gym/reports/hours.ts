/** When people come: classes by weekday and hour of their start on the gym's wall. */

import type { GymView } from '../sessions/view.ts';
import { atStart } from './at-start.ts';
import { type AttendanceFigures, FigureSums } from './figures.ts';
import { headOf, type ReportHead } from './head.ts';
import { inOrder, type Order, ordered } from './order.ts';
import { type DateRange, sessionsIn } from './period.ts';
import { minuteOfWeekAt } from './series-finder.ts';
import { isHeld } from './session-facts.ts';
import { DAY_MINUTES } from './weekly-series.ts';

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
  const inRanks = inOrder<HourFigures>(
    ordered(order, VALUES[by]),
    (a, b) => (a.weekday ?? 0) - (b.weekday ?? 0),
    (a, b) => (a.hour ?? 0) - (b.hour ?? 0),
  );
  const ranked = (cells: Cells) =>
    cells
      .figures()
      .sort(inRanks)
      .map((cell, at) => ({ rank: at + 1, ...cell }));
  const [byHour, weekdays, hours] = [new Cells(), new Cells(), new Cells()];
  const placeOf = atStart((startsUtcMs) => {
    const { weekday, hour } = hourAt(view.gym.timezone, startsUtcMs);
    return [byHour.at(weekday, hour), weekdays.at(weekday, null), hours.at(null, hour)];
  });
  for (const session of sessionsIn(view, range)) {
    if (!isHeld(session, view.nowUtcMs)) continue;
    for (const sums of placeOf(session)) sums.add(session);
  }
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    by,
    order,
    cells: ranked(byHour),
    weekdays: ranked(weekdays),
    hours: ranked(hours),
  };
}

/** Sums of each place; one that was never asked for is not there. */
class Cells {
  readonly #sums = new Map<number, Place & { readonly sums: FigureSums }>();

  at(weekday: number | null, hour: number | null): FigureSums {
    const key = (weekday ?? 0) * 100 + (hour ?? 0);
    const known = this.#sums.get(key);
    if (known !== undefined) return known.sums;
    const sums = new FigureSums();
    this.#sums.set(key, { weekday, hour, sums });
    return sums;
  }

  figures(): HourFigures[] {
    return [...this.#sums.values()].map(({ weekday, hour, sums }) => ({
      weekday,
      hour,
      ...sums.figures(),
    }));
  }
}

function hourAt(timezone: string, startsUtcMs: number): { weekday: number; hour: number } {
  const minuteOfWeek = minuteOfWeekAt(timezone, startsUtcMs);
  return {
    weekday: Math.floor(minuteOfWeek / DAY_MINUTES) + 1,
    hour: Math.floor((minuteOfWeek % DAY_MINUTES) / 60),
  };
}
