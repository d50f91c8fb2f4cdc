/** Texts of what an owner says of a class. */

import { counted, number, percent } from '../format.ts';

export const FINDINGS = {
  title: 'What you know',
  count: {
    title: 'I counted',
    text: 'For the cameras: it changes no figure of this class, and corrects the room.',
    people: 'People you counted, without staff',
    room: 'Room they were in',
    button: 'Note it',
    anyway: 'Note it all the same',
    done: 'Noted.',
    back: 'Take the count back',
    gone: 'The count is taken back.',
    page: 'How far off the counts are',
  },
  correct: {
    title: 'Correct',
    text: 'For the figures: your number holds in place of that of the cameras.',
    people: 'People who were there, without staff',
    note: 'Why, for those who look later',
    button: 'Correct',
    anyway: 'Correct all the same',
    done: 'Corrected.',
    back: 'Take the correction back',
    gone: 'The correction is taken back: the cameras, or the import, count again.',
  },
  same: 'Nothing changes.',
  unlikely: 'That is far more people than places. Is it right?',
  waits:
    'The cameras are compared with it once they have their estimate, some minutes after the class.',
} as const;

/** `You counted 16.` */
export function countedWords(people: number): string {
  return `You counted ${number(people)}.`;
}

export function heldWords(attended: number, note: string | null): string {
  return `${number(attended)} by hand${note === null ? '' : `, “${note}”`}.`;
}

interface Outcome {
  readonly attended: number | null;
  readonly capacity: number | null;
  readonly fill_rate: number | null;
  readonly no_shows: number | null;
}

/** What a correction would change of the class: only what differs. */
export function changeWords(before: Outcome, after: Outcome): string {
  const pairs = [
    [counted(before.attended, 'person', 'people'), counted(after.attended, 'person', 'people')],
    [`fill ${percent(before.fill_rate)}`, percent(after.fill_rate)],
    [`absent ${number(before.no_shows)}`, number(after.no_shows)],
  ] as const;
  const differs = [
    before.attended !== after.attended,
    before.fill_rate !== after.fill_rate,
    before.no_shows !== after.no_shows,
  ];
  const told = pairs.flatMap(([was, is], at) => (differs[at] === true ? [`${was} → ${is}`] : []));
  return told.length === 0 ? FINDINGS.same : `${told.join('; ')}.`;
}
