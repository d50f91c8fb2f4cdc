/** Gyms for a server under test: those given, and a sandbox without classes. */

import type { GymView } from '../../gym/sessions/view.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import { gymView } from './gym-view.ts';

export function gymSource(views: readonly GymView[] = []): GymSource {
  const sandbox = gymView({ gym: { id: 'demo' } });
  return {
    view: (id) => views.find(({ gym }) => gym.id === id) ?? null,
    asOf: async () => null,
    sandbox: () => sandbox,
  };
}
