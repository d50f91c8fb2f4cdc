/** What a query is made of, what it comes to, and why it does not. */

import type { Days } from './calendar.ts';
import type { Filter, Mark } from './mark.ts';
import type { Draft } from './phrase.ts';
import type { Shape } from './shape.ts';

/** A query over one gym or several, or what no figure of classes answers. */
export type Built =
  | (Draft & { readonly report?: undefined })
  | { readonly report: 'occupancy'; readonly where: readonly Filter[] }
  | ({
      readonly report: 'timetable';
      readonly where: readonly Filter[];
      readonly next: boolean;
    } & Days);

export interface Material {
  readonly shape: Shape;
  readonly marks: readonly Mark[];
  /** Of `marks`, those behind "except" and "not". */
  readonly leftOut: ReadonlySet<Mark>;
  readonly today: string;
  /** The trainer who asks; null for all others. */
  readonly self: string | null;
  /** What the question before came to. */
  readonly base: Built | null;
  /** Asked by the first person: "my classes", "how did I do". */
  readonly isOwn: boolean;
  /** Asked of what is over: "who taught on Friday". */
  readonly isPast: boolean;
  /** Asked of what is left: "what has Ben got left this week". */
  readonly isLeft: boolean;
  /** Of a timetable the next class only. */
  readonly isNext: boolean;
}
