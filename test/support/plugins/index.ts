/** The test plugins as a pool takes them: by path, through the same door as anybody's. */

import { fileURLToPath } from 'node:url';
import type { DetectorChoice } from '../../../engine/pool/index.ts';

export function pluginPath(name: string): string {
  return fileURLToPath(new URL(`${name}.fixture.ts`, import.meta.url));
}

export function pluginChoice(name: string, options: Record<string, unknown> = {}): DetectorChoice {
  return { plugin: pluginPath(name), options, fromDir: process.cwd(), modelsDir: 'no-models' };
}
