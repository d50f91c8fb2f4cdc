/** One try to bring a message to a channel, over HTTP or SMTP. What comes back says what to do next, without addresses. */

import { createHmac } from 'node:crypto';
import type { ChannelConfig } from '../config/config.ts';
import { unsetVariables } from '../config/environment.ts';
import { guardedFetch, INTERNET } from '../store/guarded-fetch.ts';
import type { Delivery } from '../store/history/deliveries.ts';
import { chatText, slackBody, teamsBody } from './chat.ts';
import { sendMail } from './mail.ts';
import type { Message } from './message.ts';
import { ANSWER_MS, type ChannelWorld, networkFault, PRIVATE, SILENT, type Try } from './try.ts';

/** Longest that a receiver can ask to wait, ms. */
const MAX_WAIT_MS = 86_400_000;

export async function tryChannel(
  channel: ChannelConfig,
  delivery: Delivery,
  world: ChannelWorld,
  signal: AbortSignal,
): Promise<Try> {
  const { slack, teams, webhook, secret, email } = channel;
  const unset = [slack, teams, webhook, secret, world.mail?.smtp, ...email].flatMap((text) =>
    unsetVariables(text ?? ''),
  );
  if (unset.length > 0) {
    return { ok: false, fault: `The variable ${unset[0]} isn't set where the server runs.` };
  }
  const message = delivery.body as Message;
  if (email.length > 0) return sendMail(email, delivery.id, message, world, signal);
  const sent = { world, isInternetOnly: channel.internetOnly };
  const json = { 'content-type': 'application/json', 'user-agent': 'turnout' };
  if (webhook === null) {
    const text = chatText(message, world.publicUrl);
    const body = JSON.stringify(slack === null ? teamsBody(text) : slackBody(text));
    return post(slack ?? teams ?? '', body, json, sent, signal);
  }
  const body = JSON.stringify(delivery.body);
  const at = Math.floor(world.clock.nowUtcMs() / 1000);
  const signed = {
    ...json,
    'webhook-id': delivery.id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatureOf(secret ?? '', `${delivery.id}.${at}.${body}`),
  };
  return post(webhook, body, signed, sent, signal);
}

/** One signature for each secret, so that receivers can change theirs at any time. */
function signatureOf(secrets: string, text: string): string {
  const keys = secrets.split(' ').map((one) => Buffer.from(one.replace('whsec_', ''), 'base64'));
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ');
}

async function post(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { world, isInternetOnly }: { readonly world: ChannelWorld; readonly isInternetOnly: boolean },
  stopping: AbortSignal,
): Promise<Try> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]);
  const { network = INTERNET, clock } = world;
  let isPrivate = false;
  const check = (addresses: readonly string[]) => {
    isPrivate = isInternetOnly && !addresses.every(network.isPublic);
    if (isPrivate) throw new Error(PRIVATE);
  };
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  try {
    const sent = { headers: { ...headers, ...length }, network, check, signal, body };
    const answer = await guardedFetch(new URL(address), sent);
    answer.close();
    return answerOf(answer.status, answer.header('retry-after'), clock.nowUtcMs());
  } catch (error) {
    if (isPrivate) return { ok: false, fault: PRIVATE };
    return { ok: false, fault: signal.aborted ? SILENT : networkFault(error) };
  }
}

function answerOf(status: number, retryAfter: string | null, nowUtcMs: number): Try {
  if (status >= 200 && status < 300) return { ok: true };
  if (status === 410) {
    return { ok: false, fault: 'The receiver is gone (410).', isGone: true, isFinal: true };
  }
  if (status >= 300 && status < 400) {
    return { ok: false, fault: `The receiver moved (${status}). Enter its new address.` };
  }
  const fault = `The receiver answered with status ${status}.`;
  const seconds = Number(retryAfter);
  const waitMs = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(retryAfter ?? '') - nowUtcMs;
  if (retryAfter === null || !(waitMs > 0)) return { ok: false, fault };
  return { ok: false, fault, waitMs: Math.min(waitMs, MAX_WAIT_MS) };
}
