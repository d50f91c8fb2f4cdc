/** Classes put together by what a report compares: dates, weeks, hours, trainers. */

/** In the order in which keys first come. What has no key (null) is left out. */
export function grouped<T, K>(
  items: readonly T[],
  keyOf: (item: T) => K | null,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
