/** Texts about true counts, and what they come to. */

import type { CountErrorFigures, RoomFactors } from '../../owner-data.ts';
import { classes, list } from '../format.ts';

export const CALIBRATE = {
  title: 'How far off the counts are',
  text: 'Count a class yourself now and then, and note the number on its page. Turnout compares it with the cameras, room by room. Three or more give a room a factor, if that makes its error smaller.',
  none: 'No room with a camera yet.',
  first:
    'Open a class that runs or is over, and note what you counted. Five classes of a room tell much.',
  classes: 'All classes',
  room: 'Room',
  counted: 'Counted',
  before: 'Mean error without',
  after: 'Mean error with',
  use: 'Factor',
  day: 'Class',
  you: 'You',
  cameras: 'Cameras',
  corrected: 'With the factor',
  judged:
    'With the factor: each class corrected by a factor of the other classes, so this is the error to expect in the next one.',
  on: 'Use the factor',
  off: 'Switch the factor off',
  isOff: 'Switched off: the counts stay as the cameras give them. The true counts stay stored.',
  noFile: 'The demo has no configuration file, so nothing can be switched here.',
  chart: 'Without, and with it',
} as const;

/** `2.0 people`. */
export function people(error: number): string {
  return `${error.toFixed(1)} ${error === 1 ? 'person' : 'people'}`;
}

/** `people × 1.15`, or a factor for each camera. */
export function factorWords({ factor, cameras }: RoomFactors): string {
  if (cameras.length === 0) return `people × ${factor.toFixed(2)}`;
  return list(cameras.map(({ camera, factor: own }) => `${camera} × ${own.toFixed(2)}`));
}

/** What the true counts of a room come to, as one or two sentences. */
export function stateWords(room: RoomFactors): string {
  const { state, classes: known, classes_needed: needed, error_before: before } = room;
  const off = before === null ? '' : `off by ${people(before.mean)} on average${biasWords(before)}`;
  switch (state) {
    case 'none':
      return 'No class of this room was counted by hand yet.';
    case 'waiting':
      return 'The counted class has no estimate of the cameras to compare with. It comes some minutes after the class.';
    case 'too_few':
      return `Too few counts: ${classes(known)} so far, ${off}. ${capital(classes(needed))} more, and the room can get a factor.`;
    case 'no_better':
      return `${capital(classes(known))}, ${off}. No factor makes that smaller, so there is none.`;
    case 'better': {
      const after = room.error_after === null ? '' : people(room.error_after.mean);
      return `${capital(classes(known))}, ${off}. With ${factorWords(room)} it is ${after}.`;
    }
  }
}

/** Whether cameras see too many or too few; nothing where it is neither. */
function biasWords({ mean, bias }: CountErrorFigures): string {
  if (Math.abs(bias) < mean / 2 || mean === 0) return '';
  return bias > 0 ? ', mostly too many' : ', mostly too few';
}

function capital(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
