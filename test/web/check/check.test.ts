import { expect, it } from 'vitest';
import { outcomeOf } from './check.ts';

it('takes a check that breaks off for one that has failed', async () => {
  const [outcome] = await outcomeOf('13 sign-in', async () => {
    throw new Error('Timeout of a page that never came');
  });
  expect(outcome).toMatchObject({ name: '13 sign-in', figure: 'ended early' });
  expect(outcome?.faults.join()).toContain('Timeout of a page that never came');
});

it('takes one result or several', async () => {
  const result = { name: '1', figure: 'one', faults: [] };
  await expect(outcomeOf('1', async () => result)).resolves.toEqual([result]);
  await expect(outcomeOf('1', async () => [result, result])).resolves.toHaveLength(2);
});
