/** Mails, over the gym's own mail server. A login is only ever sent encrypted. */

import { createTransport } from 'nodemailer';
import { INTERNET } from '../store/guarded-fetch.ts';
import { chatText, plainText } from './chat.ts';
import { mailHtml } from './mail-html.tsx';
import type { Message } from './message.ts';
import {
  ANSWER_MS,
  type ChannelWorld,
  isCertificate,
  networkFault,
  PRIVATE,
  type Try,
} from './try.ts';

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
  const found = await names?.resolve(host).catch((error: unknown) => networkFault(error));
  if (typeof found === 'string') return { ok: false, fault: found };
  if (mail.internetOnly && !found?.every((one) => names?.isPublic(one))) {
    return { ok: false, fault: PRIVATE };
  }
  const [address = host] = found ?? [];
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
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(2 * ANSWER_MS)]);
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
    await Promise.race([sent, ended]);
    return { ok: true };
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
    return {
      ok: false,
      fault: 'The mail server offers no encryption (STARTTLS), so no password was sent.',
    };
  }
  if (responseCode === undefined) return { ok: false, fault: networkFault(error) };
  const whom = code === 'EENVELOPE' ? 'the sender or a recipient' : 'the mail';
  return {
    ok: false,
    fault: `The mail server refused ${whom} (${responseCode}).`,
    ...(permanent && { isFinal: true }),
  };
}
