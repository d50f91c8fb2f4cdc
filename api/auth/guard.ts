/**
 * Decides who may see figures, in this order: what is shown can be read, the address is not too fast, somebody owns what
 * is shown, the key is not too fast, it may see what is asked for, it has a lookup left. Then the handler answers.
 *
 * A lookup is spent before the handler and given back where the answer turns out to be none that is charged: charged is a
 * 200 whose body goes out. What was refused before anything was looked up costs no more to answer than a 429, and is not
 * counted as a request of its address. Who asks several things in one request is counted for each of them.
 */

import type { ProblemBody } from '../../errors.ts';
import type { Door, Visitor } from '../../service/callers/visitor.ts';
import type { Access, Principal } from '../../store/access/access.ts';
import { addressGroup } from '../../store/access/client-address.ts';
import type { AccessLimits } from '../../store/access/limits/limits.ts';
import type { ResourceName } from '../../store/access/oauth/resource.ts';
import type { Answer, ApiRequest, Settle } from '../http/message.ts';
import type { Guard } from './admission.ts';
import { shownBy, usualText } from './credentials.ts';
import { KeyedVisitor, type KeyedVisitorParts } from './keyed-visitor.ts';
import { cachingOf, SANDBOX, VARIES, WATCHED } from './marks.ts';
import { sampleVisitor } from './open-visitor.ts';
import { rateFields, rateQuota } from './rates.ts';
import { notShown, refusalOf, tooFast, tooFastBody, unknown } from './refusals.ts';

export interface GuardParts extends KeyedVisitorParts {
  readonly access: KeyedVisitorParts['access'] & Pick<Access, 'recall'>;
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
      if (isSandbox(request) || shownBy(request).kind === 'none') {
        request.whenAnswered(shared);
        return null;
      }
      const visitor = enter(parts, request, FIGURES);
      return 'status' in visitor ? visitor : visitor.principal;
    },
    watch: async (request, subject, handle) => {
      const visitor = enter(parts, request, FIGURES);
      if ('status' in visitor) return visitor;
      const caller = visitor.see(subject);
      if ('code' in caller) return refusalOf(caller);
      const answer = await handle(caller);
      if (answer.status === 200) {
        request.whenAnswered(() => (visitor.isSample ? [...WATCHED, SANDBOX] : WATCHED));
      }
      return answer;
    },
    admit: (request, subject, handle) => {
      const visitor = enter(parts, request, FIGURES);
      if ('status' in visitor) return visitor;
      const caller = visitor.see(subject);
      if ('code' in caller) return refusalOf(caller);
      const refused = visitor.spend();
      if (refused instanceof Promise) {
        return refused.then((late) => (late === null ? handle(caller) : refusalOf(late)));
      }
      return refused === null ? handle(caller) : refusalOf(refused);
    },
  };
}

function enter(parts: GuardParts, request: ApiRequest, door: Door): Visitor | Refusal {
  request.whenAnswered(cached);
  if (isSandbox(request)) return enterSandbox(parts, request);
  const text = usualText(request);
  const known = text === null ? null : parts.access.recall(text);
  if (known !== null) return addressTooFast(parts, request) ?? enterKeyed(parts, request, known);
  const shown = shownBy(request);
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
  const visitor = new KeyedVisitor(parts, principal, byKey);
  request.whenAnswered((status, isBodySent) => visitor.settle(status, isBodySent));
  return byKey.isAllowed ? visitor : tooFast('key', byKey);
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
