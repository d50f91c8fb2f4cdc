/**
 * What goes over the control socket: one request a connection, one answer.
 *
 *     request   {"operation":…,"args":…,"bytes":n} ⏎  n raw bytes (a file, so that it need not be quoted and parsed)
 *     answer    {"ok":true,"value":…} ⏎   or   {"ok":false,"error":{code,where,expected,got,hint}} ⏎
 */

import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode, messageOf, TurnoutError } from '../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/limits.ts';
import { redactText } from '../../runtime/log/redaction.ts';

/** Longest first line of a request, bytes: names and mappings. */
export const LINE_BYTES = 64 * 1024;

export interface Request {
  readonly operation: string;
  /** Checked by the operation. */
  readonly args: unknown;
  readonly bytes: number;
}

const ERROR = Type.Object({
  code: Type.String(),
  where: Type.String(),
  expected: Type.String(),
  got: Type.String(),
  hint: Type.Optional(Type.String()),
});

const ANSWER = Type.Union([
  Type.Object({ ok: Type.Literal(true), value: Type.Unknown() }),
  Type.Object({ ok: Type.Literal(false), error: ERROR }),
]);

export function requestLine(request: Request): string {
  return `${JSON.stringify(request)}\n`;
}

/** Throws `usage` for a line that is no request, `body_too_large` for a file above {@link MAX_SCHEDULE_BYTES}. */
export function readRequest(line: string): Request {
  const request = parseJson(line);
  if (!isRequest(request)) throw notUnderstood('{"operation", "args", "bytes"}');
  if (request.bytes > MAX_SCHEDULE_BYTES)
    throw tooLarge(`a file of ${MAX_SCHEDULE_BYTES} bytes at most`);
  return request;
}

export function valueLine(value: unknown): string {
  return `${JSON.stringify({ ok: true, value: value ?? null })}\n`;
}

/** An error that has no code is told as `internal_error`, without addresses. */
export function errorLine(error: unknown): string {
  return `${JSON.stringify({ ok: false, error: errorParts(error) })}\n`;
}

/** The value of an answer. Rejects with the error that it tells, and `server_unreachable` for what is no answer. */
export async function readAnswer(line: string): Promise<unknown> {
  const answer = parseJson(line);
  // Three hundred files, read by the command: the server, which has this module too, starts without them.
  const { Check } = await import('typebox/schema');
  if (!Check(ANSWER, answer)) {
    throw new TurnoutError('server_unreachable', {
      where: 'server',
      expected: 'an answer to a command',
      got: line === '' ? 'none' : 'something else',
      hint: 'see that server and command are of the same version, and try again',
    });
  }
  if (answer.ok) return answer.value;
  const { code, hint, ...parts } = answer.error;
  throw new TurnoutError(isErrorCode(code) ? code : 'internal_error', {
    ...parts,
    ...(hint !== undefined && { hint }),
  });
}

export function notUnderstood(expected: string): TurnoutError {
  return new TurnoutError('usage', {
    where: 'control socket',
    expected: `a line of JSON: ${expected}`,
    got: 'something else',
  });
}

export function tooLarge(expected: string): TurnoutError {
  return new TurnoutError('body_too_large', {
    where: 'control socket',
    expected,
    got: 'more',
  });
}

function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'args')) return false;
  const bytes: unknown = Reflect.get(value, 'bytes');
  return (
    typeof Reflect.get(value, 'operation') === 'string' &&
    Number.isInteger(bytes) &&
    Number(bytes) >= 0
  );
}

function errorParts(error: unknown): Static<typeof ERROR> {
  if (error instanceof TurnoutError) {
    const { where, expected, got, hint } = error.parts;
    return { code: error.code, where, expected, got, ...(hint !== undefined && { hint }) };
  }
  const got = redactText(messageOf(error));
  return { code: 'internal_error', where: 'server', expected: 'no fault', got };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
