/** A gym as reports see it, for tests: everything quiet, of which a test says only what it is about. */

import type { GymView, ReportGym, RoomView } from '../../gym/sessions/view.ts';
import { gymConfigOf } from './config.ts';

/** Saturday 21 November 2026, 20:00 in London. */
const NOW_UTC_MS = Date.UTC(2026, 10, 21, 20);

type GymViewWords = Partial<Omit<GymView, 'gym'>> & { readonly gym?: Partial<ReportGym> };

/** A gym in London with one room and no classes. Trainers are those of the classes where none are said. */
export function gymView(said: GymViewWords = {}): GymView {
  const sessions = said.sessions ?? [];
  const taught = sessions.flatMap(({ trainer }) => (trainer === null ? [] : [trainer]));
  const trainers = [...new Map(taught.map((trainer) => [trainer.id, trainer])).values()];
  return {
    nowUtcMs: NOW_UTC_MS,
    rooms: [roomView()],
    trainers: trainers.sort((one, other) => (one.name < other.name ? -1 : 1)),
    ...said,
    sessions,
    gym: reportGym(said.gym),
  };
}

const DEFAULTS = gymConfigOf({ currency: 'GBP' });

/** As the configuration has it by default: no amounts. */
export function reportGym(said: Partial<ReportGym> = {}): ReportGym {
  const { id, timezone, currency, economics, families, verdicts } = DEFAULTS;
  return { id, timezone, currency, economics, families, verdicts, ...said };
}

/** A hall for 20 that is seen and empty. */
export function roomView(said: Partial<RoomView> = {}): RoomView {
  return {
    id: 'hall',
    name: 'Hall',
    capacity: 20,
    occupancy: 0,
    updatedUtcMs: NOW_UTC_MS,
    state: 'live',
    ...said,
  };
}
