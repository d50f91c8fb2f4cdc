/**
 * Boxes of a whole chain on one line: each has its own pass and its own connection to a real broker. They send, the broker is
 * killed, they go on changing, and the broker is back: how long until the last has its receipt, and is anything lost?
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../hq/database/database.ts';
import { migrate } from '../../../hq/database/migrate.ts';
import { brokerConfig } from '../../../hq/line/broker-config.ts';
import { brokerTrust, openLineKeys, passOf } from '../../../hq/line/line-keys.ts';
import { delay } from '../../../runtime/timers.ts';
import type { LinkFile } from '../../../service/line/link/link-file.ts';
import { createUserKey } from '../../../service/line/nats/user-key.ts';
import { startNats } from '../../../test/support/nats-server.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import { addGyms } from '../fill.ts';
import { startOffice } from '../office-process.ts';
import { useNativeSignatures } from './native-signatures.ts';
import type { Order, Report, StateRow } from './protocol.ts';

export interface BoxesFigures {
  /** From the first box's start, and from the broker's return, until the last box has its receipt for all, s. */
  readonly beganS: number;
  readonly returnedS: number;
  /** Classes that the head office lacks or has at another revision than their box, and those that it has besides. */
  readonly lost: number;
  readonly doubled: number;
  /** Largest resident set of each process, MB. */
  readonly brokerMb: number;
  readonly simulatorMb: number;
  readonly officeMb: number;
}

/** Boxes without a receipt by then are given up, s. */
const GIVEN_UP_S = 420;

export async function playBoxes(count: number): Promise<BoxesFigures> {
  useNativeSignatures();
  const postgres = await startPostgres(true);
  const database = openDatabase({ url: postgres.url });
  const stops: (() => Promise<unknown>)[] = [() => postgres.close(), () => database.close()];
  try {
    await migrate(database);
    await addGyms(database, count);
    const keys = await openLineKeys(database);
    const trust = await brokerTrust(keys);
    const nats = await startNats((about) => brokerConfig(trust, about));
    stops.push(() => nats.close());
    const office = await startOffice(postgres.url, { TURNOUT_HQ_LINE: nats.url });
    stops.push(() => office.stop());
    const links: LinkFile[] = [];
    for (let at = 1; at <= count; at += 1) links.push(await linkOf(at, nats.url));
    const boxes = simulator();
    stops.push(async () => boxes.end());
    let brokerMb = 0;

    const began = performance.now();
    boxes.tell({ is: 'begin', links });
    await boxes.allDone(count);
    const beganS = (performance.now() - began) / 1_000;
    brokerMb = Math.max(brokerMb, peakMb(nats.pid()));

    await nats.kill();
    boxes.tell({ is: 'change', round: 1 });
    await boxes.changed();
    // Long enough that every box has noticed.
    await delay(10_000);
    boxes.tell({ is: 'change', round: 2 });
    await boxes.changed();
    await nats.restart();
    const back = performance.now();
    await boxes.allDone(count);
    const returnedS = (performance.now() - back) / 1_000;

    const rows = await boxes.state();
    const { lost, doubled } = compared(rows, await database.query<StoredClass>(STORED));
    return {
      beganS,
      returnedS,
      lost,
      doubled,
      brokerMb: Math.max(brokerMb, peakMb(nats.pid())),
      simulatorMb: boxes.peakMb(),
      officeMb: peakMb(office.pid),
    };

    async function linkOf(at: number, url: string): Promise<LinkFile> {
      const { publicKey, seed } = createUserKey();
      const [id, gymUid] = [`box_${at}`, `g_${at}`];
      const pass = await passOf(keys, { id, publicKey, gymUid }, Date.now());
      return {
        gymId: 'main',
        hqUrl: 'https://hq.invalid',
        box: id,
        hqGym: gymUid,
        gymName: `Gym ${at}`,
        chain: 'bench',
        servers: [url],
        ...pass,
        seed,
        run: 'r_1',
        machine: null,
      };
    }
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => undefined);
  }
}

interface StoredClass {
  readonly uid: string;
  readonly id: string;
  readonly rev: number;
}

const STORED = 'SELECT g.uid, c.id, c.rev FROM class_now c JOIN gym g ON g.key = c.gym';

function compared(rows: readonly StateRow[], stored: readonly StoredClass[]) {
  const there = new Map(stored.map(({ uid, id, rev }) => [`${uid} ${id}`, rev]));
  const lost = rows.filter(([uid, key, rev]) => there.get(`${uid} ${key}`) !== rev).length;
  return { lost, doubled: stored.length - there.size + Math.max(0, there.size - rows.length) };
}

/** The process that plays them. */
function simulator() {
  const child = fork(fileURLToPath(new URL('./simulator.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--max-old-space-size=8192'],
  });
  let memoryBytes = 0;
  const next = async <Is extends Report['is']>(is: Is) => {
    for (;;) {
      const [report] = (await once(child, 'message')) as [Report];
      if (report.is === 'progress') memoryBytes = Math.max(memoryBytes, report.memoryBytes);
      if (report.is === is) return report as Extract<Report, { is: Is }>;
    }
  };
  const tell = (order: Order) => void child.send(order);
  return {
    tell,
    allDone: async (count: number) => {
      const until = performance.now() + GIVEN_UP_S * 1_000;
      for (;;) {
        const { done } = await next('progress');
        if (done === count) return;
        if (performance.now() > until)
          throw new Error(`${count - done} of ${count} boxes have no receipt in ${GIVEN_UP_S} s`);
      }
    },
    changed: () => next('changed'),
    state: async () => {
      tell({ is: 'state' });
      return (await next('state')).rows;
    },
    peakMb: () => memoryBytes / 1e6,
    end: () => child.kill('SIGKILL'),
  };
}

/** Largest resident set of a process, MB; NaN where the system does not tell. */
function peakMb(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1_000;
  } catch {
    return Number.NaN;
  }
}
