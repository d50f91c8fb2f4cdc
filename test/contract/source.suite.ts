/** What every frame source must do, whatever it reads. One subject is one kind of source with something real behind it. */

import { describe, expect, it } from 'vitest';
import type { FrameSource, SourceOptions } from '../../engine/cameras/source.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { type EncodedFrame, FrameDecoder } from '../../engine/frames/decoder.ts';
import type { FrameCodec } from '../../engine/frames/video-decoder.ts';
import { OpenedSource, sourceOptions } from '../support/opened-source.ts';
import { started } from '../support/started.ts';
import { later, until } from '../support/until.ts';

/** Of the pictures of every subject, px. */
export const SIZE = { width: 320, height: 240 };

export interface SourceSubject {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly skipped?: string | undefined;
  readonly codec: FrameCodec;
  /** A file is over at some time; a camera is not. */
  readonly isRecording: boolean;
  /** Starts what is read. */
  start(): Promise<{
    readonly options: Partial<SourceOptions> & Pick<SourceOptions, 'url'>;
    stop(): Promise<void>;
  }>;
}

/** Of what a frame shows, decoded alone. */
export async function sizeIn(frame: EncodedFrame) {
  const whole = { size: (picture: typeof SIZE) => picture, isGrey: true };
  return (await new FrameDecoder().decode(frame, whole)).picture;
}

/** The first `count` frames of an opened source, which is closed from within the delivery of the last. */
export async function takeFrames(source: OpenedSource, count: number): Promise<EncodedFrame[]> {
  const frames: EncodedFrame[] = [];
  await source.read(async (frame) => {
    frames.push(frame);
    if (frames.length === count) await source.close();
  });
  return frames;
}

/** Runs the suite over one subject, which they all read at once: they mostly wait for its next picture. `create` where its sources are not made in the usual way. */
export function testSource(
  subject: SourceSubject,
  create: (options: SourceOptions) => FrameSource | Promise<FrameSource> = createSource,
): void {
  const why = subject.skipped === undefined ? '' : ` (${subject.skipped})`;
  describe.skipIf(subject.skipped !== undefined)(`a source of ${subject.name}${why}`, () => {
    const real = started(() => subject.start());
    const unopened = async () => await create(sourceOptions(real.options));
    const newSource = async () => new OpenedSource(await unopened());
    const opened = async () => {
      const source = await newSource();
      await source.open();
      return source;
    };

    it.concurrent('delivers keyframes in order, each decoding alone and filling its own buffer', async () => {
      const source = await opened();
      const before = Date.now();
      const frames = await takeFrames(source, 3);
      expect(frames).toHaveLength(3);
      for (const frame of frames) {
        expect(frame.codec).toBe(subject.codec);
        expect(frame.data.byteOffset).toBe(0);
        expect(frame.data.buffer.byteLength).toBe(frame.data.byteLength);
        expect(frame.atUtcMs).toBeGreaterThanOrEqual(before - 5_000);
        expect(frame.atUtcMs).toBeLessThanOrEqual(Date.now());
        expect(await sizeIn(frame)).toEqual(SIZE);
      }
      const times = frames.map(({ atUtcMs, mediaMs }) => mediaMs ?? atUtcMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    });

    it.concurrent('tells codec and size where they are known, counts what it reads and measures the time between keyframes', async () => {
      const source = await newSource();
      expect(source.totals()).toEqual({ packets: 0, bytes: 0, keyframes: 0, gopMs: null });
      const info = await source.open();
      expect(info.codec).toBe(subject.codec);
      expect([null, SIZE.width]).toContain(info.width);
      expect([null, SIZE.height]).toContain(info.height);
      expect(info.durationMs !== null).toBe(subject.isRecording);
      const frames = await takeFrames(source, 3);
      const totals = source.totals();
      expect(totals.keyframes).toBeGreaterThanOrEqual(frames.length);
      expect(totals.packets).toBeGreaterThanOrEqual(totals.keyframes);
      expect(totals.bytes).toBeGreaterThan(0);
      expect(totals.gopMs).toBeGreaterThan(0);
      const [, second, third] = frames;
      if (second?.mediaMs != null && third?.mediaMs != null) {
        expect(totals.gopMs).toBeCloseTo(third.mediaMs - second.mediaMs, 3);
      }
    });

    it.concurrent('ends its reading quietly and within a second when closed, however often', async () => {
      const source = await opened();
      const first = later();
      let isClosed = false;
      const reading = source.read(() => {
        expect(isClosed).toBe(false);
        first.resolve();
      });
      await first.promise;
      const startedMs = performance.now();
      isClosed = true;
      await Promise.all([source.close(), source.close()]);
      await reading;
      await source.close();
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    });

    it.concurrent('stopped before it runs, or while it opens, ends quietly and tells nothing', async () => {
      let told = 0;
      const tell = () => {
        told += 1;
      };
      const never = await unopened();
      await never.run(AbortSignal.abort(), tell, tell);
      const opening = await unopened();
      const stopping = new AbortController();
      const running = opening.run(stopping.signal, tell, tell);
      stopping.abort();
      await running;
      expect(told).toBe(0);
      expect(opening.totals().keyframes).toBe(0);
    });

    const live = subject.isRecording ? it.skip : it.concurrent;
    live(
      'drops what comes while a frame is being taken, and goes on reading (recordings wait instead)',
      async () => {
        const source = await opened();
        let delivered = 0;
        const reading = source.read(async () => {
          delivered += 1;
          await until(() => delivered > 1 || source.totals().keyframes >= 3);
          await source.close();
        });
        await reading;
        expect(source.totals().keyframes).toBeGreaterThanOrEqual(3);
        expect(delivered).toBe(1);
      },
    );
  });
}
