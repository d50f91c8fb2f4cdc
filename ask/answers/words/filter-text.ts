/** What narrows a query, in words. */

import type { GymView } from '../../../gym/sessions/view.ts';
import type { Filters } from '../report-answer.ts';
import { weekdayName } from './wording.ts';

/** ` of HIIT 45 by Anna Petrova on Tuesdays starting at 17:00 or later in Spin room`; empty where nothing narrows. */
export function filterText(filters: Filters, view: GymView): string {
  const { class: name, weekday, room, trainer } = filters;
  const parts = [
    name === undefined ? null : ` of ${name}`,
    trainer === undefined ? null : ` by ${trainerName(view, trainer)}`,
    weekday === undefined ? null : ` on ${weekdayName(weekday)}s`,
    hoursText(filters),
    room === undefined ? null : ` in ${room}`,
  ];
  return parts.filter((part) => part !== null).join('');
}

export function trainerName({ trainers }: GymView, id: string): string {
  return trainers.find((trainer) => trainer.id === id)?.name ?? id;
}

function hoursText({ from_hour: from, to_hour: to }: Filters): string | null {
  if (from === undefined && to === undefined) return null;
  if ((to ?? 24) === 24) return ` starting at ${clock(from ?? 0)} or later`;
  if ((from ?? 0) === 0) return ` starting before ${clock(to ?? 24)}`;
  return ` starting ${clock(from ?? 0)} to ${clock(to ?? 24)}`;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
