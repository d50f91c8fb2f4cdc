/** How a detector over a model that its options name starts, and what each look begins with. */

import type { Detector, DetectorEnv, Frame } from '../detector.ts';
import { inputSize } from './input-option.ts';
import type { MergeRules } from './merge.ts';
import { type OnnxSession, withSession } from './session.ts';

/** `create` of a detector: opens the model at the size that `input` says, and gives it to `start`, which owns it then. */
export function onModel<Options extends { readonly model: string; readonly input: string }>(
  detector: string,
  start: (session: OnnxSession, chosen: Options) => Promise<Detector>,
): (chosen: Options, env: DetectorEnv) => Promise<Detector> {
  return async (chosen, { resolveModel, native, compute }) => {
    const size = inputSize(detector, chosen.input);
    const file = { path: resolveModel(chosen.model), size, native, compute };
    return await withSession(file, (session) => start(session, chosen));
  };
}

/** The pixels of a frame that was asked for as floats. */
export function floatsOf({ pixels }: Frame, detector: string): Float32Array {
  if (pixels instanceof Float32Array) return pixels;
  throw new TypeError(`${detector} wants float32 pixels`);
}

/** What the options say of boxes that are of one person. */
export function mergeRules(
  chosen: { readonly twin_iou: number; readonly part_inside: number },
  most: number,
): MergeRules {
  return { twinIou: chosen.twin_iou, partInside: chosen.part_inside, most };
}
