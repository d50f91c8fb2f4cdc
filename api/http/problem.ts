/** Errors as answers: `{detail, code}`, and nothing internal. */

import type { ProblemBody } from '../../errors.ts';
import { ERRORS, type ErrorCode, isTurnoutError } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import type { Answer } from './message.ts';

interface ProblemParts {
  readonly headers?: readonly (readonly [string, string])[];
  /** Members for programs next to `detail` and `code`: snake_case. */
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

/** Faults of what is stored: no fault of the program, and their sentences name neither a path nor an address. */
const TOLD = new Set<ErrorCode>(['data_unusable', 'database_unusable']);

/** The answer for anything that was thrown: a coded error tells itself, everything else is `internal_error`. */
export function problemOf(error: unknown, requestId: string): Answer<ProblemBody> {
  const isTold = isTurnoutError(error) && (error.status < 500 || TOLD.has(error.code));
  return isTold
    ? problem(error.code, redactText(error.message))
    : problem(
        'internal_error',
        `A fault in Turnout itself; the log has it under request ${requestId}.`,
      );
}
