/** What was found out about a provider, for people: why it cannot be used, and what to do. */

import type { OnnxProvider } from '../../detectors/env.ts';
import type { OfferedRuntime } from '../../detectors/onnx/trial/offered.ts';
import type { Trial } from './trial.ts';

/** Why it cannot be used; null where it can. */
export function reasonOf(trial: Trial): string | null {
  if (trial.outcome === 'works') return null;
  if (trial.outcome === 'not_offered') return `not part of ${packageText(trial.runtime)}`;
  return shortReason(trial.reason);
}

/** `onnxruntime-node 1.30.0 for linux x64`. */
export function packageText({ version, platform }: OfferedRuntime): string {
  return `onnxruntime-node ${version} for ${platform}`;
}

/** `cpu, webgpu, cuda (library missing)`. */
export function offeredText({ providers }: OfferedRuntime): string {
  return providers
    .map(({ name, bundled }) => (bundled ? name : `${name} (needs a library of its own)`))
    .join(', ');
}

/** What to do about one that cannot be used. */
export function hintOf(provider: OnnxProvider, trial: Trial): string {
  const isOffered = trial.outcome !== 'not_offered';
  if (isOffered && (provider === 'cuda' || provider === 'tensorrt')) {
    return 'install the driver, CUDA 12 and cuDNN 9, then run: ONNXRUNTIME_NODE_INSTALL=cuda12 node node_modules/onnxruntime-node/script/install.js; or set detectors.onnx.provider to auto';
  }
  if (isOffered && provider === 'webgpu') {
    return 'install a driver for the graphics processor (Vulkan on Linux), or set detectors.onnx.provider to auto';
  }
  return 'set detectors.onnx.provider to auto, or to one that is there';
}

/** The first line, without the place in the runtime's own source; paths of this computer are shortened to the file. */
function shortReason(text: string): string {
  const [line = ''] = text.split('\n');
  return line
    .replace(/\/onnxruntime_src\/\S+:\d+ .*? was false\. /, '')
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+)+[\\/]([\w.-]+)/g, '$1')
    .slice(0, 240)
    .replace(/[\s.]+$/, '');
}
