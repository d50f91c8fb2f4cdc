/**
 * Decides who may see figures, in this order: what is shown can be read, the address is not too fast, somebody owns what
 * is shown, the key is not too fast, it may see what is asked for, it has a lookup left. Then the handler answers.
 *
 * A lookup is spent before the handler and given back where the answer turns out to be none that is charged: charged is a
 * 200 whose body goes out. What was refused before anything was looked up costs no more to answer than a 429, and is not
 * counted as a request of its address. Who asks several things in one request is counted for each of them.
 */

import type { ProblemBody } from '../../errors.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { Entry, Visitor } from '../../service/callers/visitor.ts';
import type { Access } from '../../store/access/access.ts';
import { hashOf } from '../../store/access/key.ts';
import type { AccessLimits, RateVerdict } from '../../store/access/limits.ts';
import type { Link } from '../../store/access/links.ts';
import type { OAuth } from '../../store/access/oauth/oauth.ts';
import type { ResourceName } from '../../store/access/oauth/requests.ts';
import { HAND, type Principal, type Recency, type SignedIn } from '../../store/access/sign-ins.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import { isFromForeignPage, isLoopback } from '../http/origin.ts';
import { parseQuery } from '../validation/parameters.ts';
import { isFromOwnPage, shownCookie } from './browsers.ts';
import {
  FOREIGN_PAGE,
  NO_LINK,
  NO_SANDBOX,
  NOT_HERE,
  notLetIn,
  ownerFault,
  refusalOf,
  type Shown,
  tooFast,
  tooFastBody,
} from './refusals.ts';
import {
  cachingOf,
  KeyedVisitor,
  localVisitor,
  namedGym,
  OPERATED,
  OWN_ORIGIN,
  rateFields,
  SANDBOX,
  VARIES,
  type VisitorParts,
  WATCHED,
} from './visitor.ts';

export interface GuardParts extends VisitorParts {
  readonly access: VisitorParts['access'] & Pick<Access, 'find' | 'signIns' | 'links'>;
  /** Left out: there are keys alone. */
  readonly oauth?: Pick<OAuth, 'findToken' | 'learn'> | undefined;
  readonly limits: Pick<AccessLimits, 'keys' | 'addresses'>;
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
  /** The gym whose pages are open to everyone; null where none is. */
  readonly openGym?: () => string | null;
  /** What the command line shows, new at each start: the token of `turnout.lock`, which only the owner of the folder can read. */
  readonly hand?: string | undefined;
}

type Refusal = Answer<ProblemBody>;
type Answering = Answer | Promise<Answer>;

/** Of the routes that answer with figures of their own. */
const FIGURES: Entry = { resource: 'service', isOpen: false };

/** What routes ask of the guard. */
export type Guard = { readonly [Call in keyof RequestGuard]: RequestGuard[Call] };

export class RequestGuard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /**
   * Lets `handle` answer anyone who may see `subject`; refuses everybody else. Charges what is to be charged.
   *
   * @param isWatched whether it is watched as it happens: then nothing is charged, and no one keeps a 200.
   */
  admit(
    request: ApiRequest,
    subject: Subject,
    handle: (caller: Caller) => Answering,
    isWatched = false,
  ): Answering {
    const visitor = (isWatched ? this.#enterOpen(request) : null) ?? this.enter(request, FIGURES);
    if ('status' in visitor) return visitor;
    const caller = visitor.see(subject);
    if ('code' in caller) return refused(caller);
    if (isWatched) return watched(request, visitor, handle(caller));
    const answer = (late: ProblemBody | null) => (late === null ? handle(caller) : refusalOf(late));
    const fault = visitor.spend();
    return fault instanceof Promise ? fault.then(answer) : answer(fault);
  }

  /**
   * Lets `handle` answer who has a link, with the rights of the key behind it and a rate of its own. What else is shown is
   * not looked at. Charges nothing.
   */
  follow(request: ApiRequest, secret: string, handle: (link: Link, caller: Caller) => Answering) {
    request.onAnswer = cachingOf;
    const slow = this.#addressTooFast(request);
    if (slow !== null) return slow;
    const link = this.#parts.access.links.find(secret);
    if (link === null) return NO_LINK;
    const verdict = this.#parts.limits.keys.take(link.id);
    if (!verdict.isAllowed) return tooFast('link', verdict);
    const caller = new KeyedVisitor(this.#parts, link.principal, null).see({ isOwn: true });
    return 'code' in caller ? refusalOf(caller) : handle(link, caller);
  }

  /**
   * Lets `handle` answer an owner: by a key, or at a browser that signed in with one. Tokens of programs are refused, and so
   * is the sandbox. Charges nothing, and no one keeps the answer.
   *
   * @param recency How lately a browser must have signed in; null for any time.
   */
  operate(request: ApiRequest, recency: Recency | null, handle: (owner: Principal) => Answering) {
    const principal = isSandbox(request) ? null : this.#principal(request);
    if (principal !== null && 'status' in principal) return principal;
    request.onAnswer = () => OPERATED;
    request.rates = null;
    if (principal === null) return NO_SANDBOX;
    return ownerFault(principal, recency, this.#parts.clock.nowUtcMs()) ?? handle(principal);
  }

  /** Whether {@link operate} would let the request through, as far as its credential goes. Counts and charges nothing. */
  isOperator(request: ApiRequest): boolean {
    if (isSandbox(request)) return false;
    const hand = this.#hand(request);
    if (hand !== null) return !('status' in hand);
    return ownerFault(this.#claimed(request), null, this.#parts.clock.nowUtcMs()) === null;
  }

  /** Whose credential is shown, wherever it is good for anything; null for no one's. */
  #claimed(request: ApiRequest): Principal | null {
    const shown = shownBy(request);
    if (shown.kind === 'secret') return this.#ownerOf(shown.secret, 'mcp');
    return shown.kind === 'none' ? this.#signedIn(request) : null;
  }

  /**
   * Whose credential a request shows, for routes that tell owners more; null for none, and in the sandbox. What is wrong
   * with it is refused as at {@link enter}. Charges nothing; the answer to a stranger is the same for all of them.
   */
  recognise(request: ApiRequest): Principal | null | Refusal {
    const isStranger = shownBy(request).kind === 'none' && shownCookie(request.headers) === null;
    if (isSandbox(request) || isStranger) {
      request.onAnswer = () => VARIES;
      return null;
    }
    return this.#principal(request);
  }

  #principal(request: ApiRequest): Principal | null | Refusal {
    const hand = this.#hand(request);
    if (hand !== null) {
      request.onAnswer = cachingOf;
      return hand;
    }
    const visitor = this.enter(request, FIGURES);
    return 'status' in visitor ? visitor : visitor.principal;
  }

  /**
   * Says who comes in at `entry`, or refuses them. Once for each request; the guard then gives back what was
   * spent where the answer is no 200: then it must carry no figures.
   */
  enter(request: ApiRequest, entry: Entry): Visitor | Refusal {
    const { base } = this.#parts;
    request.onAnswer = cachingOf;
    if (isSandbox(request)) return this.#enterSandbox(request);
    const shown = shownBy(request);
    const { resource } = entry;
    if (shown.kind !== 'secret') {
      // A browser of ours gets its tokens elsewhere: at the MCP endpoint nothing but a token or a key counts.
      const mayShowCookie = shown.kind === 'none' && resource === 'service';
      if (mayShowCookie && shownCookie(request.headers) !== null) {
        return this.#enterSignedIn(request);
      }
      return shown.kind === 'none' && entry.isOpen
        ? this.#enterSandbox(request)
        : notLetIn(shown, { resource, base });
    }
    const slow = this.#addressTooFast(request);
    if (slow !== null) return slow;
    const principal = this.#ownerOf(shown.secret, resource);
    if (principal !== null) return this.#enterKeyed(request, principal);
    return notLetIn({ kind: 'unknown' }, { resource, base });
  }

  /**
   * Where not all gyms and credentials are in memory: loads what a request will be answered from, before anyone looks at it.
   * Null where nothing is to be waited for. Refuses and charges nothing; what is loaded for someone who may not see it is
   * shown to no one.
   */
  prepare(request: ApiRequest): Promise<unknown> | null {
    if (this.#parts.gyms.prepare === undefined || isSandbox(request)) return null;
    const learning = this.#learn(request);
    return learning === null ? this.#load(request) : learning.then(() => this.#load(request));
  }

  /** What another node has begun is asked of the database; null where all that is shown is known here, or can be no one's. */
  #learn(request: ApiRequest): Promise<void> | null {
    const { access, oauth } = this.#parts;
    const shown = shownBy(request);
    if (shown.kind === 'secret') {
      return (shown.secret.startsWith('ta_') && oauth?.learn(shown.secret)) || null;
    }
    const cookie = shown.kind === 'none' ? shownCookie(request.headers) : null;
    return cookie && access.signIns.learn(cookie.secret);
  }

  /** The gym that a request may be answered from; a tool that names one loads it itself. */
  #load(request: ApiRequest): Promise<unknown> | null {
    const { gyms } = this.#parts;
    const key = this.#claimed(request)?.key;
    if (key === undefined) return null;
    const { scope, gymId } = key;
    const id = scope === undefined ? gymId : namedGym(key, request.rawQuery, gyms.scopes);
    const isSeen = scope === undefined || (id !== undefined && gyms.scopes?.has(scope, id));
    return (isSeen && id !== undefined && gyms.prepare?.(id)) || null;
  }

  /**
   * The command line of this computer; null for everybody else. A page cannot leave its origin out, and one that has pointed a
   * name of its own at this computer asks under that name.
   */
  #hand(request: ApiRequest): Principal | Refusal | null {
    const { hand } = this.#parts;
    const shown = hand === undefined ? null : shownBy(request);
    const isToken = shown?.kind === 'secret' && hashOf(shown.secret) === hashOf(hand ?? '');
    if (!isToken) return null;
    const { headers } = request;
    const address = `http://${headers.get('host') ?? ''}`;
    const isHere = URL.canParse(address) && isLoopback(new URL(address).hostname);
    return isHere && !headers.has('origin') ? HAND : NOT_HERE;
  }

  #enterKeyed(request: ApiRequest, principal: Principal): Visitor | Refusal {
    const verdict = this.#parts.limits.keys.take(principal.key.id);
    const visitor = this.#keyed(request, principal, verdict);
    request.onAnswer = (status, isBodySent) => visitor.finish(status, isBodySent);
    request.rates = () => visitor.rates();
    return verdict.isAllowed ? visitor : tooFast('key', verdict);
  }

  /** By the cookie of a browser, which other pages of the same host would send along too. */
  #enterSignedIn(request: ApiRequest): Visitor | Refusal {
    const { base, limits } = this.#parts;
    request.onAnswer = (status) => [...cachingOf(status), OWN_ORIGIN];
    const slow = this.#addressTooFast(request);
    if (slow !== null) return slow;
    const { headers, method } = request;
    const isOwn =
      method === 'GET' ? !isFromForeignPage(headers, base) : isFromOwnPage(headers, base);
    if (!isOwn) return FOREIGN_PAGE;
    const principal = this.#signedIn(request);
    if (principal === null) return notLetIn({ kind: 'signed_out' }, { resource: 'service', base });
    const verdict = limits.keys.take(principal.signIn.id);
    return verdict.isAllowed ? this.#keyed(request, principal, null) : tooFast('key', verdict);
  }

  /** Of a key, or of a token that is good for a resource; null for one that is nobody's. */
  #ownerOf(secret: string, resource: ResourceName): Principal | null {
    const { access, oauth } = this.#parts;
    return access.find(secret) ?? oauth?.findToken(secret, resource) ?? null;
  }

  #keyed({ rawQuery }: ApiRequest, principal: Principal, verdict: RateVerdict | null) {
    const gymId = namedGym(principal.key, rawQuery, this.#parts.gyms.scopes);
    return new KeyedVisitor(this.#parts, principal, verdict, gymId);
  }

  #signedIn({ headers }: ApiRequest): SignedIn | null {
    const cookie = shownCookie(headers);
    return cookie && this.#parts.access.signIns.find(cookie.secret, cookie.isPlain);
  }

  /** Nothing is charged, and no data of the installation are opened. */
  #enterSandbox(request: ApiRequest): Visitor | Refusal {
    const { gyms, clock } = this.#parts;
    const slow = this.#addressTooFast(request);
    if (slow !== null) return slow;
    request.onAnswer = (status) => [...cachingOf(status), SANDBOX];
    let isFirst = true;
    return localVisitor(
      () => gyms.sandbox(clock.nowUtcMs()),
      true,
      () => {
        // The first one was counted with the request.
        const verdict = isFirst ? null : this.#countAddress(request);
        isFirst = false;
        return verdict?.isAllowed === false ? tooFastBody('address', verdict) : null;
      },
    );
  }

  /** Who watches the gym whose pages are open shows nothing; null for everybody else, pages of other sites among them. A sign-in comes first. */
  #enterOpen(request: ApiRequest): Visitor | Refusal | null {
    const gymId = this.#parts.openGym?.() ?? null;
    const view = gymId === null ? null : this.#parts.gyms.view(gymId);
    if (view === null || isSandbox(request) || shownBy(request).kind !== 'none') return null;
    if (this.#signedIn(request) !== null || isFromForeignPage(request.headers, this.#parts.base))
      return null;
    return this.#addressTooFast(request) ?? localVisitor(() => view, false);
  }

  #countAddress(request: ApiRequest): RateVerdict {
    return this.#parts.limits.addresses.take(() => request.ip);
  }

  #addressTooFast(request: ApiRequest): Refusal | null {
    const verdict = this.#countAddress(request);
    if (verdict.isAllowed) return null;
    const fields = rateFields('address', this.#parts.limits.addresses, verdict);
    request.onAnswer = (status) => [...cachingOf(status), ...fields];
    return tooFast('address', verdict);
  }
}

/** A parameter that is missing is refused as every fault of one: docs/method.md#validation. */
function refused(problem: ProblemBody): Answer {
  if (problem.code !== 'gym_missing') return refusalOf(problem);
  const fault = { type: 'missing', loc: ['query', 'gym_id'], msg: 'Field required', input: null };
  return { status: 422, value: { detail: [fault] } };
}

/** No one on the way keeps what is watched, and no page of another origin reads what a browser sees by its cookie. */
async function watched(request: ApiRequest, visitor: Visitor, made: Answering): Promise<Answer> {
  const answer = await made;
  const isSignedIn = visitor.principal?.via === 'sign_in';
  const marks = isSignedIn ? [OWN_ORIGIN] : visitor.isSample ? [SANDBOX] : [];
  if (answer.status === 200) {
    request.onAnswer = () => [...WATCHED, ...marks];
    request.rates = null;
  }
  return answer;
}

/** Where it is set, credentials are not looked at. */
export function isSandbox({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return headers.get('x-sandbox')?.toLowerCase() === 'true';
}

/** As {@link RequestGuard.admit} for somebody who was let in before and may ask several things in one request. */
export async function admitVisitor(
  visitor: Visitor,
  subject: Subject,
  signal: AbortSignal,
  handle: (caller: Caller) => Answering,
): Promise<Answer> {
  const caller = visitor.see(subject);
  return 'code' in caller ? refusalOf(caller) : chargedOnce(visitor, signal, () => handle(caller));
}

/** The lookup is given back where it brings no figures, or where nobody waits for them any more. */
export async function chargedOnce(visitor: Visitor, signal: AbortSignal, answer: () => Answering) {
  const refused = await visitor.spend();
  if (refused !== null) return refusalOf(refused);
  let isWasted = true;
  try {
    signal.throwIfAborted();
    const made = await answer();
    signal.throwIfAborted();
    isWasted = made.status !== 200;
    return made;
  } finally {
    if (isWasted) visitor.giveBack();
  }
}

/** What a key or a token may look like (token68 of RFC 9110 section 11.2); longer ones than ours are no use. */
const TOKEN = '[A-Za-z0-9._~+/-]{1,512}={0,2}';
const BEARER = new RegExp(`^bearer +${TOKEN}$`, 'i');
const BARE = new RegExp(`^${TOKEN}$`);

/** Query parameters that clients put keys in, in lower case with `_` for `-`. Logs and histories keep addresses. */
const QUERY_NAMES = new Set([
  'access_token',
  'api_key',
  'apikey',
  'authorization',
  'key',
  'token',
  'x_api_key',
]);

/** Header names in lower case; a header that came twice is joined by a comma, which no credential has. */
export function shownBy({ headers, rawQuery }: Pick<ApiRequest, 'headers' | 'rawQuery'>): Shown {
  const name = rawQuery === null ? undefined : inQuery(rawQuery);
  if (name !== undefined) return { kind: 'in_query', name };
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key');
  if (authorization === undefined && apiKey === undefined) return { kind: 'none' };
  const bearer =
    authorization !== undefined && BEARER.test(authorization)
      ? authorization.slice(authorization.lastIndexOf(' ') + 1)
      : undefined;
  if (authorization !== undefined && apiKey !== undefined && bearer !== apiKey) {
    return { kind: 'conflicting' };
  }
  if (authorization !== undefined) {
    return bearer === undefined
      ? { kind: 'malformed', expected: '`Authorization` must be `Bearer` and a key or token.' }
      : { kind: 'secret', secret: bearer };
  }
  return apiKey !== undefined && BARE.test(apiKey)
    ? { kind: 'secret', secret: apiKey }
    : { kind: 'malformed', expected: '`x-api-key` must be a key.' };
}

function inQuery(rawQuery: string): string | undefined {
  return [...parseQuery(rawQuery).keys()].find((name) =>
    QUERY_NAMES.has(name.toLowerCase().replaceAll('-', '_')),
  );
}
