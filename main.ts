/**
 * Open this first: the parts of the program in the order in which they are built, each with the reason for its place.
 * They are stopped in reverse. Only here are the logger and the clock made.
 */

import { randomBytes } from 'node:crypto';
import { createServer } from './api/server.ts';
import type { Config } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { openConfig } from './config/load.ts';
import { removeLeftovers } from './config/secrets.ts';
import { keepFfmpeg } from './engine/ffmpeg.ts';
import { modelsFolder } from './engine/models/installed.ts';
import { Mqtt } from './notify/mqtt.ts';
import { startNotify } from './notify/notify.ts';
import { systemClock } from './runtime/clock.ts';
import { VERSION } from './runtime/installation.ts';
import { createListeners } from './runtime/listeners.ts';
import { createLog, type JsonLog, type LogFormat, type LogStream } from './runtime/log/log.ts';
import { keepDemo } from './service/demo/keep.ts';
import { createEngine } from './service/engine.ts';
import { evidenceOf } from './service/evidence/sample.ts';
import { importStopped } from './service/imports/take-file.ts';
import { Lines } from './service/line/lines.ts';
import { leftOutGym } from './service/line/link.ts';
import { operatorOf } from './service/operator/operator.ts';
import { followConfig } from './service/reload.ts';
import { type Access, openAccess } from './store/access/access.ts';
import { createLimits } from './store/access/limits.ts';
import { createOAuth } from './store/access/oauth/oauth.ts';
import { lockDataDir } from './store/history/folder/lock.ts';
import { openHistory } from './store/history/history.ts';

export interface Running {
  /** Where the server listens. */
  readonly url: string;
  readonly config: Config;
  readonly access: Access;
  readonly log: JsonLog;
  /** Calls `listener` with each configuration that is taken up after the start. It must not throw. */
  onConfig(listener: (config: Config) => void): void;
  /** Reads the configuration again; a bad one leaves the old one running. */
  reload(): Promise<void>;
  /** Stops every part, the last one first. Never rejects: what cannot be stopped is logged. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly variables: NodeJS.ProcessEnv;
  /** Where log lines go; stderr without it. */
  readonly logTo?: LogStream;
  /** JSON without it. */
  readonly logFormat?: LogFormat;
}

/** Starts everything, or nothing: when a part cannot start, those before it are stopped again. */
export async function start({ variables, logTo, logFormat }: StartOptions): Promise<Running> {
  const parts: [name: string, stop: () => Promise<void>][] = [];
  const clock = systemClock;

  // Configuration: says where everything else is, and how much is logged. A bad one starts nothing.
  const environment = readEnvironment(variables);
  const config = await openConfig(environment);
  const log = createLog(config.log.level, logTo, logFormat);
  /** What runs: of the engine, once it does. */
  let current = () => config;
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort(importStopped());
    for (const [name, stopPart] of parts.splice(0).reverse()) {
      await stopPart().catch((error: unknown) => log.error('stop_failed', { part: name, error }));
    }
  };

  try {
    // Lock: one process owns a data folder, so nothing is written before it is ours.
    const dir = environment.dataFolder;
    const lock = await lockDataDir(dir, { clock, log });
    parts.push(['lock', () => lock.release()]);
    await removeLeftovers(environment, config.path, log);

    // History: the engine writes into it from its first sample to its last.
    const history = await openHistory({ dir, clock, log });
    parts.push(['history', () => history.close()]);

    // Gyms that have joined a head office: before anything is made of a configuration that has lost one.
    const refused = await leftOutGym(dir, config.gyms);
    if (refused !== null) throw refused;

    // Demo: its sample classes are there before anybody looks at them.
    const demo = await keepDemo({ config: () => current(), store: history.classes, clock, log });
    parts.push(['demo', () => demo.stop()]);

    // FFmpeg: cameras of video wait for it, all others do not.
    keepFfmpeg(dir, log, stopping.signal);

    // Engine: counts whether or not anybody asks.
    const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(dir) };
    const lines = new Lines({ history, clock, log });
    const mqtt = new Mqtt({ clock, log });
    const engine = createEngine({ config, folders, history, clock, log, lines, mqtt });
    parts.push(['engine', () => engine.stop()]);
    await engine.start();
    current = () => engine.config();

    // Configuration again: only a running engine can take a new one.
    const taken = createListeners<[Config]>();
    taken.add(() => void lines.apply());
    const follower = await followConfig({ config, environment, engine, log, onTaken: taken.tell });
    parts.push(['configuration', () => follower.stop()]);

    // Lines: what was counted goes to the head office, where a gym has joined one.
    parts.push(['lines', () => lines.stop()]);
    await lines.start(engine);

    // Access: keys and what is left of their lookups, before anybody shows one.
    const world = { history, config: () => engine.config(), clock, stopping: stopping.signal };
    const access = await openAccess({ ...world, log });
    parts.push(['access', () => access.close()]);
    const oauth = createOAuth({ access, clock, log });

    // Notifications: what is queued goes out; a server can ask for a test.
    const { gyms, status } = engine;
    const about = { view: gyms.view, classesIn: gyms.classesIn, status, log };
    const { deliveries } = history;
    const onClass = mqtt.tell.bind(mqtt);
    const notifications = startNotify({ ...world, ...about, store: deliveries, onClass });
    parts.push(['notifications', () => notifications.stop()]);
    mqtt.start(engine);
    parts.push(['mqtt', () => mqtt.stop()]);

    // Server: last, so that it never answers for parts that are not there.
    const logLinesDropped = () => log.dropped();
    const evidence = evidenceOf(engine.evidence);
    const server = { ...config.server, engine, evidence, version: VERSION };
    const limits = createLimits(config.access, clock);
    const running = { engine, environment, follower, folders, notifications };
    const operator = operatorOf({ ...running, ...world, access, log });
    parts.push(['models', () => operator.installs.stop()]);
    const settings = {
      openGym: () => openGymOf(engine.config()),
      isDemo: () => engine.config().origin === 'demo',
      freeLookups: () => engine.config().access.freeLookups,
      askModel: () => engine.config().ask.model,
    };
    const may = { access, oauth, limits, operator, ...settings };
    // Commands on this computer change the data through its owner: they show what only the owner of the folder can read.
    const hand = `tl_${randomBytes(32).toString('hex')}`;
    const served = await createServer({
      ...server,
      gyms,
      ...may,
      hand,
      log,
      clock,
      logLinesDropped,
    });
    parts.push(['server', () => served.close()]);
    await lock.setServer(served.url, hand);

    log.info('started', { version: VERSION, configuration: config.origin });
    const onConfig = taken.add;
    const reload = () => follower.reload();
    return { url: served.url, config, access, log, onConfig, reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The gym whose pages are open to everyone: the demo, where there is no other. */
function openGymOf({ gyms: [only, ...others] }: Config): string | null {
  return only?.id === 'demo' && others.length === 0 ? only.id : null;
}
