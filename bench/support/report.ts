/** What a bench tells `bench/run.ts`: one JSON line at the end of its output. */

export interface Figure {
  readonly name: string;
  /** Null where it could not be measured; `note` says why. */
  readonly value: number | null;
  readonly unit: string;
  /** Null for figures that are told without a limit. */
  readonly limit: number | null;
  /** Whether the limit is the most or the least that is allowed. */
  readonly direction: 'max' | 'min';
  readonly note?: string;
  /** Set where it could have been measured here, but the machine did not let it: that keeps no limit. */
  readonly isDisturbed?: boolean;
}

export interface BenchReport {
  readonly bench: string;
  readonly figures: readonly Figure[];
}

/** Prints the report as the last line. */
export function report(bench: string, figures: readonly Figure[]): void {
  console.log(JSON.stringify({ bench, figures } satisfies BenchReport));
}

/** Whether a figure keeps its limit; one that this machine lacks the parts for does not fail. */
export function keepsLimit({ value, limit, direction, isDisturbed = false }: Figure): boolean {
  if (limit === null) return true;
  if (value === null) return !isDisturbed;
  return direction === 'max' ? value <= limit : value >= limit;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
