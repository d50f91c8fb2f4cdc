/** What a box asks its head office, over HTTPS: to be taken, with a token; and to take a batch, with its key. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import {
  type Batch,
  JOIN_ANSWER,
  JOIN_PATH,
  type JoinAnswer,
  type JoinRequest,
  packed,
  RECEIPT,
  type Receipt,
  SYNC_PATH,
} from '../../chain/sync.ts';
import { TurnoutError } from '../../errors.ts';
import { untilLate } from '../../runtime/timers.ts';
import { bytesWithin, parsedJson } from '../../runtime/wire.ts';

/** Source: the head office commits in milliseconds, and a batch waits at most for those of a chain. */
const ANSWER_MS = 30_000;
const MAX_BYTES = 64 * 1024;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What TLS says of a certificate that is none of a known authority for that name, at this time. */
const CERTIFICATE =
  /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY)/;

/** The address without what follows its path. Throws `usage` unless it is one that a token may be sent to. */
export function hqAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (url !== null && isSafe && url.username === '' && url.search === '') {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  const where = 'address of the head office';
  const expected = 'an address that starts with https:// and has no user name or query';
  const got = url === null ? 'no address' : 'another one';
  const hint = 'turnout join https://hq.example.com --token tj_…';
  throw new TurnoutError('usage', { where, expected, got, hint });
}

/** Rejects with `hq_unreachable` and `hq_refused`. */
export async function enrol(hqUrl: string, request: JoinRequest): Promise<JoinAnswer> {
  const body = JSON.stringify(request);
  const answer = await post(`${hqUrl}${JOIN_PATH}`, {}, body);
  if (answer.status >= 400 && answer.status < 500 && answer.detail !== null) {
    const expected = `an unused token for gym ${request.gym.id}, less than a day old`;
    const got = `status ${answer.status}: ${answer.detail}`;
    const hint = `run there: turnout hq token ${request.gym.id}`;
    throw new TurnoutError('hq_refused', { where: 'head office', expected, got, hint });
  }
  return checked(JOIN_ANSWER, 201, answer);
}

/**
 * Resolves once the head office has committed the batch. Rejects with `sync_refused` and `sync_newer` in its words where it
 * does not take it, else with `hq_unreachable`: whether it has the batch is then unknown, and it is sent again.
 */
export async function sendBatch(
  { hqUrl, key }: { readonly hqUrl: string; readonly key: string },
  batch: Batch,
  signal: AbortSignal,
): Promise<Receipt> {
  const headers = { 'Content-Encoding': 'gzip', Authorization: `Bearer ${key}` };
  const answer = await post(`${hqUrl}${SYNC_PATH}`, headers, packed(batch), signal);
  const { code, detail } = answer;
  if ((code === 'sync_refused' || code === 'sync_newer') && detail !== null) {
    throw new TurnoutError(code, { where: 'head office', expected: 'a batch', got: detail });
  }
  return checked(RECEIPT, 200, answer);
}

type Answered = Awaited<ReturnType<typeof post>>;

function checked<Schema extends TSchema>(schema: Schema, wanted: number, answer: Answered) {
  const { status, body, detail } = answer;
  if (status === wanted && Value.Check(schema, body)) return body;
  if (status !== wanted) throw unreachable(`status ${status}${detail ? `: ${detail}` : ''}`);
  throw unreachable('an answer that is none of a head office of this version');
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  signal?: AbortSignal,
) {
  const ending = untilLate(ANSWER_MS, signal);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
      body: body as string,
      redirect: 'error',
      signal: ending,
    });
    const bytes = await bytesWithin(response.body, MAX_BYTES);
    if (bytes === null) throw new Error(`more than ${MAX_BYTES} bytes`);
    const read = parsedJson(bytes.toString());
    const { code, detail } = Object(read) as { readonly code?: unknown; readonly detail?: unknown };
    /* `code` and `detail` of an error body, without control characters; null where it has none. */
    return { status: response.status, body: read, code: textOf(code), detail: textOf(detail) };
  } catch (error) {
    const isLate = ending.aborted && signal?.aborted !== true;
    const reason = isLate ? `no answer within ${ANSWER_MS / 1_000} s` : reasonOf(error);
    throw CERTIFICATE.test(reason) ? untrusted(reason, error) : unreachable(reason, error);
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ').slice(0, 500) : null;
}

/** The system's code where there is one: the message has the address in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return code ?? error.message;
}

function untrusted(got: string, cause: unknown): TurnoutError {
  const where = 'certificate of the head office';
  const expected = 'one of an authority that this computer knows, for this name';
  const hint =
    'for an authority of your own set NODE_EXTRA_CA_CERTS to the file of its certificate and restart Turnout';
  return new TurnoutError('hq_unreachable', { where, expected, got, hint }, { cause });
}

function unreachable(got: string, cause?: unknown): TurnoutError {
  const hint = 'check the address, and that this computer reaches it';
  const parts = { where: 'head office', expected: 'an answer', got, hint };
  return new TurnoutError('hq_unreachable', parts, { cause });
}
