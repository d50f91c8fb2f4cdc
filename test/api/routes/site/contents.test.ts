/** What a page is drawn from, where its address asks for a time gone by. */

import { expect, it } from 'vitest';
import { contentOf } from '../../../../api/routes/site/contents.ts';
import { classSession, counted } from '../../../support/classes.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { gymView } from '../../../support/gym-view.ts';

it.each<[string, { readonly id?: string; readonly of?: string }, object]>([
  [
    '/week',
    { of: '2026-09-11' },
    { week: { from: '2026-09-07', attended: 7 }, hours: { from: '2026-08-03', to: '2026-09-13' } },
  ],
  [
    '/report/week',
    { of: '2026-09-11' },
    { week: { from: '2026-09-07', attended: 7 }, hours: { from: '2026-08-03', to: '2026-09-13' } },
  ],
  [
    '/day/{id}',
    { id: '2026-09-13' },
    { summary: { total_attendance: 7 }, before: '2026-09-12', after: '2026-09-14' },
  ],
])(
  '%s has what is over as it ended, however long ago',
  async (template, { id = '', of = '' }, shown) => {
    const startsUtcMs = Date.UTC(2026, 8, 13, 18);
    const sessions = [classSession({ startsUtcMs, attendance: counted(7) })];
    const known = { from: '2026-07-01', to: '2026-11-22' };
    const past = gymView({ nowUtcMs: Date.UTC(2026, 8, 13, 22), sessions, known });
    const asked = {
      id,
      query: new Map([['of', of]]),
      classes: {
        ...gymSource(),
        asOf: async (_: string, date: string) => (date === '2026-09-13' ? past : null),
      },
    };
    const looking = { view: gymView({ known }), reader: null } as never;
    expect(await contentOf({ template, id }, looking, asked as never)).toMatchObject(shown);
  },
);
