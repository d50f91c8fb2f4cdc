/** What detectors saw, kept on disk, so that figures can be reckoned anew without looking again (`--reuse`). */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScoredBox } from './labels.ts';

/** By name of the picture. */
export type Seen = Readonly<Record<string, readonly ScoredBox[]>>;

/** Remembered values by name, as JSON files in one folder. The name says what they depend on. */
export class Memory {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  /** Null where nothing is remembered. */
  recall<T>(name: string): T | null {
    const file = this.#file(name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
  }

  keep(name: string, value: unknown): void {
    writeFileSync(this.#file(name), JSON.stringify(value));
  }

  #file(name: string): string {
    return join(this.#dir, `${fileName(name)}.json`);
  }
}

/** `yolox yolox_nano, tiled` -> `yolox-yolox_nano-tiled`. */
export function fileName(name: string): string {
  return name.replaceAll(/[ ,]+/g, '-');
}
