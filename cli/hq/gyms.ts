/** `turnout hq gym add|list`. */

import { addGym } from '../../hq/gyms/directory.ts';
import { randomLetters } from '../../store/access/secret.ts';
import type { CliContext } from '../context.ts';
import { columns } from '../terminal/columns.ts';
import { invite } from './line.ts';
import { withOffice } from './office.ts';

interface AddOptions {
  readonly name?: string;
  readonly group: readonly string[];
}

const UID_LETTERS = 16;

export function addGymCommand(context: CliContext, id: string, options: AddOptions): Promise<void> {
  return withOffice(async ({ database }, { publicUrl }) => {
    const uid = `g_${randomLetters(UID_LETTERS)}`;
    const gym = { id, name: options.name ?? id, groups: options.group };
    await addGym(database, gym, { uid, nowUtcMs: Date.now() });
    const { body, lines } = await invite(database, id, publicUrl);
    context.print({ ...gym, uid, ...body }, [`Gym ${id} is there.`, ...lines].join('\n'));
  });
}

interface SeenGym {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly receivedUtcMs: number | null;
  readonly app: string | null;
  readonly classes: number;
}

export function listGyms(context: CliContext): Promise<void> {
  return withOffice(async ({ database }) => {
    const gyms = await database.query<SeenGym>(SEEN);
    const rows = gyms.map(({ id, name, groups, receivedUtcMs, app, classes }) => ({
      id,
      name,
      groups,
      last_seen: receivedUtcMs === null ? null : new Date(receivedUtcMs).toISOString(),
      app,
      classes,
    }));
    const table = columns([
      ['GYM', 'NAME', 'GROUPS', 'LAST SEEN', 'APP', 'CLASSES'],
      ...rows.map((row) => [
        row.id,
        row.name,
        row.groups.join(', '),
        row.last_seen ?? 'never',
        row.app ?? '',
        String(row.classes),
      ]),
    ]);
    context.print(
      rows,
      rows.length === 0 ? 'No gym yet. Add one with: turnout hq gym add' : table.join('\n'),
    );
  });
}

const SEEN = `
SELECT g.id, g.name, g.groups, c.received_utc_ms AS "receivedUtcMs", c.app,
  (SELECT coalesce(sum(of_all), 0)::bigint FROM gym_day d WHERE d.gym = g.key) AS classes
FROM gym g LEFT JOIN gym_cursor c ON c.gym = g.key ORDER BY g.id COLLATE "C"`;
