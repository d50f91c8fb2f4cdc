/** A class on one date as a finding. */

import type { SessionBody } from '../../../gym/reports/session-row.ts';
import type { Unscored } from '../report-answer.ts';
import { dayText, timeText, weekdayName, weekdayOf } from './wording.ts';

export function sessionItem(session: SessionBody): Unscored {
  return {
    '@type': 'ClassSession',
    name: sessionName(session),
    description: `${sentenceOf(session)}.`,
    figures: session,
  };
}

/** `Spin, Tue 17 Nov 18:30, Spin room`. */
export function sessionName({ name, starts_at, room }: SessionBody): string {
  const date = starts_at.slice(0, 10);
  const day = weekdayName(weekdayOf(date)).slice(0, 3);
  const where = room === null ? '' : `, ${room}`;
  return `${name}, ${day} ${dayText(date)} ${timeText(starts_at)}${where}`;
}

function sentenceOf(session: SessionBody): string {
  const { trainer, substitute, status } = session;
  const by = trainer === null ? '' : ` by ${trainer.name}${substitute ? ' (standing in)' : ''}`;
  const what = `${session.name}${by}`;
  switch (status) {
    case 'cancelled':
      return `${what}: cancelled`;
    case 'scheduled':
      return `${what}: ${bookedText(session)}`;
    case 'in_progress':
      return `${what}: running, ${nowText(session)}; ${bookedText(session)}`;
    default:
      return `${what}: ${cameText(session)}${stayedText(session)}`;
  }
}

function bookedText({ booked, capacity }: SessionBody): string {
  if (booked === null)
    return capacity === null ? 'bookings unknown' : `bookings unknown, ${capacity} places`;
  return capacity === null ? `${booked} booked` : `${booked} booked of ${capacity} places`;
}

function nowText({ occupancy_now }: SessionBody): string {
  return occupancy_now === null
    ? 'who is there now is unknown'
    : `${occupancy_now} in the room now`;
}

function cameText({
  attended,
  attended_low,
  attended_high,
  capacity,
  quality,
  source,
}: SessionBody): string {
  if (attended === null || quality === 'none') return 'who came is unknown, it was not counted';
  const span =
    attended_low === null || attended_high === null || attended_low === attended_high
      ? ''
      : ` (${attended_low} to ${attended_high})`;
  const came = source === 'import' ? 'checked in' : 'came';
  return `${attended}${span} ${came}${capacity === null ? '' : ` of ${capacity} places`}`;
}

function stayedText({ no_shows, no_shows_basis, booked }: SessionBody): string {
  // Fewer people than bookings are known to have stayed away; as many or more tell nothing.
  if (no_shows === null || (no_shows === 0 && no_shows_basis === 'net')) return '';
  if (no_shows === 0) return `; all ${booked ?? 0} booked came`;
  const atLeast = no_shows_basis === 'net' ? 'at least ' : '';
  return `; ${atLeast}${no_shows} of ${booked ?? 0} booked did not come`;
}
