/** A minute of the curve in words: the same on the page and as the slider moves. */

import { counted, number } from './format.ts';

/** @param offset Minutes from the start. @param cell What the table says: people, or that there is no count and why. */
export function minuteWords(offset: number, cell: string): string {
  const when =
    offset < 0 ? `${counted(-offset, 'minute')} before the start` : `minute ${number(offset)}`;
  const people = /^\d+$/.test(cell) ? counted(Number(cell), 'person', 'people') : cell;
  return `${when}: ${people}`;
}
