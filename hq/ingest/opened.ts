/** What came over the line, opened: a batch of a gym that may be applied, or why it is put aside. */

import { decode } from '../../chain/codec.ts';
import { type AnyBatch, BATCH } from '../../chain/messages/batch.ts';

/** A message as the line has it. */
export interface Incoming {
  /** The gym of the subject it came on: what the box may speak for. */
  readonly gym: string;
  readonly bytes: Uint8Array;
  /** Of the header `Content-Encoding`. */
  readonly encoding: string | null;
}

export type ParkReason = 'unreadable' | 'newer' | 'foreign' | 'unknown_gym' | 'refused';

export interface Parked {
  readonly is: 'parked';
  readonly reason: ParkReason;
  readonly detail: string;
}

export type Opened = { readonly is: 'batch'; readonly batch: AnyBatch } | Parked;

/** Never throws. A gym that is not known here is found out later. */
export function open({ gym, bytes, encoding }: Incoming): Opened {
  const decoded = decode(BATCH, bytes, encoding);
  switch (decoded.is) {
    case 'newer':
      return parked('newer', `version ${decoded.version}: upgrade the head office`);
    case 'unreadable':
      return parked('unreadable', decoded.detail);
    case 'message': {
      const { message } = decoded;
      if (message.gym !== gym)
        return parked('foreign', `a batch of ${message.gym} came from ${gym}`);
      return { is: 'batch', batch: message };
    }
  }
}

export function parked(reason: ParkReason, detail: string): Parked {
  return { is: 'parked', reason, detail: detail.replaceAll('\0', '').slice(0, 500) };
}
