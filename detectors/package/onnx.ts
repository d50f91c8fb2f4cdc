/** Entry point `turnout-detector/onnx`: what nearly every detector over a model needs, so that no one writes it again. */

import type { OnnxModel, OnnxOptions } from '../env.ts';

export {
  isSamePerson,
  type MergeRules,
  mergeDetections,
} from '../onnx/merge.ts';
export type { Pixels, PixelsWanted } from '../picture.ts';
export {
  type BoxRatio,
  type Fit,
  fitPicture,
  InputCanvas,
  type Size,
  toPictureRatio,
} from '../picture.ts';

/**
 * Opens a model as `env.onnx` does, for scripts and tests that have no env. Needs `onnxruntime-node`, which is installed
 * apart. The caller releases the model.
 *
 * @param path relative to the working folder.
 */
export async function openModel(path: string, options: OnnxOptions = {}): Promise<OnnxModel> {
  // Loaded here: a detector that only merges boxes does not pay for it.
  const { detachedEnv } = await import('../env/owned-env.ts');
  return detachedEnv().onnx(path, options);
}
