/**
 * `GET /health`: for a probe every second. Degraded is an answer, not an error: the status code stays 200, but for a probe that
 * says `strict`. Everybody is told the same: states and how many.
 */

import { isCameraFine } from '../../engine/cameras/state.ts';
import { text } from '../../gym/reports/field.ts';
import type { Clock } from '../../runtime/clock.ts';
import { SILENT_MS } from '../../service/figures/chain-figures.ts';
import type { EngineStatus } from '../../service/status.ts';
import {
  HEALTH,
  type Health,
  type HealthCheck,
  OFFICE_HEALTH,
  type OfficeHealth,
} from '../schemas/service.ts';
import { parseQuery } from '../validation/parameters.ts';
import { type Route, route } from './route.ts';

/** What a probe says that does not want it. */
const LENIENT: ReadonlySet<string> = new Set(['0', 'false']);

/** The route; `status` may be some moments old. */
export function healthRoute(status: () => EngineStatus, isOffice: boolean, clock: Clock): Route {
  const body = isOffice ? OFFICE_HEALTH : HEALTH;
  return route({
    name: 'GET /health',
    operationId: 'get_health',
    summary: 'Whether everything works.',
    description:
      'Degraded is a state, not an error: the status code stays 200. With `strict=1` it is 503, with the same body, for probes that check only the status code. Cheap enough for a probe every second.',
    queryTexts: {
      strict: text('`1`: 503 when degraded. `0`, `false` or nothing: 200.'),
    },
    refusals: { 503: { description: 'Degraded, if the request has `strict`.', body } },
    response: body,
    answer: ({ rawQuery }) => {
      const value = healthOf(status(), clock.nowUtcMs());
      const isStrict = !LENIENT.has(parseQuery(rawQuery).get('strict') ?? '0');
      return { status: isStrict && value.status === 'degraded' ? 503 : 200, value };
    },
  });
}

function healthOf(status: EngineStatus, nowUtcMs: number): Health | OfficeHealth {
  const { cameras, detectors, schedule, storage, descriptors, backup, configuration } = status;
  if (status.office !== undefined) {
    const newest = status.office.chain?.newestReceiptUtcMs ?? null;
    const isSilent = newest !== null && nowUtcMs - newest >= SILENT_MS;
    return summed({
      database: check(status.office.isDatabaseUp, 'PostgreSQL does not answer.'),
      line: check(!isSilent, 'No box has sent anything for 15 minutes.'),
    });
  }
  return summed({
    cameras: checkAll(
      cameras,
      ({ state }) => !isCameraFine(state),
      (bad) => `cameras ${bad === 1 ? 'has' : 'have'} a fault.`,
    ),
    detectors: checkAll(
      detectors,
      ({ isQuarantined }) => isQuarantined,
      () =>
        `${detectors.length === 1 ? 'detector is' : 'detectors are'} not asked for a while after repeated faults.`,
    ),
    storage: check(storage.state === 'ok', 'The history cannot be written.'),
    descriptors: check(
      descriptors.shortSinceUtcMs === null,
      'No file descriptor is free: new connections are not taken.',
    ),
    backup: check(backup?.isOverdue !== true, 'The newest backup is too old, or there is none.'),
    schedule: checkAll(
      schedule.feeds,
      ({ fault }) => fault !== null,
      () => `${schedule.feeds.length === 1 ? 'feed' : 'feeds'} of the schedule cannot be read.`,
    ),
    configuration: check(
      configuration.faults.length === 0,
      'The newest configuration has faults; the one before it is running.',
    ),
  });
}

function summed<Checks extends Readonly<Record<string, HealthCheck>>>(checks: Checks) {
  const isOk = Object.values(checks).every((one) => one.status === 'ok');
  return { status: isOk ? ('ok' as const) : ('degraded' as const), checks };
}

function checkAll<One>(
  all: readonly One[],
  isBad: (one: One) => boolean,
  words: (bad: number) => string,
): HealthCheck {
  const bad = all.filter(isBad).length;
  return check(bad === 0, `${bad} of ${all.length} ${words(bad)}`);
}

function check(isOk: boolean, detail: string): HealthCheck {
  return isOk ? { status: 'ok', detail: null } : { status: 'degraded', detail };
}
