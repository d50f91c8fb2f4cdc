/** What a check comes to. */

export interface CheckResult {
  /** By its number in the list of the pages' acceptance checks, and a word. */
  readonly name: string;
  /** What was measured, for a person. */
  readonly figure: string;
  /** Sentences; none is good. */
  readonly faults: readonly string[];
}

export type Check = () => Promise<CheckResult | readonly CheckResult[]>;

/** What a check comes to, also where it breaks off: then it has failed, and those after it are made all the same. */
export async function outcomeOf(name: string, check: Check): Promise<readonly CheckResult[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ name, figure: 'ended early', faults: told.split('\n') }];
  }
}
