/**
 * What goes over the control socket: one request a connection, one answer.
 *
 *     request   {"operation":…,"args":…,"bytes":n} ⏎  n raw bytes (a file, so that it need not be quoted and parsed)
 *     answer    {"ok":true,"value":…} ⏎   or   {"ok":false,"error":{code,where,expected,got,hint}} ⏎
 */

import { Check } from 'typebox/schema';
import { ERRORS, type ErrorCode, messageOf, TurnoutError } from '../../errors.ts';
import { type Static, Type } from '../../schema-type.ts';
import { redactText } from '../redaction.ts';

/** Longest first line of a request, bytes: names and mappings. */
export const LINE_BYTES = 64 * 1024;
/** Largest file that may come along. */
export const FILE_BYTES = 64 * 1024 * 1024;

const REQUEST = Type.Object({
  operation: Type.String(),
  args: Type.Unknown(),
  bytes: Type.Integer({ minimum: 0 }),
});

export type Request = Static<typeof REQUEST>;

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

/** Throws `usage` for a line that is no request, `body_too_large` for a file above {@link FILE_BYTES}. */
export function readRequest(line: string): Request {
  const request = parseJson(line);
  if (!Check(REQUEST, request)) throw notUnderstood('{"operation", "args", "bytes"}');
  if (request.bytes > FILE_BYTES) throw tooLarge(`a file of ${FILE_BYTES} bytes at most`);
  return request;
}

export function valueLine(value: unknown): string {
  return `${JSON.stringify({ ok: true, value: value ?? null })}\n`;
}

/** An error that has no code is told as `internal_error`, without addresses. */
export function errorLine(error: unknown): string {
  return `${JSON.stringify({ ok: false, error: errorParts(error) })}\n`;
}

/** The value of an answer. Throws the error that it tells, and `server_unreachable` for what is no answer. */
export function readAnswer(line: string): unknown {
  const answer = parseJson(line);
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
