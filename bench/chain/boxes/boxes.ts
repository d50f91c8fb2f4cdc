/**
 * Boxes of a whole chain at one head office: each has its own key. They send, the office is killed, they go on changing, and
 * the office is back at the same place: how long until the last has its receipt, and is anything lost?
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../hq/database/database.ts';
import { migrate } from '../../../hq/database/migrate.ts';
import { delay } from '../../../runtime/timers.ts';
import { freePort, startPostgres } from '../../../test/support/postgres.ts';
import { addBoxes, addGyms } from '../fill.ts';
import { startOffice } from '../office-process.ts';
import type { Order, Report, StateRow } from './protocol.ts';

export interface BoxesFigures {
  /** From the first box's start, and from the office's return, until the last box has its receipt for all, s. */
  readonly beganS: number;
  readonly returnedS: number;
  /** Classes that the head office lacks or has with another number than their box, and those that it has besides. */
  readonly lost: number;
  readonly doubled: number;
  /** Largest resident set of each process, MB. */
  readonly simulatorMb: number;
  readonly officeMb: number;
}

/** Boxes without a receipt by then are given up, s. */
const GIVEN_UP_S = 420;

export async function playBoxes(count: number): Promise<BoxesFigures> {
  const postgres = await startPostgres(true);
  const database = openDatabase({ url: postgres.url });
  const stops: (() => Promise<unknown>)[] = [() => postgres.close(), () => database.close()];
  try {
    await migrate(database);
    await addGyms(database, count);
    const keys = await addBoxes(database, count);
    const variables = { PORT: String(await freePort()), TURNOUT_HQ_ADDRESS_RATE: '1000000' };
    const start = () => startOffice(postgres.url, variables, { isCompiled: true });
    let office = await start();
    stops.push(() => office.stop());
    const boxes = simulator();
    stops.push(async () => boxes.end());
    let officeMb = 0;

    const began = performance.now();
    const links = keys.slice(1).map((key, at) => ({ gymId: `gym-${at + 1}`, key }));
    boxes.tell({ is: 'begin', hqUrl: office.url, links });
    await boxes.allDone(count);
    const beganS = (performance.now() - began) / 1_000;
    officeMb = Math.max(officeMb, peakMb(office.pid));

    await office.kill();
    boxes.tell({ is: 'change', round: 1 });
    await boxes.changed();
    // Long enough that every box has noticed.
    await delay(10_000);
    boxes.tell({ is: 'change', round: 2 });
    await boxes.changed();
    office = await start();
    const back = performance.now();
    await boxes.allDone(count);
    const returnedS = (performance.now() - back) / 1_000;
    officeMb = Math.max(officeMb, peakMb(office.pid));

    const rows = await boxes.state();
    const { lost, doubled } = compared(rows, await database.query<StoredClass>(STORED));
    return {
      beganS,
      returnedS,
      lost,
      doubled,
      simulatorMb: boxes.peakMb(),
      officeMb,
    };
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => undefined);
  }
}

interface StoredClass {
  readonly gym: string;
  readonly id: string;
  readonly seq: number;
}

const STORED = 'SELECT g.id AS gym, c.id, c.seq FROM class_now c JOIN gym g ON g.key = c.gym';

function compared(rows: readonly StateRow[], stored: readonly StoredClass[]) {
  const there = new Map(stored.map(({ gym, id, seq }) => [`${gym} ${id}`, seq]));
  const lost = rows.filter(([gym, key, seq]) => there.get(`${gym} ${key}`) !== seq).length;
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
