/** Door of what detectors on ONNX models share. */

export { Candidates } from './candidates.ts';
export { cellsOf, modelSize, shapeMismatch } from './input.ts';
export { INPUT_OPTION, inputSize, MODEL_INPUT_OPTION } from './input-option.ts';
export { isSamePerson, type MergeRules, mergeTwins } from './merge.ts';
export type { ModelSize } from './model-size.ts';
export { peopleOptions } from './people-options.ts';
export { type OnnxSession, type Outputs, withSession } from './session.ts';
