/** Texts of the pages of a head office. */

import type { GymFigures, GymsData, LineState, Unreached } from '../office-data.ts';
import { classes, counted, date, dateOf, list, number, timeOf } from './format.ts';
import { cameTo, fullWords } from './sentences.ts';

export const OFFICE = {
  title: 'Gyms',
  place: 'Head office',
  switch: {
    label: 'Gyms',
    all: (gyms: number) => (gyms === 1 ? 'List of gyms' : `All ${number(gyms)} gyms`),
    other: 'Other gyms',
  },
  search: {
    label: 'Find a gym by its name',
    placeholder: 'Find a gym',
    button: 'Find',
    all: 'All gyms',
  },
  group: { label: 'Group', all: 'All groups', button: 'Show' },
  columns: {
    name: 'Gym',
    line: 'Connection',
    attended: 'Visits',
    fill_rate: 'Full',
    held: 'Classes',
    no_shows: 'No-shows',
    revenue: 'Revenue',
  },
  lines: {
    sending: 'connected',
    silent: 'offline',
    joined: 'joined, no data yet',
    never: 'not joined',
    ended: 'removed',
  } satisfies Record<LineState, string>,
  before: 'before',
  nothing: 'nothing yet',
  none: 'none held',
  total: (gyms: number) => (gyms === 1 ? 'The gym' : `All ${number(gyms)} gyms`),
  empty: 'No gym has that name.',
  noGyms: 'No gyms yet. Whoever runs this head office can add one.',
  previous: 'Previous gyms',
  next: 'More gyms',
} as const;

/** Of a box that does not answer. */
export function unreachedWords({ heardAt }: Unreached): string {
  const last =
    heardAt === null
      ? 'It has sent nothing yet.'
      : `It last sent something on ${date(dateOf(heardAt), 'short')} at ${timeOf(heardAt)}.`;
  return `This gym is offline, so we can’t see its rooms now. ${last}`;
}

/** All gyms that were found, in one sentence. */
export function gymsSentence({ total, found, known }: GymsData): string {
  const gyms = `${known === found ? '' : `${number(known)} of `}${counted(found, 'gym')}`;
  if (total === null) return `No classes in the last 7 days from ${counted(found, 'gym')}.`;
  if (total.held === 0) return `No classes in the last 7 days in ${gyms}.`;
  if (total.attended === null) {
    return `${classes(total.held)} in ${gyms}, none counted.`;
  }
  const of =
    total.counted === total.held
      ? classes(total.held)
      : `the ${number(total.counted)} of ${classes(total.held)} that could be counted`;
  return `${cameTo(total.attended, null)} ${of} in ${gyms}${fullWords(total.fill_rate)}.`;
}

/** How it was in the seven days before; null where that is not known. */
export function beforeWords(before: GymFigures | null): string | null {
  if (before === null || before.attended === null) return null;
  return `The 7 days before: ${counted(before.attended, 'person', 'people')}, ${classes(before.counted)}${fullWords(before.fill_rate)}.`;
}

/** Boxes that a person should look at, as one sentence; null where there is none. */
export function silentWords({ silent: { gyms, named } }: GymsData): string | null {
  if (gyms === 0) return null;
  const names = named.map(({ name, line: { heardAt } }) =>
    heardAt === null ? name : `${name} since ${date(dateOf(heardAt), 'short')} ${timeOf(heardAt)}`,
  );
  const more = gyms - named.length;
  const all = more === 0 ? names : [...names, `${number(more)} more`];
  return `${counted(gyms, 'gym has', 'gyms have')} gone quiet: ${list(all)}.`;
}

export function notJoinedWords(gyms: number): string {
  return `${counted(gyms, 'gym has', 'gyms have')} sent nothing yet.`;
}
