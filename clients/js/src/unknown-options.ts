/** Refuses options that do not exist: JavaScript would drop a typing error in silence, and answer another question. */

/** @throws TypeError that names the nearest of the `known` options. */
export function refuseUnknown(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const nearest = nearestTo(name, known);
    const hint = nearest === null ? '' : `Did you mean ${nearest}? `;
    throw new TypeError(`There is no option ${name}. ${hint}There are ${known.join(', ')}.`);
  }
}

/** Null where none is near: more than half of the letters would have to change. */
function nearestTo(name: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((one) => ({ one, edits: distance(name.toLowerCase(), one) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= nearest.one.length / 2 ? nearest.one : null;
}

/** Levenshtein: letters to insert, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
