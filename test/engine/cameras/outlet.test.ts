import { describe, expect, it } from 'vitest';
import { Outlet } from '../../../engine/cameras/outlet.ts';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import { settle } from '../../support/fake-clock.ts';

const frame = (mediaMs: number): EncodedFrame => ({
  codec: 'jpeg',
  data: new Uint8Array(1),
  atUtcMs: 0,
  mediaMs,
});

describe('the outlet of a live source', () => {
  it('hands over every frame to a taker that is done at once', () => {
    const taken: (number | null)[] = [];
    const outlet = new Outlet(({ mediaMs }) => {
      taken.push(mediaMs);
    });
    outlet.offer(frame(1));
    outlet.offer(frame(2));
    expect(taken).toEqual([1, 2]);
  });

  it('drops what comes while a frame is being taken, and nothing after that', async () => {
    const taken: (number | null)[] = [];
    let done: () => void = () => undefined;
    const outlet = new Outlet(({ mediaMs }) => {
      taken.push(mediaMs);
      return new Promise<void>((resolve) => {
        done = resolve;
      });
    });
    outlet.offer(frame(1));
    outlet.offer(frame(2));
    done();
    await settle();
    outlet.offer(frame(3));
    expect(taken).toEqual([1, 3]);
  });
});
