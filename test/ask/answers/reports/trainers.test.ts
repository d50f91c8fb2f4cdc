/** Trainers beside each other, by what was asked, each with its n. */

import { expect, it } from 'vitest';
import { classSession, counted } from '../../../support/classes.ts';
import { gymView } from '../../../support/gym-view.ts';
import { answered, weeks } from './rows.fixture.ts';

it.each([
  ['fill_rate', 'Highest fill of classes by trainer', '% full ('],
  ['attended', 'Highest attendance by trainer', ' people ('],
  ['average_attendance', 'Highest average attendance by trainer', ' people a class ('],
  ['no_show_rate', 'Highest share of no-shows by trainer', '% ('],
  ['classes', 'Highest number of classes by trainer', ' classes;'],
] as const)('by %s', async (by, head, told) => {
  const found = await answered({ report: 'trainers', by, order: 'highest', ...weeks });
  expect(found.summary).toContain(head);
  expect(found.summary).toContain(told);
  expect(found.items).toHaveLength(6);
  const field = by === 'classes' ? 'classes_taught' : by;
  const values = found.items.map(({ figures }) => (figures as Record<string, number>)[field] ?? 0);
  expect(values).toEqual([...values].sort((a, b) => b - a));
});

it('one trainer is one, and check-ins beside counts are said', async () => {
  const at = Date.UTC(2026, 10, 20, 18);
  const counts = classSession({ startsUtcMs: at, attendance: counted(10) });
  const checked = classSession({
    startsUtcMs: at,
    id: 'b',
    booked: 9,
    checkedIn: 8,
    attendance: counted(8, { source: 'import' }),
    trainer: { id: 'ben', name: 'Ben' },
  });
  const range = { from: '2026-11-15', to: '2026-11-21' };
  const query = { report: 'trainers', by: 'fill_rate', order: 'highest', ...range } as const;
  const one = await answered(query, gymView({ sessions: [counts] }));
  expect(one.summary).toContain('. 1 trainer in all.');
  const both = await answered(query, gymView({ sessions: [counts, checked] }));
  expect(both.notes.join(' ')).toContain('For some, no heads were counted');
  const classes = await answered({ ...query, by: 'classes' }, gymView({ sessions: [checked] }));
  expect(classes.notes).toEqual([]);
});

it('nobody who was not counted is the best', async () => {
  const session = classSession({ startsUtcMs: Date.UTC(2026, 10, 20, 18) });
  const range = { from: '2026-11-15', to: '2026-11-21' };
  const query = { report: 'trainers', by: 'fill_rate', order: 'highest', ...range } as const;
  const unknown = await answered(query, gymView({ sessions: [session] }));
  expect(unknown.summary).toContain('no class with a trainer was counted');
  const nameless = classSession({ ...session, trainer: null, attendance: counted(5) });
  const nobody = await answered(query, gymView({ sessions: [nameless] }));
  expect(nobody.summary).toContain('no one taught');
  expect(nobody.notes.join(' ')).toContain('name no trainer');
});
