/** Whose figures a key sees, where names and gyms are not as simple as in the matrix. */

import { describe, expect, it } from 'vitest';
import { type Scope, scopeOf } from '../../../api/auth/scope.ts';
import type { GymSource } from '../../../service/gyms/gym-source.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import { gymView } from '../../support/gym-view.ts';
import { keysOf } from './gyms.fixture.ts';

const trainers = [
  { id: 'sam-1', name: 'Sam Hill' },
  { id: 'sam-2', name: 'Sam Hill' },
  { id: 'sam', name: 'Kim Lee' },
];
const view = gymView({ gym: { id: 'gym' }, trainers });
const sandbox = gymView({ gym: { id: 'demo' } });
const gyms: GymSource = {
  view: (id) => (id === 'gym' ? view : null),
  asOf: async () => null,
  sandbox: () => sandbox,
};

const [known] = keysOf().keys();
const keyOf = (change: Partial<KeyFacts>): KeyFacts => ({ ...(known as KeyFacts), ...change });
const trainer = (trainerId: string) => keyOf({ role: 'trainer', trainerId });
const seen = (key: KeyFacts, subject: Parameters<typeof scopeOf>[1]) =>
  scopeOf(key, subject, gyms, { nowUtcMs: () => 0 });

describe('a key of a trainer', () => {
  it.each(['Sam Hill', 'sam hill', 'SAM', 'sam-1', 'SAM-1'])(
    'means its own trainer by a name that others have too: %s',
    (text) => {
      expect((seen(trainer('sam-1'), { trainer: text }) as Scope).trainers).toEqual([trainers[0]]);
    },
  );

  it.each(['sam-2', 'Kim Lee', 'nobody', ''])('sees nothing of %j', (text) => {
    expect(seen(trainer('sam-1'), { trainer: text })).toMatch(/own trainer, and of no other/);
  });

  it('of somebody who no longer teaches may ask for that one, and finds nobody', () => {
    expect(seen(trainer('gone'), { trainer: 'gone' })).toMatchObject({ trainers: [] });
    expect(seen(trainer('gone'), { trainer: 'sam-1' })).toEqual(expect.any(String));
  });

  it('sees no figures of a gym, not even of the demo', () => {
    expect(seen(trainer('sam-1'), {})).toMatch(/own trainer only/);
    expect(seen(trainer('sam-1'), { gymId: 'demo' })).toMatch(/own trainer only/);
  });
});

describe('a free key', () => {
  it('opens the demo and nothing else, whatever gym it was written down for', () => {
    const free = keyOf({ role: 'free', gymId: 'gym' });
    expect(seen(free, {})).toEqual({ view: sandbox, trainers: [], isSample: true });
    expect(seen(free, { gymId: 'gym' })).toEqual(expect.any(String));
  });
});
