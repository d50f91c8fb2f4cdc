/** What a check of `turnout doctor` finds. */

export interface Finding {
  /** What was looked at. */
  readonly name: string;
  /** `broken` makes the command fail; `warning` works, but not as well as it could. */
  readonly state: 'ok' | 'warning' | 'broken';
  /** What was found, without addresses. */
  readonly detail: string;
  /** What to do about it; null where nothing is. */
  readonly hint: string | null;
}

export function ok(name: string, detail: string): Finding {
  return { name, state: 'ok', detail, hint: null };
}

export function warning(name: string, detail: string, hint: string): Finding {
  return { name, state: 'warning', detail, hint };
}

export function broken(name: string, detail: string, hint: string): Finding {
  return { name, state: 'broken', detail, hint };
}
