/**
 * Answers as they go out: the head as one text, the bytes of a value made once however often it is answered, entity tags,
 * and what is written when something happens.
 */

import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Context } from './context.ts';
import { type Answer, type Headers, JSON_TYPE, LiveBody, RawBody } from './message.ts';

/** JSON and text load nothing, and no page frames them. On every answer, errors too. */
export const SECURITY_HEADERS: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

/**
 * Which browsers' pages may read the answers: all of them, errors too. Credentials are bearer keys, never cookies, so a
 * foreign page gains nothing that it does not bring itself. The names are those a page may read next to the few it always may.
 */
const CORS_HEADERS: Headers = [
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'ETag, Link, Location, Mcp-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, X-Sandbox',
  ],
];

/** On nearly every answer. */
const USUAL = headText([...SECURITY_HEADERS, ...CORS_HEADERS]);

/** A line for each header, each begun by a line end. Throws for a value that would end its line. */
export function headText(headers: Headers): string {
  let text = '';
  for (const [name, value] of headers) {
    if (value.includes('\n') || value.includes('\r'))
      throw new RangeError(`${name}: expected one line, got several.`);
    text += `\r\n${name}: ${value}`;
  }
  return text;
}

/** `404` becomes `404 Not Found`. */
export const statusLine = (status: number): string =>
  `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;

/** The head of an answer with a body, without {@link tailOf}. @param content What its body is. @param isTagged Whether it has an entity tag. */
export function headOf(
  { isForeign }: Pick<Context, 'isForeign'>,
  own: Headers,
  content: string,
  isTagged: boolean,
): string {
  const names = own.map(([name]) => name);
  // A page that must not ask may not read the answer either, nor what is for pages of our own alone.
  const isShared = !isForeign && !names.includes('Cross-Origin-Resource-Policy');
  const security = SECURITY_HEADERS.filter(([name]) => !names.includes(name));
  const usual =
    isShared && security.length === SECURITY_HEADERS.length
      ? USUAL
      : headText([...security, ...(isShared ? CORS_HEADERS : [])]);
  // Answers change with the cameras: store them, but ask each time. What is no answer to a read is not stored.
  const caching = names.includes('Cache-Control')
    ? ''
    : `\r\nCache-Control: ${isTagged ? 'no-cache' : 'no-store'}`;
  // Joined into one text: V8 would put a sum together again at every answer that has it.
  return [content, usual, caching, headText(own)].join('');
}

/** What differs from answer to answer. */
function tailOf({ rates, requestId }: Context): string {
  return `${rates === null ? '' : headText(rates())}\r\nX-Request-Id: ${requestId}`;
}

/** What the answer itself has, and what the guard adds by the status. See `OnAnswer`. */
function headersFor({ onAnswer }: Context, headers: Headers, status: number, isBodySent: boolean) {
  const usual = onAnswer?.(status, isBodySent) ?? NONE;
  return headers.length === 0 ? usual : [...headers, ...usual];
}

const NONE: Headers = [];

/** The bytes of a value, and what the head says of them. */
interface Content {
  readonly bytes: Buffer;
  readonly type: string;
  /** Made when it is first asked for: errors have none. */
  etag: string | null;
  /** The head of the last 200 with it, and the headers of its own that are in it. */
  last: { readonly own: Headers; readonly head: string } | null;
}

/** Kept as long as the value itself. */
const contents = new WeakMap<object, Content>();

function contentOf(value: object): Content {
  const known = contents.get(value);
  if (known !== undefined) return known;
  const raw = value instanceof RawBody ? value : new RawBody(JSON_TYPE, JSON.stringify(value));
  const { contentType, content, encoding } = raw;
  const coding = encoding === null ? [] : [['Content-Encoding', encoding] as const];
  const made = {
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    type: headText([['Content-Type', contentType], ...coding]),
    etag: null,
    last: null,
  };
  contents.set(value, made);
  return made;
}

/** The strong entity tag of these very bytes (RFC 9110 section 8.8.3), quoted. */
function tagOf(content: Content): string {
  content.etag ??= `"${createHash('sha256').update(content.bytes).digest('base64url').slice(0, 27)}"`;
  return content.etag;
}

/** One entity tag of a list; commas may stand inside the quotes. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/** Whether `If-None-Match` names `etag` (compared weakly, as RFC 9110 section 13.1.2 asks) or everything. */
export function isMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(TAG)].some(([, tag]) => tag === etag);
}

/** Settles the request. @param isLast Whether the connection cannot be used again. @returns the status that went out. */
export function send(context: Context, answer: Answer, isLast: boolean): number {
  const { headers, isHead } = context;
  const { value } = answer;
  if (value instanceof LiveBody) return sendLive(context, answer, value);
  const content = contentOf(value);
  const isTagged = answer.status === 200 && context.method === 'GET';
  const etag = isTagged ? tagOf(content) : '';
  const isSame = isTagged && isMatch(headers.get('if-none-match'), etag);
  const status = isSame ? 304 : answer.status;
  const isBodyHidden = isHead || isSame;
  const own = headersFor(context, answer.headers ?? NONE, status, !isBodyHidden);
  const tag = isTagged ? `\r\nETag: ${etag}` : '';
  // Of a 200 with an entity tag that of the last one, where the headers are the same.
  const isWhole = isTagged && !isSame && !context.isForeign;
  const known = isWhole && content.last?.own === own ? content.last.head : null;
  const begin = known ?? headOf(context, own, isSame ? tag : tag + content.type, isTagged);
  if (isWhole && known === null) content.last = { own, head: begin };
  const head = begin + tailOf(context);
  context.respond({ status, head, body: content.bytes, isBodyHidden, isLast });
  return status;
}

/** What a path allows, for OPTIONS and for a browser that asks before the real request; null for what is neither. */
export function sendOptions(context: Context, methods: readonly string[], isRoute: boolean) {
  if (context.method !== 'OPTIONS') return null;
  const { headers, requestId } = context;
  const isPreflight = headers.has('origin') && headers.has('access-control-request-method');
  if (!isPreflight && !isRoute) return null;
  const allowed = isPreflight
    ? preflightHeaders(headers.get('access-control-request-headers'), methods)
    : [['Allow', methods.join(', ')] as const, ...CORS_HEADERS];
  const head = headText([...allowed, ...SECURITY_HEADERS, ['X-Request-Id', requestId]]);
  context.respond({ status: 204, head, body: null, isBodyHidden: false, isLast: false });
  return 204;
}

/** Longest that a browser keeps the answer, s: what Chromium caps it at. */
const MAX_AGE_S = '7200';

/** The wanted headers are allowed as asked. */
function preflightHeaders(wanted: string | undefined, methods: readonly string[]): Headers {
  const isList = wanted !== undefined && /^[\w!#$%&'*+.^`|~ ,-]{1,1024}$/.test(wanted);
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ...(isList ? [['Access-Control-Allow-Headers', wanted] as const] : []),
    ['Access-Control-Max-Age', MAX_AGE_S],
    ['Vary', 'Access-Control-Request-Headers'],
  ];
}

/** Hands the client over to what feeds it: no length, no entity tag. */
function sendLive(context: Context, { status, headers }: Answer, body: LiveBody): number {
  const own = headersFor(context, headers ?? NONE, status, !context.isHead);
  const type = headText([['Content-Type', body.contentType]]);
  const head = headOf(context, own, type, false) + tailOf(context);
  if (context.isHead) {
    context.respond({ status, head, body: null, isBodyHidden: true, isLast: false });
  } else {
    const outlet = context.startStream(status, head);
    if (!context.isGone) context.onAborted(body.open(outlet));
  }
  return status;
}
