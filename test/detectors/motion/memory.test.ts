/** The block of bytes of a camera: views that cover it without overlap, and a version. */

import { expect, it } from 'vitest';
import { FACT, HORIZON_BINS, openMemory, STATE_BYTES } from '../../../detectors/motion/memory.ts';

it('the views lie behind one another and fill the block', () => {
  const state = new Uint8Array(STATE_BYTES);
  const { facts, tracks, mean, spread, early } = openMemory(state);
  let end = 0;
  for (const view of [facts, tracks, mean, spread, early]) {
    expect(view.buffer).toBe(state.buffer);
    expect(view.byteOffset).toBe(end);
    end += view.byteLength;
  }
  expect(end).toBe(STATE_BYTES);
  expect(FACT.horizons + HORIZON_BINS).toBeLessThanOrEqual(facts.length);
});

it('the block may lie anywhere in a larger buffer, and nothing around it is touched', () => {
  const buffer = new ArrayBuffer(STATE_BYTES + 16);
  const memory = openMemory(new Uint8Array(buffer, 8, STATE_BYTES));
  memory.facts.fill(1);
  memory.early.fill(1);
  const bytes = new Uint8Array(buffer);
  expect([...bytes.subarray(0, 8), ...bytes.subarray(STATE_BYTES + 8)]).toEqual(Array(16).fill(0));
});

it('what was written is there when the block is opened again', () => {
  const state = new Uint8Array(STATE_BYTES);
  openMemory(state).mean[5] = 77;
  expect(openMemory(state).mean[5]).toBe(77);
});

it('a block of another version starts anew', () => {
  const state = new Uint8Array(STATE_BYTES);
  const old = openMemory(state);
  const version = old.facts[FACT.version];
  old.facts[FACT.version] = 99;
  old.facts[FACT.samples] = 40;
  old.mean[5] = 77;
  const anew = openMemory(state);
  expect([anew.facts[FACT.version], anew.facts[FACT.samples], anew.mean[5]]).toEqual([
    version,
    0,
    0,
  ]);
});
