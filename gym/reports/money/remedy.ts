/** What would help a class to which people come and that loses money: its price, its places, or the pay. */

import type { ClassRevenueBody } from './revenue.ts';

type Row = Pick<
  ClassRevenueBody,
  'average_attendance' | 'breakeven_attendance' | 'breakeven_reason'
>;

/** `it pays from 21 people, more than its places: a higher price, more places or lower pay would help`. */
export function remedyOf(row: Row): string {
  const { average_attendance: come, breakeven_attendance: people, breakeven_reason: reason } = row;
  if (reason === 'no_margin')
    return 'a visit brings in no more than it costs: a higher price or less pay a head would help';
  if (people === null) return 'a higher price or lower pay would help';
  const pays = `it pays from ${people} ${people === 1 ? 'person' : 'people'}`;
  if (reason === 'above_capacity')
    return `${pays}, more than its places: a higher price, more places or lower pay would help`;
  return come !== null && come < people
    ? `${pays}: more people, a higher price or lower pay would help`
    : `${pays}: a higher price or lower pay would help`;
}
