/** One try to bring a message to a channel, over HTTP or SMTP. What comes back says what to do next, without addresses. */

import { createHmac } from 'node:crypto';
import type { ChannelConfig } from '../config/config.ts';
import { unsetVariables } from '../config/environment.ts';
import { untilLate } from '../runtime/timers.ts';
import { guardedFetch, INTERNET } from '../store/guarded-fetch.ts';
import type { Delivery } from '../store/history/deliveries.ts';
import { mailHtml } from './mail-html.tsx';
import type { Line, Message } from './message.ts';
import { FOOT, hrefOf } from './message.ts';
import {
  ANSWER_MS,
  type ChannelWorld,
  isCertificate,
  networkFault,
  PRIVATE,
  SILENT,
  type Try,
} from './try.ts';

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
  const signal = untilLate(ANSWER_MS, stopping);
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

export const ON = 'To switch it on: turnout notify test CHANNEL';

function answerOf(status: number, retryAfter: string | null, nowUtcMs: number): Try {
  if (status >= 200 && status < 300) return { ok: true };
  if (status === 410) {
    const fault = `The receiver is gone (410), so the channel is off. ${ON}`;
    return { ok: false, fault, isGone: true, isFinal: true };
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

/** A paragraph: a heading and its lines, each with the address of its page. */
interface Paragraph {
  readonly heading: string | null;
  readonly lines: readonly { readonly text: string; readonly href: string | null }[];
}

export interface ChatText {
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
  /** The page of it all. */
  readonly href: string | null;
}

function chatText(message: Message, publicUrl: string | null): ChatText {
  const { title, intro, doing, figures, bars, lines, path } = message;
  const linked = ({ text, path: of }: Line) => ({ text, href: hrefOf(publicUrl, of) });
  const figure = figures.map(({ label, value, note, path: of }) =>
    linked({ text: `${label}: ${value}${note === null ? '' : ` (${note})`}`, path: of }),
  );
  const days = bars.map(({ label, people, note, path: of }) =>
    linked({ text: `${label}: ${people ?? '–'}${note === '' ? '' : ` · ${note}`}`, path: of }),
  );
  const paragraphs: Paragraph[] = [
    { heading: null, lines: intro.map((text) => ({ text, href: null })) },
    { heading: 'Worth doing first', lines: doing.map(linked) },
    { heading: 'The numbers', lines: figure },
    { heading: 'Day by day', lines: days },
    { heading: null, lines: lines.map(linked) },
  ];
  return {
    title,
    paragraphs: paragraphs.filter((one) => one.lines.length > 0),
    href: hrefOf(publicUrl, path),
  };
}

export function plainText({ title, paragraphs, href }: ChatText): string {
  const blocks = paragraphs.map(({ heading, lines }) =>
    [
      ...(heading === null ? [] : [heading.toUpperCase()]),
      ...lines.map((line) => `${line.text}${line.href === null ? '' : `\n  ${line.href}`}`),
    ].join('\n'),
  );
  return [title, ...blocks, ...(href === null ? [] : [href]), FOOT].join('\n\n');
}

/** Longest text of a section and of a header, and most blocks: Slack refuses the whole message beyond. */
const SLACK = { section: 2_900, header: 148, blocks: 48 } as const;

function slackBody({ title, paragraphs, href }: ChatText): object {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const link = (text: string, to: string | null) =>
    to === null ? escaped(text) : `<${to}|${escaped(text).replaceAll('|', '¦')}>`;
  const sections = paragraphs.flatMap(({ heading, lines }) => [
    ...(heading === null ? [] : [`*${heading}*`]),
    ...lines.map((line) => `• ${link(line.text, line.href)}`),
  ]);
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: title.slice(0, SLACK.header) } },
    ...joined(href === null ? sections : [...sections, link('Open the page', href)], SLACK.section)
      .slice(0, SLACK.blocks)
      .map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })),
  ];
  return { text: escaped(title), blocks };
}

/** Lines in as few texts of at most `most` characters as they fit into. */
function joined(lines: readonly string[], most: number): readonly string[] {
  return lines.reduce<string[]>((texts, line) => {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < most) {
      texts[texts.length - 1] = `${last}\n${line}`;
    } else texts.push(line.slice(0, most));
    return texts;
  }, []);
}

/** An adaptive card, as workflows of Teams take it. */
function teamsBody({ title, paragraphs, href }: ChatText): object {
  const link = (text: string, to: string | null) => {
    const plain = text.replaceAll(/[[\]*_`\\]/g, '\\$&');
    return to === null ? plain : `[${plain}](${to})`;
  };
  const block = (text: string, more: object = {}) => ({
    type: 'TextBlock',
    wrap: true,
    text,
    ...more,
  });
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [
      block(title, { size: 'Large', weight: 'Bolder' }),
      ...paragraphs.flatMap(({ heading, lines }) => [
        ...(heading === null ? [] : [block(heading, { weight: 'Bolder', spacing: 'Medium' })]),
        block(lines.map((line) => `- ${link(line.text, line.href)}`).join('\n')),
      ]),
    ],
    ...(href !== null && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open the page', url: href }],
    }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}

const SERVER = 'mail server';
const DEFAULT_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;

/** @param id stays the same at each try: mail servers and readers know a repeat by it. */
export async function sendMail(
  to: readonly string[],
  id: string,
  message: Message,
  { mail, publicUrl, network }: ChannelWorld,
  stopping: AbortSignal,
): Promise<Try> {
  if (mail === null) return { ok: false, fault: 'The file names no mail server.', isFinal: true };
  const url = new URL(mail.smtp);
  const port = url.port === '' ? DEFAULT_PORT[url.protocol as 'smtp:'] : Number(url.port);
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const names = network ?? (mail.internetOnly ? INTERNET : null);
  const found = await names?.resolve(host).catch((error: unknown) => networkFault(error, SERVER));
  if (typeof found === 'string') return { ok: false, fault: found };
  if (mail.internetOnly && !found?.every((one) => names?.isPublic(one))) {
    return { ok: false, fault: PRIVATE };
  }
  const [address = host] = found ?? [];
  // A quarter of a megabyte, which most gyms never need.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: address,
    ...(address !== host && { servername: host }),
    port,
    secure: url.protocol === 'smtps:',
    requireTLS: user !== '' || port === DEFAULT_PORT['smtp:'],
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    ...(network?.ca !== undefined && { tls: { ca: network.ca } }),
    dnsTimeout: ANSWER_MS,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // A server that sends a byte now and then is never silent.
  const signal = untilLate(2 * ANSWER_MS, stopping);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject({ code: 'ETIMEDOUT' }), { once: true });
  });
  const text = chatText(message, publicUrl);
  const sent = transport.sendMail({
    from: { name: 'Turnout', address: mail.from },
    to: [...to],
    messageId: `<${id}@${mail.from.split('@')[1]}>`,
    subject: message.title,
    text: plainText(text),
    html: mailHtml(message, publicUrl),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  try {
    const { rejected } = await Promise.race([sent, ended]);
    if (rejected.length === 0) return { ok: true };
    // If it were sent again, the others would get it twice.
    const fault = `The mail server refused ${rejected.length} of ${to.length} recipients.`;
    return { ok: false, fault, isFinal: true };
  } catch (error) {
    return mailFault(error as MailError);
  } finally {
    sent.catch(() => undefined);
    transport.close();
  }
}

interface MailError {
  readonly code?: string;
  readonly permanent?: boolean;
  readonly responseCode?: number;
}

/** Never what the server wrote: it quotes addresses. */
function mailFault(error: MailError): Try {
  const { code = '', permanent = false, responseCode } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return { ok: false, fault: 'The mail server refused the user name or the password.' };
  }
  if (code === 'ETLS' && !isCertificate(error)) {
    const fault = 'The mail server offers no encryption (STARTTLS), so no password was sent.';
    return { ok: false, fault };
  }
  if (responseCode === undefined) return { ok: false, fault: networkFault(error, SERVER) };
  const whom = code === 'EENVELOPE' ? 'the sender or a recipient' : 'the mail';
  return {
    ok: false,
    fault: `The mail server refused ${whom} (${responseCode}).`,
    ...(permanent && { isFinal: true }),
  };
}
