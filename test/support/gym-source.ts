/** Gyms for a server under test: those given, and a sandbox without classes. */

import type { GymSource } from '../../api/index.ts';
import type { GymView } from '../../engine/index.ts';
import { gymView } from './gym-view.ts';

export function gymSource(views: readonly GymView[] = []): GymSource {
  const sandbox = gymView({ gym: { id: 'demo' } });
  return {
    view: (id) => views.find(({ gym }) => gym.id === id) ?? null,
    asOf: async () => null,
    sandbox: () => sandbox,
  };
}
