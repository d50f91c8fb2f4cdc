/** What an owner operates an installation with, joined from the parts of the running program. */

import { resolve } from 'node:path';
import { CONFIG_NAME, type Environment } from '../../config/environment.ts';
import type { DetectorFolders } from '../../engine/counting/configured-detectors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Access } from '../../store/access/access.ts';
import type { History } from '../../store/history/history.ts';
import type { Notifications } from '../commands/operation.ts';
import type { Engine } from '../engine.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { ClassFindings } from '../findings/class-findings.ts';
import { ImportDesk } from '../imports/desk.ts';
import type { ConfigFollower } from '../reload.ts';
import { ConfigurationFile } from './configuration-file.ts';
import { Detectors } from './devices/detectors.ts';
import { Finds } from './devices/finds.ts';
import { Installs } from './devices/installs.ts';
import { probeCamera } from './probe.ts';

export type Operator = ReturnType<typeof operatorOf>;

export function operatorOf(parts: {
  readonly engine: Engine;
  readonly environment: Environment;
  readonly follower: Pick<ConfigFollower, 'reload'>;
  readonly access: Access;
  readonly history: History;
  readonly folders: DetectorFolders;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly notifications: Notifications;
  readonly log: Log;
}) {
  const { engine, environment, follower, access, history, folders, clock, stopping, log } = parts;
  const config = () => engine.config();
  const { looks } = engine;
  const { classes, deliveries } = history;
  const detectors = new Detectors({ config, folders, looks, log });
  return {
    config,
    status: () => engine.status(),
    crowding: (cameraId: string) => engine.crowding(cameraId),
    /** A gym as it is now; null for one that is not there. */
    view: (gymId: string) => engine.gym(gymId),
    file: new ConfigurationFile({
      environment,
      path: () => config().path,
      isOnlyGym: (gym) => config().gyms.every(({ id }) => id === gym),
      newPath: environment.configPath ?? resolve(CONFIG_NAME),
      reload: () => follower.reload(),
    }),
    access,
    audit: history.access,
    looks,
    findings: new ClassFindings({ classes, config, clock, howToForce: 'send "force": true' }),
    desk: new ImportDesk({ history, clock, stopping }),
    readFeed,
    classes,
    probe: probeCamera,
    finds: new Finds({ clock }),
    detectors,
    installs: new Installs({
      modelsDir: folders.modelsDir,
      limits: () => detectors.limits(),
      takeUp: () => engine.applyConfig(config()),
      log,
    }),
    notifications: parts.notifications,
    deliveries,
    clock,
  };
}
