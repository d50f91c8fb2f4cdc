/** How deep and how wide JSON of a client may be: what is deep ends the stack, and to find fault with what is wide takes seconds. */

export interface Bounds {
  /** Levels of lists and objects. */
  readonly levels: number;
  /** Members of all of them together. */
  readonly members: number;
}

/** Whether `value` is more than `bounds`. Looks at not much more than is allowed. */
export function isBeyond(value: unknown, { levels, members }: Bounds): boolean {
  let seen = 0;
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const inside = Object.values(one);
      seen += inside.length;
      if (seen > members) return true;
      next.push(...inside);
    }
    level = next;
  }
  return false;
}
