/** Gyms for a server under test: those given, and a sandbox without classes. */

import { tableOf } from '../../gym/figures/class-table.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { ClassesSource, GymSource } from '../../service/gyms/gym-source.ts';
import { gymView } from './gym-view.ts';

export function gymSource(views: readonly GymView[] = []): GymSource & ClassesSource {
  const sandbox = gymView({ gym: { id: 'demo' } });
  return {
    view: (id) => views.find(({ gym }) => gym.id === id) ?? null,
    asOf: async () => null,
    classesIn: async (view) => tableOf(view),
    sandbox: () => sandbox,
  };
}
