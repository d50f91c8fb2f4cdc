/** What charts are drawn from. Pictures stand alone: a title, the range and the units are in them. */

/** What a picture would show; whoever can draws it. */
export type Chart =
  | { readonly kind: 'heat_map'; readonly data: HeatMapData }
  | { readonly kind: 'trend'; readonly data: TrendData };

/** How full each hour of the week is. */
export interface HeatMapData {
  /** "How full, Oct 11 – Nov 21". As much as there is room for is drawn. */
  readonly title: string;
  /** What the numbers of the cells are, where they are no fill: `No-shows, by weekday and hour`. */
  readonly unit?: string;
  /** Cells that have classes; at most one for each weekday and hour. */
  readonly cells: readonly {
    /** 1 is Monday. */
    readonly weekday: number;
    /** 0..23 on the wall. */
    readonly hour: number;
    /** 0..; over 1 is possible; null is unknown. */
    readonly fillRate: number | null;
    /** Written in the cell instead of the percent; the fill is then its share of the largest. */
    readonly text?: string;
    /** Classes that the fill is of. */
    readonly classes: number;
  }[];
}

/** A class over weeks. */
export interface TrendData {
  readonly title: string;
  /** What the line is of, where it is not people who came. */
  readonly unit?: string;
  /** By date, at most 60. */
  readonly points: readonly {
    /** "Nov 17", as to be written. */
    readonly label: string;
    /** People; null is unknown. */
    readonly attended: number | null;
    readonly capacity: number | null;
    readonly booked: number | null;
    /** Of `attended`, in the time that it is compared with; left out where there is none. */
    readonly before?: number | null;
  }[];
}
