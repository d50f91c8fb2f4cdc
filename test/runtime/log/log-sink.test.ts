/** A log whose reader stops: a FIFO that nobody reads. */

import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogSink } from '../../../runtime/log/log.ts';
import { testFolder } from '../../support/folder.ts';
import { until } from '../../support/until.ts';

function fifo() {
  const path = join(testFolder(), 'log');
  execFileSync('mkfifo', [path]);
  const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  const fd = openSync(path, O_WRONLY | O_NONBLOCK);
  onTestFinished(() => {
    closeSync(reader);
    closeSync(fd);
  });
  let text = '';
  const read = () => {
    const bytes = Buffer.alloc(1024 * 1024);
    try {
      for (let n = readSync(reader, bytes); n > 0; n = readSync(reader, bytes)) {
        text += bytes.toString('utf8', 0, n);
      }
    } catch {
      // Nothing more for now.
    }
    return text.split('\n').slice(0, -1);
  };
  return { fd, read };
}

const LINE_BYTES = 100;
const line = (n: number) => `${String(n).padStart(LINE_BYTES - 1, '0')}\n`;

it('a log sink writes at once while the reader reads', () => {
  const { fd, read } = fifo();
  const sink = new LogSink(fd, () => undefined);
  sink.write(line(1));
  sink.write(line(2));
  expect(read().map(Number)).toEqual([1, 2]);
});

it('a log sink keeps lines in order for a reader that stops, drops what is too much, and says how much once', async () => {
  const { fd, read } = fifo();
  const told: number[] = [];
  const sink = new LogSink(fd, (n) => told.push(n), 20_000);
  const most = 2_000;
  for (let n = 0; n < most; n += 1) sink.write(line(n));
  const dropped = sink.dropped;
  expect(dropped).toBeGreaterThan(1_000);
  expect(told).toEqual([]);
  await until(() => {
    read();
    return told.length > 0;
  });
  expect(told).toEqual([dropped]);
  expect(read().map(Number)).toEqual(Array.from({ length: most - dropped }, (_, n) => n));
  sink.write(line(7));
  expect(read().map(Number).at(-1)).toBe(7);
  expect(sink.dropped).toBe(dropped);
  expect(told).toHaveLength(1);
});

it('a log sink waits for a reader at the end, but not for ever', async () => {
  const { fd } = fifo();
  const sink = new LogSink(fd, () => undefined);
  for (let n = 0; n < 1_000; n += 1) sink.write(line(n));
  const began = performance.now();
  await sink.flush(200);
  expect(performance.now() - began).toBeGreaterThan(150);
  expect(performance.now() - began).toBeLessThan(5_000);
});
