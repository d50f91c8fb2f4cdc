/** What the bench and a box of it say to each other: one question, one answer; and what was changed, as it is stored. */

import type { NumberedRow } from '../../../../chain/digest.ts';
import type { LineStatus } from '../../../../service/line/line.ts';

/** What a child gets as its only argument. */
export interface BoxOrder {
  /** Id of its gym, at the box and at the head office. */
  readonly gym: string;
  readonly dir: string;
  readonly classes: number;
  /** Address of the head office as this box reaches it. */
  readonly url: string;
  /** Null for one that has joined. */
  readonly token: string | null;
}

export type Question =
  /** Changes classes again and again until it is told to rest. */
  | { readonly ask: 'run'; readonly pauseMs: number }
  | { readonly ask: 'rest' }
  /** All classes once. */
  | { readonly ask: 'day' }
  /** New classes. */
  | { readonly ask: 'add'; readonly classes: number }
  /** Leaves, and joins with another token. */
  | { readonly ask: 'join'; readonly token: string }
  | { readonly ask: 'state' }
  | { readonly ask: 'rows' }
  | { readonly ask: 'end' };

export interface BoxState {
  /** Null before it has begun. */
  readonly line: LineStatus | null;
  readonly waiting: number;
  readonly rssBytes: number;
  /** Of its event loop since the last question: the worst of a hundred. */
  readonly delayMs: number;
}

export interface BoxRows {
  readonly rows: readonly NumberedRow[];
  /** Id, name and bookings of each class. */
  readonly classes: readonly (readonly [string, string, number | null])[];
}

export interface Answers {
  readonly run: null;
  readonly rest: null;
  readonly day: null;
  readonly add: null;
  readonly join: null;
  readonly state: BoxState;
  readonly rows: BoxRows;
  readonly end: null;
}

export type FromBox =
  | { readonly is: 'ready' }
  | { readonly is: 'refused'; readonly code: string }
  | { readonly is: 'made'; readonly changes: number }
  | { readonly is: 'answer'; readonly id: number; readonly value: unknown };
export type ToBox = Question & { readonly id: number };
