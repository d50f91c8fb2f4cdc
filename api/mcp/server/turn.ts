/** One request to the MCP server: who asks, and whether anybody still waits for the answer. */

import type { Visitor } from '../../../service/callers/visitor.ts';

export interface McpTurn {
  /** Told to callers where something breaks, and written to the log. */
  readonly requestId: string;
  /** Aborted when no one waits any more. */
  readonly signal: AbortSignal;
  /** Who asks. Over stdio it is asked before each message, so that figures are of now. */
  visitor(): Visitor | Promise<Visitor>;
}

/** Whether someone sees the figures of one trainer only. */
export function isTrainerOnly({ principal }: Visitor): boolean {
  return principal?.key.role === 'trainer';
}
