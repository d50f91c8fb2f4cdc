/** What a check comes to. */

export interface CheckResult {
  /** By its number in the list of the pages' acceptance checks, and a word. */
  readonly name: string;
  /** What was measured, for a person. */
  readonly figure: string;
  /** Sentences; none is good. */
  readonly faults: readonly string[];
}
