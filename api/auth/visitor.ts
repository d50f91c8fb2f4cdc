/**
 * Somebody at the door, before it is known what they want: for adapters that ask several things in one request (MCP), or
 * that answer with sample data where no credential is shown (`/ask`). The guard makes one of them for each request.
 */

import type { Principal } from '../../engine/index.ts';
import type { ProblemBody } from '../routes/route.ts';
import type { Caller, Subject } from './caller.ts';

export interface Visitor {
  /** Null in the sandbox, and where no credential was shown and none is needed. */
  readonly principal: Principal | null;
  /** Whether what is seen is sample data. */
  readonly isSample: boolean;
  /** Who sees `subject`; or why not: `forbidden`. Charges nothing. */
  see(subject: Subject): Caller | ProblemBody;
  /**
   * Spends one lookup; `lookups_exhausted` where none is left, null where it was spent or nothing is charged (sandbox, keys
   * without a limit). To be called before figures are made.
   */
  spend(): Promise<ProblemBody | null>;
  /** Gives back the lookup that was spent last: what was answered carries no figures, or reached nobody. */
  giveBack(): void;
}
