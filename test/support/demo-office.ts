/** A head office over PostgreSQL with the classes of one demo box for each of its gyms, and its server. */

import type { Server } from '../../api/server.ts';
import { addGym } from '../../hq/gyms/directory.ts';
import type { HeadOffice } from '../../hq/head-office.ts';
import { openOffice, serveOffice } from './chain-office.ts';
import { type DemoBox, sentBy, startDemoBox } from './demo-box.ts';
import { joinBox, sendAs } from './joined-box.ts';
import { type Postgres, startPostgres } from './postgres.ts';

export interface OfficeGym {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** A gym whose box never sent anything. */
  readonly isSilent?: true;
}

export interface DemoOffice {
  readonly office: HeadOffice;
  readonly box: DemoBox;
  readonly server: Server;
  /** A key of all gyms. */
  readonly key: string;
  /** With that key, or another. */
  ask(
    target: string,
    body?: object,
    key?: string,
  ): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  close(): Promise<void>;
}

/** All gyms that are not silent have the same classes. */
export async function startDemoOffice(gyms: readonly OfficeGym[]): Promise<DemoOffice> {
  const postgres: Postgres = await startPostgres();
  const box = await startDemoBox('riverside');
  const { clock } = box;
  const office = await openOffice(postgres.url, clock);
  const nowUtcMs = clock.nowUtcMs();
  for (const { id, name, group } of gyms) {
    await addGym(office.database, { id, name, groups: [group] }, nowUtcMs);
  }
  await office.directory.load();
  const batches = await sentBy(box);
  for (const { id } of gyms.filter(({ isSilent }) => isSilent !== true)) {
    const { key } = await joinBox(office.database, id, nowUtcMs);
    for (const batch of batches) await sendAs(office.sync, key, { ...batch, gym: id });
  }
  await office.directory.load();
  const scope = { kind: 'all' } as const;
  const { secret } = await office.access.createKey({ gymId: '', scope, role: 'owner', by: 'test' });
  const server = await serveOffice(office, clock);
  return {
    office,
    box,
    server,
    key: secret,
    ask: async (target, body, key = secret) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const answer = await fetch(server.url + target, { ...init, headers });
      return { status: answer.status, body: await answer.json() };
    },
    close: async () => {
      await server.close();
      await office.stop();
      await box.close();
      await postgres.close();
    },
  };
}
