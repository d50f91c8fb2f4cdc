/** What is told to people, whatever the channel: each channel writes the same message in its own form. */

import type { HoursData } from '../web/data.ts';

/** A sentence, and the page that has more. Paths are those of the pages: `/week?of=2026-11-16`. */
export interface Line {
  readonly text: string;
  readonly path: string | null;
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  /** How it compares; null for nothing. */
  readonly note: string | null;
  readonly path: string;
}

/** A day as a bar. */
export interface Bar {
  readonly label: string;
  /** People who came; null is unknown. */
  readonly people: number | null;
  readonly note: string;
  readonly path: string;
}

export interface Message {
  /** The result in one line: the subject of a mail. */
  readonly title: string;
  /** Further sentences. */
  readonly intro: readonly string[];
  /** Worth doing first; at most three. */
  readonly doing: readonly Line[];
  readonly figures: readonly Figure[];
  readonly bars: readonly Bar[];
  readonly hours: HoursData | null;
  readonly lines: readonly Line[];
  /** The page of it all. */
  readonly path: string;
}

export const EMPTY = { intro: [], doing: [], figures: [], bars: [], hours: null, lines: [] };

/** Longest list of a message; chosen here: more than this no one reads in a mail. */
export const MAX_LINES = 25;

/** What happened, as a line of a message that has several. */
export interface News extends Line {
  /** Whether it tells that something is over. */
  readonly isSolved: boolean;
}

/** News that belong together, as one message of a gym. */
export function newsMessage(gym: string, news: readonly News[]): Message {
  const [first] = news;
  const alike = news.length === 1 ? first?.text : null;
  const solved = news.filter(({ isSolved }) => isSolved).length;
  const counted = [
    news.length > solved ? `${news.length - solved} new` : null,
    solved > 0 ? `${solved} solved` : null,
  ];
  const title = alike ?? `${news.length} messages: ${counted.filter(Boolean).join(', ')}`;
  const left = news.length - MAX_LINES;
  const more = left > 0 ? [{ text: `And ${left} more.`, path: '/' }] : [];
  const lines = alike === null ? [...news.slice(0, MAX_LINES), ...more] : [];
  return { ...EMPTY, title: `${gym}: ${title}`, lines, path: first?.path ?? '/' };
}

/** `69%`. */
export function percent(rate: number): string {
  return `${Math.round(rate * 100)}%`;
}

/** `1 person`, `2 people`. */
export function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`;
}

/** `1 class`, `1,024 classes`. */
export function classes(count: number): string {
  return count === 1 ? '1 class' : `${count.toLocaleString('en-GB')} classes`;
}

/** `3 no-shows`; with a plus where walk-ins may hide some. */
export function noShows(count: number, basis: string | null): string {
  const plus = basis !== 'roster' && count > 0 ? '+' : '';
  return `${count}${plus} no-show${count === 1 && plus === '' ? '' : 's'}`;
}
