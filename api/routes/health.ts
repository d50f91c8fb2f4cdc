/** `GET /health`: for a probe every second. Degraded is an answer, not an error: the status code stays 200. */

import { type EngineStatus, isCameraFine } from '../../engine/index.ts';
import { HEALTH, type Health, type HealthCheck } from '../schemas/health.ts';
import { defineRoute, NO_PARAMETERS, type Route } from './route.ts';

/** The route; `status` may be some moments old. */
export function healthRoute(status: () => EngineStatus): Route {
  const checked = new WeakMap<EngineStatus, Health>();
  return defineRoute({
    method: 'GET',
    path: '/health',
    operationId: 'get_health',
    summary: 'Whether everything works.',
    description:
      'Degraded is an answer, not an error: the status code stays 200. Cheap enough for a probe every second.',
    access: 'public',
    errors: [],
    parameters: NO_PARAMETERS,
    response: HEALTH,
    answer: () => {
      const now = status();
      const value = checked.get(now) ?? healthOf(now);
      checked.set(now, value);
      return { status: 200, value };
    },
  });
}

function healthOf(status: EngineStatus): Health {
  const checks = {
    cameras: checkCameras(status),
    detectors: checkDetectors(status),
    storage: check(status.storage.state === 'ok', 'The history cannot be written.'),
    schedule: checkFeeds(status),
    configuration: check(
      status.configuration.faults.length === 0,
      'The newest configuration has faults; the one before it is running.',
    ),
  };
  const isOk = Object.values(checks).every((one) => one.status === 'ok');
  return { status: isOk ? 'ok' : 'degraded', checks };
}

function checkCameras({ cameras }: EngineStatus): HealthCheck {
  const bad = cameras.filter((camera) => !isCameraFine(camera.state)).length;
  return check(
    bad === 0,
    `${bad} of ${cameras.length} cameras ${bad === 1 ? 'has' : 'have'} a fault.`,
  );
}

function checkDetectors({ detectors }: EngineStatus): HealthCheck {
  const names = detectors.filter((one) => one.isQuarantined).map((one) => one.name);
  return check(
    names.length === 0,
    `Not asked for a while after repeated faults: ${names.join(', ')}.`,
  );
}

function checkFeeds({ schedule: { feeds } }: EngineStatus): HealthCheck {
  const bad = feeds.filter(({ fault }) => fault !== null).length;
  return check(
    bad === 0,
    `${bad} of ${feeds.length} ${feeds.length === 1 ? 'feed' : 'feeds'} of the schedule cannot be read.`,
  );
}

function check(isOk: boolean, detail: string): HealthCheck {
  return isOk ? { status: 'ok', detail: null } : { status: 'degraded', detail };
}
