/** One exchange on its way to an answer, and the request that a handler is told of it. */

import type { ApiRequest, Settle } from '../routes/route.ts';
import type { Destination } from './destination.ts';
import type { Exchange } from './exchange.ts';

export interface Turn {
  readonly exchange: Exchange;
  readonly requestId: string;
  readonly destination: Destination;
  /** Whether it comes from a page that must not ask: then it may not read the answer either. */
  readonly isForeign: boolean;
  /** Called once, when the answer is handed over. */
  readonly answered: (status: number) => void;
  /** Of whoever asked for it last. */
  settle: Settle | null;
}

export function requestOf(turn: Turn, body: Buffer, ip: string): ApiRequest {
  const { exchange, destination, requestId } = turn;
  const { method, path, rawQuery, headers } = exchange;
  let signal: AbortSignal | null = null;
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path,
    pathTexts: destination.pathTexts,
    rawQuery,
    headers,
    ip,
    requestId,
    body,
    // Made for those only who look at it: most answers are ready before anybody could go away.
    get signal() {
      signal ??= signalOf(exchange);
      return signal;
    },
    whenAnswered: (settle) => {
      turn.settle = settle;
    },
  };
}

function signalOf(exchange: Exchange): AbortSignal {
  if (exchange.isGone) return AbortSignal.abort();
  const controller = new AbortController();
  exchange.onAborted(() => controller.abort());
  return controller.signal;
}
