/** What every error says but 422, which says it as FastAPI does. */

import type { ErrorCode } from '../../errors.ts';

/** More members are for programs. */
export interface ProblemBody {
  readonly detail: string;
  readonly code: ErrorCode;
}
