/**
 * Notices a picture that tells nothing although it comes: black or covered, or frozen. Fed with each sample; clears
 * itself with the first good one.
 */

import { SAMPLE_FLAGS, type Sample } from '../../../../gym/attendance/sample.ts';

/** What a sample says about its picture; whether it is black its worker has judged already, in the flags. */
export type PictureFacts = Pick<Sample, 'atUtcMs' | 'fingerprint' | 'flags'>;

/**
 * Equal pictures for this long, and so many of them, are frozen: sensor noise alone makes two pictures of an empty room
 * differ. Chosen here; the number guards sparse sampling against two that are equal by chance.
 */
const FROZEN_MS = 60_000;
const FROZEN_SAMPLES = 3;

/** So many pictures in a row that cannot be looked at are no accident of the network. Chosen here. */
const UNUSABLE_IN_A_ROW = 3;

/** Why a picture cannot be looked at at all. */
export type Unusable = 'frame_undecodable' | 'frame_too_large';

export class PictureWatch {
  #unusable: Unusable | null = null;
  #unusableInARow = 0;
  #isBlack = false;
  #isFrozen = false;
  #fingerprint: number | null = null;
  #sinceUtcMs = 0;
  #equal = 0;

  /** What is wrong with the picture now. */
  get reasons(): readonly ('black' | 'frozen' | Unusable)[] {
    if (this.#unusable !== null && this.#unusableInARow >= UNUSABLE_IN_A_ROW) {
      return [this.#unusable];
    }
    if (this.#isBlack) {
      return ['black'];
    }
    return this.#isFrozen ? ['frozen'] : [];
  }

  /**
   * Judges the next sample, in the order in which they were taken.
   *
   * @returns `SAMPLE_FLAGS.frozen` where the sample shows a frozen picture, else 0.
   */
  note({ atUtcMs, fingerprint, flags }: PictureFacts): number {
    this.#unusableInARow = 0;
    this.#isBlack = (flags & SAMPLE_FLAGS.black) !== 0;
    if (this.#isBlack) {
      // A black picture equals itself: that is no news, and not a frozen camera.
      this.#fingerprint = null;
      this.#isFrozen = false;
    } else {
      this.#noteFingerprint(fingerprint, atUtcMs);
    }
    return this.#isFrozen ? SAMPLE_FLAGS.frozen : 0;
  }

  /** Takes note of a picture that could not be looked at; the next one that can clears it. */
  noteUnusable(why: Unusable): void {
    this.#unusable = why;
    this.#unusableInARow += 1;
  }

  #noteFingerprint(fingerprint: number, atUtcMs: number): void {
    const isEqual = fingerprint === this.#fingerprint;
    // A clock that was set back starts the measurement again, too.
    if (!isEqual || atUtcMs < this.#sinceUtcMs) {
      this.#isFrozen &&= isEqual;
      this.#fingerprint = fingerprint;
      this.#sinceUtcMs = atUtcMs;
      this.#equal = 1;
      return;
    }
    this.#equal += 1;
    this.#isFrozen ||= this.#equal >= FROZEN_SAMPLES && atUtcMs - this.#sinceUtcMs >= FROZEN_MS;
  }
}
