/** The test plugins as a pool takes them: by path, through the same door as anybody's. */

import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { compiledFile } from '../compiled.ts';

export function pluginPath(name: string): string {
  return compiledFile(`test/support/plugins/${name}.fixture.ts`);
}

export function pluginChoice(name: string, options: Record<string, unknown> = {}): DetectorChoice {
  return { plugin: pluginPath(name), options, fromDir: process.cwd(), modelsDir: 'no-models' };
}
