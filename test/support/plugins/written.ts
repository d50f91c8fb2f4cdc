/** Detectors whose source a test writes down: they keep the contract, but for the parts that it says. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Parts {
  readonly detect?: string;
  /** Statements of `create`. */
  readonly create?: string;
  /** What stands before the definition. */
  readonly top?: string;
}

/** @returns its path from `folder`. */
export function writePlugin(folder: string, name: string, { detect, create, top }: Parts): string {
  const source = `${top ?? ''}
    const NOBODY = { detections: [] };
    const input = { width: 64, height: 64, colour: 'grey', values: 'uint8-hwc', fit: 'stretch', align: 'centre', pad: 0 };
    export const detector = {
      name: '${name}', version: '1.0.0', contract: 2, summary: 'For tests.', licence: 'MIT',
      options: { type: 'object', properties: { more: { type: 'integer', default: 0 } } },
      labels: ['person'], maxDetections: 10, stateBytes: 0, isWeak: true,
      create: async (options, env) => {
        ${create ?? ''};
        return { input, detect: ${detect ?? '() => NOBODY'}, close: () => undefined };
      },
    };`;
  writeFileSync(join(folder, `${name}.mjs`), source);
  return `./${name}.mjs`;
}
