// How long do a read and a write of the counts store take, and is any of 10^8 reads torn while others write?
//
// The guarded read is the first one of a new sample, as a write and a read together, less the write: the read that does all
// the work. A sample is then read again and again until the next one comes; that is told beside it. Each is the least
// median of rounds that alternate: what else the machine does only ever adds to a few nanoseconds. Under stress two
// threads write, each a slot of its own, and two others read both, 10^8 times: about a minute on two cores.

import assert from 'node:assert/strict';
import { do_not_optimize, measure } from 'mitata';
import { createCounts } from '../../engine/counts/layout.ts';
import { openReader } from '../../engine/counts/reader.ts';
import { createSampleTarget } from '../../engine/counts/sample-words.ts';
import { openSlots } from '../../engine/counts/slots.ts';
import { openWriter } from '../../engine/counts/writer.ts';
import type { Sample } from '../../gym/attendance/sample.ts';
import { runStress } from '../../test/engine/counts/stress.fixture.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, report } from '../support/report.ts';

const READERS = 2;
const ROUNDS = isQuick ? 1 : 7;
const reads = isQuick ? 1e6 : 1e8;

/** What a room with two zones gives. */
const sample: Sample = {
  atUtcMs: 1_763_700_000_123,
  mediaMs: 40_200,
  count: 17,
  staff: 1,
  ignored: 3,
  zones: [12, 5],
  confidence: 0.7312,
  flags: 0,
  luma: 101.5,
  fingerprint: 0xfedc_ba98,
  decodeUs: 17_012,
  detectUs: 15_345,
};

const buffer = createCounts({ slots: 32 });
const slot = 7;
const generation = openSlots(buffer).claim(slot);
const writer = openWriter(buffer);
const reader = openReader(buffer);
const target = createSampleTarget();

assert.equal(writer.write(slot, generation, sample), true);
assert.deepEqual(reader.latest(slot), sample);
assert.equal(reader.count(slot), sample.count);

const calls = {
  write: () => writer.write(slot, generation, sample),
  readInto: () => reader.readInto(slot, target),
  writeAndRead: () => {
    writer.write(slot, generation, sample);
    return reader.readInto(slot, target);
  },
  writeAndKeep: () => {
    writer.write(slot, generation, sample);
    return reader.latest(slot);
  },
  latest: () => reader.latest(slot),
  count: () => reader.count(slot),
};
const took = await leastOf(calls);
assert.deepEqual(reader.latest(slot), sample);

const stress = await runStress({ ring: 128, readers: READERS, readsPerReader: reads / READERS });
assert.ok(stress.changes > reads / 1_000, 'the readers saw new samples all the time');
assert.ok(stress.leastWritten > stress.written / 10, 'both writers were at work all the time');

/** Of each call the least of the medians of its rounds, ns. */
async function leastOf<Name extends string>(
  measured: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measured) as Name[];
  const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const { p50 } = await measure(() => do_not_optimize(measured[name]()));
      least[name] = Math.min(least[name] ?? p50, p50);
    }
  }
  return least as Record<Name, number>;
}

const ns = (name: string, value: number, limit: number | null): Figure => ({
  name,
  value,
  unit: 'ns',
  limit,
  direction: 'max',
});
report('engine/counts', [
  ns('read of a new sample', took.writeAndRead - took.write, 100),
  ns('… and an object made of it', took.writeAndKeep - took.write, null),
  ns('read of one that was read before', took.readInto, 100),
  ns('… as an object that is kept', took.latest, 100),
  ns('… of the count alone', took.count, 100),
  ns('write', took.write, 250),
  { name: 'torn reads', value: stress.torn, unit: 'reads', limit: 0, direction: 'max' },
  { name: '… of', value: stress.reads, unit: 'reads', limit: null, direction: 'min' },
  {
    name: '… that saw a new one',
    value: stress.changes,
    unit: 'reads',
    limit: null,
    direction: 'min',
  },
  { name: '… during', value: stress.written, unit: 'writes', limit: null, direction: 'min' },
]);
