/** What the bench and the process that plays boxes say to each other. */

import type { LinkFile } from '../../../service/line/link/link-file.ts';

/** `begin`: boxes that connect and send. `change`: each of them changes some of its classes. `state`: what they have. */
export type Order =
  | { readonly is: 'begin'; readonly links: readonly LinkFile[] }
  | { readonly is: 'change'; readonly round: number }
  | { readonly is: 'state' };

export type Report =
  /** Once a second. */
  | { readonly is: 'progress'; readonly done: number; readonly memoryBytes: number }
  | { readonly is: 'changed' }
  | { readonly is: 'state'; readonly rows: readonly StateRow[] };

/** A class that a box has, and at what revision. */
export type StateRow = readonly [gymUid: string, key: string, rev: number];
