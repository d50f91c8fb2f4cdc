import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended is there until its parent, which may be gone, is asked for it. */
export const isThere = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
