/**
 * The sums that measures are made of, in sections: a query adds up only those that its measures need. Sums over graded
 * classes exist twice: of people present, and of check-ins, which are never mixed in one figure.
 */

interface Section {
  readonly plain: readonly string[];
  /** Once for each basis. */
  readonly graded: readonly string[];
}

export const SECTIONS = {
  base: { plain: ['of', 'held', 'cancelled'], graded: ['graded'] },
  people: { plain: [], graded: ['attended'] },
  fill: {
    plain: [],
    graded: ['rated', 'ratedAttended', 'ratedPlaces', 'emptySeats', 'over'],
  },
  places: { plain: ['placesN', 'places'], graded: [] },
  booked: { plain: ['bookedN', 'booked'], graded: [] },
  noShows: {
    plain: ['rosterN', 'rosterBooked', 'rosterNoShows'],
    graded: ['knownN', 'knownBooked', 'netNoShows', 'walkIns'],
  },
  late: { plain: ['lateN', 'late'], graded: [] },
  waiting: { plain: ['waitingN', 'waiting'], graded: [] },
  money: {
    plain: ['revenueN', 'revenue', 'costN', 'cost', 'profitN', 'profit'],
    graded: [],
  },
  visits: { plain: [], graded: ['earnedN', 'earned', 'visits'] },
  breakeven: {
    plain: ['costedN', 'fixed', 'visitCost', 'pricedN', 'pricedFixed', 'pricedVisitCost', 'price'],
    graded: [],
  },
  trend: { plain: [], graded: ['attended1', 'places1', 'attended2', 'places2'] },
  slot: { plain: [], graded: ['slotN', 'slotAttended', 'slotExpected'] },
  emptyValue: { plain: [], graded: ['emptyN', 'emptyValue'] },
  verdict: {
    plain: ['waitlists', 'queued'],
    graded: ['profits', 'losses'],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;
type Sections = typeof SECTIONS;
export type PlainPart = Sections[SectionName]['plain'][number];
export type GradedPart = Sections[SectionName]['graded'][number];

const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[];

/** Where each sum of a group lies. Those of sections that are not needed lie at -1. */
export class Layout {
  readonly width: number;
  readonly #places = new Map<string, number>();
  readonly sections: ReadonlySet<SectionName>;

  constructor(sections: Iterable<SectionName>) {
    this.sections = new Set<SectionName>(['base', ...sections]);
    let width = 0;
    for (const name of SECTION_NAMES) {
      if (!this.sections.has(name)) continue;
      const { plain, graded }: Section = SECTIONS[name];
      for (const part of plain) this.#places.set(part, width++);
      for (const part of graded) {
        this.#places.set(part, width);
        width += 2;
      }
    }
    this.width = width;
  }

  has(section: SectionName): boolean {
    return this.sections.has(section);
  }

  /** Of a graded part that of people present; check-ins come next to it. */
  of(part: PlainPart | GradedPart): number {
    return this.#places.get(part) ?? -1;
  }
}

/** 0 is people present, 1 check-ins. */
export type Basis = 0 | 1;

/** The sums of one group. */
export class GroupSums {
  readonly #layout: Layout;
  readonly #data: Float64Array;
  #begin = 0;
  #basis: Basis | null = null;

  constructor(layout: Layout, data: Float64Array) {
    this.#layout = layout;
    this.#data = data;
  }

  /** The same object for another group: thousands are looked at one after another. */
  at(group: number): this {
    this.#begin = group * this.#layout.width;
    const graded = this.#begin + this.#layout.of('graded');
    const [present = 0, checkedIn = 0] = [this.#data[graded], this.#data[graded + 1]];
    this.#basis = present > 0 ? 0 : checkedIn > 0 ? 1 : null;
    return this;
  }

  /** Bodies go before check-ins; null where there is neither. */
  get basis(): Basis | null {
    return this.#basis;
  }

  sum(part: PlainPart): number {
    return this.#data[this.#begin + this.#layout.of(part)] ?? 0;
  }

  /** On the basis of the group. */
  graded(part: GradedPart): number {
    return this.#data[this.#begin + this.#layout.of(part) + (this.#basis ?? 0)] ?? 0;
  }
}
