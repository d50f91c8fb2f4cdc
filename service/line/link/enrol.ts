/** Asks a head office to take a gym of this box: one token, one answer. Nothing is stored here. */

import { Value } from 'typebox/value';
import {
  JOIN_ANSWER,
  JOIN_PATH,
  type JoinAnswer,
  type JoinRequest,
} from '../../../chain/messages/enrolment.ts';
import { TurnoutError } from '../../../errors.ts';
import { isCertificateFault } from './certificate.ts';

const ANSWER_MS = 20_000;
const MAX_BYTES = 64 * 1024;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address without what follows its path. Throws `usage` unless it is one that a token may be sent to. */
export function hqAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (url !== null && isSafe && url.username === '' && url.search === '') {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  throw new TurnoutError('usage', {
    where: 'address of the head office',
    expected: 'an address that starts with https:// and has no user name or query',
    got: url === null ? 'no address' : 'another one',
    hint: 'turnout join https://hq.example.com --token tj_…',
  });
}

/** Rejects with `hq_unreachable` and `hq_refused`. */
export async function enrol(hqUrl: string, request: JoinRequest): Promise<JoinAnswer> {
  const { status, body } = await posted(`${hqUrl}${JOIN_PATH}`, request);
  if (status === 201 && Value.Check(JOIN_ANSWER, body)) return body;
  if (status === 201) throw unreachable('an answer that is none of a head office of this version');
  const detail = detailOf(body);
  if (status >= 400 && status < 500 && detail !== null) {
    throw new TurnoutError('hq_refused', {
      where: 'head office',
      expected: `an unused token for gym ${request.gym.id}, less than a day old`,
      got: `status ${status}: ${detail}`,
      hint: `run there: turnout hq token ${request.gym.id}`,
    });
  }
  throw unreachable(`status ${status}`);
}

async function posted(
  url: string,
  request: JoinRequest,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await bounded(response);
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    const reason = reasonOf(error);
    throw isCertificateFault(reason) ? untrusted(reason, error) : unreachable(reason, error);
  }
}

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The sentence of an error body, without control characters. */
function detailOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  const { detail } = body;
  return typeof detail === 'string' ? detail.replace(/\p{Cc}+/gu, ' ').slice(0, 300) : null;
}

/** The system's code where there is one: the message has the address in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return code ?? error.message;
}

function untrusted(got: string, cause: unknown): TurnoutError {
  return new TurnoutError(
    'hq_unreachable',
    {
      where: 'certificate of the head office',
      expected: 'one of an authority that this computer knows, for this name',
      got,
      hint: 'for an authority of your own set NODE_EXTRA_CA_CERTS to the file of its certificate and restart Turnout',
    },
    { cause },
  );
}

function unreachable(got: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'hq_unreachable',
    {
      where: 'head office',
      expected: 'an answer',
      got,
      hint: 'check the address, and that this computer reaches it',
    },
    { cause },
  );
}
