/** One line in the log for each tool call and each resource that is read: who, what, how it went. Never what was asked. */

import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { McpTurn } from './server/turn.ts';

interface Noted {
  readonly turn: McpTurn;
  readonly log: Log;
  readonly clock: Clock;
}

interface CallFacts {
  /** Of a bounded set. */
  readonly name: string;
  /** `ok` or the code of an error. */
  readonly outcome: string;
  /** On the monotonic clock. */
  readonly startMs: number;
}

/** Never rejects. */
export async function noteCall(
  { turn, log, clock }: Noted,
  event: 'mcp_tool' | 'mcp_resource',
  { name, outcome, startMs }: CallFacts,
): Promise<void> {
  const key = await Promise.resolve(turn.visitor()).then(
    ({ principal }) => principal?.key.prefix ?? null,
    () => null,
  );
  log.info(event, {
    [event === 'mcp_tool' ? 'tool' : 'resource']: name,
    outcome,
    took_ms: Math.round(clock.monotonicMs() - startMs),
    request_id: turn.requestId,
    key,
  });
}
