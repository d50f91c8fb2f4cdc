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

type Name = keyof RateLimit;
type Member = readonly [name: string, parameters: ReadonlyMap<string, number>];

const NAMES: readonly Name[] = ['burst', 'lookups', 'address'];

/** Null where an answer tells nothing. */
export function rateLimitIn(headers: Headers): RateLimit | null {
  const policy = new Map(membersIn(headers.get('ratelimit-policy')));
  const left = new Map(membersIn(headers.get('ratelimit')));
  const told = NAMES.filter((name) => policy.has(name) || left.has(name)).map((name) => [
    name,
    {
      quota: policy.get(name)?.get('q') ?? null,
      remaining: left.get(name)?.get('r') ?? null,
      window_s: policy.get(name)?.get('w') ?? null,
      reset_s: left.get(name)?.get('t') ?? null,
    } satisfies RateQuota,
  ]);
  return told.length === 0 ? null : (Object.fromEntries(told) as RateLimit);
}

function membersIn(field: string | null): readonly Member[] {
  return (field ?? '').split(',').flatMap((text): Member[] => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
    if (name === '') return [];
    const numbers = parameters.flatMap((parameter): [string, number][] => {
      const [, key, digits] = /^([a-z]+)=(\d+)$/.exec(parameter) ?? [];
      return key === undefined || digits === undefined ? [] : [[key, Number(digits)]];
    });
    return [[name.replaceAll('"', ''), new Map(numbers)]];
  });
}
