/** A detector looking at files, by the way a worker takes: the same decoder, the same fitting, boxes back in picture pixels. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Detector } from '../../detectors/detector.ts';
import { unhurried } from '../../detectors/env/owned-env.ts';
import { InputCanvas, toPictureRatio } from '../../detectors/picture.ts';
import { FrameDecoder } from '../../engine/frames/decoder.ts';
import type { LabelledPicture, ScoredBox } from './labels.ts';

/** A file in the folder of the pictures, and its size in pixels. */
type Picture = Pick<LabelledPicture, 'file' | 'width' | 'height'>;

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

  /** What it finds, in picture pixels, by falling score. */
  async look({ file, width, height }: Picture): Promise<readonly ScoredBox[]> {
    const data = new Uint8Array(readFileSync(join(this.#dataDir, file)));
    const frame = { codec: 'jpeg', data, atUtcMs: 0, mediaMs: null } as const;
    const { values, fit } = this.#canvas.fill(
      await this.#decoder.decode(frame, this.#canvas.wanted),
    );
    const image = { pixels: values, content: fit.content, atMs: 0, state: null };
    const { detections } = await this.#detector.detect(image, unhurried);
    return (detections ?? [])
      .map(({ box, score }): ScoredBox => {
        const [x1, y1, x2, y2] = toPictureRatio(box, fit);
        return { box: [x1 * width, y1 * height, x2 * width, y2 * height], score };
      })
      .toSorted((a, b) => b.score - a.score);
  }

  async close(): Promise<void> {
    await this.#detector.close();
  }
}
