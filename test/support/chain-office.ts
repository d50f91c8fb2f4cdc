/** A head office over a PostgreSQL of its own, with gyms that have what gyms have: figures, silence, nothing. */

import type { Server } from '../../api/server.ts';
import type { Batch } from '../../chain/sync.ts';
import { readHeadOffice } from '../../config/head-office.ts';
import { addGym } from '../../hq/gyms/directory.ts';
import { type HeadOffice, openHeadOffice } from '../../hq/head-office.ts';
import type { Clock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import type { KeyScope } from '../../store/access/key.ts';
import { sentBy, startDemoBox } from './demo-box.ts';
import { boxStatus, joinBox, sendAs } from './joined-box.ts';
import { openServer } from './open-server.ts';
import { startPostgres } from './postgres.ts';
import { MINUTE_MS } from './times.ts';

export type OfficeNode = Awaited<ReturnType<typeof startChainOffice>>['nodes'][number];

type GymSeed = Parameters<typeof addGym>[1] & {
  /** Null: its box has never sent. */
  readonly sent: { readonly agoMs: number; readonly currency: string } | null;
};

const HILLTOP: GymSeed = { id: 'hilltop', name: 'Hilltop', groups: ['north'], sent: null };
const RIVERSIDE: GymSeed = {
  id: 'riverside',
  name: 'Riverside',
  groups: ['south'],
  sent: { agoMs: 2 * MINUTE_MS, currency: 'GBP' },
};

/** `riverside` is the demo's gym; the others have the same classes in their own currency. */
export const GYMS: readonly GymSeed[] = [
  RIVERSIDE,
  {
    id: 'lakeside',
    name: 'Am See, Haus für Körper & Geist, Friedrichshafen-Immenstaad',
    groups: ['north', 'lake'],
    sent: { agoMs: 31 * 60 * MINUTE_MS, currency: 'EUR' },
  },
  HILLTOP,
];

/** Two gyms with the same classes, and one whose box never sent anything. */
export const TWINS: readonly GymSeed[] = [
  { id: 'harbour', name: 'Harbour', groups: ['south'], sent: { agoMs: 0, currency: 'GBP' } },
  HILLTOP,
  { ...RIVERSIDE, sent: { agoMs: 0, currency: 'GBP' } },
];

/** @param nodes over one database. @param startBox what all gyms have the classes of. */
export async function startChainOffice(
  nodes = 1,
  gyms = GYMS,
  startBox = () => startDemoBox('riverside'),
) {
  const postgres = await startPostgres();
  const box = await startBox();
  const { clock } = box;
  const started: { readonly office: HeadOffice; readonly server: Server }[] = [];
  for (let at = 0; at < nodes; at += 1) {
    const office = await openOffice(postgres.url, clock);
    started.push({ office, server: await serveOffice(office, clock) });
  }
  const { office, server } = started[0]!;
  const batches = await sentBy(box);
  for (const gym of gyms) await seed(office, gym, batches);
  for (const node of started) await node.office.directory.load();
  const key = async (scope: KeyScope, role: 'owner' | 'manager' = 'manager') => {
    const made = await office.access.createKey({ gymId: '', scope, role, by: 'test' });
    // Each node hears of it by itself, some milliseconds later.
    for (const node of started) await node.office.access.credentials.reread();
    return { secret: made.secret, id: made.key.id };
  };
  const { secret: owner } = await key({ kind: 'all' }, 'owner');
  return {
    postgres,
    /** Of the gym `riverside`. */
    box,
    nodes: started,
    /** The first node. */
    office,
    url: server.url,
    key,
    /** By `by`, else by an owner of all gyms. */
    ask: (target: string, body?: object, by = owner) => asker(server.url, by)(target, body),
    close: async () => {
      for (const node of started) {
        await node.server.close();
        await node.office.stop();
      }
      await box.close();
      await postgres.close();
    },
  };
}

/** @param keysEveryMs how often it reads its keys; as a program does where it is left out. */
export function openOffice(
  databaseUrl: string,
  clock: Clock,
  keysEveryMs?: number,
): Promise<HeadOffice> {
  const every = keysEveryMs === undefined ? {} : { keysEveryMs };
  const { access } = readHeadOffice({ TURNOUT_HQ_DATABASE: databaseUrl });
  return openHeadOffice({ databaseUrl, access, clock, log: silentLog, ...every });
}

export function serveOffice(office: HeadOffice, clock: Clock): Promise<Server> {
  return openServer({ ...office, engine: office, clock });
}

async function seed(
  { database, sync }: HeadOffice,
  { id, name, groups, sent }: GymSeed,
  batches: readonly Batch[],
): Promise<void> {
  const nowUtcMs = batches[0]?.sent_utc_ms ?? 0;
  await addGym(database, { id, name, groups }, nowUtcMs);
  if (sent === null) return;
  const status = boxStatus({ cameras: { streaming: 5, failing: 1 } });
  const { key } = await joinBox(database, id, nowUtcMs);
  for (const batch of batches) {
    const changes = batch.changes.map((change) =>
      change.kind === 'settings' && change.data !== null
        ? { ...change, data: { ...change.data, currency: sent.currency } }
        : change,
    );
    await sendAs(sync, key, { ...batch, gym: id, status, changes });
  }
  await database.query(
    'UPDATE box SET received_utc_ms = $2 WHERE gym = (SELECT key FROM gym WHERE id = $1)',
    [id, nowUtcMs - sent.agoMs],
  );
}

/** Asks with a key, or a token; posts where there is a body. */
export function asker(url: string, secret: string) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return async (target: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url + target, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) };
  };
}

/** Signs in as a browser does. @returns its cookie. */
export async function signIn(url: string, secret: string): Promise<string> {
  const answer = await postForm(url, '/sign-in', { key: secret });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return cookie;
}

/** As a browser sends a form of the server's own page. */
export function postForm(
  url: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  cookie = '',
): Promise<Response> {
  const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
  const body = new URLSearchParams(fields);
  return fetch(url + path, { method: 'POST', redirect: 'manual', headers, body });
}
