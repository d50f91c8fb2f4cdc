/** What came of a try to bring a message to a channel, and the words for it. */

import type { MailConfig } from '../config/config.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GuardedNetwork } from '../store/guarded-fetch.ts';

export interface ChannelWorld {
  readonly mail: MailConfig | null;
  /** Where links lead; null where the address of the pages is not known. */
  readonly publicUrl: string | null;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  /** Other certificates and names; for tests. */
  readonly network?: GuardedNetwork;
}

export type Try =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** One sentence for a person. */
      readonly fault: string;
      /** No further try can help. */
      readonly isFinal?: true;
      /** The receiver wants nothing more, ever. */
      readonly isGone?: true;
      /** How long the receiver asks to be left alone, ms. */
      readonly waitMs?: number;
    };

/** Longest wait for an answer, ms: within the 15 to 30 s of Standard Webhooks. */
export const ANSWER_MS = 15_000;

export const PRIVATE =
  "The address isn't one of the internet. Only the file can name one of your own network.";

export const SILENT = silent('receiver');

export function silent(who: string): string {
  return `The ${who} didn't answer within ${ANSWER_MS / 1000} seconds.`;
}

/** Of a connection that came to nothing: the same words for HTTP, SMTP and MQTT. */
export function networkFault(error: unknown, who = 'receiver'): string {
  const { code = '', originalCode = code } = error as { code?: string; originalCode?: string };
  if (isCertificate(error)) {
    return `The ${who}'s certificate isn't valid for its name, so nothing was sent.`;
  }
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(originalCode)) return `The name of the ${who} is not known.`;
  if (/ETIMEDOUT/.test(originalCode)) return silent(who);
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(originalCode)) {
    return `Nothing answers at the address of the ${who}.`;
  }
  return `The ${who} ended the connection.`;
}

export function isCertificate(error: unknown): boolean {
  const { code = '', originalCode = code } = error as { code?: string; originalCode?: string };
  return /CERT|SELF_SIGNED|VERIFY|ALTNAME|ISSUER/.test(originalCode);
}
