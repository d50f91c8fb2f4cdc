/** What is known about a camera's stream, over all its connections: kept while it is away, forgotten with its settings. */

import type { Log } from '../../../../runtime/log/log.ts';
import type { SourceTotals, StreamInfo } from '../../source.ts';
import type { CameraSnapshot } from '../../state.ts';

type Known = Pick<
  CameraSnapshot,
  'codec' | 'width' | 'height' | 'fps' | 'gopMs' | 'keyframes' | 'bytes' | 'lastKeyframeUtcMs'
>;

export class StreamFacts {
  readonly #cameraId: string;
  readonly #log: Log;
  #info: StreamInfo | null = null;
  #gopMs: number | null = null;
  #lastKeyframeUtcMs: number | null = null;
  /** Of connections that are over. */
  #keyframes = 0;
  #bytes = 0;

  constructor(cameraId: string, log: Log) {
    this.#cameraId = cameraId;
    this.#log = log;
  }

  /** Distance of the last keyframes of a video, ms; null while unknown, and for JPEGs, each of which stands alone. */
  get gopMs(): number | null {
    return this.#info?.codec === 'jpeg' ? null : this.#gopMs;
  }

  /** A connection has been opened. What it does not tell is taken from the one before. */
  noteInfo(info: StreamInfo): void {
    const { width, height } = this.#info ?? info;
    this.#noteReader(info.whyLibav, this.#info?.whyLibav);
    this.#info = { ...info, width, height };
    if (info.width !== null && info.height !== null) {
      this.noteSize(info.width, info.height);
    }
  }

  #noteReader(whyLibav: string | undefined, before: string | undefined): void {
    if (whyLibav !== before) {
      const reader =
        whyLibav === undefined ? { reader: 'own' } : { reader: 'libav', why: whyLibav };
      this.#log.info('camera_reader', { camera: this.#cameraId, ...reader });
    }
  }

  /** The size of the picture, px, as a container or decoder tells it. */
  noteSize(width: number, height: number): void {
    const before = this.#info;
    if (before === null || (before.width === width && before.height === height)) {
      return;
    }
    this.#info = { ...before, width, height };
    if (before.width !== null && before.height !== null) {
      this.#log.info('camera_picture_size', {
        camera: this.#cameraId,
        from: { width: before.width, height: before.height },
        to: { width, height },
      });
    }
  }

  noteKeyframe(totals: SourceTotals, atUtcMs: number): void {
    this.#gopMs = totals.gopMs ?? this.#gopMs;
    this.#lastKeyframeUtcMs = atUtcMs;
  }

  /** A connection is over: its totals are final. */
  noteEnd(totals: SourceTotals): void {
    this.#keyframes += totals.keyframes;
    this.#bytes += totals.bytes;
  }

  /** The settings have changed: it may be another camera. Totals go on. */
  forget(): void {
    this.#info = null;
    this.#gopMs = null;
    this.#lastKeyframeUtcMs = null;
  }

  /** @param totals of the connection that stands; null where none does. */
  known(totals: SourceTotals | null): Known {
    return {
      codec: this.#info?.codec ?? null,
      width: this.#info?.width ?? null,
      height: this.#info?.height ?? null,
      fps: this.#info?.fps ?? null,
      gopMs: this.gopMs,
      keyframes: this.#keyframes + (totals?.keyframes ?? 0),
      bytes: this.#bytes + (totals?.bytes ?? 0),
      lastKeyframeUtcMs: this.#lastKeyframeUtcMs,
    };
  }
}
