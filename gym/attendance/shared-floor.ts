/**
 * Several cameras of one room to one count, where overlap zones say which floor more than one of them sees: everybody is
 * added up, and anyone who is in a shared zone is counted once, by the camera that sees most of them there.
 */

/**
 * @param counts people each camera counts; null is unknown.
 * @param shared for each zone that several cameras have, the people each of those counts in it.
 * @returns null where anything is unknown: a part that no one sees makes the whole unknown.
 */
export function countOnce(
  counts: readonly (number | null)[],
  shared: readonly (readonly (number | null)[])[],
): number | null {
  const all = sumOf(counts);
  if (all === null) return null;
  let people = all;
  for (const inZone of shared) {
    const together = sumOf(inZone);
    if (together === null) return null;
    people -= together - Math.max(0, ...inZone.map((count) => count ?? 0));
  }
  return people;
}

/** Names that at least two of the cameras have an overlap zone of. */
export function sharedNames(namesOfCameras: readonly (readonly string[])[]): readonly string[] {
  const cameras = new Map<string, number>();
  for (const names of namesOfCameras) {
    for (const name of new Set(names)) cameras.set(name, (cameras.get(name) ?? 0) + 1);
  }
  return [...cameras].flatMap(([name, times]) => (times < 2 ? [] : [name]));
}

function sumOf(counts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const count of counts) {
    if (count === null) return null;
    sum += count;
  }
  return sum;
}
