/** `turnout hq`: the API of a chain, until a signal comes. */

import { createServer } from '../../api/server.ts';
import { chartPainter } from '../../ask/charts/chart-painter.ts';
import { readHeadOffice } from '../../config/head-office.ts';
import { openHeadOffice } from '../../hq/head-office.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log/json-log.ts';
import { VERSION } from '../../runtime/version.ts';
import { createLimits } from '../../store/access/limits/limits.ts';
import type { CliContext } from '../context.ts';
import { Shutdown } from '../serve/shutdown.ts';

export async function serveHeadOffice(context: CliContext): Promise<void> {
  const shutdown = new Shutdown(context.stderr);
  shutdown.listen();
  const starting = start();
  shutdown.stopWith(() => starting.then((running) => running.stop()));
  const running = await starting.catch((error: unknown) => {
    shutdown.forget();
    throw error;
  });
  shutdown.logTo(running.log);
  context.stdout.write(`${JSON.stringify({ event: 'listening', url: running.url })}\n`);
  await shutdown.done;
}

async function start() {
  const environment = readHeadOffice(process.env);
  const log = createLog('info');
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
      officeGyms: office.officeGyms,
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
