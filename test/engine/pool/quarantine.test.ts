import { expect, test } from 'vitest';
import { Quarantine } from '../../../engine/counting/detector-in-use.ts';

const failTimes = (quarantine: Quarantine, times: number, nowMs = 0) =>
  Array.from({ length: times }, () => quarantine.noteFault('detector_failed', nowMs)).at(-1);

test('a detector that fails: is put out by the fifth fault in a row, for 30 s', () => {
  const quarantine = new Quarantine();
  expect(failTimes(quarantine, 4)).toBe(false);
  expect(quarantine.remainingMs(0)).toBe(0);
  expect(failTimes(quarantine, 1)).toBe(true);
  expect(quarantine.remainingMs(29_999)).toBe(1);
  expect(quarantine.remainingMs(10_000)).toBe(20_000);
  expect(quarantine.remainingMs(30_000)).toBe(0);
});

test('a detector that fails: is trusted again after one good sample', () => {
  const quarantine = new Quarantine();
  failTimes(quarantine, 4);
  quarantine.noteSuccess();
  expect(failTimes(quarantine, 4)).toBe(false);
});

test('a detector that fails: stays out twice as long after each failed trial, a quarter of an hour at most', () => {
  const quarantine = new Quarantine();
  failTimes(quarantine, 5);
  let nowMs = 30_000;
  const turns: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    expect(quarantine.noteFault('detector_timeout', nowMs)).toBe(true);
    turns.push(quarantine.remainingMs(nowMs) / 1000);
    nowMs += quarantine.remainingMs(nowMs);
  }
  expect(turns).toEqual([60, 120, 240, 480, 900, 900, 900, 900]);
});

test('a detector that fails: late faults of tasks that were under way do not count again', () => {
  const quarantine = new Quarantine();
  failTimes(quarantine, 5);
  expect(failTimes(quarantine, 5, 1000)).toBe(false);
  expect(quarantine.remainingMs(30_000)).toBe(0);
});

test('a detector that fails: is not blamed for frames that cannot be decoded', () => {
  const quarantine = new Quarantine();
  for (let fault = 0; fault < 20; fault += 1) quarantine.noteFault('frame_undecodable', 0);
  expect(quarantine.remainingMs(0)).toBe(0);
});
