import { describe, expect, test } from 'vitest';
import type { SourceTotals, StreamInfo } from '../../../../../engine/cameras/source.ts';
import { StreamFacts } from '../../../../../engine/cameras/supervision/watch/stream-facts.ts';
import { RecordedLog } from '../../../../support/recorded-log.ts';

const video: StreamInfo = { codec: 'h264', width: 1920, height: 1080, fps: 25, durationMs: null };
const totals: SourceTotals = { packets: 100, bytes: 5000, keyframes: 4, gopMs: 2000 };

function facts() {
  const log = new RecordedLog();
  return { log, stream: new StreamFacts('hall', log) };
}

describe('stream facts', () => {
  test('are unknown at first', () => {
    expect(facts().stream.known(null)).toEqual({
      codec: null,
      width: null,
      height: null,
      fps: null,
      gopMs: null,
      keyframes: 0,
      bytes: 0,
      lastKeyframeUtcMs: null,
    });
  });

  test('outlive a connection, whose totals are added to those of the next', () => {
    const { stream } = facts();
    stream.noteInfo(video);
    stream.noteKeyframe(totals, 77);
    stream.noteEnd(totals);
    expect(stream.known(null)).toMatchObject({
      codec: 'h264',
      gopMs: 2000,
      keyframes: 4,
      bytes: 5000,
      lastKeyframeUtcMs: 77,
    });
    expect(stream.known({ ...totals, keyframes: 1, bytes: 10, gopMs: null })).toMatchObject({
      keyframes: 5,
      bytes: 5010,
      gopMs: 2000,
    });
  });

  test('a size that a new connection does not tell is the one known', () => {
    const { stream, log } = facts();
    stream.noteInfo(video);
    stream.noteInfo({ ...video, width: null, height: null });
    expect(stream.known(null)).toMatchObject({ width: 1920, height: 1080 });
    expect(log.lines).toEqual([]);
  });

  test('the first size is no change, another is', () => {
    const { stream, log } = facts();
    stream.noteSize(640, 360);
    expect(stream.known(null).width, 'not before the camera was ever open').toBeNull();
    stream.noteInfo({ ...video, width: null, height: null });
    stream.noteSize(640, 360);
    expect(log.lines).toEqual([]);
    stream.noteSize(640, 480);
    expect(log.lines).toEqual([
      {
        level: 'info',
        event: 'camera_picture_size',
        fields: {
          camera: 'hall',
          from: { width: 640, height: 360 },
          to: { width: 640, height: 480 },
        },
      },
    ]);
  });

  test('say once which reader it is where it is another one, and why', () => {
    const { stream, log } = facts();
    const why = 'it is read over UDP';
    for (const info of [video, { ...video, whyLibav: why }, { ...video, whyLibav: why }, video]) {
      stream.noteInfo(info);
    }
    expect(log.lines.map(({ event, fields }) => ({ event, ...fields }))).toEqual([
      { event: 'camera_reader', camera: 'hall', reader: 'libav', why },
      { event: 'camera_reader', camera: 'hall', reader: 'own' },
    ]);
  });

  test('JPEGs have no GOP', () => {
    const { stream } = facts();
    stream.noteInfo({ ...video, codec: 'jpeg' });
    stream.noteKeyframe(totals, 1);
    expect(stream.gopMs).toBeNull();
    expect(stream.known(totals).gopMs).toBeNull();
  });

  test('are forgotten with the settings, but for the totals', () => {
    const { stream, log } = facts();
    stream.noteInfo(video);
    stream.noteKeyframe(totals, 77);
    stream.noteEnd(totals);
    stream.forget();
    expect(stream.known(null)).toMatchObject({
      codec: null,
      width: null,
      gopMs: null,
      lastKeyframeUtcMs: null,
      keyframes: 4,
      bytes: 5000,
    });
    stream.noteInfo({ ...video, width: 640, height: 360 });
    expect(log.lines, 'another camera has not changed its size').toEqual([]);
  });
});
