/** Sums and ratios of which a part may be unknown. */

/** A sum, or null where nothing went into it. */
export function known(sum: number, of: number): number | null {
  return of === 0 ? null : sum;
}

/** Null where a part is unknown or nothing is divided by. */
export function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

/** Null where either is unknown. */
export function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before;
}

/** The known values added up, and how many there are; null where there are none. */
export function sumOf<T>(
  items: readonly T[],
  valueIn: (item: T) => number | null,
): { readonly sum: number | null; readonly known: number } {
  let sum = 0;
  let count = 0;
  for (const item of items) {
    const value = valueIn(item);
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return { sum: known(sum, count), known: count };
}
