/** `turnout hq gym add|list|rename|group|empty|remove`. */

import { TurnoutError } from '../../errors.ts';
import { addGym, changeGym, emptyGym, removeGym } from '../../hq/gyms/directory.ts';
import type { CliContext } from '../context.ts';
import { columns } from '../terminal/columns.ts';
import { invite } from './boxes.ts';
import { withOffice } from './office.ts';

interface AddOptions {
  readonly name?: string;
  readonly group: readonly string[];
}

export function addGyms(
  context: CliContext,
  ids: readonly string[],
  { name, group: groups }: AddOptions,
): Promise<void> {
  if (name !== undefined && ids.length > 1) {
    const parts = { where: '--name', expected: 'one gym', got: `${ids.length} of them` };
    throw new TurnoutError('usage', parts);
  }
  return withOffice(async ({ database }, { publicUrl }) => {
    for (const id of ids) {
      const gym = { id, name: name ?? id, groups };
      await addGym(database, gym, Date.now());
      const { body, lines } = await invite(database, id, publicUrl);
      context.print({ ...gym, ...body }, [`Gym ${id} is there.`, ...lines].join('\n'));
    }
  });
}

export function changeGymCommand(
  context: CliContext,
  id: string,
  change: { readonly name?: string; readonly groups?: readonly string[] },
): Promise<void> {
  return withOffice(async ({ database }) => {
    await changeGym(database, id, change);
    context.print({ id, ...change }, `Gym ${id} is changed.`);
  });
}

export function emptyGymCommand(context: CliContext, id: string): Promise<void> {
  return withOffice(async ({ database }) => {
    await emptyGym(database, id);
    context.print({ id }, `Gym ${id} is empty; its box sends everything again within minutes.`);
  });
}

export function removeGymCommand(context: CliContext, id: string): Promise<void> {
  return withOffice(async ({ database }) => {
    await removeGym(database, id);
    context.print({ id }, `Gym ${id} is removed; its box is refused, and keeps what it has.`);
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
SELECT g.id, g.name, g.groups, b.received_utc_ms AS "receivedUtcMs", b.app,
  (SELECT coalesce(sum(of_all), 0)::bigint FROM gym_day d WHERE d.gym = g.key) AS classes
FROM gym g LEFT JOIN LATERAL (
  SELECT received_utc_ms, app FROM box WHERE gym = g.key AND received_utc_ms IS NOT NULL ORDER BY joined_utc_ms DESC LIMIT 1
) b ON true ORDER BY g.id COLLATE "C"`;
