/** The marks of one question while a query is made of them: each mark must be used by the end. */

import type { QueryFilter } from '../../../gym/figures/query.ts';
import type { Surroundings } from '../../reader.ts';
import type { Marked } from '../marks/find-marks.ts';
import type { Mark, MarkOf, Meaning } from '../marks/mark.ts';
import type { Draft } from './draft.ts';

export class Work {
  readonly marked: Marked;
  readonly marks: readonly Mark[];
  readonly surroundings: Surroundings;
  readonly notes: string[];
  /** Filters that no word of their own stands for. */
  readonly extraWhere: QueryFilter[] = [];
  /** Marks that a note speaks for: they leave nothing in the query. */
  readonly noted = new Set<Mark>();
  readonly #used = new Set<Mark>();

  /** The question before was of one day: "and Wednesday?" is another. */
  readonly isAfterDay: boolean;
  /** It is read as going on from another one. */
  readonly isFollowUp: boolean;

  constructor(marked: Marked, surroundings: Surroundings, base: Draft | null = null) {
    this.isFollowUp = base !== null;
    this.isAfterDay = base?.range != null && base.range.from === base.range.to;
    this.marked = marked;
    this.marks = marked.marks;
    this.surroundings = surroundings;
    this.notes = [...marked.notes];
  }

  use(...marks: readonly Mark[]): void {
    for (const mark of marks) this.#used.add(mark);
  }

  isUsed(mark: Mark): boolean {
    return this.#used.has(mark);
  }

  unused(): Mark[] {
    return this.marks.filter((mark) => !this.#used.has(mark));
  }

  all<Is extends Meaning['is']>(...kinds: readonly Is[]): MarkOf<Is>[] {
    return this.marks.filter((mark): mark is MarkOf<Is> =>
      (kinds as readonly string[]).includes(mark.is),
    );
  }

  free<Is extends Meaning['is']>(...kinds: readonly Is[]): MarkOf<Is>[] {
    return this.all(...kinds).filter((mark) => !this.isUsed(mark));
  }

  has(...kinds: readonly Meaning['is'][]): boolean {
    return this.marks.some(({ is }) => kinds.includes(is));
  }

  before(mark: Mark): Mark | undefined {
    return this.marks[this.marks.indexOf(mark) - 1];
  }

  after(mark: Mark): Mark | undefined {
    return this.marks[this.marks.indexOf(mark) + 1];
  }

  note(text: string | undefined): void {
    if (text !== undefined && !this.notes.includes(text)) this.notes.push(text);
  }
}
