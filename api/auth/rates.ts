/** What is told of how much somebody may still ask: the fields of draft-ietf-httpapi-ratelimit-headers-11. */

import type { RateLimiter, RateVerdict } from '../../store/access/limits/rate-limiter.ts';
import { beginning, type HeadPage } from '../http/reply/head-page.ts';
import { FixedBlock, HeaderBlock, type Headers } from '../http/reply/header-block.ts';

interface Quota {
  readonly name: 'address' | 'burst' | 'lookups';
  readonly quota: number;
  readonly remaining: number;
  /** Seconds; null for a quota that does not come back by itself. */
  readonly time: { readonly windowS: number; readonly resetS: number } | null;
}

export function rateQuota(
  name: 'address' | 'burst',
  { limit, windowS }: RateLimiter,
  { remaining, resetS }: RateVerdict,
): Quota {
  return { name, quota: limit, remaining, time: { windowS, resetS } };
}

export function lookupQuota(quota: number, remaining: number): Quota {
  return { name: 'lookups', quota, remaining, time: null };
}

const BURST_LEFT = beginning('RateLimit', '"burst";r=');
const RESET = Buffer.from(';t=');

/** What is left of the one quota of a key without a limit; see {@link burstPolicy}. */
export class BurstLeft extends HeaderBlock {
  readonly #verdict: RateVerdict;

  constructor(verdict: RateVerdict) {
    super('RateLimit', '');
    this.#verdict = verdict;
  }

  override get pairs(): Headers {
    const { remaining, resetS } = this.#verdict;
    return [[this.name, `"burst";r=${remaining};t=${resetS}`]];
  }

  override has(name: string): boolean {
    return name === 'RateLimit';
  }

  /** The same as the pair, without a text of it. */
  override put(page: HeadPage): void {
    page.piece(BURST_LEFT);
    page.number(this.#verdict.remaining);
    page.piece(RESET);
    page.number(this.#verdict.resetS);
  }
}

/** The one quota of a key without a limit: the same on every answer, so it is made once. */
export function burstPolicy({ limit, windowS }: RateLimiter): FixedBlock {
  if (policy.limit !== limit || policy.windowS !== windowS) {
    const block = FixedBlock.of([['RateLimit-Policy', `"burst";q=${limit};w=${windowS}`]]);
    policy = { limit, windowS, block };
  }
  return policy.block;
}

let policy = { limit: 0, windowS: 0, block: FixedBlock.of([]) };

/** `"burst";r=19;t=1, "lookups";r=99`: what is left, beside what there is in all. */
export function rateFields(quotas: readonly Quota[]): HeaderBlock {
  let policy = '';
  let left = '';
  for (const { name, quota, remaining, time } of quotas) {
    const comma = left === '' ? '' : ', ';
    policy += `${comma}"${name}";q=${quota}`;
    left += `${comma}"${name}";r=${remaining}`;
    if (time !== null) {
      policy += `;w=${time.windowS}`;
      left += `;t=${time.resetS}`;
    }
  }
  return HeaderBlock.of([
    ['RateLimit-Policy', policy],
    ['RateLimit', left],
  ]);
}
