/** A server that takes operations and nothing else. */

import { Dispatcher, Traffic } from '../../../api/dispatch.ts';
import { chooseBacking } from '../../../api/http/backing.ts';
import { commandRoute } from '../../../api/routes/owner/commands.ts';
import { createRouter } from '../../../api/routes/router.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { type Log, silentLog } from '../../../runtime/log/log.ts';
import type { AnyOperation } from '../../../service/commands/operation.ts';
import { NOBODY } from '../../support/dispatching.fixture.ts';

export const TOKEN = `tl_${'0123456789abcdef'.repeat(4)}`;

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveOperations(
  operations: Readonly<Record<string, AnyOperation>>,
  log: Log = silentLog,
): Promise<Served> {
  const commands = commandRoute({ operations, token: TOKEN, log });
  const about = { base: 'http://127.0.0.1', version: '1.2.3', guard: NOBODY };
  const dispatcher = new Dispatcher({
    router: createRouter([], { ...about, operator: [commands] }),
    guard: NOBODY,
    traffic: new Traffic(),
    log,
    clock: systemClock,
  });
  const backing = await chooseBacking('node').listen(
    { host: '127.0.0.1', port: 0, onRequest: dispatcher.onRequest },
    log,
  );
  return {
    url: `http://127.0.0.1:${backing.port}`,
    close: async () => {
      backing.stopListening();
      await dispatcher.idle();
      await backing.close();
    },
  };
}
