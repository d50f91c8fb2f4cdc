/** What a page is drawn from, where its address asks for a time gone by. */

import { expect, it } from 'vitest';
import { contentOf } from '../../../../api/routes/site/contents.ts';
import { classSession, counted } from '../../../support/classes.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { gymView } from '../../../support/gym-view.ts';

it.each(['/week', '/report/week'])('%s has a week that is over as it ended', async (template) => {
  const endUtcMs = Date.UTC(2026, 10, 15, 23);
  const startsUtcMs = Date.UTC(2026, 10, 11, 18);
  const sessions = [classSession({ startsUtcMs, attendance: counted(7) })];
  const past = gymView({ nowUtcMs: endUtcMs, sessions });
  const asked = {
    query: new Map([['of', '2026-11-12']]),
    classes: {
      ...gymSource(),
      asOf: async (_: string, date: string) => (date === '2026-11-15' ? past : null),
    },
  };
  const looking = {
    view: gymView({ known: { from: '2026-09-01', to: '2026-11-22' } }),
    reader: null,
  } as never;
  expect(await contentOf({ template, id: '' }, looking, asked as never)).toMatchObject({
    week: { from: '2026-11-09', attended: 7 },
    hours: { from: '2026-10-05', to: '2026-11-15' },
  });
});
