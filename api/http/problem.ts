/** Errors as answers: `{detail, code}`, and nothing internal. */

import { redactText } from '../../engine/index.ts';
import { ERRORS, type ErrorCode, TurnoutError } from '../../errors.ts';
import type { Answer, ProblemBody } from '../routes/route.ts';

interface ProblemParts {
  readonly headers?: readonly (readonly [string, string])[];
  /** Members for programs beside `detail` and `code`: snake_case. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The answer for a coded error of this layer. */
export function problem(
  code: ErrorCode,
  detail: string,
  { headers = [], data = {} }: ProblemParts = {},
): Answer<ProblemBody> {
  return { status: ERRORS[code].status, value: { detail, code, ...data }, headers };
}

/** The answer for anything that was thrown: a coded error tells itself, everything else is `internal_error`. */
export function problemOf(error: unknown, requestId: string): Answer<ProblemBody> {
  return error instanceof TurnoutError && error.status < 500
    ? problem(error.code, redactText(error.message))
    : problem(
        'internal_error',
        `A fault in Turnout itself; the log has it under request ${requestId}.`,
      );
}
