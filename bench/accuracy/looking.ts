/** A detector looking at files, by the way a worker takes: the same decoder, the same fitting, boxes back in picture pixels. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Detector } from '../../detectors/detector.ts';
import { unhurried } from '../../detectors/env/detached-env.ts';
import { toPictureRatio } from '../../detectors/picture/fit.ts';
import { InputCanvas } from '../../detectors/picture/input-canvas.ts';
import { FrameDecoder } from '../../engine/frames/decoder.ts';
import type { LabelledPicture, ScoredBox } from './labels.ts';

export interface Look {
  /** By falling score. */
  readonly found: readonly ScoredBox[];
  /** Of `detect` alone, ms of the clock. */
  readonly wallMs: number;
  /** Of `detect` alone, ms of processor time of the whole process: what other programs take is not in it. */
  readonly cpuMs: number;
}

/** One detector and its canvas. */
export class Looker {
  readonly #detector: Detector;
  readonly #canvas: InputCanvas;
  readonly #decoder = new FrameDecoder();
  readonly #dataDir: string;

  constructor(detector: Detector, dataDir: string) {
    this.#detector = detector;
    this.#canvas = new InputCanvas(detector.input);
    this.#dataDir = dataDir;
  }

  async look(picture: LabelledPicture): Promise<Look> {
    const data = new Uint8Array(readFileSync(join(this.#dataDir, picture.file)));
    const frame = { codec: 'jpeg', data, atUtcMs: 0, mediaMs: null } as const;
    const { values, fit } = this.#canvas.fill(
      await this.#decoder.decode(frame, this.#canvas.wanted),
    );
    const before = process.cpuUsage();
    const startedMs = performance.now();
    const { detections } = await this.#detector.detect(
      {
        pixels: values,
        content: fit.content,
        atMs: 0,
        state: null,
      },
      unhurried,
    );
    const wallMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(before);
    const found = (detections ?? [])
      .map(({ box, score }): ScoredBox => {
        const [x1, y1, x2, y2] = toPictureRatio(box, fit);
        const { width, height } = picture;
        return { box: [x1 * width, y1 * height, x2 * width, y2 * height], score };
      })
      .toSorted((a, b) => b.score - a.score);
    return { found, wallMs, cpuMs: (user + system) / 1000 };
  }

  async close(): Promise<void> {
    this.#decoder.close();
    await this.#detector.close();
  }
}
