/** What goes wrong with a feed, as coded errors without its address: it may carry a secret. */

import { TurnoutError } from '../../errors.ts';
import { codeOf } from '../../store/history/database.ts';

const AGAIN = 'it is tried again; nothing that is known changes meanwhile';
const PRIVATE = 'check that the address is still valid: private addresses can expire';
const SENTENCES = {
  feed_unreachable: ['a server that answers', 'none', 'check the address and the network'],
  feed_refused: ['the feed', 'a refusal', PRIVATE],
  feed_timeout: ['the whole feed in time', 'no end', AGAIN],
  feed_too_large: ['a feed within the limit', 'more', 'publish fewer weeks'],
} as const;

type Words = Partial<Record<'expected' | 'got' | 'hint', string>>;

function wordsOf(code: keyof typeof SENTENCES, better: Words) {
  const [expected, got, hint] = SENTENCES[code];
  return { where: 'feed', expected, got, hint, ...better };
}

/** @param better what is known better than in general. */
export function feedFault(code: keyof typeof SENTENCES, better: Words = {}): TurnoutError {
  return new TurnoutError(code, wordsOf(code, better));
}

/** A server that answered with a refusal. */
export class FeedRefusal extends TurnoutError {
  readonly answeredStatus: number;
  /** When it wants to be asked again, ms from now; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(answeredStatus: number, retryAfter: string | null) {
    const busy = { hint: 'it was asked too often; it is asked again when it allows' };
    const broken = { hint: 'its server has a fault; try again later' };
    const advice = answeredStatus === 429 ? busy : answeredStatus >= 500 ? broken : {};
    super('feed_refused', wordsOf('feed_refused', { got: `status ${answeredStatus}`, ...advice }));
    this.answeredStatus = answeredStatus;
    this.retryAfterMs = retryAfterMs(retryAfter);
  }
}

/** A server that wants more is asked once a day all the same. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** `Retry-After` of RFC 9110: seconds, or a date. */
function retryAfterMs(text: string | null): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms)) : null;
}

/** Reasons of Node that a server cannot be talked to, by code. Their messages hold addresses and are left out. */
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no answer of the name server',
  ECONNREFUSED: 'a refused connection',
  ECONNRESET: 'a connection that was cut',
  EHOSTUNREACH: 'no route',
  ENETUNREACH: 'no route',
  EMFILE: 'no free file descriptor in this process',
  ENFILE: 'no free file descriptor on this computer',
};

/** The fault of a request that failed on its way, by the code of its error. */
export function networkFault(error: unknown): TurnoutError {
  const code = codeOf(error) ?? '';
  const isCertificate = /CERT|TLS|SSL/.test(code);
  const got = isCertificate ? 'a certificate that is not trusted' : NETWORK[code];
  return feedFault('feed_unreachable', got === undefined ? {} : { got });
}
