/** The person at the machine, whom no key stands for. */

import { expect, it } from 'vitest';
import { localVisitor } from '../../../api/auth/open-visitor.ts';
import { gymView } from '../../support/gym-view.ts';

const trainers = [{ id: 'anna', name: 'Anna Kovács' }];
const viewOf = (id: string) => gymView({ gym: { id }, trainers });

it('sees all of its gym as it is now, and spends nothing', () => {
  let now = viewOf('gym');
  const visitor = localVisitor(() => now, false);
  expect(visitor).toMatchObject({ principal: null, isSample: false });
  expect(visitor.see({})).toEqual({ principal: null, view: now, trainers });
  now = viewOf('gym');
  expect(visitor.see({ gymId: 'gym', trainer: 'nobody' })).toMatchObject({ view: now, trainers });
  expect(visitor.spend()).toBeNull();
  visitor.giveBack();
});

it('sees no other gym', () => {
  const visitor = localVisitor(() => viewOf('gym'), true);
  const refusal = { code: 'forbidden', detail: 'This session has one gym: gym.' };
  expect(visitor.see({ gymId: 'demo' })).toEqual(refusal);
});
