/** The line of a head office: boxes join over HTTPS, send over NATS, and are shut out when they are revoked. */

import { jwtAuthenticator } from '@nats-io/transport-node';
import type { JoinAnswer, JoinRequest } from '../../chain/messages/enrolment.ts';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import { connectNats } from '../../service/line/nats/connect.ts';
import type { LiveCounts, StreamStatus } from '../../service/office-status.ts';
import type { Database } from '../database/database.ts';
import type { AskBox } from '../gyms/live.ts';
import type { Ingester } from '../ingest/ingester.ts';
import { enrol, renew, revocations } from './enrolment.ts';
import { accountJwt, CLAIMS_UPDATE, officePass, openLineKeys } from './line-keys.ts';
import { startReceiver } from './receiver.ts';

/** The channel of PostgreSQL that says that a box was revoked. */
export const BOXES_CHANNEL = 'turnout_boxes';

export interface LineParts {
  readonly database: Database;
  readonly ingester: Ingester;
  /** Addresses of the broker for the head office, and as boxes reach it. */
  readonly servers: readonly string[];
  readonly publicServers: readonly string[];
  readonly clock: { nowUtcMs(): number };
  readonly log: Log;
}

export interface HqLine {
  /** Rejects with `forbidden`, see `enrolment.ts`. */
  enrol(request: JoinRequest): Promise<JoinAnswer>;
  readonly ask: AskBox;
  /** What the broker holds for the head office; null where it cannot be asked. */
  stream(): Promise<StreamStatus | null>;
  live(): LiveCounts;
  stop(): Promise<void>;
}

/** Rejects with `database_unusable`; a broker that is away is waited for in the background. */
export async function openHqLine(parts: LineParts): Promise<HqLine> {
  const { database, ingester, servers, publicServers, clock, log } = parts;
  const keys = await openLineKeys(database);
  const tell = () => database.query('SELECT pg_notify($1, $2)', [BOXES_CHANNEL, '']);
  const onRevoked = async () => {
    await tell();
  };
  const push = () =>
    void pushRevocations(database, servers).catch((error: unknown) =>
      log.warn('revocation_not_told', { detail: messageOf(error) }),
    );
  const unlisten = await database.listen(BOXES_CHANNEL, push, push);
  // What was revoked while no node ran.
  push();
  const receiver = startReceiver({
    servers,
    pass: { jwt: await officePass(keys, 'office'), seed: keys.office.getSeed() },
    ingester,
    renew: (gymUid) => renew({ database, keys, clock }, gymUid),
    log,
  });
  return {
    ask: receiver.ask,
    stream: receiver.stream,
    live: receiver.live,
    enrol: (request) =>
      enrol({ database, keys, servers: publicServers, clock, onRevoked }, request),
    stop: async () => {
      await unlisten();
      await receiver.stop();
    },
  };
}

const UPDATE_MS = 5_000;

/** Tells the broker which boxes are revoked: their connections end at once. Rejects where it cannot be reached. */
export async function pushRevocations(
  database: Database,
  servers: readonly string[],
): Promise<void> {
  const keys = await openLineKeys(database);
  const connection = await connectNats(servers, {
    authenticator: jwtAuthenticator(await officePass(keys, 'admin'), keys.admin.getSeed()),
    timeout: UPDATE_MS,
    reconnect: false,
  });
  try {
    const jwt = await accountJwt(keys, await revocations(database));
    await connection.request(CLAIMS_UPDATE, jwt, { timeout: UPDATE_MS });
  } finally {
    await connection.close();
  }
}
