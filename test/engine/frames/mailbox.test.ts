import { describe, expect, test, vi } from 'vitest';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import { Mailbox } from '../../../engine/frames/mailbox.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function frameAt(atUtcMs: number): EncodedFrame {
  return { codec: 'jpeg', data: new Uint8Array(1), atUtcMs, mediaMs: null };
}

describe('mailbox', () => {
  test('is empty at first', () => {
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock());
    expect(mailbox.take()).toBeNull();
    expect(mailbox.hasFrame).toBe(false);
    expect(mailbox.ageMs()).toBeNull();
    expect(mailbox.replaced).toBe(0);
  });

  test('gives the newest frame once', () => {
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock());
    const [first, second] = [frameAt(1), frameAt(2)];
    mailbox.put(first);
    mailbox.put(second);
    expect(mailbox.hasFrame).toBe(true);
    expect(mailbox.take()).toBe(second);
    expect(mailbox.take()).toBeNull();
  });

  test('counts a frame as replaced only when nobody took it', () => {
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock());
    mailbox.put(frameAt(1));
    mailbox.take();
    mailbox.put(frameAt(2));
    expect(mailbox.replaced).toBe(0);
    mailbox.put(frameAt(3));
    mailbox.put(frameAt(4));
    expect(mailbox.replaced).toBe(2);
  });

  test('takes the last frame put as the newest, whatever time the camera claims', () => {
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock());
    const late = frameAt(1_000);
    mailbox.put(frameAt(9_000));
    mailbox.put(late);
    expect(mailbox.take()).toBe(late);
  });

  test('measures age from the arrival, on a clock that does not step', async () => {
    const clock = new FakeClock();
    const mailbox = new Mailbox<EncodedFrame>(clock);
    mailbox.put(frameAt(0));
    await clock.advance(700);
    clock.stepWallClock(-3_600_000);
    expect(mailbox.ageMs()).toBe(700);
    mailbox.put(frameAt(0));
    expect(mailbox.ageMs()).toBe(0);
  });

  test('wakes its listener with each frame, which it can take there and then', () => {
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock());
    const seen: (number | undefined)[] = [];
    const stop = mailbox.listen(() => seen.push(mailbox.take()?.atUtcMs));
    mailbox.put(frameAt(1));
    mailbox.put(frameAt(2));
    stop();
    mailbox.put(frameAt(3));
    expect(seen).toEqual([1, 2]);
    expect(mailbox.replaced).toBe(0);
  });

  test('is empty once its frame is gone, which is then not replaced', () => {
    const gone = new Set<EncodedFrame>();
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock(), (frame) => gone.has(frame));
    const first = frameAt(1);
    mailbox.put(first);
    expect(mailbox.hasFrame).toBe(true);
    gone.add(first);
    expect(mailbox.hasFrame).toBe(false);
    expect(mailbox.ageMs()).toBeNull();
    expect(mailbox.take()).toBeNull();
    mailbox.put(frameAt(2));
    expect(mailbox.replaced).toBe(0);
    expect(mailbox.take()?.atUtcMs).toBe(2);
  });

  test('has one listener at a time', () => {
    const mailbox = new Mailbox<EncodedFrame>(new FakeClock());
    const stop = mailbox.listen(vi.fn());
    expect(() => mailbox.listen(vi.fn())).toThrow('one listener');
    stop();
    const next = vi.fn();
    mailbox.listen(next);
    stop();
    mailbox.put(frameAt(1));
    expect(next).toHaveBeenCalledTimes(1);
  });
});
