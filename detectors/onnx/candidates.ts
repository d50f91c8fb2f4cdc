/**
 * Boxes that passed the score threshold, before twins are merged. Written afresh for each frame into memory that is
 * taken once, so that decoding allocates nothing.
 */

export class Candidates {
  /** x1, y1, x2, y2 of each, input pixels. */
  readonly boxesXyxyPx: Float32Array;
  /** 0..1 each. */
  readonly scores: Float32Array;
  /** How many there are now. */
  count = 0;

  /** @param capacity most candidates of a frame: the number of a model's cells, so it can not be passed. */
  constructor(capacity: number) {
    this.boxesXyxyPx = new Float32Array(capacity * 4);
    this.scores = new Float32Array(capacity);
  }

  clear(): void {
    this.count = 0;
  }

  /** Takes a place for one more box. Returns where in `boxesXyxyPx` its x1 belongs; the caller writes all four. */
  push(score: number): number {
    const position = this.count;
    this.scores[position] = score;
    this.count = position + 1;
    return position * 4;
  }

  /** One more box, x1, y1, x2, y2 in input pixels. */
  add(score: number, x1: number, y1: number, x2: number, y2: number): void {
    const at = this.push(score);
    const boxes = this.boxesXyxyPx;
    boxes[at] = x1;
    boxes[at + 1] = y1;
    boxes[at + 2] = x2;
    boxes[at + 3] = y2;
  }

  /** Positions by falling score; equal scores keep their order, so that equal frames give equal answers. */
  byScore(): readonly number[] {
    const positions = Array.from({ length: this.count }, (_, position) => position);
    const { scores } = this;
    return positions.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }
}
