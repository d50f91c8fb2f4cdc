/** `turnout hq`: the API of a chain, until a signal comes. */

import { createServer } from '../../api/server.ts';
import { chartPainter } from '../../ask/charts/chart-painter.ts';
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
  const log = createLog('info', undefined, isRead ? 'text' : 'json');
  const clock = systemClock;
  const office = await openHeadOffice({ ...environment, clock, log });
  try {
    const server = await createServer({
      host: environment.host,
      port: environment.port,
      publicUrl: environment.publicUrl,
      trustProxy: environment.trustProxy,
      engine: { status: () => office.status() },
      gyms: office.gyms,
      chain: office.chain,
      evidence: office.evidence,
      painter: chartPainter,
      access: office.access,
      oauth: office.oauth,
      formSecret: office.formSecret,
      limits: createLimits(environment.access, clock),
      freeLookups: () => environment.access.freeLookups,
      boxes: office.boxes,
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
