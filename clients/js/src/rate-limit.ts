/**
 * How much may still be asked, as the service told last: the fields `RateLimit` and `RateLimit-Policy` of
 * draft-ietf-httpapi-ratelimit-headers-11, such as `"burst";r=19;t=1, "lookups";r=99`.
 */

export interface RateQuota {
  /** What there is in all; null where it was not told. */
  readonly quota: number | null;
  /** What is left of it. */
  readonly remaining: number | null;
  /** For how long the quota is, s; null for one that does not come back by itself. */
  readonly window_s: number | null;
  /** After how many seconds it is full again; null as above. */
  readonly reset_s: number | null;
}

/** What was not told is not there. */
export interface RateLimit {
  /** Requests of the key. */
  readonly burst?: RateQuota;
  /** Lookups of the key; not there for keys without a limit. */
  readonly lookups?: RateQuota;
  /** Requests of the address. */
  readonly address?: RateQuota;
}

const NAMES = ['burst', 'lookups', 'address'] as const satisfies readonly (keyof RateLimit)[];

/** Null where an answer tells nothing. */
export function rateLimitIn(headers: Headers): RateLimit | null {
  const policy = membersIn(headers.get('ratelimit-policy'));
  const left = membersIn(headers.get('ratelimit'));
  const limits: { -readonly [Name in keyof RateLimit]: RateQuota } = {};
  for (const name of NAMES) {
    if (!(name in policy || name in left)) continue;
    const { q: quota = null, w: window_s = null } = policy[name] ?? {};
    const { r: remaining = null, t: reset_s = null } = left[name] ?? {};
    limits[name] = { quota, remaining, window_s, reset_s };
  }
  return Object.keys(limits).length === 0 ? null : limits;
}

/** The numbers of each member, by its name and theirs. */
function membersIn(field: string | null): { readonly [name: string]: Record<string, number> } {
  const members = (field ?? '').split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
    const numbers = parameters.flatMap((one) => [...one.matchAll(/^([a-z]+)=(\d+)$/g)]);
    const byKey = Object.fromEntries(numbers.map(([, key, digits]) => [key, Number(digits)]));
    return [name.replaceAll('"', ''), byKey];
  });
  return Object.fromEntries(members);
}
