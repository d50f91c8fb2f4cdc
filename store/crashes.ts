/**
 * Detectors whose process has crashed, in a small file of the data folder: so that the cause of a bad night is named after
 * the program was started again.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';

const FILE = 'detector-crashes.json';
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

export class Crashes {
  readonly #dir: string;

  /** @param dir the data folder. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** What is noted of a detector; null where nothing is, or it is long ago. */
  of(plugin: string, nowUtcMs: number): NotedCrash | null {
    const noted = this.#read().find((crash) => crash.plugin === plugin);
    return noted === undefined || nowUtcMs - noted.atUtcMs > NAMED_MS ? null : noted;
  }

  /** Takes note of a crash. What cannot be written is lost: the log has it. */
  note(plugin: string, detail: string, atUtcMs: number): void {
    const before = this.#read();
    const times = (this.of(plugin, atUtcMs)?.times ?? 0) + 1;
    const crash = { plugin, detail: detail.slice(0, MAX_DETAIL), atUtcMs, times };
    const others = before.filter((one) => one.plugin !== plugin);
    this.#write([crash, ...others].slice(0, MAX_NOTED));
  }

  /** Nothing where the file is missing, torn or another's. */
  #read(): readonly NotedCrash[] {
    try {
      const noted: unknown = JSON.parse(readFileSync(join(this.#dir, FILE), 'utf8'));
      return Check(CRASHES, noted) ? noted : [];
    } catch {
      return [];
    }
  }

  #write(crashes: readonly NotedCrash[]): void {
    const draft = join(this.#dir, `${FILE}.tmp`);
    try {
      writeFileSync(draft, JSON.stringify(crashes));
      renameSync(draft, join(this.#dir, FILE));
    } catch {
      // The disk is full, or the folder is gone: `/health` reports that by itself.
    }
  }
}
