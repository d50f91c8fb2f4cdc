/** What the bench and the process that plays boxes say to each other. */

/** A box that plays: its gym, and the key of it. */
export interface Played {
  readonly gymId: string;
  readonly key: string;
}

/** `begin`: boxes that send. `change`: each of them changes some of its classes. `state`: what they have. */
export type Order =
  | { readonly is: 'begin'; readonly hqUrl: string; readonly links: readonly Played[] }
  | { readonly is: 'change'; readonly round: number }
  | { readonly is: 'state' };

export type Report =
  /** Once a second. */
  | { readonly is: 'progress'; readonly done: number; readonly memoryBytes: number }
  | { readonly is: 'changed' }
  | { readonly is: 'state'; readonly rows: readonly StateRow[] };

/** A class that a box has, and with what number. */
export type StateRow = readonly [gymId: string, key: string, seq: number];
