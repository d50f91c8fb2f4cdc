/** What the child processes of child.fixture.ts do until they are killed. */

import { createCounts, createSampleTarget } from '../../../engine/counts/layout.ts';
import { openReader } from '../../../engine/counts/reader.ts';
import { openSlots, openWriter } from '../../../engine/counts/writer.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { every } from '../../../runtime/timers.ts';
import { recordCounts } from '../../../service/record-counts.ts';
import { createBackup } from '../../../store/backup/create.ts';
import { restoreBackup } from '../../../store/backup/restore.ts';
import { lockDataDir } from '../../../store/history/folder/lock.ts';
import { openHistory } from '../../../store/history/history.ts';

/** Owns the folder until it is killed; says `held`. */
async function holdLock(dir: string): Promise<void> {
  const lock = await lockDataDir(dir, { clock: systemClock });
  await lock.setServer('http://127.0.0.1:1234', 'tl_0');
  say('held');
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
}

/** Counts without end, one sample about every 5 ms, through the counts store into the history. Says each number. */
async function recordForEver(dir: string): Promise<void> {
  const history = await openHistory({ dir, clock: systemClock, log: silentLog });
  const buffer = createCounts({ slots: 1, ring: 1_024 });
  const generation = openSlots(buffer).claim(0);
  const writer = openWriter(buffer);
  const { signal } = new AbortController();
  recordCounts({
    reader: openReader(buffer),
    history,
    owners: () => [{ cameraId: 'hall', slot: 0, generation }],
    log: silentLog,
    signal,
  });
  let n = 0;
  let atUtcMs = 0;
  const onError = (error: unknown) => {
    throw error;
  };
  await every({ periodMs: 5, signal, onError }, () => {
    atUtcMs = Math.max(Date.now(), atUtcMs + 1);
    writer.write(0, generation, { ...createSampleTarget(), atUtcMs, mediaMs: n, count: n % 30 });
    say(`${n} ${atUtcMs}`);
    n += 1;
  });
}

/** Restores a backup and ends itself at `step`, as a power cut would. */
async function restore(dir: string, file: string, step: string): Promise<void> {
  await lockDataDir(dir, { clock: systemClock });
  const onStep = (reached: string) => {
    if (reached === step) process.kill(process.pid, 'SIGKILL');
  };
  await restoreBackup({ dir, file, configFile: null, clock: systemClock, onStep });
}

/** Makes a backup and ends itself at `step`, as a power cut would. */
async function backUp(dir: string, to: string, step: string): Promise<void> {
  const onStep = (reached: string) => {
    if (reached === step) process.kill(process.pid, 'SIGKILL');
  };
  await createBackup({ dir, configFile: null, models: [], to, clock: systemClock, onStep });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [role, dir = '', ...more] = process.argv.slice(2);
const roles = { lock: holdLock, record: recordForEver, restore, backup: backUp };
const [file = '', step = ''] = more;
await roles[role as keyof typeof roles](dir, file, step);
