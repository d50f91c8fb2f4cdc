/** `turnout hq gym|token|box`: the gyms of a chain, and who may send for them. */

import { readHeadOffice } from '../../config/head-office.ts';
import type { HeadOffice } from '../../hq/head-office.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { instant, instantOrNull } from '../../runtime/wire.ts';
import { command, flag, lines, type Printed, repeated, usageFault } from '../command.ts';
import { minuteOf } from '../key.ts';
import { tableOr } from '../terminal/table.ts';

const ADD = command({
  words: 'add <ids...>',
  about: 'Add gyms, and show the command with which the box of each joins',
  given: ['gym_id of each, the same as in turnout.yaml of its box: a-z, 0-9 and "-"'],
  flags: [
    flag('--name <text>', 'name of one gym for people; default: the id'),
    repeated('--group <name>', 'a group that they belong to'),
  ],
  examples: ['turnout hq gym add riverside --name Riverside --group south'],
  answer: async (world, { name, group: groups }, ids) => {
    if (name !== undefined && ids.length > 1) {
      throw usageFault('--name', 'one gym', `${ids.length} of them`);
    }
    requireNames(name, groups);
    await withOffice(async ({ database, addGym, invite }) => {
      for (const id of ids) {
        const gym = { id, name: name ?? id, groups };
        await addGym(database, gym, systemClock.nowUtcMs());
        const [body, text] = await invite(id);
        world.print({ ...gym, ...body }, `Gym ${id} is there.\n${text}`);
      }
    });
    return undefined;
  },
});

interface SeenGym {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly receivedUtcMs: number | null;
  readonly app: string | null;
  readonly classes: number;
}

const LIST = command({
  words: 'list',
  about: 'Show all gyms, and when their boxes last sent something',
  examples: ['turnout hq gym list'],
  answer: () =>
    withOffice(async ({ database }) => {
      const gyms = await database.query<SeenGym>(SEEN);
      const rows = gyms.map(({ receivedUtcMs, app, classes, ...gym }) => ({
        ...gym,
        last_seen: instantOrNull(receivedUtcMs),
        app,
        classes,
      }));
      const texts = rows.map(({ id, name, groups, last_seen: seen, app, classes }) => [
        ...[
          id,
          name,
          groups.join(', '),
          seen === null ? 'never' : minuteOf(seen),
          app ?? '',
          `${classes}`,
        ],
      ]);
      const head = ['GYM', 'NAME', 'GROUPS', 'LAST SEEN', 'APP', 'CLASSES'];
      return [rows, tableOr('No gym yet. Add one with: turnout hq gym add', head, texts)];
    }),
});

const GYM_ID = 'its gym_id';

const RENAME = command({
  words: 'rename <id> <name>',
  about: 'Give a gym another name; its id stays',
  given: [GYM_ID, 'its name for people'],
  examples: ['turnout hq gym rename riverside "Riverside Studios"'],
  answer: (_, _flags, id, name) => changed(id, { name }),
});

const GROUP = command({
  words: 'group <id> [names...]',
  about: 'Put a gym into these groups, and no others',
  given: [GYM_ID, 'its groups; none takes it out of all'],
  examples: ['turnout hq gym group riverside south large'],
  answer: (_, _flags, id, groups) => changed(id, { groups }),
});

/** Lists show groups with commas between them. */
function requireNames(name = '-', groups: readonly string[] = []): void {
  const isFit = (text: string) => text.trim() !== '' && text.length <= 100;
  const bad = isFit(name) ? groups.find((one) => !isFit(one) || one.includes(',')) : name;
  if (bad === undefined) return;
  const expected = '1 to 100 characters, and no comma in the name of a group';
  throw usageFault('name', expected, bad.length > 100 ? `${bad.length}` : JSON.stringify(bad));
}

function changed(id: string, change: { name?: string; groups?: readonly string[] }) {
  requireNames(change.name, change.groups);
  return withOffice<Printed>(async ({ database, changeGym }) => {
    await changeGym(database, id, change);
    return [{ id, ...change }, `Gym ${id} is changed.`];
  });
}

const EMPTY = command({
  words: 'empty <id>',
  about: 'Forget what the box of a gym sent; it sends everything again',
  given: [GYM_ID],
  examples: ['turnout hq gym empty riverside'],
  answer: (_, _flags, id) =>
    withOffice(async ({ database, emptyGym }) => {
      await emptyGym(database, id);
      return [{ id }, `Gym ${id} is empty; its box sends everything again within minutes.`];
    }),
});

const REMOVE = command({
  words: 'remove <id>',
  about: 'Remove a gym and all that its box sent; the box keeps what it has',
  given: [GYM_ID],
  examples: ['turnout hq gym remove riverside'],
  answer: (_, _flags, id) =>
    withOffice(async ({ database, removeGym }) => {
      await removeGym(database, id);
      return [{ id }, `Gym ${id} is removed; its box is refused, and keeps what it has.`];
    }),
});

export const GYM = command({
  words: 'gym',
  about: 'Add, list, change and remove the gyms of the chain',
  examples: ['turnout hq gym list'],
  rows: [ADD, LIST, RENAME, GROUP, EMPTY, REMOVE],
});

export const TOKEN = command({
  words: 'token <gym>',
  about: 'Make a token with which a box joins for a gym: one use, 24 hours',
  given: [GYM_ID],
  examples: ['turnout hq token riverside'],
  answer: (_, _flags, gym) => withOffice(({ invite }) => invite(gym)),
});

interface BoxRow {
  readonly id: string;
  readonly gym_id: string;
  readonly hostname: string;
  readonly joined: number;
  readonly seen: number | null;
  readonly revoked: number | null;
}

const BOX_LIST = command({
  words: 'list',
  about: 'Show all boxes, the newest first',
  examples: ['turnout hq box list'],
  answer: () =>
    withOffice(async ({ database }) => {
      const boxes = await database.query<BoxRow>(BOXES);
      const rows = boxes.map(({ joined, seen, revoked, ...box }) => ({
        ...box,
        joined_at: instantOrNull(joined),
        last_seen: instantOrNull(seen),
        revoked_at: instantOrNull(revoked),
      }));
      const texts = rows.map(({ joined_at, last_seen, revoked_at, ...box }) => [
        ...[box.id, box.gym_id, box.hostname],
        ...[joined_at, last_seen, revoked_at].map((at) => (at === null ? '' : minuteOf(at))),
      ]);
      const head = ['BOX', 'GYM', 'HOST', 'JOINED', 'LAST SEEN', 'REVOKED'];
      return [rows, tableOr('No box has joined yet.', head, texts)];
    }),
});

const BOX_REVOKE = command({
  words: 'revoke <box>',
  about: 'Shut a box out; what it sent stays',
  given: ['its id, see: turnout hq box list'],
  examples: ['turnout hq box revoke box_7f3a9c'],
  answer: (_, _flags, id) =>
    withOffice(async ({ database, revokeBox }) => {
      await revokeBox(database, id, systemClock.nowUtcMs());
      return [{ id }, `Box ${id} is shut out from now on; what it sent stays.`];
    }),
});

export const BOX = command({
  words: 'box',
  about: 'List and revoke the boxes that joined',
  examples: ['turnout hq box list'],
  rows: [BOX_LIST, BOX_REVOKE],
});

const SEEN = `
SELECT g.id, g.name, g.groups, b.received_utc_ms AS "receivedUtcMs", b.app,
  (SELECT coalesce(sum(sessions), 0)::bigint FROM gym_day d WHERE d.gym = g.key) AS classes
FROM gym g LEFT JOIN LATERAL (
  SELECT received_utc_ms, app FROM box WHERE gym = g.key AND received_utc_ms IS NOT NULL ORDER BY joined_utc_ms DESC LIMIT 1
) b ON true ORDER BY g.id COLLATE "C"`;

const BOXES = `
SELECT b.id, g.id AS gym_id, b.hostname, b.joined_utc_ms AS joined, b.received_utc_ms AS seen, b.revoked_utc_ms AS revoked
FROM box b JOIN gym g ON g.key = b.gym ORDER BY b.joined_utc_ms DESC`;

type Office = HeadOffice &
  typeof import('../../hq/gyms/directory.ts') &
  typeof import('../../hq/sync/boxes.ts') & {
    /** A token for a box of the gym, and what to do with it. Rejects with `gym_unknown`. */
    invite(gym: string): Promise<Printed>;
  };

/**
 * Runs `work` over an office that is closed afterwards. All of it is loaded here, and by no other command. Rejects with
 * `config_invalid`, `database_unusable`.
 */
export async function withOffice<Result>(
  work: (office: Office) => Promise<Result>,
): Promise<Result> {
  const environment = readHeadOffice(process.env);
  const { openHeadOffice } = await import('../../hq/head-office.ts');
  const gyms = await import('../../hq/gyms/directory.ts');
  const boxes = await import('../../hq/sync/boxes.ts');
  const office = await openHeadOffice({ ...environment, clock: systemClock, log: silentLog });
  const invite = async (gym: string): Promise<Printed> => {
    const nowUtcMs = systemClock.nowUtcMs();
    const { token, untilUtcMs } = await boxes.createToken(office.database, gym, nowUtcMs);
    const until = instant(untilUtcMs);
    const url = environment.publicUrl ?? 'https://hq.example.com';
    const text = lines(
      token,
      `Good for one box of gym ${gym} until ${until}. At the box:`,
      `  turnout join ${url} --token ${token}`,
    );
    return [{ token, gym_id: gym, until }, text];
  };
  try {
    return await work({ ...office, ...gyms, ...boxes, invite });
  } finally {
    await office.stop();
  }
}
