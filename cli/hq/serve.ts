/** `turnout hq`: the API of a chain, until a signal comes. */

import { createServer } from '../../api/server.ts';
import { chartPainter } from '../../ask/charts/chart-painter.ts';
import { type HeadOfficeEnvironment, readHeadOffice } from '../../config/head-office.ts';
import { type HeadOffice, openHeadOffice } from '../../hq/head-office.ts';
import type { HqLine } from '../../hq/line/line.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log/json-log.ts';
import type { Log } from '../../runtime/log/log.ts';
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
    // Before the line: what comes now is newer than all of it.
    await office.park.replay();
    const line = await lineOf(office, environment, log);
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
      ...(line === null ? {} : { enrol: (request) => line.enrol(request) }),
      log,
      clock,
      version: VERSION,
    });
    log.info('started', { version: VERSION, gyms: office.directory.all().length });
    const stop = async () => {
      await server.close();
      await line?.stop();
      await office.stop();
    };
    return { url: server.url, log, stop };
  } catch (error) {
    await office.stop();
    throw error;
  }
}

/** Null without a broker: then the gyms stay as they are. */
async function lineOf(
  { database, ingester, live, watch }: HeadOffice,
  { line: servers, publicLine: publicServers }: HeadOfficeEnvironment,
  log: Log,
): Promise<HqLine | null> {
  if (servers.length === 0) {
    log.warn('no_line', { detail: 'no box can send: set TURNOUT_HQ_LINE' });
    return null;
  }
  const { openHqLine } = await import('../../hq/line/line.ts');
  const about = { database, ingester, servers, publicServers };
  const line = await openHqLine({ ...about, clock: systemClock, log });
  live.ask = line.ask;
  watch.line = line;
  return line;
}
