/**
 * `POST /operator/v1/commands/{operation}`: what commands on this computer ask of the server that owns the data folder. They
 * show the token of `turnout.lock`, which only its owner can read, and are trusted as if they wrote to the folder themselves.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { type ErrorParts, isTurnoutError, messageOf } from '../../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../../gym/schedule/entry.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { COMMANDS_PATH } from '../../../service/commands/ask-owner.ts';
import { type AnyOperation, operationOf } from '../../../service/commands/operation.ts';
import { type Answer, type ApiRequest, problem } from '../../http/message.ts';
import { isLoopback } from '../../http/origin.ts';
import type { ServedRoute } from '../route.ts';

export interface CommandParts {
  readonly operations: Readonly<Record<string, AnyOperation>>;
  /** New at each start. */
  readonly token: string;
  readonly log: Log;
}

/** Longest line of arguments, bytes: names and mappings. */
const LINE_BYTES = 64 * 1024;
const LINE_END = 10;

export function commandRoute({ operations, token, log }: CommandParts): ServedRoute {
  const isOwnHand = (request: ApiRequest) => showsToken(request, token);
  return {
    method: 'POST',
    path: `${COMMANDS_PATH}/{operation}`,
    takesFile: true,
    bodyBytes: LINE_BYTES + MAX_SCHEDULE_BYTES,
    mayUpload: isOwnHand,
    answer: async (request) => {
      if (!isOwnHand(request)) return problem('forbidden', NOT_YOURS);
      try {
        const end = request.body.indexOf(LINE_END);
        const operation = operationOf(operations, request.pathTexts.get('operation') ?? '');
        const args = parsed(request.body.subarray(0, Math.max(0, end)).toString());
        const value = await operation.perform(args, request.body.subarray(end + 1));
        return { status: 200, value: { value: value ?? null }, headers: NO_STORE };
      } catch (error) {
        if (!isTurnoutError(error)) log.error('operation_failed', { reason: messageOf(error) });
        return refusalOf(error);
      }
    },
  };
}

const NO_STORE = [['Cache-Control', 'no-store']] as const;
const NOT_YOURS =
  'Commands on this computer ask here, as localhost, from no page, and with the token of turnout.lock.';

/** A page cannot leave its origin out, and one that has pointed a name of its own at this computer asks under that name. */
function showsToken({ headers }: ApiRequest, token: string): boolean {
  const address = `http://${headers.get('host') ?? ''}`;
  const isHere = URL.canParse(address) && isLoopback(new URL(address).hostname);
  if (headers.has('origin') || !isHere) return false;
  return timingSafeEqual(digestOf(headers.get('authorization') ?? ''), digestOf(`Bearer ${token}`));
}

/** Undefined for what is no JSON: no operation takes it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** With the parts of its sentence: a command tells it as its own. */
function refusalOf(error: unknown): Answer {
  const parts: ErrorParts = isTurnoutError(error)
    ? error.parts
    : { where: 'server', expected: 'no fault', got: redactText(messageOf(error)) };
  const { where, expected, got, hint } = parts;
  const code = isTurnoutError(error) ? error.code : 'internal_error';
  const data = { where, expected, got, ...(hint !== undefined && { hint }) };
  return problem(code, redactText(messageOf(error)), { data, headers: NO_STORE });
}
