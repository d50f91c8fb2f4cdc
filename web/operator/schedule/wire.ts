/** What the operator API says of imports and calendars, as far as the page reads it. */

type Counts = Readonly<
  Record<'add' | 'change' | 'move' | 'cancel' | 'remove' | 'unchanged', number>
>;

export interface UploadAnswer {
  readonly upload: string;
  readonly name: string;
}

export interface PreviewRoom {
  readonly name: string;
  readonly room: string | null;
  readonly nearest: string | null;
}

export interface PreviewAnswer {
  readonly preview: string;
  readonly upload: string;
  readonly source: string;
  readonly timezone: string;
  readonly classes: number;
  readonly counts: Counts;
  readonly changes: readonly {
    readonly kind: keyof Counts;
    readonly name: string;
    readonly starts_at: string;
    readonly fields: readonly {
      readonly field: string;
      readonly before: string;
      readonly after: string;
    }[];
  }[];
  readonly columns: readonly string[];
  readonly column_of: Readonly<Record<string, string>>;
  readonly fields: readonly {
    readonly field: string;
    readonly column: string | null;
    readonly classes: number;
  }[];
  readonly rooms: readonly PreviewRoom[];
  readonly joins: readonly { readonly name: string; readonly into: string }[];
  readonly odd_ones: readonly OddOne[];
  readonly sample: readonly {
    readonly name: string;
    readonly starts_at: string;
    readonly trainer: string | null;
    readonly room: string | null;
    readonly cancelled: boolean;
    readonly capacity: number | null;
    readonly booked: number | null;
    readonly attended: number | null;
  }[];
  readonly too_many: readonly {
    readonly line: number | null;
    readonly field: string;
    readonly people: number;
    readonly places: number;
    readonly name: string;
  }[];
  readonly passed_over_count: number;
  readonly passed_over: readonly { readonly line: number; readonly what: string }[];
  readonly fault_count: number;
  readonly faults: readonly {
    readonly line: number | null;
    readonly field: string | null;
    readonly expected: string;
    readonly got: string;
    readonly effect: 'skipped' | 'ignored';
  }[];
}

export interface OddOne {
  readonly kind: 'room' | 'turned' | 'trainer' | 'two_titles' | 'once';
  readonly name?: string;
  readonly names?: readonly string[];
  readonly near?: string | null;
  readonly starts_at?: string;
}

export interface ImportAnswer {
  readonly import: number | null;
  readonly counts: Counts;
}

export interface ImportLine {
  readonly id: number;
  readonly at: string;
  readonly file: string;
  readonly counts: Counts;
  readonly undone_at: string | null;
  readonly can_undo: boolean;
}

export interface UndoAnswer {
  readonly file: string;
  readonly counts: Counts;
  readonly is_feed: boolean;
  readonly stayed_count: number;
}

export interface SourceLine {
  readonly id: string;
  readonly kind: 'web' | 'file';
  readonly state: string;
  readonly classes: number;
  readonly last_success_at: string | null;
  readonly fault: { readonly detail: string } | null;
}

export interface GymAnswer {
  readonly timezone: string;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** How a file is to be read. */
export interface Reading {
  readonly columns: Readonly<Record<string, string>>;
  readonly rooms: Readonly<Record<string, string>>;
}

export type { Counts };
