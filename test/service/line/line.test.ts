/** The pauses and states of a line, with time turned by hand. */

import { expect, it } from 'vitest';
import { messageOf, TurnoutError } from '../../../errors.ts';
import { startLine } from '../../../service/line/line.ts';
import type { RoundOutcome, Sender } from '../../../service/line/sender.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

/** A line whose turns go as the list has it, and idle when that is over. */
function lineOf(turns: (RoundOutcome | Error)[]) {
  const clock = new FakeClock();
  const log = new RecordedLog();
  const at: number[] = [];
  const startMs = clock.monotonicMs();
  const sender: Pick<Sender, 'round' | 'figures'> = {
    round: async () => {
      at.push(clock.monotonicMs() - startMs);
      const turn = turns.shift() ?? 'idle';
      if (turn instanceof Error) throw turn;
      return turn;
    },
    figures: () => ({ skewMs: 0, lastReceiptUtcMs: 1, unequal: 0 }),
  };
  const around = { timers: clock, clock, random: () => 1, log };
  const line = startLine({ gymId: 'north', sender: sender as Sender, ...around });
  return { clock, log, line, at };
}

const down = () => new Error('The line is down.');

it('a line turns at once while there is more, and looks again every five seconds', async () => {
  const { clock, line, at } = lineOf(['more', 'more', 'idle', 'more']);
  await clock.advance(12_000);
  expect(at).toEqual([0, 0, 0, 5_000, 5_000, 10_000]);
  expect(line.figures()).toMatchObject({ state: 'online', detail: null });
  expect(clock.nowUtcMs() - line.figures().sinceUtcMs).toBe(12_000);
  await line.stop();
});

it('a line pauses longer after each failure, to a minute at most, whatever changes meanwhile', async () => {
  const { clock, line, at, log } = lineOf(Array.from({ length: 9 }, down));
  await clock.advance(100);
  line.wake();
  await clock.advance(230_000);
  const pauses = at.slice(1).map((ms, place) => ms - (at[place] ?? 0));
  expect(pauses.slice(0, 8).map((ms) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(line.figures()).toMatchObject({ state: 'offline', detail: 'The line is down.' });
  expect(log.lines.map(({ event }) => event)).toEqual(['line_offline']);
  await clock.advance(60_000);
  expect(line.figures()).toMatchObject({ state: 'online', detail: null });
  expect(log.lines.map(({ event }) => event)).toEqual(['line_offline', 'line_online']);
  await line.stop();
});

it('a line asks once a minute where it is refused, and shows why', async () => {
  const parts = { where: 'box', expected: 'the one in place', got: 'another' };
  const refused = new TurnoutError('sync_refused', parts);
  const newer = new TurnoutError('sync_newer', parts);
  const { clock, line, at } = lineOf([refused, newer, 'idle']);
  await clock.advance(59_000);
  expect(line.figures()).toMatchObject({ state: 'refused', detail: messageOf(refused) });
  line.wake();
  await clock.advance(62_000);
  expect(at).toEqual([0, 60_000, 120_000]);
  expect(line.figures()).toMatchObject({ state: 'online', detail: null });
  await line.stop();
});

it('a line ends when the gym has left, and when it is stopped, with no timer left', async () => {
  const left = lineOf(['unlinked']);
  await left.clock.advance(60_000);
  expect(left.at).toEqual([0]);
  expect(left.clock.pendingTimers).toBe(0);
  const { clock, line, at } = lineOf([]);
  await clock.advance(1_000);
  await line.stop();
  await clock.advance(60_000);
  expect(at).toEqual([0]);
  expect(clock.pendingTimers).toBe(0);
});
