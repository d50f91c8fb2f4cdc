/**
 * Somebody with a key, for one request: what they see, what they spent, and what they are told of it. A lookup is charged
 * for figures that go out: all that were spent are given back where the answer is no 200 or its body reaches nobody.
 */

import type { ProblemBody } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { Access, Principal } from '../../store/access/access.ts';
import type { AccessLimits } from '../../store/access/limits/limits.ts';
import type { RateVerdict } from '../../store/access/limits/rate-limiter.ts';
import type { Headers } from '../http/message.ts';
import { cachingOf, SANDBOX } from './marks.ts';
import { lookupQuota, rateFields, rateQuota, withBurst } from './rates.ts';
import { tooFastBody, usedUp } from './refusals.ts';
import { callerOf, GYM_MISSING, scopeOf } from './scope.ts';

export interface KeyedVisitorParts {
  readonly access: Pick<Access, 'spend' | 'giveBack' | 'lookupsLeft' | 'looks'>;
  readonly gyms: GymSource;
  readonly clock: Clock;
  readonly limits: Pick<AccessLimits, 'keys'>;
}

export class KeyedVisitor implements Visitor {
  readonly principal: Principal;
  readonly #parts: KeyedVisitorParts;
  /** The newest of this request. */
  #byKey: RateVerdict;
  /** Whether the next lookup is the one that the rate has counted with the request. */
  #isFirst = true;
  #isSample = false;
  /** Lookups that were spent and not given back. */
  #spent = 0;
  /** Whether it is known that nothing of this request is charged. */
  #isFree = false;

  /** The gym that the request names at a head office. */
  readonly #gymId: string | undefined;

  /** @param byKey What the rate of the key says of this request. @param gymId See `namedGym`. */
  constructor(
    parts: KeyedVisitorParts,
    principal: Principal,
    byKey: RateVerdict,
    gymId: string | undefined = undefined,
  ) {
    this.#gymId = gymId;
    this.#parts = parts;
    this.principal = principal;
    this.#byKey = byKey;
  }

  get isSample(): boolean {
    return this.#isSample;
  }

  see(subject: Subject): Caller | ProblemBody {
    const { principal } = this;
    const { gyms, clock, access } = this.#parts;
    const { key } = principal;
    const gymId = subject.gymId ?? this.#gymId;
    if (key.scope !== undefined && gymId === undefined) return GYM_MISSING;
    const scope = scopeOf(key, { ...subject, gymId }, gyms, clock);
    if (typeof scope === 'string') return { detail: scope, code: 'forbidden' };
    this.#isSample ||= scope.isSample;
    return callerOf(principal, scope, access.looks);
  }

  spend(): ProblemBody | null | Promise<ProblemBody | null> {
    const { id } = this.principal.key;
    const { access, limits } = this.#parts;
    if (!this.#isFirst) {
      this.#byKey = limits.keys.take(id);
      if (!this.#byKey.isAllowed) return tooFastBody('key', this.#byKey);
    }
    this.#isFirst = false;
    const spent = access.spend(id);
    return typeof spent === 'boolean'
      ? this.#note(spent)
      : spent.then((isSpent) => this.#note(isSpent));
  }

  giveBack(): void {
    if (this.#spent === 0) return;
    this.#spent -= 1;
    this.#parts.access.giveBack(this.principal.key.id);
  }

  /** See {@link Settle}. */
  settle(status: number, isBodySent: boolean): Headers {
    const { access, limits } = this.#parts;
    const { id, lookupLimit } = this.principal.key;
    if (status !== 200 || !isBodySent) {
      this.#isFree = true;
      while (this.#spent > 0) this.giveBack();
    }
    const left = lookupLimit === null ? null : access.lookupsLeft(id);
    const caching = cachingOf(status);
    const headers =
      left === null || lookupLimit === null
        ? withBurst(caching, limits.keys, this.#byKey)
        : [...caching, ...this.#quotas(lookupLimit, left)];
    return this.#isSample ? [...headers, SANDBOX] : headers;
  }

  #quotas(lookupLimit: number, left: number): Headers {
    const burst = rateQuota('burst', this.#parts.limits.keys, this.#byKey);
    return rateFields([burst, lookupQuota(lookupLimit, left)]);
  }

  #note(isSpent: boolean): ProblemBody | null {
    if (!isSpent) return usedUp(this.principal.key);
    this.#spent += 1;
    // What was under way when the request was answered without it.
    if (this.#isFree) this.giveBack();
    return null;
  }
}
