import { expect, it } from 'vitest';
import { type Outcome, ofSampleGym, shaped } from '../../../ask/answers/outcome.ts';
import type { Findings, Item } from '../../../ask/findings.ts';

/** Whose figures an answer without a key has. */

const gym = { gymId: 'demo', isSample: true, today: '2026-11-20' };

it('is said in the first sentence, with how to see the own ones', () => {
  const unclear: Outcome = {
    kind: 'unclear',
    gym,
    reason: 'unknown_name',
    message: 'No trainer is called “Lena”.',
    suggestions: ['How full was Spin?'],
  };
  expect(ofSampleGym(unclear)).toMatchObject({
    message: expect.stringMatching(
      /^This is the sample gym, not yours: No trainer is called “Lena”\. To see your own gym/,
    ),
  });
  const choice: Outcome = { kind: 'choice', gym, text: 'Which Anna?', options: ['a', 'b'] };
  expect(ofSampleGym(choice)).toMatchObject({
    text: 'This is the sample gym, not yours: Which Anna?',
  });
});

/** How much is told in each mode. */

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
