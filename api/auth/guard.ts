/**
 * Decides who may see figures, in this order: what is shown can be read, the address is not too fast, somebody owns what
 * is shown, the key is not too fast, it may see what is asked for, it has a lookup left. Then the handler answers.
 *
 * A lookup is spent before the handler and given back where the answer turns out to be none that is charged: charged is a
 * 200 whose body goes out. What was refused before anything was looked up costs no more to answer than a 429, and is not
 * counted as a request of its address.
 */

import {
  type Access,
  type AccessLimits,
  addressGroup,
  type Clock,
  type KeyFacts,
  type Principal,
  type RateVerdict,
} from '../../engine/index.ts';
import type { GymSource } from '../gym-source.ts';
import { problem } from '../http/problem.ts';
import type { Answer, ApiRequest, Guard, Headers } from '../routes/route.ts';
import type { Caller, Subject } from './caller.ts';
import { shownBy } from './credentials.ts';
import { lookupQuota, rateFields, rateQuota } from './rates.ts';
import { notShown, tooFast, unknown, usedUp } from './refusals.ts';
import { type Scope, sandboxScope, scopeOf } from './scope.ts';

export interface GuardParts {
  readonly access: Pick<Access, 'spend' | 'giveBack' | 'lookupsLeft'>;
  /** Who owns a key or a token; null for one that is nobody's. */
  readonly find: (secret: string) => Principal | null;
  readonly gyms: GymSource;
  readonly clock: Clock;
  readonly limits: Pick<AccessLimits, 'keys' | 'addresses'>;
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
}

type Answering = Answer | Promise<Answer>;
type Handle = (caller: Caller) => Answering;

const VARY: Headers = [['Vary', 'Authorization, X-Api-Key, X-Sandbox']];
/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE: Headers = [...VARY, ['Cache-Control', 'private, no-cache']];
const SANDBOX: Headers = [['X-Sandbox', 'true']];

export function createGuard(parts: GuardParts): Guard {
  return {
    admit: (request, subject, handle) => {
      request.whenAnswered(cachingOf);
      return isSandbox(request)
        ? admitSandbox(parts, request, { subject, handle })
        : admitKey(parts, request, { subject, handle });
    },
  };
}

interface Asked {
  readonly subject: Subject;
  readonly handle: Handle;
}

/** Credentials are not looked at, nothing is charged, and no data of the installation are opened. */
function admitSandbox(parts: GuardParts, request: ApiRequest, asked: Asked): Answering {
  const slow = addressTooFast(parts, request);
  if (slow !== null) return slow;
  request.whenAnswered((status) => [...cachingOf(status), ...SANDBOX]);
  const scope = sandboxScope(asked.subject, parts.gyms.sandbox(parts.clock.nowUtcMs()));
  return typeof scope === 'string'
    ? problem('forbidden', scope)
    : asked.handle({ principal: null, view: scope.view, trainers: scope.trainers });
}

function admitKey(parts: GuardParts, request: ApiRequest, asked: Asked): Answering {
  const shown = shownBy(request);
  if (shown.kind !== 'secret') return notShown(shown, parts.base);
  const slow = addressTooFast(parts, request);
  if (slow !== null) return slow;
  const principal = parts.find(shown.secret);
  if (principal === null) return unknown(parts.base);
  const { key } = principal;
  const byKey = parts.limits.keys.take(key.id);
  const turn = new KeyedTurn(parts, key, byKey);
  request.whenAnswered((status, isBodySent) => turn.settle(status, isBodySent));
  if (!byKey.isAllowed) return tooFast('key', byKey);
  const scope = scopeOf(key, asked.subject, parts.gyms, parts.clock.nowUtcMs());
  if (typeof scope === 'string') return problem('forbidden', scope);
  turn.isSample = scope.isSample;
  return charged(turn, () => asked.handle(callerOf(principal, scope)));
}

function callerOf(principal: Principal, { view, trainers }: Scope): Caller {
  return { principal, view, trainers };
}

function charged(turn: KeyedTurn, answer: () => Answering): Answering {
  const spent = turn.spend();
  if (typeof spent !== 'boolean') {
    return spent.then((isSpent) => (isSpent ? answer() : usedUp(turn.key)));
  }
  return spent ? answer() : usedUp(turn.key);
}

/** One request of a key: what it spent, and what is told of it. */
class KeyedTurn {
  readonly key: KeyFacts;
  /** Whether the sandbox stands in for the gym `demo`. */
  isSample = false;
  readonly #parts: GuardParts;
  readonly #byKey: RateVerdict;
  #isSpent = false;

  constructor(parts: GuardParts, key: KeyFacts, byKey: RateVerdict) {
    this.#parts = parts;
    this.key = key;
    this.#byKey = byKey;
  }

  /** False where no lookup is left. */
  spend(): boolean | Promise<boolean> {
    const spent = this.#parts.access.spend(this.key.id);
    return typeof spent === 'boolean'
      ? this.#note(spent)
      : spent.then((isSpent) => this.#note(isSpent));
  }

  /** See {@link Settle}. */
  settle(status: number, isBodySent: boolean): Headers {
    const { access, limits } = this.#parts;
    const { id, lookupLimit } = this.key;
    if (this.#isSpent && !(status === 200 && isBodySent)) access.giveBack(id);
    const burst = rateQuota('burst', limits.keys, this.#byKey);
    const left = access.lookupsLeft(id);
    const quotas =
      left === null || lookupLimit === null ? [burst] : [burst, lookupQuota(lookupLimit, left)];
    return [...cachingOf(status), ...(this.isSample ? SANDBOX : []), ...rateFields(quotas)];
  }

  #note(isSpent: boolean): boolean {
    this.#isSpent = isSpent;
    return isSpent;
  }
}

/** Counts the request for its address; the refusal where that asks too fast. */
function addressTooFast({ limits }: GuardParts, request: ApiRequest): Answer | null {
  const byAddress = limits.addresses.take(addressGroup(request.ip));
  if (byAddress.isAllowed) return null;
  const fields = rateFields([rateQuota('address', limits.addresses, byAddress)]);
  request.whenAnswered((status) => [...cachingOf(status), ...fields]);
  return tooFast('address', byAddress);
}

function cachingOf(status: number): Headers {
  return status === 200 || status === 304 ? PRIVATE : VARY;
}

function isSandbox({ headers }: ApiRequest): boolean {
  return headers.get('x-sandbox')?.toLowerCase() === 'true';
}
