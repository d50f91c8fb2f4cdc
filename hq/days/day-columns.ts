/** Which column of `gym_day` has which sum, and which measures are made of it. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { Sums, Total } from '../../gym/figures/sums.ts';
import type { AttendanceSource } from '../../gym/sessions/session.ts';

type Keys<Value> = { [Name in keyof Sums]: Sums[Name] extends Value ? Name : never }[keyof Sums];

interface Section {
  /** Null is every one. */
  readonly measures: readonly MeasureName[] | null;
  readonly numbers?: readonly Keys<number>[];
  readonly totals?: readonly Keys<Total>[];
}

/** Sums that add up over days and gyms. The others need classes next to each other, or an order in time. */
const SECTIONS: readonly Section[] = [
  { measures: null, numbers: ['of', 'held', 'cancelled'] },
  { measures: ['attended', 'average_attendance'], totals: ['attended'] },
  {
    measures: ['fill_rate', 'empty_seats', 'over_capacity'],
    numbers: ['placesAttended'],
    totals: ['places', 'emptySeats', 'over'],
  },
  { measures: ['capacity'], totals: ['capacity'] },
  { measures: ['booked'], totals: ['booked'] },
  {
    measures: ['no_shows', 'no_show_rate'],
    numbers: ['rosterN', 'noShowsBooked'],
    totals: ['noShows'],
  },
  { measures: ['walk_ins'], totals: ['walkIns'] },
  { measures: ['late_cancels'], totals: ['lateCancels'] },
  { measures: ['waitlisted'], totals: ['waitlisted'] },
  {
    measures: ['revenue', 'cost', 'profit', 'profit_per_class'],
    totals: ['revenue', 'cost', 'profit'],
  },
  { measures: ['revenue_per_visit'], numbers: ['visits'], totals: ['earned'] },
];

const MONEY = new Set<string>(['revenue', 'cost', 'profit', 'earned']);

export interface DayColumn {
  readonly name: string;
  readonly isMoney: boolean;
  readonly measures: readonly MeasureName[] | null;
  read(sums: Sums): number;
  write(sums: Sums, value: number): void;
}

export const DAY_COLUMNS: readonly DayColumn[] = [
  ...(['manual', 'camera', 'import'] as const).map(
    (source: AttendanceSource): DayColumn => ({
      name: `by_${source}`,
      isMoney: false,
      measures: null,
      read: ({ sources }) => sources[source],
      write: ({ sources }, value) => {
        sources[source] = value;
      },
    }),
  ),
  ...SECTIONS.flatMap(({ measures, numbers = [], totals = [] }) => [
    ...numbers.map(
      (part): DayColumn => ({
        name: part === 'of' ? 'of_all' : snake(part),
        isMoney: false,
        measures,
        read: (sums) => sums[part],
        write: (sums, value) => {
          sums[part] = value;
        },
      }),
    ),
    ...totals.flatMap((part) =>
      (['n', 'sum'] as const).map(
        (of): DayColumn => ({
          name: of === 'n' ? `${snake(part)}_n` : snake(part),
          isMoney: of === 'sum' && MONEY.has(part),
          measures,
          read: (sums) => sums[part][of],
          write: (sums, value) => {
            sums[part][of] = value;
          },
        }),
      ),
    ),
  ]),
];

/** The columns that some measures are made of. */
export function columnsOf(measures: readonly MeasureName[]): readonly DayColumn[] {
  return DAY_COLUMNS.filter(
    (column) => column.measures?.some((name) => measures.includes(name)) ?? true,
  );
}

function snake(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
