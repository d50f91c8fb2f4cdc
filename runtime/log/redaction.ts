/**
 * The one place where secrets leave a text: camera addresses, passwords, keys. Every log field, every sentence of an
 * API answer and every history row passes here.
 *
 * It takes out every address but a public one: an address of the web that names a public host, with no login, no query
 * and no segment that could be a token. What it returns can be redacted again unchanged.
 */

/** Stands for whatever was taken out. */
export const REDACTED = '…';

// A colon, a slash and an at sign, each plain, JSON-escaped, or percent-encoded once or twice.
const COLON = '(?::|%(?:25)?3a)';
const SLASH = '(?:\\\\{0,2}/|%(?:25)?2f)';
const AT = '(?:@|%(?:25)?40)';

// Every pattern is bounded or consumes what it has looked at: hostile text costs linear time.
const SCHEME = new RegExp(`([a-z][a-z0-9+.-]{0,15})${COLON}${SLASH}{2}`, 'gi');
const AT_SIGN = new RegExp(AT, 'gi');
/** What ends an address that was written without quotes: the punctuation of the sentence around it is no part of it. */
const ADDRESS_END = /[),.:;\]}]{0,3}(?:[\s"'<>`]|$)/g;
/** Resources of our own MCP server: `turnout://today`. */
const OURS = 'turnout';
/** A scheme that a sentence names, with no address behind it. */
const BARE = /^(?:[\s"'<>`),;]|\.?$|…)/;
/** A run without space or quotes: `user:password@host` without a scheme is one. */
const WORD = /[^\s"'<>`]+/g;
const USERINFO = new RegExp(`${COLON}.{0,256}?${AT}`, 'i');
/**
 * The keys of this service. Their first 8 characters stay where no other follows: by these a key is listed and revoked, and
 * the 27 behind them are the secret.
 */
const KEY = /tk(?:_(?![0-9a-z]{5}(?![0-9a-z%]))|%(?:25)?5f)[0-9a-z]+/gi;
/** Its access tokens, refresh tokens, codes and tokens of a lock; shorter ones are parts of words (`data_unusable`). */
const TOKEN = /(t[aclrx])(?:_|%(?:25)?5f)[0-9a-z]{16,}/gi;
/** A word of a sentence, or a parameter that holds no secret, where a credential could be. */
const WORDS = '(?:[a-z]{1,20}(?=[\\s:;`)]|[.,](?:\\s|$))|(?:resource_metadata|realm|error)=|$)';
/** Credentials of HTTP: the scheme stays, what follows goes. */
const HTTP_SCHEME = new RegExp(
  `(?<![a-z])(?:(bearer|basic)\\s{1,8}(?!…|[<$]|${WORDS})[^\\s"'<>\`]+|(digest)\\s{1,8}(?!…|${WORDS})[^\\r\\n]+)`,
  'gi',
);
/**
 * `password=…`, `x-api-key: …`, `"token":"…"`. A variable of the configuration (`${HALL_PASSWORD:-text}`) holds no secret,
 * and `password: check both` is a sentence: a plain word is one that more words follow.
 */
const NAMED =
  /(?<!\$\{\w{0,64})((?:authorization|api[-_]?key|passw(?:or)?d|passphrase|pwd|secret|token|cookie|credentials?)["']?\s{0,8}[:=]\s{0,8})(?!…|[<{$`]|(?:bearer|basic|digest)\b)(?!(?<=:\s{1,8})[a-z]{1,20},? [a-z])(?:"[^"]*"?|'[^']*'?|[^\s&;,"']+)/gi;
/** What Node's network errors name: `getaddrinfo ENOTFOUND cam-3.gym.lan`. */
const LOOKUP = /\b(ENOTFOUND|EAI_AGAIN|EAI_\w+)\s+(?!…)[^\s(),;:"']+/g;
const IPV4 =
  /(?<![\w.])(?!(?:127\.0\.0\.1|0\.0\.0\.0)(?![\w.]*\d)|127\.0\.0\.1:)(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w.]*\d)/g;
const IPV6 =
  /(?<![\w:.])\[?(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?)(?:%\w+)?(?:\](?::\d{1,5})?)?(?![\w:])/gi;

/** Names of fields whose value is never shown, whatever it is. */
const SECRET_FIELD =
  /^(?:.*(?:authorization|api[-_]?key|passw(?:or)?d|passphrase|pwd|secret|token|cookie|credential|userinfo).*|user(?:name)?|host(?:name)?|address|remote_?address)$/i;

/**
 * A text without camera addresses, passwords and keys: of an address only its scheme stays, `rtsp://…`.
 *
 * Cost: linear in the length for ordinary lines; texts over 16 KiB are cut first, so that nothing hides behind a
 * slow match.
 */
export function redactText(text: string): string {
  let clean = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}${REDACTED}` : text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const cleaner = redactOnce(clean);
    if (cleaner === clean) break;
    clean = cleaner;
  }
  return clean;
}

/** What is taken out can lay bare what was hidden behind it; the property tests never need all of them. */
const MAX_PASSES = 8;

function redactOnce(text: string): string {
  return text
    .replace(/[^\r\n]+/g, withoutAddresses)
    .replace(WORD, (word) => (USERINFO.test(word) ? REDACTED : word))
    .replace(KEY, `tk_${REDACTED}`)
    .replace(TOKEN, `$1_${REDACTED}`)
    .replace(HTTP_SCHEME, `$1$2 ${REDACTED}`)
    .replace(NAMED, `$1${REDACTED}`)
    .replace(LOOKUP, `$1 ${REDACTED}`)
    .replace(IPV4, REDACTED)
    .replace(IPV6, (address) => (/^\[?::1?(?:\]|$)/.test(address) ? address : REDACTED));
}

/** A line in which each `scheme://` goes on up to the last `@` of the line: passwords may hold spaces and quotes. */
function withoutAddresses(line: string): string {
  const lastAt = [...line.matchAll(AT_SIGN)].at(-1)?.index ?? -1;
  let clean = '';
  let from = 0;
  for (const { 0: opening, 1: scheme, index } of line.matchAll(SCHEME)) {
    const rest = index + opening.length;
    if (index >= from && (scheme === OURS || isShown(line, index, rest, lastAt))) continue;
    if (index >= from) {
      clean += `${line.slice(from, index)}${scheme}://${REDACTED}`;
      ADDRESS_END.lastIndex = Math.max(rest, lastAt);
      from = ADDRESS_END.exec(line)?.index ?? line.length;
    }
  }
  return clean + line.slice(from);
}

/** Whether the address that begins at `index`, or goes on at `rest` behind its scheme, holds nothing to hide. */
function isShown(line: string, index: number, rest: number, lastAt: number): boolean {
  if (lastAt >= rest) return false;
  if (BARE.test(line.slice(rest, rest + 2))) return true;
  const [address = ''] = PUBLIC.exec(line.slice(index, index + MAX_PUBLIC)) ?? [];
  return address !== '' && !TOKEN_LIKE.test(address);
}

/** Longest address that is shown, characters; chosen here: those of the models have some 120. */
const MAX_PUBLIC = 300;
/** `https://host/path` of a public name, or of this computer, up to its end. */
const PUBLIC =
  /^https?:\/\/(?:(?:[a-z0-9-]{1,63}\.){1,8}(?!(?:lan|local|home|internal|intranet|arpa)\b)[a-z]{2,24}|localhost|127\.0\.0\.1)(?::\d{1,5})?(?:\/[\w.~+/-]{0,200})?(?=[),.:;\]}]{0,3}(?:[\s"'<>`]|$))/i;
/** A part of a path that no one reads out: 16 characters or more with digits among letters, as tokens have. */
const TOKEN_LIKE = /(?=[\w-]{16})(?=[\w-]{0,80}\d)(?=[\w-]{0,80}[a-z])[\w]{16,}|[0-9a-f]{16,}/i;

/** Longest text that is looked at, characters; chosen here: far more than any honest log field. */
const MAX_TEXT = 16_384;
/** Deepest nesting and most members that a log line shows; chosen here. */
const MAX_DEPTH = 8;
const MAX_MEMBERS = 200;

/**
 * A JSON-safe copy of any value with every text in it redacted: names and values of members, lists, errors with their
 * causes and extra fields. Cycles, functions and bytes become a word; the original is not touched.
 */
export function redactValue(value: unknown, above: readonly object[] = []): unknown {
  if (typeof value !== 'object' || value === null) return redactPrimitive(value);
  if (above.includes(value)) return '[circular]';
  if (above.length >= MAX_DEPTH) return '[deep]';
  if (value instanceof Date) return value.toJSON() ?? 'invalid date';
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return `[${value.byteLength} bytes]`;
  }
  const inside = [...above, value];
  if (Array.isArray(value) || value instanceof Set) {
    return [...value].slice(0, MAX_MEMBERS).map((member) => redactValue(member, inside));
  }
  const members = membersOf(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(
    members.map(([name, member]) => {
      const isOpen = member === null || member === undefined || typeof member === 'boolean';
      const isHidden = SECRET_FIELD.test(name) && !isOpen;
      return [redactText(name), isHidden ? REDACTED : redactValue(member, inside)];
    }),
  );
}

/** What JSON has no word for becomes a text. */
function redactPrimitive(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'symbol' || typeof value === 'function') return `[${typeof value}]`;
  const isJson = typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'bigint';
  return isJson ? value : String(value);
}

function membersOf(value: object): [string, unknown][] {
  if (value instanceof Map) return [...value].map(([name, member]) => [String(name), member]);
  if (!(value instanceof Error)) return Object.entries(value);
  // No ordinary members of an error; the rest (`code`, `syscall`, …) are.
  const { name: type, message, stack, cause, ...own } = value;
  const errors = value instanceof AggregateError ? { errors: value.errors } : {};
  const causes = cause === undefined ? {} : { cause };
  return Object.entries({ type, message, stack, ...own, ...errors, ...causes });
}
