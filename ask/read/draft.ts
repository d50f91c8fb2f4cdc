/** A query in the making, and what stands against one. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import { isDimension } from '../../gym/figures/dimensions.ts';
import type {
  FiguresQuery,
  QueryFilter,
  QueryHaving,
  QueryOrder,
} from '../../gym/figures/query.ts';
import type { AskQuery } from '../query.ts';
import type { Reading, YesIf } from '../reader.ts';
import type { Days, Time } from './calendar.ts';
import type { Dim, Filter, Mark, MarkOf, Word } from './mark.ts';
import type { Marked } from './marks.ts';

export interface Draft {
  readonly kind: 'figures' | 'now' | 'timetable';
  readonly measures: readonly MeasureName[];
  readonly by: readonly Dim[];
  readonly where: readonly Filter[];
  readonly having: readonly QueryHaving[];
  readonly order: readonly QueryOrder[];
  readonly limit: number | null;
  readonly offset: number;
  readonly range: Days | null;
  /** What the range was read from, for "the week before" in the next question. */
  readonly time: Time | null;
  readonly compare: Days | null;
  readonly share: boolean;
  readonly isNext: boolean;
  /** What makes the answer a yes, where that was asked. */
  readonly yesIf: YesIf | null;
}

export const EMPTY: Draft = {
  kind: 'figures',
  measures: [],
  by: [],
  where: [],
  having: [],
  order: [],
  limit: null,
  offset: 0,
  range: null,
  time: null,
  compare: null,
  share: false,
  isNext: false,
  yesIf: null,
};

export interface Stop {
  readonly stop: Extract<Reading, { kind: 'unclear' }>['reason'];
  readonly message: string;
}

export const notUnderstood = (message: string): Stop => ({ stop: 'not_understood', message });

export function isStop(value: object): value is Stop {
  return 'stop' in value;
}

/** The marks of one question, with what has been used of them. */
export class Marks {
  readonly list: readonly Mark[];
  readonly text: string;
  readonly today: string;
  readonly base: Draft | null;
  readonly notes: string[] = [];
  /** Names, days and filters that a negation leaves out. */
  leftOut: ReadonlySet<Mark> = new Set();
  /** "are no-shows rising": a figure that has no trend of its own is shown week by week. */
  isOverTime = false;
  /** No figure was named. */
  isOverview = false;
  readonly #used = new Set<Mark>();

  constructor(
    { marks, text, today }: Pick<Marked, 'marks' | 'text' | 'today'>,
    base: Draft | null,
  ) {
    this.list = marks.filter(({ is }) => is !== 'nothing');
    this.text = text;
    this.today = today;
    this.base = base;
  }

  all<Is extends Mark['is']>(...kinds: readonly Is[]): MarkOf<Is>[] {
    return this.list.filter((mark): mark is MarkOf<Is> =>
      (kinds as readonly string[]).includes(mark.is),
    );
  }

  words(...words: readonly Word[]): MarkOf<'word'>[] {
    return this.all('word').filter(({ word }) => words.includes(word));
  }

  has(...words: readonly Word[]): boolean {
    return this.words(...words).length > 0;
  }

  free<Is extends Mark['is']>(...kinds: readonly Is[]): MarkOf<Is>[] {
    return this.all(...kinds).filter((mark) => !this.#used.has(mark));
  }

  use(...marks: readonly Mark[]): void {
    for (const mark of marks) this.#used.add(mark);
  }

  isUsed(mark: Mark): boolean {
    return this.#used.has(mark);
  }

  before(mark: Mark, by = 1): Mark | undefined {
    return this.list[this.list.indexOf(mark) - by];
  }

  after(mark: Mark, by = 1): Mark | undefined {
    return this.list[this.list.indexOf(mark) + by];
  }

  note(text: string | undefined): void {
    if (text !== undefined) this.notes.push(text);
  }
}

export function isWord(mark: Mark | undefined, ...words: readonly Word[]): boolean {
  return mark?.is === 'word' && words.includes(mark.word);
}

/** As it is asked of one gym: what was not named is left out. */
export function queryOf(draft: Draft): AskQuery {
  const { kind, measures, having, order, limit, offset, range, compare, share } = draft;
  const by = draft.by.filter(isDimension);
  const where = draft.where.filter((one): one is QueryFilter => isDimension(one[0]));
  if (kind === 'now') return { report: 'occupancy', where };
  if (kind === 'timetable') {
    const days = range ?? { from: '', to: '' };
    return { report: 'timetable', ...days, where, next: draft.isNext };
  }
  const parts = { by, ...range, where, having, order, limit, offset, share, compare };
  return { measures, ...named(parts) } as FiguresQuery;
}

/** Without the parts that say nothing. */
export function named(parts: object): Readonly<Record<string, unknown>> {
  const says = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => says(value)));
}
