/** What the page of links is drawn from. */

/** What a link can show, by the value in its form. `query` is one that a person typed. */
export const LINK_KINDS = {
  classes: 'Every class, a row each',
  weeks: 'Weeks, with last year beside them',
  series: 'Classes of the week',
  trainers: 'Trainers',
  calendar: 'Calendar of classes with attendance',
  query: 'A query of your own',
} as const;
export type LinkKind = keyof typeof LINK_KINDS;

/** Days that a link can be for. */
export const LINK_DAYS = [30, 90, 365] as const;

export interface LinkRow {
  readonly id: string;
  readonly name: string;
  readonly kind: LinkKind;
  /** What its key is called. */
  readonly by: string;
  /** A date of the gym. */
  readonly ends: string;
}

export interface LinksData {
  readonly page: 'links';
  readonly rows: readonly LinkRow[];
  /** The link that was made just now: shown this once. */
  readonly made: { readonly kind: LinkKind; readonly address: string } | null;
  /** What came of the form, in words; null for nothing. */
  readonly said: string | null;
  readonly fault: string | null;
  /** As they were typed. */
  readonly fields: ReadonlyMap<string, string>;
}
