/** What a phrase of days gives, and how it is made from today. */

import { noSpan, type Span } from './span.ts';

/** What a phrase gives: a span, or a weekday to keep to. The evening of "tonight" comes along. */
export interface DatePhrase {
  readonly span?: Span;
  /** 1 is Monday; several are any of them. */
  readonly weekdays?: readonly number[];
  readonly part?: 'morning' | 'afternoon' | 'evening';
  /** "between October and November": the two, where they are compared. */
  readonly pair?: readonly [Span, Span];
  /** A weekday without a preposition: the days of {@link weekdays}, or this one date. */
  readonly bare?: Span;
}

export type Make = (today: string) => DatePhrase;

export const NOWHERE: Span = noSpan('no_such_date', 'That date is not in the calendar.');

export const span =
  (make: (today: string) => Span): Make =>
  (today) => ({ span: make(today) });

/** The time before another one that is named beside it, or in the question before. */
export function before(): Span {
  return { ...NOWHERE, unit: 'day', isBefore: true };
}

/** Days that were named only roughly: an answer about all of them would be to another question. */
export const vague = (message: string): Make => span(() => noSpan('not_understood', message));
