/** Entry point `turnout-detector/onnx`: what nearly every detector over a model needs, so that no one writes it again. */

import type { OnnxModel, OnnxOptions } from '../env.ts';

export { Candidates } from '../onnx/candidates.ts';
export { isSamePerson, type MergeRules, mergeDetections, mergeTwins } from '../onnx/merge.ts';
export { type BoxRatio, type Fit, fitPicture, type Size, toPictureRatio } from '../picture/fit.ts';
export { InputCanvas } from '../picture/input-canvas.ts';
export type { Pixels, PixelsWanted } from '../picture/pixels.ts';

/**
 * Opens a model as `env.onnx` does, for scripts and tests that have no env. Needs `onnxruntime-node`, which is installed
 * apart. The caller releases the model.
 *
 * @param path relative to the working folder.
 */
export async function openModel(path: string, options: OnnxOptions = {}): Promise<OnnxModel> {
  // Loaded here: a detector that only merges boxes does not pay for it.
  const { detachedEnv } = await import('../env/detached-env.ts');
  return detachedEnv().onnx(path, options);
}
