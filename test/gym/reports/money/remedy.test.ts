import { expect, it } from 'vitest';
import { remedyOf } from '../../../../gym/reports/money/revenue.ts';

it.each([
  [
    12,
    21,
    'above_capacity',
    'it breaks even at 21 people, more than the room holds: a higher price, more places or lower pay',
  ],
  [
    12,
    null,
    'no_margin',
    'a visit brings in no more than it costs: a higher price or less pay a head',
  ],
  [6.5, 9, null, 'it breaks even at 9 people: more people, a higher price or lower pay'],
  [12, 9, null, 'it breaks even at 9 people: a higher price or lower pay'],
  [null, 1, null, 'it breaks even at 1 person: a higher price or lower pay'],
  [12, null, 'revenue_per_visit_unknown', 'a higher price or lower pay'],
] as const)(
  '%s come, break-even %s, %s',
  (average_attendance, breakeven_attendance, breakeven_reason, text) => {
    const row = { average_attendance, breakeven_attendance, breakeven_reason };
    expect(remedyOf(row)).toBe(`${text} would help`);
  },
);
