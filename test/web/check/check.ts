/** What a check of the pages is made with. */

import type { Browser } from 'playwright-core';

export interface Run {
  readonly browser: Browser;
  /** Sentences that a check adds; none is good. */
  readonly faults: string[];
  /** Part of the name, theme, width and address of the pages to look at; empty for all. */
  readonly only: string;
  /** Where pictures go; none are made without it. */
  readonly shots: string | null;
}

/** Returns what was measured, for a person. */
export type Check = (run: Run) => Promise<string>;
