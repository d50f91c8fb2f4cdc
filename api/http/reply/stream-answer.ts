/** Answers that are made while they are sent: no length, no entity tag, never kept. */

import type { WireHead } from '../exchange.ts';
import { type Answer, LiveBody, StreamBody } from '../message.ts';
import { settled, type Turn } from '../turn.ts';
import { Chunks } from './chunks.ts';
import { answerHeaders } from './head.ts';

export interface StreamAnswer extends Answer {
  readonly value: StreamBody;
}

export function isStreamed(answer: Answer): answer is StreamAnswer {
  return answer.value instanceof StreamBody;
}

export interface LiveAnswer extends Answer {
  readonly value: LiveBody;
}

export function isLive(answer: Answer): answer is LiveAnswer {
  return answer.value instanceof LiveBody;
}

/** Hands the client over to what feeds it. @returns the status that went out. */
export function sendLive(turn: Turn, answer: LiveAnswer): number {
  const { exchange } = turn;
  const head = headOf(turn, answer);
  if (exchange.method === 'HEAD') {
    exchange.respond({ ...head, body: null, isBodyHidden: true, isLast: false });
  } else if (!exchange.isGone) {
    exchange.onAborted(answer.value.open(exchange.startStream(head)));
  }
  return answer.status;
}

/** Why a stream ended before its end. */
interface StreamFault {
  readonly cause: unknown;
}

/**
 * Sends a stream at the pace of the client. Resolves when it is over: null where it is whole or nobody is there any more,
 * else why it was cut. Rejects when not even its first chunk could be made: something else can be answered then.
 *
 * @param answered Called when the head was handed over.
 */
export async function sendStream(
  turn: Turn,
  answer: StreamAnswer,
  answered: (status: number) => void,
): Promise<StreamFault | null> {
  const { exchange } = turn;
  const chunks = new Chunks(answer.value.chunks, exchange);
  if (exchange.method === 'HEAD') {
    chunks.stop();
    exchange.respond({ ...headOf(turn, answer), body: null, isBodyHidden: true, isLast: false });
    answered(answer.status);
    return null;
  }
  const first = await chunks.next();
  const stream = exchange.startStream(headOf(turn, answer));
  answered(answer.status);
  try {
    for (let step = first; step !== null; step = await chunks.next()) {
      if (step.done === true) {
        stream.end();
        break;
      }
      await stream.write(step.value);
    }
    return null;
  } catch (cause) {
    stream.cut();
    return { cause };
  }
}

/** Settles the turn. */
function headOf(turn: Turn, { status, value, headers }: StreamAnswer | LiveAnswer): WireHead {
  const { exchange } = turn;
  const own = settled(turn, headers, status, exchange.method !== 'HEAD' && !exchange.isGone);
  const type = [['Content-Type', value.contentType]] as const;
  return { status, headers: answerHeaders(turn, own, type, false), id: turn.id };
}
