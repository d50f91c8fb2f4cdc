/** Why a server cannot listen, as one coded error, and how long it is tried. The native server only says no, so the reason is asked of Node. */

import { connect, createServer } from 'node:net';
import { TurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';

/** The kernel keeps a port from a socket without SO_REUSEADDR for 60 s after the last connection that it closed. */
const PATIENCE_MS = 65_000;
const RETRY_MS = 250;

export interface Patience {
  /** Called once when the port is held by nothing but closed connections of the program before. */
  readonly onWait?: () => void;
  /** Longest wait for them, ms. */
  readonly patienceMs?: number;
}

/**
 * What `attempt` has opened. Where it may not, since closed connections of the program before hold the port for a minute,
 * it is tried again; a port that somebody listens on is not waited for.
 *
 * @throws `port_in_use`, `listen_failed`.
 */
export async function listenPatiently<Socket>(
  { host, port }: { readonly host: string; readonly port: number },
  { onWait, patienceMs = PATIENCE_MS }: Patience,
  attempt: () => Promise<Socket | false>,
): Promise<Socket> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const socket = await attempt();
    if (socket !== false) return socket;
    const fault = listenFault(port, (await listenError(host, port)) ?? GONE);
    const isHeld = fault.code === 'port_in_use' && !(await isListenedOn(host, port));
    if (!isHeld || waitedMs >= patienceMs) throw fault;
    if (waitedMs === 0) onWait?.();
    await delay(RETRY_MS);
  }
}

/** The error for what `error` of a failed listen says. */
export function listenFault(port: number, error: NodeJS.ErrnoException): TurnoutError {
  if (error.code === 'EADDRINUSE') {
    return new TurnoutError(
      'port_in_use',
      {
        where: `port ${port}`,
        expected: 'a free port',
        got: 'one that another program listens on',
        hint: 'stop that program, or set PORT to another number (0 takes any free port)',
        data: { port },
      },
      { cause: error },
    );
  }
  const isForbidden = error.code === 'EACCES';
  return new TurnoutError(
    'listen_failed',
    {
      where: isForbidden ? `port ${port}` : 'HOST or server.host',
      expected: isForbidden ? 'a port that this user may listen on' : 'an address of this computer',
      // Not the address itself: logs and errors show none.
      got: isForbidden ? 'no permission' : `another (${error.code ?? 'unknown'})`,
      hint: isForbidden
        ? 'set PORT to 1024 or above'
        : 'use 127.0.0.1 for this computer only, or 0.0.0.0 for everyone who can reach it',
    },
    { cause: error },
  );
}

/** Free by now: the other program went away between the two tries. */
const GONE = Object.assign(new Error('in use a moment ago'), { code: 'EADDRINUSE' });

/** Why no one can listen on `port` of `host`, by trying it; null where one can. */
export function listenError(host: string, port: number) {
  return new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const trial = createServer();
    trial.once('error', resolve);
    trial.listen({ host, port, exclusive: true }, () => trial.close(() => resolve(null)));
  });
}

/** Longest wait for an answer of anyone who holds the port, ms; chosen here: it is on this computer. */
const TRIAL_MS = 1_000;

/** Whether a program takes connections on `port` of `host`. Silence counts as yes. */
function isListenedOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const trial = connect({ host, port, timeout: TRIAL_MS });
    const end = (isListened: boolean) => {
      trial.destroy();
      resolve(isListened);
    };
    trial.once('connect', () => end(true));
    trial.once('timeout', () => end(true));
    trial.once('error', (error: NodeJS.ErrnoException) => end(error.code !== 'ECONNREFUSED'));
  });
}
