/** Figures of `bench:chain` as they are told, with their limits. */

export interface Limit {
  readonly least?: number;
  readonly most?: number;
}

const missed: string[] = [];

/** One line of the output. @param limit null where it is only told. */
export function tell(name: string, value: number, unit: string, limit: Limit | null = null): void {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = limit ?? {};
  if (!(value >= least && value <= most)) missed.push(name);
  const bound =
    limit?.least !== undefined
      ? `at least ${least}`
      : limit?.most !== undefined
        ? `at most ${most}`
        : '';
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  say(`${name.padEnd(64)} ${value.toFixed(digits).padStart(9)} ${unit.padEnd(12)} ${bound}`);
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function sayMissed(): void {
  say(
    missed.length === 0
      ? 'all within their limits'
      : `${missed.length} outside: ${missed.join(', ')}`,
  );
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
