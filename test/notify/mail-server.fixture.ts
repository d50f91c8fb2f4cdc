import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail server of this computer, and what it got. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onData: (stream, _, done) => {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'gym' }) : done(new Error('no')),
    ...options,
  });
  // Clients that break off are what some tests are about.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

export const mailTo = (port: number, login = '') =>
  `mail: { smtp: "smtp://${login}127.0.0.1:${port}", from: turnout@gym.example }`;
