/** Envs for detectors on a thread that no one ends: in commands, tests and benches. */

import type { Look } from '../detector.ts';
import type { DetectorEnv } from '../env.ts';
import { jsonOf } from '../faults.ts';
import { PLAIN_COMPUTE } from '../onnx/providers.ts';
import { type EnvHost, OwnedEnv } from './owned-env.ts';

/** A look that no one hurries. */
export const unhurried: Look = { signal: new AbortController().signal };

/** How such a thread runs detectors. Models are paths where nothing is told; lines go to stderr. */
export function detachedHost(resolveModel: DetectorEnv['resolveModel'] = (path) => path): EnvHost {
  return {
    resolveModel,
    native: async (call) => call(),
    compute: PLAIN_COMPUTE,
    write: (level, text, fields) =>
      process.stderr.write(
        `${level}: ${text}${fields === undefined ? '' : ` ${jsonOf(fields)}`}\n`,
      ),
    started: () => undefined,
    ended: () => undefined,
  };
}

/** The env alone. What a detector starts or opens through it ends with this process. */
export function detachedEnv(resolveModel?: DetectorEnv['resolveModel']): DetectorEnv {
  return new OwnedEnv('detector', detachedHost(resolveModel)).env;
}
