/** Questions over several gyms with the query that each must come to, written before the code that reads them. */

import type { ChainQuery } from '../../../service/figures/chain-figures.ts';

const LAST_WEEK = { from: '2026-11-09', to: '2026-11-15' } as const;
const THIS_WEEK = { from: '2026-11-16', to: '2026-11-18' } as const;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as const;
const YESTERDAY = { from: '2026-11-17', to: '2026-11-17' } as const;

type Where = NonNullable<ChainQuery['where']>;
const gyms = (...ids: string[]): { where: Where } => ({ where: [['gym', 'is', ids]] });
const south = { where: [['group', 'is', ['south']]] } satisfies { where: Where };

type Measure = ChainQuery['measures'][number];
const byGym = (measure: Measure, more: Partial<ChainQuery> = {}): ChainQuery => {
  return { measures: [measure], by: ['gym'], ...more };
};
/** Those of the gyms under or over a limit, the farthest from it first. */
const gymsWith = (
  measure: Measure,
  sign: '<' | '>',
  limit: number,
  more: Partial<ChainQuery> = {},
) => {
  const order: ChainQuery['order'] = [[measure, sign === '<' ? 'asc' : 'desc']];
  return byGym(measure, { having: [[measure, sign, limit]], order, ...more });
};
const fullest = { order: [['fill_rate', 'desc']], limit: 1 } satisfies Partial<ChainQuery>;
const notSouth = { where: [['group', 'is_not', ['south']]] } satisfies Partial<ChainQuery>;
const notTwo = {
  where: [['gym', 'is_not', ['riverside', 'harbour']]],
} satisfies Partial<ChainQuery>;
const overview = {
  measures: ['held', 'attended', 'fill_rate'],
  by: ['gym'],
} satisfies Partial<ChainQuery>;
const perDay = { by: ['gym', 'day'] } satisfies Partial<ChainQuery>;
const year = { from: '2025-12-01', to: '2026-11-18' } satisfies Partial<ChainQuery>;
const THREE = gyms('riverside', 'harbour', 'hilltop');

/** Asked on Wednesday, 18 November 2026. */
export const READ: readonly (readonly [string, ChainQuery])[] = [
  ['Which of my gyms is the fullest?', byGym('fill_rate', fullest)],
  ['How many people came to all my gyms yesterday?', { measures: ['attended'], ...YESTERDAY }],
  ['Gyms in the south group with fill under 40 %', gymsWith('fill_rate', '<', 0.4, south)],
  [
    'Attendance in Riverside and Harbour last week',
    byGym('attended', { ...LAST_WEEK, ...gyms('riverside', 'harbour') }),
  ],
  ['Visits per gym per day this week', byGym('attended', { ...perDay, ...THIS_WEEK })],
  ['Rank my gyms by profit', byGym('profit')],
  ['How did each gym do last week?', { ...overview, ...LAST_WEEK }],
  ['Revenue by month', { measures: ['revenue'], by: ['month'], ...year }],
  ['Which gyms made more than 10000 last month?', gymsWith('revenue', '>', 10_000, OCTOBER)],
  ['No-shows by gym without the south group', byGym('no_shows', notSouth)],
  ['Which gyms had fewer than 100 visitors yesterday?', gymsWith('attended', '<', 100, YESTERDAY)],
  [
    'No-shows by gym except Riverside and Harbour last week',
    byGym('no_shows', { ...LAST_WEEK, ...notTwo }),
  ],
  [
    'Compare South Bank and Hilltop Gym by revenue',
    byGym('revenue', gyms('south-bank', 'hilltop')),
  ],
  ['No-show rate by branch', byGym('no_show_rate')],
  ['Is there any gym under half full?', gymsWith('fill_rate', '<', 0.5)],
  [
    'Bookings by gym and day this week',
    byGym('booked', { ...perDay, from: '2026-11-16', to: '2026-11-22' }),
  ],
  ['Show me profit for each club in October please', byGym('profit', OCTOBER)],
  ['Compare riverside, harbor and hilltop', byGym('fill_rate', THREE)],
];

/** Names one gym: the gym, and what its own `/ask` reads. */
export const OF_ONE: readonly (readonly [string, string, string])[] = [
  ["What was Harbour's revenue in October?", 'harbour', "What was the gym's revenue in October?"],
  ['Who teaches at South Bank tonight?', 'south-bank', 'Who teaches at the gym tonight?'],
  ['Busiest room at the Riverside gym', 'riverside', 'Busiest room at the gym'],
];

/** Needs one gym's own data: asked back which gym. */
export const WHICH_GYM: readonly string[] = [
  'Which trainer has the fullest classes?',
  'What is on tonight?',
  'When is it busiest?',
  'Is it busy?',
];

/** Refused, by a part of the sentence where the query says why; each with questions that work. */
export const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['Attendance by gym on Fridays', /one gym/],
  ['Fill rate by gym in the evening', /one gym/],
  ['This week compared with last week by gym', /two times/],
  ['Compare the south group with the north group', /groups/],
  ['Share of revenue by gym', /share/],
  ['Which gym has the best trainers?', /one gym/],
  ['How did Anna do last week?', /./],
  ['Fill rate by gym in the west group', /./],
  ['Which gym is losing members?', /./],
  ['Which gym has a swimming pool?', /./],
  ['Which gym smells best of cheese?', /./],
];
