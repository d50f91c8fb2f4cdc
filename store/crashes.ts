/**
 * Detectors whose process has crashed, in a small file of the data folder: so that the cause of a bad night is named after
 * the program was started again.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';

/** How long one is named, ms. Chosen here: long enough to be found by someone who looks once a week. */
const NAMED_MS = 14 * 24 * 3_600_000;
/** Detectors that are noted, those that crashed last. */
const MAX_NOTED = 32;
const MAX_DETAIL = 400;

const CRASH = Type.Object({
  /** As the configuration names it. */
  plugin: Type.String(),
  /** The sentence of its last crash. */
  detail: Type.String(),
  atUtcMs: Type.Number(),
  /** Crashes since the first that is noted. */
  times: Type.Integer({ minimum: 1 }),
});
const CRASHES = Type.Array(CRASH);

/** A detector that has crashed. */
export type NotedCrash = Type.Static<typeof CRASH>;

export type Crashes = ReturnType<typeof crashesIn>;

/** @param dir the data folder. */
export function crashesIn(dir: string) {
  const file = join(dir, 'detector-crashes.json');
  /** Nothing where the file is missing, torn or another's. */
  const read = (): readonly NotedCrash[] => {
    try {
      const noted: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return Check(CRASHES, noted) ? noted : [];
    } catch {
      return [];
    }
  };
  /** What is noted of a detector; null where nothing is, or it is long ago. */
  const of = (plugin: string, nowUtcMs: number): NotedCrash | null => {
    const noted = read().find((crash) => crash.plugin === plugin);
    return noted === undefined || nowUtcMs - noted.atUtcMs > NAMED_MS ? null : noted;
  };
  return {
    of,
    /** Takes note of a crash. What cannot be written is lost: the log has it. */
    note: (plugin: string, detail: string, atUtcMs: number): void => {
      const times = (of(plugin, atUtcMs)?.times ?? 0) + 1;
      const crash = { plugin, detail: detail.slice(0, MAX_DETAIL), atUtcMs, times };
      const others = read().filter((one) => one.plugin !== plugin);
      try {
        writeFileSync(`${file}.tmp`, JSON.stringify([crash, ...others].slice(0, MAX_NOTED)));
        renameSync(`${file}.tmp`, file);
      } catch {
        // The disk is full, or the folder is gone: `/health` reports that by itself.
      }
    },
  };
}
