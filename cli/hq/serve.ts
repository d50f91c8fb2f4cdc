/** `turnout hq`: the API of a chain, until a signal comes. */

import { createServer } from '../../api/server.ts';
import { readHeadOffice } from '../../config/head-office.ts';
import { openHeadOffice } from '../../hq/head-office.ts';
import { systemClock } from '../../runtime/clock.ts';
import { VERSION } from '../../runtime/installation.ts';
import { createLog } from '../../runtime/log/log.ts';
import { createLimits } from '../../store/access/limits.ts';
import type { CliContext } from '../command.ts';
import { serveUntilStopped, tellListening } from '../serve/shutdown.ts';

export async function serveHeadOffice(context: CliContext, isRead: boolean): Promise<void> {
  await serveUntilStopped(
    context.stderr,
    () => start(isRead),
    ({ url, log }) => {
      tellListening(context, isRead, url);
      if (isRead) log.info('listening', { url });
    },
  );
}

async function start(isRead: boolean) {
  const environment = readHeadOffice(process.env);
  const { databaseUrl: _, access: rates, ...listens } = environment;
  const log = createLog('info', undefined, isRead ? 'text' : 'json');
  const clock = systemClock;
  const office = await openHeadOffice({ ...environment, clock, log });
  try {
    const server = await createServer({
      ...listens,
      ...office,
      engine: { status: office.status },
      limits: createLimits(rates, clock),
      freeLookups: () => rates.freeLookups,
      log,
      clock,
      version: VERSION,
    });
    log.info('started', { version: VERSION, gyms: office.directory.all().length });
    const stop = async () => {
      await server.close();
      await office.stop();
    };
    return { url: server.url, log, stop };
  } catch (error) {
    await office.stop();
    throw error;
  }
}
