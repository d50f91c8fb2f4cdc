/** Texts about true counts, and what they come to. */

import type { CountErrorFigures, RoomFactors } from '../../owner-data.ts';
import { classes, list } from '../format.ts';

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
      return 'You have not counted a class in this room yet.';
    case 'waiting':
      return 'The cameras have no number to compare with yet. It comes a few minutes after the class.';
    case 'too_few':
      return `${capital(classes(known))} so far, ${off}. Count ${classes(needed)} more to correct the room.`;
    case 'no_better':
      return `${capital(classes(known))}, ${off}. No correction would make that better.`;
    case 'better': {
      const after = room.error_after === null ? '' : people(room.error_after.mean);
      return `${capital(classes(known))}, ${off}. With ${factorWords(room)}: ${after}.`;
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
