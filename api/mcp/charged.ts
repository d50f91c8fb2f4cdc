/**
 * Figures for a tool or a resource: asked of the visitor, charged before they are made, given back where none came of it.
 * Nothing that was thrown leaves here with its words.
 */

import type { ProblemBody } from '../../errors.ts';
import { isTurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { Answer } from '../http/message.ts';
import { problemOf } from '../http/problem.ts';
import type { McpTurn } from './server/turn.ts';

export type Reading =
  | { readonly isOk: true; readonly body: object; readonly caller: Caller }
  | { readonly isOk: false; readonly problem: ProblemBody };

/** What is made of a caller; anything but a 200 is a problem. */
export type Respond = (caller: Caller) => Answer | Promise<Answer>;

/** The figures of `subject` for one lookup. Never rejects. */
export async function charged(
  turn: McpTurn,
  log: Log,
  subject: Subject,
  respond: Respond,
): Promise<Reading> {
  let isSpent = false;
  try {
    const visitor = await turn.visitor();
    try {
      turn.signal.throwIfAborted();
      const caller = visitor.see(subject);
      if (isProblem(caller)) return { isOk: false, problem: caller };
      const refusal = await visitor.spend();
      if (refusal !== null) return { isOk: false, problem: refusal };
      isSpent = true;
      const answer = await respond(caller);
      turn.signal.throwIfAborted();
      if (answer.status !== 200) return { isOk: false, problem: answer.value as ProblemBody };
      isSpent = false;
      return { isOk: true, body: answer.value, caller };
    } finally {
      // Still set: no figures go out.
      if (isSpent) visitor.giveBack();
    }
  } catch (error) {
    return { isOk: false, problem: faultOf(error, turn, log) };
  }
}

/** A fault in words for anyone who asked; the log has its cause. */
export function faultOf(error: unknown, { requestId, signal }: McpTurn, log: Log): ProblemBody {
  if (signal.aborted) {
    return {
      code: 'internal_error',
      detail: 'Cancelled: the client no longer waits for the answer.',
    };
  }
  if (!isTurnoutError(error) || error.status >= 500) {
    log.error('mcp_failed', { request_id: requestId, error });
  }
  return problemOf(error, requestId).value as ProblemBody;
}

export function isProblem(seen: Caller | ProblemBody): seen is ProblemBody {
  return 'code' in seen;
}
