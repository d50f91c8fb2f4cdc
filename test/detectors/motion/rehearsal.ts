/** Runs `motion` over a scene the way the pipeline does: painted, JPEG, decoded and fitted, a sample every 5 s. */

import { detachedEnv, unhurried } from '../../../detectors/env/detached-env.ts';
import { motion } from '../../../detectors/motion/motion.ts';
import { InputCanvas } from '../../../detectors/picture/input-canvas.ts';
import { FrameDecoder } from '../../../engine/frames/decoder.ts';
import { ScenePainter } from '../../../engine/pictures/scene/drawing/painter.ts';
import { SceneTruth } from '../../../engine/pictures/scene/scene.ts';
import { parseSceneUrl } from '../../../engine/pictures/scene/spec.ts';

export interface Rehearsal {
  readonly url: string;
  /** Minutes after a class began; negative before it. */
  readonly fromMin: number;
  readonly samples: number;
  readonly everyMs?: number;
}

/** One sample; `count` is null while the detector is warming up. */
export interface Take {
  readonly tMs: number;
  readonly truth: number;
  readonly count: number | null;
  readonly detectMs: number;
}

/** A full hour, so that classes of every period that divides an hour begin here. */
const START_MS = 472_222 * 3_600_000;

export async function rehearse({
  url,
  fromMin,
  samples,
  everyMs = 5000,
}: Rehearsal): Promise<Take[]> {
  const spec = parseSceneUrl(url);
  const painter = new ScenePainter(spec);
  const truth = new SceneTruth(spec);
  const decoder = new FrameDecoder();
  const detector = await motion.create({}, detachedEnv());
  const canvas = new InputCanvas(detector.input);
  const state = new Uint8Array(motion.stateBytes);
  const takes: Take[] = [];
  for (let at = 0; at < samples; at += 1) {
    const tMs = START_MS + fromMin * 60_000 + at * everyMs;
    const frame = {
      codec: 'jpeg',
      data: painter.jpegAt(tMs),
      atUtcMs: tMs,
      mediaMs: null,
    } as const;
    const { values, fit } = canvas.fill(await decoder.decode(frame, canvas.wanted));
    const startMs = performance.now();
    const output = await detector.detect(
      {
        pixels: values,
        content: fit.content,
        atMs: tMs,
        state,
      },
      unhurried,
    );
    const detectMs = performance.now() - startMs;
    const count = output.isWarmingUp === true ? null : (output.detections ?? []).length;
    takes.push({ tMs, truth: truth.countAt(tMs), count, detectMs });
  }
  decoder.close();
  return takes;
}

/** Mean absolute error of the samples that have a count; NaN where there are none. */
export function errorOf(takes: readonly Take[]): number {
  const known = takes.filter((take) => take.count !== null);
  const sum = known.reduce((total, { count, truth }) => total + Math.abs((count ?? 0) - truth), 0);
  return sum / known.length;
}
