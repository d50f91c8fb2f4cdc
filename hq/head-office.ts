/**
 * A head office: its database, the gyms of its chain, its keys, and what takes what the boxes send. Any number of
 * nodes share one database; what one of them changes the others hear from it.
 */

import type { JoinRequest } from '../chain/sync.ts';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';
import type { EngineStatus } from '../service/status.ts';
import { type Access, openAccess } from '../store/access/access.ts';
import { createOAuth } from '../store/access/oauth/oauth.ts';
import { accessStoreOver } from '../store/history/access.ts';
import { migrate, openDatabase, sharedSecret } from './database/database.ts';
import { createChainFigures } from './days/chain-figures.ts';
import { keepDays } from './days/keep-days.ts';
import { ChainGyms } from './gyms/chain-gyms.ts';
import { createGymReads } from './gyms/class-reads.ts';
import { DIRECTORY_CHANNEL, Directory, GYMS_CHANNEL } from './gyms/directory.ts';
import { chainEvidence } from './gyms/evidence.ts';
import { createLiveRooms } from './gyms/live-rooms.ts';
import { type OfficeWatch, watchOffice } from './office-watch.ts';
import { enrol } from './sync/boxes.ts';
import { Sync } from './sync/sync.ts';

interface HeadOfficeOptions {
  /** `postgres://…` */
  readonly databaseUrl: string;
  readonly access: Config['access'];
  /** How often keys are read whatever notices come, ms. Only tests give one. */
  readonly keysEveryMs?: number;
  readonly clock: Clock;
  readonly log: Log;
}

export type HeadOffice = Awaited<ReturnType<typeof openHeadOffice>>;

/** Where PostgreSQL tells the hashes of credentials that changed or ended. */
const CREDENTIALS_CHANNEL = 'turnout_credentials';
/** How long a node may not hear of a revoked key, or of what ended elsewhere, ms. Source: docs/chain.md#keys. */
const KEYS_EVERY_MS = 20_000;
/** Of those to PostgreSQL: for all boxes that send at once, so that they keep no one from looking. Chosen here. */
const SYNC_CONNECTIONS = 4;

/** Brings the database to the schema of this build. Rejects with `database_unusable`, `data_newer`. */
export async function openHeadOffice(options: HeadOfficeOptions) {
  const { clock, log, keysEveryMs = KEYS_EVERY_MS } = options;
  const database = openDatabase({ url: options.databaseUrl });
  const stops: (() => Promise<void>)[] = [() => database.close()];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) {
      await one().catch((error: unknown) => log.warn('stop_failed', { detail: messageOf(error) }));
    }
  };
  try {
    await migrate(database);
    const directory = new Directory(database);
    await directory.load();
    const live = createLiveRooms(database, clock);
    const gyms = new ChainGyms({ database, directory, clock, live });
    const evidence = chainEvidence({ database, directory, gyms, live, clock });
    const store = accessStoreOver(database, true);
    const classes = createGymReads(database, (id) => directory.find(id)?.key ?? 0);
    const access = await openAccess({
      history: { access: store, classes },
      config: () => ({ gyms: directory.all(), access: options.access }),
      clock,
      log,
    });
    stops.push(() => access.close());
    const oauth = createOAuth({ access, clock, log });
    const { credentials } = access;
    stops.push(await follow({ database, directory, gyms, credentials, keysEveryMs, clock, log }));
    const taking = openDatabase({ url: options.databaseUrl, maxConnections: SYNC_CONNECTIONS });
    stops.push(() => taking.close());
    const sync = new Sync({ database: taking, clock });
    const watch = watchOffice({ database, sync, gyms, clock });
    const watching = new AbortController();
    const watched = watch.run(watching.signal);
    stops.push(() => {
      watching.abort();
      return watched;
    });
    return {
      database,
      directory,
      gyms,
      chain: createChainFigures({ database, directory, live, clock }),
      evidence,
      access,
      audit: store,
      oauth,
      /** The same at all nodes. */
      formSecret: await sharedSecret(database, 'forms'),
      sync,
      /** What boxes ask. */
      boxes: {
        enrol: (request: JoinRequest) => enrol(database, request, clock.nowUtcMs()),
        sync: sync.take.bind(sync),
      },
      watch,
      /** As an engine says it that has no camera. */
      status: statusOf(clock, watch, directory),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Followed = Required<Pick<HeadOfficeOptions, 'keysEveryMs' | 'clock' | 'log'>> &
  Pick<HeadOffice, 'database' | 'directory' | 'gyms'> &
  Pick<Access, 'credentials'>;

/** Hears what others change, and makes days again. @returns stops it. */
async function follow(parts: Followed): Promise<() => Promise<void>> {
  const { database, directory, gyms, credentials, keysEveryMs, clock, log } = parts;
  const onError = (error: unknown) => log.warn('database_away', { detail: messageOf(error) });
  const onCredential = (hash?: string) =>
    void credentials.reread(hash === undefined ? {} : { hash }).catch(onError);
  const onDirectory = () => void directory.load().catch(onError);
  const unlisten = [
    await database.listen(CREDENTIALS_CHANNEL, onCredential, () => onCredential()),
    await database.listen(DIRECTORY_CHANNEL, onDirectory, onDirectory),
    await database.listen(GYMS_CHANNEL, gyms.changed.bind(gyms), gyms.allChanged.bind(gyms)),
  ];
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = [
    every({ periodMs: keysEveryMs, signal, onError }, () => credentials.reread()),
    keepDays({ database, clock, log }, signal),
  ];
  return async () => {
    stopping.abort();
    await Promise.all([...rounds, ...unlisten.map((stop) => stop())]);
  };
}

function statusOf(clock: Clock, watch: OfficeWatch, directory: Directory): () => EngineStatus {
  const [startedAtUtcMs, startedMs] = [clock.nowUtcMs(), clock.monotonicMs()];
  return () => ({
    startedAtUtcMs,
    uptimeMs: clock.monotonicMs() - startedMs,
    cameras: [],
    cameraPlaces: new Map(),
    pipeline: {
      workers: 0,
      samples: 0,
      samplesPerSecond: 0,
      latencyMs: null,
      failed: 0,
      shed: 0,
      starved: 0,
      stale: 0,
      replaced: 0,
    },
    detectors: [],
    storage: {
      state: watch.isDatabaseUp() ? 'ok' : 'failing',
      detail: watch.isDatabaseUp() ? null : 'PostgreSQL does not answer.',
      sizeBytes: 0,
      samplesStored: 0,
      lastWriteUtcMs: null,
    },
    clock: { lastStep: null },
    descriptors: { shortSinceUtcMs: null },
    backup: null,
    lines: [],
    office: watch.status(),
    schedule: { feeds: [] },
    configuration: {
      origin: 'file',
      gymIds: directory.all().map(({ id }) => id),
      loadedAtUtcMs: startedAtUtcMs,
      faults: [],
    },
  });
}
