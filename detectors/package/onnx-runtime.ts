/**
 * Stands in for `onnxruntime-node` in the package `turnout-detector`, which does not install it: `npx` runs that package from a
 * folder of its own, while the runtime is in the project of the plugin.
 */

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { TurnoutError } from '../../errors.ts';

// Its newer versions report to their makers on Linux unless they are told not to. Set before it is loaded.
// biome-ignore lint/style/noProcessEnv: nothing else reaches native code
process.env['ORT_DISABLE_TELEMETRY'] = '1';

export const { InferenceSession, Tensor, env, listSupportedBackends } = runtime();

/** That of the project this package is installed in, or else that of the working folder. */
function runtime(): Readonly<Record<string, unknown>> {
  for (const from of [import.meta.url, resolve('package.json')]) {
    try {
      return createRequire(from)('onnxruntime-node');
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new TurnoutError('model_missing', {
    where: 'models in ONNX',
    expected: 'onnxruntime-node in this project',
    got: 'nothing of this name',
    hint: 'npm install --save-dev onnxruntime-node',
  });
}
