/** What the owner API works with, joined from the parts of the running program. */

import { resolve } from 'node:path';
import { CONFIG_NAME, type Environment } from '../config/environment.ts';
import type { DetectorFolders } from '../engine/counting/configured-detectors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import type { Notifications } from '../service/commands/operation.ts';
import type { Engine } from '../service/engine.ts';
import { readFeed } from '../service/feeds/read-feed.ts';
import { ClassFindings } from '../service/findings/class-findings.ts';
import { ImportDesk } from '../service/imports/desk.ts';
import { ConfigurationFile } from '../service/operator/configuration-file.ts';
import { Detectors } from '../service/operator/devices/detectors.ts';
import { Finds } from '../service/operator/devices/finds.ts';
import { Installs } from '../service/operator/devices/installs.ts';
import { probeCamera } from '../service/operator/probe.ts';
import type { ConfigFollower } from '../service/reload.ts';
import type { Access } from '../store/access/access.ts';
import type { History } from '../store/history/history.ts';

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
  const file = new ConfigurationFile({
    environment,
    path: () => engine.config().path,
    isOnlyGym: (gym) => engine.config().gyms.every(({ id }) => id === gym),
    newPath: environment.configPath ?? resolve(CONFIG_NAME),
    reload: () => follower.reload(),
  });
  const config = () => engine.config();
  const status = () => engine.status();
  const { looks } = engine;
  const { classes } = history;
  const findings = new ClassFindings({ classes, config, clock, howToForce: 'send "force": true' });
  const view = (gymId: string) => engine.gym(gymId);
  const detectors = new Detectors({ config, folders, looks, log });
  const installs = new Installs({
    modelsDir: folders.modelsDir,
    limits: () => detectors.limits(),
    takeUp: () => engine.applyConfig(engine.config()),
    log,
  });
  const crowding = (id: string) => engine.crowding(id);
  const cameras = {
    crowding,
    probe: probeCamera,
    finds: new Finds({ clock }),
    detectors,
    installs,
  };
  const schedule = { readFeed, desk: new ImportDesk({ history, clock, stopping }) };
  const { notifications } = parts;
  const about = { findings, classes, view, audit: history.access, notifications };
  const { deliveries } = history;
  return {
    config,
    status,
    file,
    access,
    looks,
    clock,
    deliveries,
    ...cameras,
    ...schedule,
    ...about,
  };
}
