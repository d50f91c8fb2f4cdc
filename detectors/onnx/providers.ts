/** What can compute a model: the execution providers of onnxruntime, as the configuration names them. */

import type { Compute, OnnxProvider } from '../env.ts';

export const PROVIDERS = [
  'cpu',
  'openvino',
  'cuda',
  'tensorrt',
  'coreml',
  'dml',
  'webgpu',
] as const satisfies readonly OnnxProvider[];

/** As long as nothing else is configured: workers side by side use the cores. */
export const PLAIN_COMPUTE: Compute = { provider: 'cpu', threads: 1 };
