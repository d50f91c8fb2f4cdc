/** Processor time of another process, all its threads, as Linux tells it. */

import { readFileSync } from 'node:fs';

/** Ticks of a second in `/proc`: 100 on every Linux that Node runs on (`getconf CLK_TCK`). */
const TICK_US = 10_000;

/** Since it started, µs, in steps of 10,000; null where the system does not tell, or the process is gone. */
export function cpuUsOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold anything; user and system time are fields 14 and 15, proc(5).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return null;
  }
}
