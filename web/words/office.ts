/** Texts of the pages of a head office. */

import type { GymFigures, GymsData, LineState, Unreached } from '../office-data.ts';
import { classes, counted, date, dateOf, list, number, percent, timeOf } from './format.ts';
import { cameWord } from './sentences.ts';

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
    line: 'Box',
    attended: 'Visits',
    fill_rate: 'Fill',
    held: 'Classes',
    no_shows: 'No-shows',
    revenue: 'Revenue',
  },
  lines: {
    sending: 'sending',
    silent: 'silent',
    joined: 'joined, nothing sent yet',
    never: 'never joined',
    ended: 'shut out',
  } satisfies Record<LineState, string>,
  before: 'before',
  nothing: 'nothing yet',
  none: 'none held',
  total: (gyms: number) => (gyms === 1 ? 'The gym' : `All ${number(gyms)} gyms`),
  empty: 'No gym is called so.',
  noGyms:
    'Your key sees no gym yet: turnout hq gym add makes one, and turnout hq token lets its box join.',
  previous: 'Previous gyms',
  next: 'More gyms',
} as const;

/** Of a box that does not answer. */
export function unreachedWords({ heardAt }: Unreached): string {
  const last =
    heardAt === null
      ? 'It has sent nothing yet.'
      : `It last sent something on ${date(dateOf(heardAt), 'short')} at ${timeOf(heardAt)}.`;
  return `The box of this gym does not answer, so who is in its rooms now is not known. ${last}`;
}

/** All gyms that were found, in one sentence. */
export function gymsSentence({ total, found, known }: GymsData): string {
  const gyms = `${known === found ? '' : `${number(known)} of `}${counted(found, 'gym')}`;
  if (total === null) return `No class of these seven days is known of ${counted(found, 'gym')}.`;
  if (total.held === 0) return `No class took place in these seven days in ${gyms}.`;
  if (total.attended === null) {
    return `${classes(total.held)} took place in ${gyms}, and none could be counted.`;
  }
  const of =
    total.counted === total.held
      ? classes(total.held)
      : `the ${number(total.counted)} of ${classes(total.held)} that could be counted`;
  const fill = total.fill_rate === null ? '' : `, ${percent(total.fill_rate)} of the places`;
  return `${counted(total.attended, 'person', 'people')} ${cameWord(null)} to ${of} in ${gyms}${fill}.`;
}

/** How it was in the seven days before; null where that is not known. */
export function beforeWords(before: GymFigures | null): string | null {
  if (before === null || before.attended === null) return null;
  const fill = before.fill_rate === null ? '' : `, ${percent(before.fill_rate)} of the places`;
  return `The seven days before: ${number(before.attended)} to ${classes(before.counted)}${fill}.`;
}

/** Boxes that a person should look at, as one sentence; null where there is none. */
export function silentWords({ silent: { gyms, named } }: GymsData): string | null {
  if (gyms === 0) return null;
  const names = named.map(({ name, line: { heardAt } }) =>
    heardAt === null ? name : `${name} since ${date(dateOf(heardAt), 'short')} ${timeOf(heardAt)}`,
  );
  const more = gyms - named.length;
  const all = more === 0 ? names : [...names, `${number(more)} more`];
  return `${counted(gyms, 'box does not send', 'boxes do not send')}: ${list(all)}.`;
}

export function notJoinedWords(gyms: number): string {
  return `${counted(gyms, 'gym has', 'gyms have')} sent nothing yet.`;
}
