/** Which column of `gym_day` has which sum of the measures: of graded sums one for people present, and one for check-ins. */

import {
  type Basis,
  type GradedPart,
  Layout,
  type PlainPart,
  SECTIONS,
  type SectionName,
} from '../../gym/figures/compute/parts.ts';

/** Sums that add up over days and gyms. The others need classes side by side, or an order in time. */
export const DAY_SECTIONS = [
  'base',
  'people',
  'fill',
  'places',
  'booked',
  'noShows',
  'late',
  'waiting',
  'money',
  'visits',
] as const satisfies readonly SectionName[];

export interface DayColumn {
  readonly name: string;
  readonly part: PlainPart | GradedPart;
  /** Added to the place of the part. */
  readonly basis: Basis;
  readonly section: SectionName;
  readonly isMoney: boolean;
}

const MONEY = new Set<string>(['revenue', 'cost', 'profit', 'earned']);

export const DAY_COLUMNS: readonly DayColumn[] = DAY_SECTIONS.flatMap((section) => {
  const { plain, graded } = SECTIONS[section];
  const columnOf = (part: PlainPart | GradedPart, basis: Basis, suffix: string): DayColumn => ({
    name: `${part === 'of' ? 'of_all' : snake(part)}${suffix}`,
    part,
    basis,
    section,
    isMoney: MONEY.has(part),
  });
  return [
    ...plain.map((part) => columnOf(part, 0, '')),
    ...graded.flatMap((part) => [columnOf(part, 0, '_0'), columnOf(part, 1, '_1')]),
  ];
});

export const DAY_LAYOUT = new Layout(DAY_SECTIONS);

function snake(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
