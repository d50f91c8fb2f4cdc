import { describe, expect, it } from 'vitest';
import { FrameGate } from '../../../engine/cameras/frame-gate.ts';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import { settle } from '../../support/fake-clock.ts';

const frame = (mediaMs: number): EncodedFrame => ({
  codec: 'jpeg',
  data: new Uint8Array(1),
  atUtcMs: 0,
  mediaMs,
});

describe('the gate of a live source', () => {
  it('hands over every frame to a taker that is done at once', () => {
    const taken: (number | null)[] = [];
    const gate = new FrameGate(({ mediaMs }) => {
      taken.push(mediaMs);
    });
    gate.offer(frame(1));
    gate.offer(frame(2));
    expect(taken).toEqual([1, 2]);
  });

  it('drops what comes while a frame is being taken, and nothing after that', async () => {
    const taken: (number | null)[] = [];
    let done: () => void = () => undefined;
    const gate = new FrameGate(({ mediaMs }) => {
      taken.push(mediaMs);
      return new Promise<void>((resolve) => {
        done = resolve;
      });
    });
    gate.offer(frame(1));
    gate.offer(frame(2));
    done();
    await settle();
    gate.offer(frame(3));
    expect(taken).toEqual([1, 3]);
  });
});
