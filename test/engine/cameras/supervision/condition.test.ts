import { expect, test } from 'vitest';
import type { SourceTotals, StreamInfo } from '../../../../engine/cameras/source.ts';
import {
  Condition,
  explainLoss,
  KeyframeRhythm,
  type Loss,
  PictureWatch,
  RetryPolicy,
  STEADY_MS,
} from '../../../../engine/cameras/supervision/condition.ts';
import { SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import { coded } from '../../../support/an-error.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';

const video: StreamInfo = { codec: 'h264', width: 1920, height: 1080, fps: 25, durationMs: null };
const totals: SourceTotals = { packets: 100, bytes: 5000, keyframes: 4, gopMs: 2000 };

function camera(url = 'rtsp://camera/', wantedMs = 5000) {
  const clock = new FakeClock();
  const log = new RecordedLog();
  const settings = { id: 'hall', url, wantedPeriodMs: () => wantedMs };
  return { clock, log, hall: new Condition(() => settings, { clock, timers: clock, log }) };
}

const sample = { flags: 0, fingerprint: 1, atUtcMs: 0 };

test('the state of a camera is said once, with all its facts', () => {
  const { hall, log } = camera();
  for (const detail of ['none for 20 s', 'none for 21 s']) {
    hall.enter('waiting', ['camera_stalled'], { detail, retryInMs: 1999.6 });
  }
  const states = { camera: 'hall', state: 'waiting', from: 'stopped' };
  const why = { reasons: ['camera_stalled'], detail: 'none for 20 s', retry_in_ms: 2000 };
  const fields = { ...states, ...why };
  expect(log.lines).toEqual([{ level: 'warn', event: 'camera_state', fields }]);
});

test('the state of a camera is said quietly of attempts that end alike, and aloud of another cause', () => {
  const { hall, log } = camera();
  for (const code of ['camera_refused', 'camera_refused', 'camera_unreachable'] as const) {
    hall.enter('connecting', []);
    hall.enter('waiting', [code]);
  }
  const waiting = log.lines.filter(({ fields: { state } }) => state === 'waiting');
  expect(waiting.map(({ level }) => level)).toEqual(['warn', 'debug', 'warn']);
});

test('the stream of a camera: outlives a connection, but not the settings; totals are added and outlive both', () => {
  const { hall } = camera();
  hall.noteInfo(video);
  hall.noteKeyframe(totals);
  hall.noteEnd(totals);
  hall.noteInfo({ ...video, width: null, height: null });
  const next = { ...totals, keyframes: 1, bytes: 10, gopMs: null };
  expect(hall.known(next)).toMatchObject({ gopMs: 2000, width: 1920, keyframes: 5, bytes: 5010 });
  hall.forget();
  const unknown = { codec: null, width: null, gopMs: null, lastKeyframeUtcMs: null };
  expect(hall.known(null)).toMatchObject({ ...unknown, keyframes: 4, bytes: 5000 });
});

test('the stream of a camera: has the size that its pictures have, once it was open', () => {
  const { hall } = camera();
  const seen = { sample, frameSize: { width: 640, height: 360 } };
  hall.notePicture(seen);
  expect(hall.known(null).width, 'not before the camera was ever open').toBeNull();
  hall.noteInfo(video);
  hall.notePicture(seen);
  expect(hall.known(null)).toMatchObject({ width: 640, height: 360 });
});

test('the stream of a camera: says once which reader it is where it is another one, and why', () => {
  const { hall, log } = camera();
  const why = 'it is read over UDP';
  for (const info of [video, { ...video, whyLibav: why }, { ...video, whyLibav: why }, video]) {
    hall.noteInfo(info);
  }
  expect(log.of('camera_reader').map(({ fields }) => fields)).toEqual([
    { camera: 'hall', reader: 'libav', why },
    { camera: 'hall', reader: 'own' },
  ]);
});

test.each([
  { gopMs: 5400, wantedMs: 5000, state: 'streaming', reason: 'within jitter' },
  { gopMs: 5600, wantedMs: 5000, state: 'degraded', reason: 'longer' },
  { gopMs: 1e9, wantedMs: Number.POSITIVE_INFINITY, state: 'streaming', reason: 'none wanted' },
])('the stream of a camera: GOP $gopMs for $wantedMs: $reason', ({ gopMs, wantedMs, state }) => {
  const { hall } = camera('rtsp://camera/', wantedMs);
  hall.noteKeyframe({ ...totals, gopMs });
  expect(hall.now.state).toBe(state);
});

test('faults of frames are said once a second, with the last cause and the number it stands for', async () => {
  const { hall, log, clock } = camera();
  const note = (detail: string) => hall.noteFault({ code: 'frame_undecodable', detail });
  const said = () =>
    log.of('camera_fault').map(({ fields: { detail, times } }) => `${times} × ${detail}`);
  for (const detail of ['a', 'b', 'c', 'd']) note(detail);
  const fields = { camera: 'hall', code: 'frame_undecodable', detail: 'a', times: 1 };
  expect(log.lines).toEqual([{ level: 'warn', event: 'camera_fault', fields }]);
  await clock.advance(999);
  expect(said()).toEqual(['1 × a']);
  await clock.advance(1001);
  expect(said()).toEqual(['1 × a', '3 × d']);
  expect(clock.pendingTimers).toBe(0);
  note('e');
  note('f');
  hall.stop();
  hall.stop();
  expect(said().slice(2)).toEqual(['1 × e', '1 × f']);
  expect(clock.pendingTimers).toBe(0);
});

test('in words: all that is wrong with a picture and what to do, in the menus of its maker', () => {
  const { hall } = camera();
  hall.noteKeyframe({ ...totals, gopMs: 10_040 });
  const frameSize = { width: 640, height: 360 };
  hall.notePicture({ sample: { ...sample, flags: SAMPLE_FLAGS.black }, frameSize });
  expect(hall.now.detail).toBe(
    'the picture is black: uncover the lens, or give the camera light; and ' +
      'a keyframe comes every 10 s, but one is wanted every 5 s: ' +
      'set the I-frame interval (GOP) of the stream to 1 or 2 seconds and switch off "smart codec"',
  );
  const known = camera('rtsp://viewer:secret@192.0.2.10/Streaming/Channels/102').hall;
  known.noteKeyframe({ ...totals, gopMs: 10_040 });
  expect(known.now.detail).toContain('on a camera of Hikvision: Configuration > ');
  expect(known.now.detail).not.toMatch(/secret|192/);
});

test.each([
  ['camera_stalled', /keeps breaking/],
  // It has never opened.
  ['source_unsupported', /^test: expected it, got none$/],
] as const)('in words: a camera that fails with %s', (code, expected) => {
  expect(explainLoss(coded(code), 'failing')).toMatch(expected);
});

const { black, frozen, warmingUp } = SAMPLE_FLAGS;

/** What is said to samples that are `everyMs` apart, by fingerprint. */
function flags(watch: PictureWatch, fingerprints: readonly number[], everyMs: number, fromMs = 0) {
  return fingerprints.map((fingerprint, i) =>
    watch.note({ flags: 0, fingerprint, atUtcMs: fromMs + i * everyMs }),
  );
}

test('picture watch: three pictures in a row that cannot be decoded are a reason, until one can', () => {
  const watch = new PictureWatch();
  const reasonsAfter = (unusable: number) => {
    for (let at = 0; at < unusable; at += 1) watch.noteUnusable('frame_undecodable');
    const { reasons } = watch;
    watch.note({ flags: 0, fingerprint: unusable, atUtcMs: 0 });
    return reasons;
  };
  expect([2, 2, 3, 0].map(reasonsAfter)).toEqual([[], [], ['frame_undecodable'], []]);
});

test('picture watch: equal pictures are frozen after a minute, not before, and never two alone', () => {
  const watch = new PictureWatch();
  const equal = Array(14).fill(7);
  expect(flags(watch, equal, 5000)).toEqual([...Array(12).fill(0), frozen, frozen]);
  expect(watch.reasons).toEqual(['frozen']);
  expect(flags(new PictureWatch(), [7, 7, 7], 60_000)).toEqual([0, 0, frozen]);
  // It clears itself with the first picture that differs, and can come again.
  expect(flags(watch, [8], 0, 100_000)).toEqual([0]);
  expect(watch.reasons).toEqual([]);
  expect(flags(watch, Array(13).fill(8), 5000, 105_000).at(-1)).toBe(frozen);
});

test('picture watch: a black picture is black, not frozen, and what follows begins anew', () => {
  const watch = new PictureWatch();
  watch.note({ flags: warmingUp, fingerprint: 7, atUtcMs: -5000 });
  expect(watch.reasons).toEqual([]);
  const dark = { flags: black | warmingUp, fingerprint: 7 };
  for (let i = 0; i < 30; i++) watch.note({ ...dark, atUtcMs: i * 5000 });
  expect(watch.reasons).toEqual(['black']);
  expect(flags(watch, [7, 7], 5000, 150_000)).toEqual([0, 0]);
});

test('picture watch: a clock that is set back neither freezes a picture nor thaws it', () => {
  const watch = new PictureWatch();
  flags(watch, [7, 7, 7], 5000, 3_600_000);
  expect(flags(watch, [7, 7, 7], 5000, 0)).toEqual([0, 0, 0]);
  expect(flags(watch, [7, 7], 60_000, 60_000).at(-1)).toBe(frozen);
  expect(flags(watch, [7, 8], 0, -5000)).toEqual([frozen, 0]);
});

function rhythmOf(...gapsMs: number[]): KeyframeRhythm {
  const rhythm = new KeyframeRhythm();
  for (const gapMs of gapsMs) rhythm.noteGap(gapMs);
  return rhythm;
}

test.each<[gaps: number[], made: number, isAlive: boolean, expected: number, reason: string]>([
  [[1000], 0, true, 20_000, 'at least 20 s'],
  [[10_000], 0, true, 30_000, 'three GOPs'],
  [[], 0, false, 20_000, 'dead from the start'],
  [[], 0, true, 90_000, 'alive, the GOP still unknown'],
  [[2000, 12_000, 2000], 0, true, 36_000, 'the longest'],
  [[], 60_000, true, 180_000, 'fetched for the first time'],
  [[1e9], 0, true, 300_000, 'nobody waits for ever'],
])('keyframes at gaps %j, made every %d, alive %s, a silence of %d is a stall: %s', (...row) => {
  const [gaps, made, isAlive, expected] = row;
  expect(rhythmOf(...gaps).stallAfterMs(made, isAlive)).toBe(expected);
});

test('keyframe rhythm forgets a long GOP when the camera is set to a shorter one', () => {
  const rhythm = rhythmOf(30_000, ...Array(7).fill(1000));
  expect(rhythm.longestGapMs).toBe(30_000);
  rhythm.noteGap(1000);
  expect(rhythm.longestGapMs).toBe(1000);
});

const never = { wasOpen: false, deliveredForMs: null, isRecording: false };
const lost: Loss = { code: 'camera_unreachable', ...never };
const crashed: Loss = { ...lost, code: 'camera_stalled', wasOpen: true, deliveredForMs: 5 };
const worked: Loss = { ...crashed, deliveredForMs: STEADY_MS };
const played: Loss = { ...crashed, code: 'camera_ended', isRecording: true, deliveredForMs: 8000 };

/** Waits after each loss, s, without jitter; a second passes between two. */
function waits(losses: readonly Loss[]): string[] {
  const policy = new RetryPolicy(() => 0);
  return losses.map((loss, i) => {
    const { state, delayMs } = policy.planAfter(loss, i * 1000);
    return `${state} ${delayMs / 1000}`;
  });
}

const waiting = (...seconds: number[]) => seconds.map((s) => `waiting ${s}`);
const nine = waiting(2, 4, 8, 15, 15, 15, 15, 15, 15);
const rare = 'failing 300';
const unauthorized: Loss = { ...lost, code: 'camera_unauthorized' };
const ten = Array<Loss>(10).fill(crashed);

test.each<[string, Loss[], string[]]>([
  ['a camera that never answered', Array(7).fill(lost), waiting(2, 4, 8, 16, 32, 60, 60)],
  ['one that has worked', [worked, ...Array(5).fill(lost)], waiting(2, 4, 8, 15, 15, 15)],
  ['a connection that lasted', [lost, lost, lost, worked, lost], waiting(2, 4, 8, 2, 4)],
  ['just short of lasting', [lost, { ...worked, deliveredForMs: STEADY_MS - 1 }], waiting(2, 4)],
  ['wrong credentials', [unauthorized, unauthorized], Array(2).fill('unauthorized 300')],
  ['an address that no source is for', [{ ...lost, code: 'source_unsupported' }], [rare]],
  ['a recording that has played', Array(12).fill(played), Array(12).fill('waiting 1')],
  ['one without a picture', Array(2).fill({ ...played, deliveredForMs: null }), waiting(2, 4)],
  ['one that breaks, then lasts', [...ten, crashed, worked], [...nine, rare, rare, 'waiting 2']],
  // Where it cannot even be opened it is not breaking.
  ['no crash loop', [...ten, lost, crashed], [...nine, rare, 'waiting 15', rare]],
])('retry policy: the waits after %s', (_, losses, expected) => {
  expect(waits(losses)).toEqual(expected);
});

test('retry policy: jitter takes up to half of a wait away, and adds up to a tenth to a rare one', () => {
  const delays = (loss: Loss) =>
    [0, 0.5, 1].map((r) => Math.round(new RetryPolicy(() => r).planAfter(loss, 0).delayMs));
  expect(delays(lost)).toEqual([2000, 1500, 1000]);
  expect(delays(unauthorized)).toEqual([300_000, 315_000, 330_000]);
});

test('retry policy: crashes that are far apart do not add up', () => {
  const policy = new RetryPolicy(() => 0);
  const plans = Array.from({ length: 100 }, (_, i) => policy.planAfter(crashed, i * 70_000));
  expect(plans.every(({ state }) => state === 'waiting')).toBe(true);
});
