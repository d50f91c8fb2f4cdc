/**
 * Requests that break HTTP, made by chance. Where `isTrap` is set an inner request stands in the bytes, where no reading of
 * RFC 9112 lets it be executed: it is the only one that asks for `INNER_PATH`.
 */

import { type Random, wholeNumber } from '../../../support/seeded-random.ts';

export const INNER_PATH = '/v1/revenue';

export interface Case {
  readonly bytes: Buffer;
  /** Requests in it, well-formed or not. */
  readonly requests: number;
  readonly isTrap: boolean;
}

const INNER = `GET ${INNER_PATH} HTTP/1.1\r\nHost: x\r\nX-Sandbox: true\r\n\r\n`;
const LONG = 'a'.repeat(8_200);
const LENGTH = INNER.length;

/** Whole requests, none of them for the path of the inner one. */
const SOUND = [
  'GET /health HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /openapi.json HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n',
  'GET /mcp.md HTTP/1.1\r\nHost: x\r\n\r\n',
  'HEAD /v1/summary?gym_id=demo HTTP/1.1\r\nHost: x\r\nX-Sandbox: true\r\n\r\n',
  'GET /v1/classes/performance?limit=100 HTTP/1.1\r\nHost: x\r\nX-Sandbox: true\r\nIf-None-Match: "x"\r\n\r\n',
  'OPTIONS /v1/status HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n\r\n',
  'POST /ask HTTP/1.1\r\nHost: x\r\nX-Sandbox: true\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n{"query":"what is dead?"}',
  'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sandbox: true\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nAuthorization: Bearer x\r\nContent-Length: 40\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"ping"}',
  'POST /ask HTTP/1.1\r\nHost: x\r\nX-Sandbox: true\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n19\r\n{"query":"what is dead?"}\r\n0\r\n\r\n',
  'DELETE /nothing/here HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer tk_none\r\n\r\n',
];

/** Lines of heads after which the body, all of it the inner request, is never a request of its own. */
const LENGTHS = [
  `Content-Length: ${LENGTH}`,
  `Content-Length: 0\r\nContent-Length: ${LENGTH}`,
  `Content-Length: ${LENGTH}\r\nContent-Length: 0`,
  `Content-Length: ${LENGTH}\r\ncontent-length: ${LENGTH}`,
  `Content-Length:\r\nContent-Length: ${LENGTH}`,
  'Content-Length:',
  'Content-Length: +0',
  'Content-Length: -1',
  'Content-Length: 0x0',
  'Content-Length: 0, 0',
  'Content-Length: 0 0',
  'Content-Length: 0;',
  'Content-Length: 99999999999999999999',
  'Content-Length: 100000000',
  `Content-Length : ${LENGTH}`,
  `Content-Length\t: ${LENGTH}`,
  `\x0bContent-Length: ${LENGTH}`,
  ` Content-Length: ${LENGTH}`,
  `X: a\rContent-Length: ${LENGTH}`,
  `Content-Length: 0\r\nTransfer-Encoding: chunked`,
  `Transfer-Encoding: chunked\r\nContent-Length: ${LENGTH}`,
];
const CODINGS = [
  'xchunked',
  'chunked, identity',
  'identity',
  'gzip',
  'chunked;q=1',
  '"chunked"',
  'chunked\r\nTransfer-Encoding: identity',
  '\x0bchunked',
  'chunked\x00',
  '',
];
const BROKEN_CHUNKS = [
  `1;\r\n${INNER}\r\n0\r\n\r\n`,
  `2\r\nabXX0\r\n\r\n${INNER}`,
  `0\r\nXX${INNER}`,
  `0x2\r\nab\r\n0\r\n\r\n${INNER}`,
  `-1\r\n${INNER}`,
  `;\r\n${INNER}`,
  `fffffffffffffffffff\r\n${INNER}`,
  `${LENGTH.toString(16)}\r\n${INNER}XX`,
];
/** Requests that end their connection. */
const LAST = [
  'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: x\r\nConnection: te, Close\r\n\r\n',
  'POST /ask HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  `GET /${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `HEAD /${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET /health HTTP/1.1\r\nHost: x\r\nX: ${LONG}\r\nY: ${LONG}\r\n\r\n`,
  'GET /health HTTP/1.0\r\n\r\n',
  'GET /health HTTP/1.1\r\n\r\n',
  'GET /health HTTP/3.1\r\nHost: x\r\n\r\n',
  'GET /health\r\n\r\n',
];

/** One of the kinds, by chance; the same `random` makes the same ones. */
export function makeCase(random: Random): Case {
  const kind = random();
  if (kind < 0.4) return trap(random);
  if (kind < 0.8) return mutated(random);
  if (kind < 0.9) return garbage(random);
  const requests = wholeNumber(random, 2, 6);
  return caseOf(Array.from({ length: requests }, () => pick(random, SOUND)).join(''), requests);
}

function trap(random: Random): Case {
  const filler = wholeNumber(random, 0, 3);
  const more = Array.from({ length: filler }, (_, at) => `X-${at}: ${'y'.repeat(at * 9)}\r\n`);
  const post = (lines: string, body: string) =>
    `POST ${pick(random, ['/ask', '/nothing', '/mcp', '/get-key/x'])} HTTP/1.1\r\nHost: x\r\n${more.join('')}${lines}\r\n\r\n${body}`;
  const kind = random();
  const text =
    kind < 0.4
      ? post(pick(random, LENGTHS), INNER)
      : kind < 0.55
        ? post(`Transfer-Encoding: ${pick(random, CODINGS)}`, `0\r\n\r\n${INNER}`)
        : kind < 0.75
          ? post('Transfer-Encoding: chunked', pick(random, BROKEN_CHUNKS))
          : pick(random, LAST) + INNER;
  const before = random() < 0.3 ? pick(random, SOUND) : '';
  return { ...caseOf(before + text, before === '' ? 2 : 3), isTrap: true };
}

/** A whole request with some bytes changed, cut out, repeated or added. */
function mutated(random: Random): Case {
  let bytes: Buffer = Buffer.from(pick(random, SOUND), 'latin1');
  for (let left = wholeNumber(random, 1, 8); left > 0 && bytes.length > 0; left -= 1) {
    const at = wholeNumber(random, 0, bytes.length - 1);
    const end = Math.min(bytes.length, at + wholeNumber(random, 1, 12));
    const [head, part, tail] = [
      bytes.subarray(0, at),
      bytes.subarray(at, end),
      bytes.subarray(end),
    ];
    const kind = random();
    if (kind < 0.4)
      bytes = Buffer.concat([head, Buffer.from([pickByte(random)]), bytes.subarray(at + 1)]);
    else if (kind < 0.6) bytes = Buffer.concat([head, tail]);
    else if (kind < 0.8) bytes = Buffer.concat([head, part, part, tail]);
    else if (kind < 0.95)
      bytes = Buffer.concat([head, Buffer.from([pickByte(random)]), bytes.subarray(at)]);
    else bytes = head;
  }
  return { bytes, requests: 1, isTrap: false };
}

function garbage(random: Random): Case {
  const bytes = Buffer.alloc(wholeNumber(random, 1, 600));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = wholeNumber(random, 0, 255);
  return { bytes, requests: 1, isTrap: false };
}

/** Bytes that mean something to a parser come more often than others. */
function pickByte(random: Random): number {
  const special = '\r\n\t :;,/?=&%"\0\x0b\x7f\xff';
  return random() < 0.5
    ? special.charCodeAt(wholeNumber(random, 0, special.length - 1))
    : wholeNumber(random, 0, 255);
}

function caseOf(text: string, requests: number): Case {
  return { bytes: Buffer.from(text, 'latin1'), requests, isTrap: false };
}

function pick<Item>(random: Random, items: readonly [Item, ...Item[]] | readonly Item[]): Item {
  return items[wholeNumber(random, 0, items.length - 1)] as Item;
}
