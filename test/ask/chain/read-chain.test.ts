/** Questions over several gyms come to the queries that were written down before; all else is asked back with what works. */

import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { chainExamples, readChain } from '../../../ask/chain/read-chain.ts';
import { CHAIN_QUERY, type ChainGym } from '../../../service/figures/chain-figures.ts';
import { OF_ONE, READ, REFUSED, WHICH_GYM } from './questions.ts';

const NOW = Date.UTC(2026, 10, 18, 12);

function gym(id: string, name: string, group: string): ChainGym {
  return { id, name, groups: [group], timezone: 'Europe/London', currency: 'GBP' };
}

const GYMS = [
  gym('harbour', 'Harbour', 'south'),
  gym('hilltop', 'Hilltop Gym', 'north'),
  gym('riverside', 'Riverside', 'south'),
  gym('south-bank', 'South Bank', 'north'),
];

function read(text: string, ...prev: string[]) {
  return readChain({ text, prev }, GYMS, NOW);
}

it.each(READ)('over several gyms: %s', async (text, expected) => {
  const reading = await read(text);
  expect(reading.kind === 'chain' ? reading.query : reading).toEqual(expected);
  expect(Value.Check(CHAIN_QUERY, expected)).toBe(true);
});

it.each(OF_ONE)('over several gyms: %s is of %s', async (text, gymId, own) => {
  const reading = await read(text);
  expect(reading).toMatchObject({
    kind: 'one_gym',
    gym: { id: gymId },
    question: { text: own, prev: [] },
    whole: null,
  });
});

it.each(WHICH_GYM)('over several gyms: %s is asked back', async (text) => {
  const reading = await read(text);
  expect(reading).toMatchObject({ kind: 'choice', text: expect.stringMatching(/^Which gym\?/) });
  if (reading.kind !== 'choice') return;
  expect(reading.options).toHaveLength(GYMS.length);
  for (const [at, option] of reading.options.entries()) {
    expect(await read(option)).toMatchObject({ kind: 'one_gym', gym: { id: GYMS[at]?.id } });
  }
});

it.each(REFUSED)('over several gyms: %s is refused', async (text, reason) => {
  const reading = await read(text);
  expect(reading.kind).toBe('unclear');
  if (reading.kind !== 'unclear') return;
  expect(reading.message).toMatch(reason);
  expect(reading.message).not.toMatch(/\brooms?\b(?! belong)/);
  expect(reading.suggestions.length).toBeGreaterThan(0);
  for (const suggestion of reading.suggestions) {
    expect([suggestion, (await read(suggestion)).kind]).toEqual([
      suggestion,
      expect.stringMatching(/chain|one_gym/),
    ]);
  }
});

it('over several gyms: understands its own examples, also with one gym and without groups', async () => {
  for (const example of chainExamples({ gyms: GYMS, groups: ['south'] })) {
    expect([example, (await read(example)).kind]).toEqual([
      example,
      expect.stringMatching(/chain|one_gym/),
    ]);
  }
  expect(chainExamples({})).not.toContain(undefined);
});

it('over several gyms: edits the question before', async () => {
  expect(await read('and last month?', 'Attendance by gym last week')).toMatchObject({
    kind: 'chain',
    query: { measures: ['attended'], by: ['gym'], from: '2026-10-01', to: '2026-10-31' },
  });
  expect(await read('and profit?', 'Revenue of the south group last month')).toMatchObject({
    query: { measures: ['profit'], where: [['group', 'is', ['south']]] },
    decontextualized: 'Profit of the group south from 1 Oct to 31 Oct 2026?',
  });
  expect(await read('and Harbour?', 'How full was Riverside last week?')).toMatchObject({
    kind: 'one_gym',
    gym: { id: 'harbour' },
    whole: expect.stringMatching(/^Fill rate .*9 Nov/),
  });
  expect(await read('and by trainer?', 'How full was Riverside last week?')).toMatchObject({
    kind: 'one_gym',
    gym: { id: 'riverside' },
    question: { text: 'and by trainer?', prev: ['How full was the gym last week?'] },
  });
});

it('over several gyms: asks which gym is meant where several have the name, and takes ids', async () => {
  const gyms = [gym('leeds-1', 'Leeds', 'a'), gym('leeds-2', 'Leeds', 'b')];
  const shared = await readChain({ text: 'How full was Leeds last week?', prev: [] }, gyms, NOW);
  expect(shared).toMatchObject({ kind: 'choice' });
  const one = await readChain({ text: 'How full was leeds-2 last week?', prev: [] }, gyms, NOW);
  expect(one).toMatchObject({ kind: 'one_gym', gym: { id: 'leeds-2' } });
});

it('over several gyms: reads a question of five thousand gyms in milliseconds', async () => {
  const many = Array.from({ length: 5_000 }, (_, i) => gym(`g-${i}`, `Branch ${i}`, 'all-of-them'));
  const reading = await readChain({ text: 'Compare g-17 and g-4000', prev: [] }, many, NOW);
  expect(reading).toMatchObject({
    kind: 'chain',
    query: { where: [['gym', 'is', ['g-17', 'g-4000']]] },
  });
});

it('over several gyms: never throws', async () => {
  for (const text of ['', '?', 'gym', 'gyms gyms gyms', 'the the', 'a'.repeat(500)]) {
    await expect(read(text)).resolves.toBeDefined();
  }
});
