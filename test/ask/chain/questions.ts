/** Questions over several gyms with the query that each must come to, written before the code that reads them. */

import type { ChainQuery } from '../../../service/figures/chain-figures.ts';

const LAST_WEEK = { from: '2026-11-09', to: '2026-11-15' } as const;
const THIS_WEEK = { from: '2026-11-16', to: '2026-11-18' } as const;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as const;
const YESTERDAY = { from: '2026-11-17', to: '2026-11-17' } as const;

type Where = NonNullable<ChainQuery['where']>;
const gyms = (...ids: string[]): { where: Where } => ({ where: [['gym', 'is', ids]] });
const south = { where: [['group', 'is', ['south']]] } satisfies { where: Where };

/** Asked on Wednesday, 18 November 2026. */
export const READ: readonly (readonly [string, ChainQuery])[] = [
  [
    'Which of my gyms is the fullest?',
    { measures: ['fill_rate'], by: ['gym'], order: [['fill_rate', 'desc']], limit: 1 },
  ],
  ['How many people came to all my gyms yesterday?', { measures: ['attended'], ...YESTERDAY }],
  [
    'Gyms in the south group with fill under 40 %',
    {
      measures: ['fill_rate'],
      by: ['gym'],
      having: [['fill_rate', '<', 0.4]],
      order: [['fill_rate', 'asc']],
      ...south,
    },
  ],
  [
    'Attendance in Riverside and Harbour last week',
    { measures: ['attended'], by: ['gym'], ...LAST_WEEK, ...gyms('riverside', 'harbour') },
  ],
  [
    'Visits per gym per day this week',
    { measures: ['attended'], by: ['gym', 'day'], ...THIS_WEEK },
  ],
  ['Rank my gyms by profit', { measures: ['profit'], by: ['gym'] }],
  [
    'How did each gym do last week?',
    { measures: ['held', 'attended', 'fill_rate'], by: ['gym'], ...LAST_WEEK },
  ],
  [
    'Revenue by month',
    { measures: ['revenue'], by: ['month'], from: '2025-12-01', to: '2026-11-18' },
  ],
  [
    'Which gyms made more than 10000 last month?',
    {
      measures: ['revenue'],
      by: ['gym'],
      ...OCTOBER,
      having: [['revenue', '>', 10000]],
      order: [['revenue', 'desc']],
    },
  ],
  [
    'No-shows by gym without the south group',
    { measures: ['no_shows'], by: ['gym'], where: [['group', 'is_not', ['south']]] },
  ],
  [
    'Which gyms had fewer than 100 visitors yesterday?',
    {
      measures: ['attended'],
      by: ['gym'],
      ...YESTERDAY,
      having: [['attended', '<', 100]],
      order: [['attended', 'asc']],
    },
  ],
  [
    'No-shows by gym except Riverside and Harbour last week',
    {
      measures: ['no_shows'],
      by: ['gym'],
      ...LAST_WEEK,
      where: [['gym', 'is_not', ['riverside', 'harbour']]],
    },
  ],
  [
    'Compare South Bank and Hilltop Gym by revenue',
    { measures: ['revenue'], by: ['gym'], ...gyms('south-bank', 'hilltop') },
  ],
  ['No-show rate by branch', { measures: ['no_show_rate'], by: ['gym'] }],
  [
    'Is there any gym under half full?',
    {
      measures: ['fill_rate'],
      by: ['gym'],
      having: [['fill_rate', '<', 0.5]],
      order: [['fill_rate', 'asc']],
    },
  ],
  [
    'Bookings by gym and day this week',
    { measures: ['booked'], by: ['gym', 'day'], from: '2026-11-16', to: '2026-11-22' },
  ],
  [
    'Show me profit for each club in October please',
    { measures: ['profit'], by: ['gym'], ...OCTOBER },
  ],
  [
    'Compare riverside, harbor and hilltop',
    { measures: ['fill_rate'], by: ['gym'], ...gyms('riverside', 'harbour', 'hilltop') },
  ],
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
