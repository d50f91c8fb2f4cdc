/** Which column of `gym_day` has which sum, and which measures are made of it. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { Basis } from '../../gym/figures/facts.ts';
import type { CountedSums, Sums } from '../../gym/figures/sums.ts';

type Numbers<Of> = { [Name in keyof Of]: Of[Name] extends number ? Name : never }[keyof Of];
type Plain = Exclude<Numbers<Sums>, undefined>;
type Counted = Numbers<CountedSums>;

interface Section {
  /** Null is every one. */
  readonly measures: readonly MeasureName[] | null;
  readonly plain: readonly Plain[];
  /** One column for people present, and one for check-ins. */
  readonly counted: readonly Counted[];
}

/** Sums that add up over days and gyms. The others need classes next to each other, or an order in time. */
const SECTIONS: readonly Section[] = [
  { measures: null, plain: ['of', 'held', 'cancelled'], counted: ['graded'] },
  { measures: ['attended', 'average_attendance'], plain: [], counted: ['attended'] },
  {
    measures: ['fill_rate', 'empty_seats', 'over_capacity'],
    plain: [],
    counted: ['rated', 'ratedAttended', 'ratedPlaces', 'emptySeats', 'over'],
  },
  { measures: ['capacity'], plain: ['placesN', 'places'], counted: [] },
  { measures: ['booked'], plain: ['bookedN', 'booked'], counted: [] },
  {
    measures: ['no_shows', 'no_show_rate', 'walk_ins'],
    plain: ['rosterN', 'rosterBooked', 'rosterNoShows'],
    counted: ['knownN', 'knownBooked', 'netNoShows', 'walkIns'],
  },
  { measures: ['late_cancels'], plain: ['lateN', 'late'], counted: [] },
  { measures: ['waitlisted'], plain: ['waitingN', 'waiting'], counted: [] },
  {
    measures: ['revenue', 'cost', 'profit', 'profit_per_class'],
    plain: ['revenueN', 'revenue', 'costN', 'cost', 'profitN', 'profit'],
    counted: [],
  },
  { measures: ['revenue_per_visit'], plain: [], counted: ['earnedN', 'earned', 'visits'] },
];

const MONEY = new Set<string>(['revenue', 'cost', 'profit', 'earned']);

export interface DayColumn {
  readonly name: string;
  readonly isMoney: boolean;
  readonly measures: readonly MeasureName[] | null;
  read(sums: Sums): number;
  write(sums: Sums, value: number): void;
}

export const DAY_COLUMNS: readonly DayColumn[] = SECTIONS.flatMap(
  ({ measures, plain, counted }) => [
    ...plain.map(
      (part): DayColumn => ({
        name: part === 'of' ? 'of_all' : snake(part),
        isMoney: MONEY.has(part),
        measures,
        read: (sums) => sums[part],
        write: (sums, value) => {
          sums[part] = value;
        },
      }),
    ),
    ...counted.flatMap((part) =>
      (['present', 'checkedIn'] as const).map(
        (basis: Basis, at): DayColumn => ({
          name: `${snake(part)}_${at}`,
          isMoney: MONEY.has(part),
          measures,
          read: (sums) => sums[basis][part],
          write: (sums, value) => {
            sums[basis][part] = value;
          },
        }),
      ),
    ),
  ],
);

/** The columns that some measures are made of. */
export function columnsOf(measures: readonly MeasureName[]): readonly DayColumn[] {
  return DAY_COLUMNS.filter(
    (column) => column.measures?.some((name) => measures.includes(name)) ?? true,
  );
}

function snake(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
