/**
 * The contract of a part of the torture bench: one way of hurting the real program, and what must hold meanwhile.
 *
 * A part starts the program as a child process (`support/program.ts`), on a free port and in a folder of its own, and
 * returns figures. It names every figure beforehand, with its goal: the framework compares, so a part judges nothing.
 * To add a part: a file in `parts/`, and a row in `parts.ts`.
 */

export interface Goal {
  /** Name of the figure, unique in its part. */
  readonly figure: string;
  readonly unit: string;
  /** Null for a figure that is shown without a goal. */
  readonly limit: number | null;
  /** Whether the limit is the largest or the smallest value that holds. */
  readonly direction: 'max' | 'min';
  /**
   * How the figures of several runs of one part become one (`--add`): counts are added up, of anything else the worst
   * value counts.
   */
  readonly joins: 'sum' | 'worst';
}

/** One figure as a part measured it, or the reason why this machine or this short run cannot measure it. */
export type Measured =
  | { readonly figure: string; readonly value: number; readonly note?: string }
  | { readonly figure: string; readonly skipped: string };

export interface PartOptions {
  /** The same seed makes the same faults in the same order. */
  readonly seed: number;
  /** Whether this run only shows that the part works. */
  readonly isShort: boolean;
  /** How much of it, in the unit of the part: kills, requests, minutes. */
  readonly amount: number;
  /** Aborts when the time of a short run is over or the user ends the run: return what was measured until then. */
  readonly signal: AbortSignal;
  /** Shows one line of text where the run stands; call it as often as is useful. */
  readonly progress: (text: string) => void;
}

export interface TorturePart {
  /** As it is written on the command line. */
  readonly name: string;
  /** One line. */
  readonly what: string;
  /** A short run takes 10 to 15 s on a quiet machine. */
  readonly amount: { readonly unit: string; readonly long: number; readonly short: number };
  readonly goals: readonly Goal[];
  /** Every goal gets its figure; a goal without one is a fault of the part. What it throws fails the part alone. */
  run(options: PartOptions): Promise<readonly Measured[]>;
}
