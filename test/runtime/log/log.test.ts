/** The log: lines for programs and for people, and a reader that stops: a FIFO that nobody reads. */

import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createLog, createLogSink, textLine } from '../../../runtime/log/log.ts';
import { testFolder } from '../../support/folder.ts';
import { until } from '../../support/until.ts';

it('the log is one JSON object a line with level, time and event, and without secrets', () => {
  const lines: unknown[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  log.debug('unseen');
  const cause = new Error('rtsp://admin:Zq9@10.0.0.7/live');
  const error = new Error('cannot open rtsp://admin:Zq9@10.0.0.7/live', { cause });
  log.error('camera_failed', { camera: 'hall', error, password: 'Zq9' });
  expect(lines).toMatchObject([
    { level: 'error', time: expect.stringMatching(/Z$/), event: 'camera_failed', camera: 'hall' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Zq9|10\.0\.0\.7/);
});

const loggedLine = (fields: object) =>
  ({ level: 'info', time: '2026-11-24T19:30:02.726Z', event: 'started', ...fields }) as const;
const shown = (fields: object) => textLine(loggedLine(fields), false);

it('says what happened in words, with the time of day here', () => {
  expect(
    shown({ event: 'camera_state', camera: 'studio', state: 'streaming', detail: null }),
  ).toMatch(/^\d\d:\d\d:\d\d {2}camera state: studio, streaming\n$/);
  expect(
    shown({ level: 'warn', event: 'feed_failing', detail: 'no answer', rows: [1, 2] }),
  ).toMatch(/ {2}warning: feed failing: no answer, rows 1 and 2\n$/);
});

it('shows the sentence of an error, and nothing of what is not known', () => {
  const error = { type: 'Error', message: 'cannot write', stack: 'Error: cannot write\n  at x' };
  expect(shown({ level: 'error', event: 'stop_failed', error, part: null, reasons: [] })).toMatch(
    / {2}error: stop failed: cannot write\n$/,
  );
});

it('is coloured only where it is told that colours are shown', () => {
  const warning = loggedLine({ level: 'warn' });
  expect(textLine(warning, true)).toContain('\u001b[33m');
  expect(stripVTControlCharacters(textLine(warning, true))).toBe(textLine(warning, false));
});

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

it('a log sink keeps lines in order for a reader that stops, drops what is too much, and says how much once', async () => {
  const { fd, read } = fifo();
  const told: number[] = [];
  const sink = createLogSink(fd, (n) => told.push(n), 20_000);
  const most = 2_000;
  for (let n = 0; n < most; n += 1) sink.write(line(n));
  const dropped = sink.dropped();
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
  expect(sink.dropped()).toBe(dropped);
  expect(told).toHaveLength(1);
});

it('a log sink waits for a reader at the end, but not for ever', async () => {
  const { fd, read } = fifo();
  const sink = createLogSink(fd, () => undefined);
  for (let n = 0; n < 1_000; n += 1) sink.write(line(n));
  const began = performance.now();
  await sink.flush(200);
  expect(performance.now() - began).toBeGreaterThan(150);
  expect(performance.now() - began).toBeLessThan(5_000);
  // Else the rest goes to whatever is opened next as this descriptor.
  await until(() => read().length === 1_000);
});
