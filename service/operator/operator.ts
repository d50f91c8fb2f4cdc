/** What an owner operates an installation with, joined from the parts of the running program. */

import { type Config, namedGym } from '../../config/config.ts';
import { type Environment, readEnvironment } from '../../config/environment.ts';
import type { DetectorFolders } from '../../engine/counting/configured-detectors.ts';
import { TurnoutError } from '../../errors.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Access } from '../../store/access/access.ts';
import type { History } from '../../store/history/history.ts';
import type { Engine } from '../engine.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { gymAsOf } from '../gyms/past-gyms.ts';
import { importDesk } from '../imports/desk.ts';
import type { ConfigFollower } from '../reload.ts';
import { configurationFile } from './configuration-file.ts';
import { createDetectors } from './devices/detectors.ts';
import { createFinds } from './devices/finds.ts';
import { createInstalls } from './devices/installs.ts';
import { probeCamera } from './probe.ts';

export type Operator = ReturnType<typeof operatorOf>;

/** The part of the running server that sends. */
export interface Notifications {
  /** Sends a test message now. @returns what went wrong, in a sentence; null for nothing. Rejects with `unknown_name`. */
  test(gymId: string, channel: string): Promise<{ readonly fault: string | null }>;
  /** Whether the receiver has asked for nothing more. */
  isOff(gymId: string, channel: string): Promise<boolean>;
}

export interface OperatedData {
  readonly access: Access;
  readonly history: History;
  readonly config: () => Config;
  readonly clock: Clock;
  /** Aborts when the program stops. */
  readonly stopping: AbortSignal;
}

export function operatorOf(
  parts: OperatedData & {
    readonly engine: Engine;
    readonly environment: Environment;
    readonly follower: Pick<ConfigFollower, 'reload'>;
    readonly folders: DetectorFolders;
    readonly notifications: Notifications;
    readonly log: Log;
  },
) {
  const { engine, environment, follower, access, folders, clock, config, log } = parts;
  const { looks } = engine;
  const detectors = createDetectors({ config, folders, looks, log });
  return {
    ...dataOf(parts),
    status: () => engine.status(),
    camera: engine.camera,
    /** A gym as it is now; null for one that is not there. */
    view: (gymId: string): GymView | null | Promise<GymView> => engine.gyms.view(gymId),
    file: configurationFile({ environment, config, follower }),
    /** Who waits to be let in is in the memory of the server. */
    waiting: { pairings: access.pairings, setUpCodes: access.setUpCodes },
    looks,
    readFeed,
    probe: probeCamera,
    finds: createFinds({ clock }),
    detectors,
    installs: createInstalls({
      modelsDir: folders.modelsDir,
      limits: () => detectors.limits(),
      takeUp: () => engine.applyConfig(config()),
      log,
    }),
    notifications: parts.notifications,
  };
}

/** What needs no running server. */
function dataOf({ access, history, config, clock, stopping }: OperatedData) {
  const { classes, deliveries, emptyRooms } = history;
  const desk = importDesk({ history, clock, stopping });
  return {
    config,
    access,
    audit: history.access,
    desk,
    /** By gym and preview: a form that is sent twice gets what the first one got. */
    taken: new Map<string, ReturnType<typeof desk.take>>(),
    classes,
    deliveries,
    emptyRooms,
    history,
    clock,
  };
}

/** For a command where no server runs: what only a server has is refused. @param reload reads the configuration again. */
export function operatorHere(parts: OperatedData, reload: () => Promise<void>): Operator {
  const { history, config, clock } = parts;
  const view = async (gymId: string) => {
    const gym = namedGym(config(), gymId);
    const nowUtcMs = clock.nowUtcMs();
    const date = dateAt(gym.timezone, nowUtcMs);
    return gymAsOf(gym, history.classes, { date, nowUtcMs });
  };
  const file = configurationFile({ environment: readEnvironment(), config, follower: { reload } });
  return new Proxy({ ...dataOf(parts), view, file } as unknown as Operator, {
    get: (here, name) => {
      if (Object.hasOwn(here, name)) return Reflect.get(here, name);
      throw noServer();
    },
  });
}

/** The fault of a data folder that no one serves. */
export function noServer(): TurnoutError {
  const expected = 'a running Turnout server';
  const got = 'none that owns this data folder (TURNOUT_DATA)';
  const hint = 'start it with: turnout serve';
  return new TurnoutError('server_unreachable', { where: 'server', expected, got, hint });
}
