/** Which gyms there are, in memory: their names, groups and zones. What a key may see is decided by it. */

import { camelled, type SettingsData } from '../../chain/kinds.ts';
import type { AmountsConfig, GymConfig } from '../../config/config.ts';
import { parseConfig } from '../../config/load.ts';
import { TurnoutError } from '../../errors.ts';
import type { ChainGym } from '../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { Database, Session } from '../database/database.ts';

/** The channel of PostgreSQL that says that gyms were added, changed or removed. */
export const DIRECTORY_CHANNEL = 'turnout_directory';
/** The one on which each commit says the id of the gym of which something has changed. */
export const GYMS_CHANNEL = 'turnout_gyms';

export interface ListedGym extends ChainGym {
  readonly key: number;
}

export class Directory {
  readonly #database: Database;
  #byId: ReadonlyMap<string, ListedGym> = new Map();
  #reading: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads all gyms again; calls that come while it reads get what was there then. Rejects with `database_unusable`. */
  load(): Promise<void> {
    this.#reading ??= this.#database
      .query<ListedGym>(ALL)
      .then((rows) => {
        this.#byId = new Map(rows.map((row) => [row.id, row]));
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  find(id: string): ListedGym | undefined {
    return this.#byId.get(id);
  }

  /** In the order of their ids. */
  all(): readonly ListedGym[] {
    return [...this.#byId.values()];
  }

  /** Ids of the gyms that a scope has, in their order. */
  within(scope: KeyScope): readonly string[] {
    return this.all()
      .filter((gym) => isWithin(gym, scope))
      .map(({ id }) => id);
  }

  has(scope: KeyScope, id: string): boolean {
    const gym = this.#byId.get(id);
    return gym !== undefined && isWithin(gym, scope);
  }
}

function isWithin({ id, groups }: ListedGym, scope: KeyScope): boolean {
  if (scope.kind === 'all') return true;
  return scope.kind === 'group' ? groups.includes(scope.group) : scope.gyms.includes(id);
}

interface NewGym {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** A box takes no other: the gym has the same id there. */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Adds a gym. Rejects with `usage` where the id is none, or taken. */
export async function addGym(
  database: Database,
  { id, name, groups }: NewGym,
  nowUtcMs: number,
): Promise<void> {
  if (!ID.test(id) || id === 'demo') {
    throw misfit('1 to 64 of a-z, 0-9 and "-", and not demo', JSON.stringify(id));
  }
  const added = await database.query(ADD, [id, name, groups, nowUtcMs]);
  if (added.length === 0) throw misfit('an id that no other gym has', id);
  await tell(database, id);
}

/** Gives a gym another name, or other groups. Rejects with `gym_unknown`. */
export async function changeGym(
  database: Database,
  id: string,
  { name, groups }: Partial<Omit<NewGym, 'id'>>,
): Promise<void> {
  if ((await database.query(CHANGE, [id, name ?? null, groups ?? null])).length === 0)
    throw unknown(id);
  await tell(database, id);
}

/** Forgets what boxes sent of a gym: the box in place sends everything again. Rejects with `gym_unknown`. */
export async function emptyGym(database: Database, id: string): Promise<void> {
  await database.transaction((session) => empty(session, id));
  await tell(database, id);
}

/** Forgets a gym, all that boxes sent of it, and its boxes: they are refused. Rejects with `gym_unknown`. */
export async function removeGym(database: Database, id: string): Promise<void> {
  await database.transaction(async (session) => {
    const key = await empty(session, id);
    await session.query('DELETE FROM gym WHERE key = $1', [key]);
  });
  await tell(database, id);
}

async function empty(session: Session, id: string): Promise<number> {
  const [gym] = await session.query<{ key: number }>(EMPTY_GYM, [id]);
  if (gym === undefined) throw unknown(id);
  for (const table of ['class_now', 'correction', 'trainer', 'gym_day', 'room_now'])
    await session.query(`DELETE FROM ${table} WHERE gym = $1`, [gym.key]);
  await session.query('UPDATE box SET seq = 0, whole_seq = -1 WHERE gym = $1', [gym.key]);
  await session.query('SELECT pg_notify($1, $2)', [GYMS_CHANNEL, id]);
  return gym.key;
}

async function tell(database: Database, id: string): Promise<void> {
  await database.query('SELECT pg_notify($1, $2)', [DIRECTORY_CHANNEL, id]);
}

function misfit(expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: 'id of the gym', expected, got });
}

/** For a gym that is not among those of the chain. */
export function unknown(got: string): TurnoutError {
  const hint = 'list them with: turnout hq gym list';
  return new TurnoutError('gym_unknown', { where: 'gym', expected: 'one of the chain', got, hint });
}

const ALL = 'SELECT key, id, name, groups, timezone, currency FROM gym ORDER BY id COLLATE "C"';

const ADD = `
INSERT INTO gym (id, name, groups, created_utc_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key`;

const CHANGE = `
UPDATE gym SET name = coalesce($2, name), groups = coalesce($3::text[], groups) WHERE id = $1 RETURNING key`;

/** Whoever sends for it waits. */
const EMPTY_GYM = 'UPDATE gym SET settings = NULL, settings_seq = 0 WHERE id = $1 RETURNING key';

/** The defaults of a configuration: what a box says nothing of, and nothing here reads. Its camera stands for all of a room. */
const DEFAULTS = parseConfig(
  'gyms: [{ id: gym, timezone: UTC, rooms: [{ id: room, cameras: [{ id: in-the-box, url: "scene:studio" }] }] }]',
  'defaults',
  { variables: {}, host: null, port: null },
).gyms[0] as GymConfig;

/** A gym that has joined and said nothing of itself yet. */
export function gymWithoutSettings(id: string, name: string): GymConfig {
  return { ...DEFAULTS, id, name, rooms: [] };
}

/** @param id of the gym at the head office. */
export function gymOf(id: string, settings: SettingsData): GymConfig {
  const { name, timezone, currency, families = {}, economics, verdicts } = settings;
  const { classes, trainers, ...amounts } = economics;
  const cameras = DEFAULTS.rooms.flatMap((room) => room.cameras);
  const gym: GymConfig = {
    ...DEFAULTS,
    id,
    name,
    timezone,
    currency,
    families,
    rooms: settings.rooms.map(({ also_called: alsoCalled = [], has_camera, ...room }) => {
      const seen = { cameras: has_camera ? cameras : [], cameraRule: 'max' } as const;
      return { ...room, alsoCalled, ...seen, calibration: false };
    }),
    schedule: settings.room_names.map(({ source, rooms }) => {
      return { id: source, url: '', format: 'auto', refreshMs: 0, columns: {}, rooms };
    }),
    economics: {
      ...camelled<AmountsConfig>(amounts),
      classes: classes.map((one) => camelled(one)),
      trainers: trainers.map((one) => camelled(one)),
    },
    verdicts: camelled(verdicts),
  };
  return settings.hides_small_counts ? { ...gym, hidesSmallCounts: true } : gym;
}
