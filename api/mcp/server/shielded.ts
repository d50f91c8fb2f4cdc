/** What the library would tell callers word by word, it is not given: a fault leaves a line in the log and a sentence. */

import type { Log } from '../../../runtime/log/log.ts';
import { faultOf } from '../charged.ts';
import type { Sdk } from './sdk.ts';
import type { McpTurn } from './turn.ts';

interface Shield {
  readonly sdk: Sdk;
  readonly turn: McpTurn;
  readonly log: Log;
}

/** "Internal error" of JSON-RPC 2.0. */
const INTERNAL = -32603;

/** What `work` gives. Rejects with errors of the protocol only: those of `work`, or one that says nothing internal. */
export async function shielded<Result>(
  { sdk, turn, log }: Shield,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof sdk.ProtocolError) throw error;
    throw new sdk.ProtocolError(INTERNAL, faultOf(error, turn, log).detail);
  }
}
