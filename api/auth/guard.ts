/**
 * Decides who may see figures, in this order: what is shown can be read, the address is not too fast, somebody owns what
 * is shown, the key is not too fast, it may see what is asked for, it has a lookup left. Then the handler answers.
 *
 * A lookup is spent before the handler and given back where the answer turns out to be none that is charged: charged is a
 * 200 whose body goes out. What was refused before anything was looked up costs no more to answer than a 429, and is not
 * counted as a request of its address. Who asks several things in one request is counted for each of them.
 */

import type { ProblemBody } from '../../errors.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Door, Visitor } from '../../service/callers/visitor.ts';
import type { Access, Principal } from '../../store/access/access.ts';
import { addressGroup } from '../../store/access/client-address.ts';
import type { AccessLimits } from '../../store/access/limits/limits.ts';
import type { ResourceName } from '../../store/access/oauth/resource.ts';
import type { Recency } from '../../store/access/sign-ins/sign-in.ts';
import type { Answer, ApiRequest, Settle } from '../http/message.ts';
import { isFromForeignPage } from '../http/origin.ts';
import type { Guard } from './admission.ts';
import { shownBy, usualText } from './credentials.ts';
import { KeyedVisitor, type KeyedVisitorParts } from './keyed-visitor.ts';
import { cachingOf, OPERATED, OWN_ORIGIN, SANDBOX, VARIES, WATCHED } from './marks.ts';
import { localVisitor, sampleVisitor } from './open-visitor.ts';
import { NO_SANDBOX, ownerFault } from './owner.ts';
import { rateFields, rateQuota } from './rates.ts';
import {
  foreignPage,
  notShown,
  refusalOf,
  signedOut,
  tooFast,
  tooFastBody,
  unknown,
} from './refusals.ts';
import { namedGym } from './scope.ts';
import { shownCookie } from './sign-in/cookie.ts';
import { isFromOwnPage } from './sign-in/transport.ts';
import { signedInVisitor } from './sign-in/visitor.ts';

export interface GuardParts extends KeyedVisitorParts {
  readonly access: KeyedVisitorParts['access'] & Pick<Access, 'recall' | 'signIns'>;
  /**
   * Who owns a key, or a token that is good for a resource; null for one that is nobody's.
   *
   * @param shownAs What a key is remembered by.
   */
  readonly findFor: (
    secret: string,
    resource: ResourceName,
    shownAs: string | undefined,
  ) => Principal | null;
  readonly limits: Pick<AccessLimits, 'keys' | 'addresses'>;
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
  /** Sees the gym whose pages are open to everyone; null where none is. */
  readonly openView?: () => GymView | null;
}

type Refusal = Answer<ProblemBody>;

/** Of the routes that answer with figures of their own. */
const FIGURES: Door = { resource: 'service', isOpen: false };

const cached: Settle = cachingOf;
const shared: Settle = () => VARIES;

export function createGuard(parts: GuardParts): Guard {
  return {
    enter: (request, door) => enter(parts, request, door),
    recognise: (request) => {
      const isStranger = shownBy(request).kind === 'none' && shownCookie(request.headers) === null;
      if (isSandbox(request) || isStranger) {
        request.whenAnswered(shared);
        return null;
      }
      const visitor = enter(parts, request, FIGURES);
      return 'status' in visitor ? visitor : visitor.principal;
    },
    watch: async (request, subject, handle) => {
      const visitor = enterOpen(parts, request) ?? enter(parts, request, FIGURES);
      if ('status' in visitor) return visitor;
      const caller = visitor.see(subject);
      if ('code' in caller) return refused(caller);
      const answer = await handle(caller);
      if (answer.status === 200) {
        const mark = visitor.principal?.via === 'sign_in' ? OWN_ORIGIN : SANDBOX;
        const isMarked = visitor.isSample || mark === OWN_ORIGIN;
        request.whenAnswered(() => (isMarked ? [...WATCHED, mark] : WATCHED));
      }
      return answer;
    },
    operate: (request, recency, handle) => operate(parts, request, recency, handle),
    isOperator: (request) => isOperator(parts, request),
    admit: (request, subject, handle) => {
      const visitor = enter(parts, request, FIGURES);
      if ('status' in visitor) return visitor;
      const caller = visitor.see(subject);
      if ('code' in caller) return refused(caller);
      const fault = visitor.spend();
      if (fault instanceof Promise) {
        return fault.then((late) => (late === null ? handle(caller) : refusalOf(late)));
      }
      return fault === null ? handle(caller) : refusalOf(fault);
    },
  };
}

/** A parameter that is missing is told as every fault of one: docs/method.md#validation. */
function refused(problem: ProblemBody): Answer {
  if (problem.code !== 'gym_missing') return refusalOf(problem);
  const fault = { type: 'missing', loc: ['query', 'gym_id'], msg: 'Field required', input: null };
  return { status: 422, value: { detail: [fault] } };
}

function operate(
  parts: GuardParts,
  request: ApiRequest,
  recency: Recency | null,
  handle: (owner: Principal) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  if (isSandbox(request)) {
    request.whenAnswered(() => OPERATED);
    return refusalOf(NO_SANDBOX);
  }
  const visitor = enter(parts, request, FIGURES);
  if ('status' in visitor) return visitor;
  request.whenAnswered(() => OPERATED);
  const refused = ownerFault(visitor.principal, recency, parts.clock.nowUtcMs());
  return visitor.principal === null || refused !== null
    ? refusalOf(refused ?? NO_SANDBOX)
    : handle(visitor.principal);
}

function isOperator(parts: GuardParts, request: ApiRequest): boolean {
  if (isSandbox(request)) return false;
  return ownerFault(principalOf(parts, request), null, parts.clock.nowUtcMs()) === null;
}

function principalOf(parts: GuardParts, request: ApiRequest): Principal | null {
  const shown = shownBy(request);
  if (shown.kind === 'secret') return parts.findFor(shown.secret, FIGURES.resource, undefined);
  const cookie = shown.kind === 'none' ? shownCookie(request.headers) : null;
  return cookie === null ? null : parts.access.signIns.find(cookie.secret, cookie.isPlain);
}

function enter(parts: GuardParts, request: ApiRequest, door: Door): Visitor | Refusal {
  request.whenAnswered(cached);
  if (isSandbox(request)) return enterSandbox(parts, request);
  const text = usualText(request);
  const known = text === null ? null : parts.access.recall(text);
  if (known !== null) return addressTooFast(parts, request) ?? enterKeyed(parts, request, known);
  const shown = shownBy(request);
  // A browser of ours gets its tokens elsewhere: at the MCP endpoint nothing but a token or a key counts.
  const isSignedIn =
    shown.kind === 'none' && door.resource === 'service' && shownCookie(request.headers) !== null;
  if (isSignedIn) return enterSignedIn(parts, request);
  if (shown.kind === 'none' && door.isOpen) return enterSandbox(parts, request);
  const { base } = parts;
  const { resource } = door;
  if (shown.kind !== 'secret') return notShown(shown, { resource, base });
  const slow = addressTooFast(parts, request);
  if (slow !== null) return slow;
  const principal = parts.findFor(shown.secret, resource, text ?? undefined);
  return principal === null ? unknown({ resource, base }) : enterKeyed(parts, request, principal);
}

function enterKeyed(
  parts: GuardParts,
  request: ApiRequest,
  principal: Principal,
): Visitor | Refusal {
  const byKey = parts.limits.keys.take(principal.key.id);
  const gymId = namedGym(principal.key, request.rawQuery, parts.gyms.scopes);
  const visitor = new KeyedVisitor(parts, principal, byKey, gymId);
  request.whenAnswered((status, isBodySent) => visitor.settle(status, isBodySent));
  return byKey.isAllowed ? visitor : tooFast('key', byKey);
}

/** By the cookie of a browser, which other pages of the same host would send along too. */
function enterSignedIn(parts: GuardParts, request: ApiRequest): Visitor | Refusal {
  request.whenAnswered((status) => [...cachingOf(status), OWN_ORIGIN]);
  const slow = addressTooFast(parts, request);
  if (slow !== null) return slow;
  const { base, access, limits } = parts;
  const { headers, method } = request;
  const isOwn = method === 'GET' ? !isFromForeignPage(headers, base) : isFromOwnPage(headers, base);
  if (!isOwn) return foreignPage();
  const cookie = shownCookie(headers);
  const principal = cookie && access.signIns.find(cookie.secret, cookie.isPlain);
  if (principal === null) return signedOut({ resource: 'service', base });
  const verdict = limits.keys.take(principal.signIn.id);
  if (!verdict.isAllowed) return tooFast('key', verdict);
  const gymId = namedGym(principal.key, request.rawQuery, parts.gyms.scopes);
  return signedInVisitor(principal, parts, gymId);
}

/** Nothing is charged, and no data of the installation are opened. */
function enterSandbox(parts: GuardParts, request: ApiRequest): Visitor | Refusal {
  const slow = addressTooFast(parts, request);
  if (slow !== null) return slow;
  request.whenAnswered((status) => [...cachingOf(status), SANDBOX]);
  const { addresses } = parts.limits;
  return sampleVisitor(
    () => parts.gyms.sandbox(parts.clock.nowUtcMs()),
    () => {
      if (addresses.takeUnseen()) return null;
      const verdict = addresses.take(addressGroup(request.ip));
      return verdict.isAllowed ? null : tooFastBody('address', verdict);
    },
  );
}

/** Who watches the gym whose pages are open shows nothing; null for everybody else. A sign-in comes first. */
function enterOpen(parts: GuardParts, request: ApiRequest): Visitor | Refusal | null {
  const view = parts.openView?.() ?? null;
  if (view === null || isSandbox(request) || shownBy(request).kind !== 'none') return null;
  const cookie = shownCookie(request.headers);
  if (cookie !== null && parts.access.signIns.find(cookie.secret, cookie.isPlain) !== null)
    return null;
  return addressTooFast(parts, request) ?? localVisitor(() => view, false);
}

/** Counts the request for its address; the refusal where that asks too fast. */
function addressTooFast({ limits }: GuardParts, request: ApiRequest): Refusal | null {
  if (limits.addresses.takeUnseen()) return null;
  const byAddress = limits.addresses.take(addressGroup(request.ip));
  if (byAddress.isAllowed) return null;
  const fields = rateFields([rateQuota('address', limits.addresses, byAddress)]);
  request.whenAnswered((status) => [...cachingOf(status), ...fields]);
  return tooFast('address', byAddress);
}

/** Where it is set, credentials are not looked at. */
export function isSandbox({ headers }: ApiRequest): boolean {
  return headers.get('x-sandbox')?.toLowerCase() === 'true';
}
