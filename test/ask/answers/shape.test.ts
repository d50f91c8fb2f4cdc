/** How much is told in each mode. */

import { expect, it } from 'vitest';
import { shaped } from '../../../ask/answers/outcome.ts';
import type { Findings, Item } from '../../../ask/findings.ts';

const item = (name: string): Item => ({
  '@type': 'Class',
  name,
  description: `${name}: 12 people.`,
  score: 100,
  figures: {},
});
const findings: Findings = {
  query: { report: 'occupancy', where: [] },
  summary: 'Attendance by class: Spin 12.',
  notes: [],
  numbers: {},
  items: ['Spin', 'Yoga', 'Box', 'Run', 'Row', 'Lift'].map(item),
};

it.each([
  ['list', null, 6],
  ['list', 2, 2],
  ['summarize', null, 5],
  ['generate', null, 3],
] as const)('%s with %s has %d items', (mode, most, count) => {
  expect(shaped(findings, mode, most).items).toHaveLength(count);
});

it('prose cites what it has', () => {
  expect(shaped(findings, 'generate', null).summary).toContain('Yoga: 12 people.');
});
