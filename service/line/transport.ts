/** What carries batches to the head office. The sender knows no network: `nats/` is one transport, tests have their own. */

import type { Batch } from '../../chain/messages/batch.ts';
import type { Receipt } from '../../chain/messages/receipt.ts';

export interface LineTransport {
  /**
   * Resolves with the receipt of this very batch, which the head office gives after it has committed. Rejects when none came
   * in time, the line is down, or `signal` aborts: whether the batch arrived is then unknown, and it is sent again.
   */
  send(batch: Batch, signal: AbortSignal): Promise<Receipt>;
}
